//! The route that an address leads to: `/issues/12/quoted` is declared as `/issues/:id/quoted`.

use super::declared::in_files;
use crate::document::FormatFamily;
use crate::library::{FileEntry, is_source};
use crate::search::model::evidence::ChannelEntry;
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use regex::Regex;

/// Lines that are handed on, at most.
const MAX_LINES: usize = 5;

/// Letters of a part that is no value, at least.
const MIN_PART: usize = 3;

/// What stands in a route for a value: `:id`, `{id}`, `<int:id>`, `${id}`, `[id]`, `*`, or one itself.
const PLACE: &str = r"(?::\w+[?*]?|\$?\{[^{}/\n]*\}|<[^<>/\n]*>|\[[^\[\]/\n]*\]|\*|%[sd])";

impl Request {
    /// The parts of the address that is all that was typed, if one of them is a value.
    pub(in crate::search) fn address(&self) -> Option<Vec<&str>> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.fuzzy.is_empty()) else { return None };
        let path = term.split(['?', '#']).next().unwrap_or(term).trim_end_matches('/');
        let parts: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        let is_plain = |part: &&str| part.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
        let is_address = parts.iter().all(|part| !part.is_empty() && is_plain(part));
        let is_telling = |part: &&str| !is_value(part) && part.len() >= MIN_PART;
        let has_both = parts.iter().any(|part| is_value(part)) && parts.iter().any(is_telling);
        (is_address && has_both && self.pasted.is_none()).then_some(parts)
    }
}

/// True for a number, or a key made of hexadecimal digits.
fn is_value(part: &str) -> bool {
    let is_hex = || part.len() >= 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    part.bytes().all(|byte| byte.is_ascii_digit()) || is_hex() && part.bytes().any(|byte| byte.is_ascii_digit())
}

/// The lines that declare the route, with all of the address or all but its first part, which another file may say.
pub(super) fn of_address(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Some(parts) = question.request.address() else { return Vec::new() };
    let is_program = |file: &FileEntry| {
        matches!(file.format.family, FormatFamily::Code | FormatFamily::Data) && !file.text_only && is_source(file)
    };
    for parts in [&parts[..], &parts[1..]] {
        let telling = parts.iter().filter(|part| !is_value(part)).max_by_key(|part| part.len());
        let Some(telling) = telling.filter(|part| part.len() >= MIN_PART) else { continue };
        let Some(pattern) = route(parts).filter(|_| parts.iter().any(|part| is_value(part))) else { continue };
        let mut lines = in_files(question, telling, &pattern, is_program);
        if !lines.is_empty() {
            lines.truncate(MAX_LINES);
            return lines;
        }
    }
    Vec::new()
}

fn route(parts: &[&str]) -> Option<Regex> {
    let part = |part: &&str| if is_value(part) { PLACE.to_owned() } else { regex::escape(part) };
    let parts: Vec<String> = parts.iter().map(part).collect();
    Regex::new(&format!(r#"["'`( ](?:\^)?(?<name>/?{})(?:\(\.:?\w+\))?[/$]?(?:["'`)\s]|$)"#, parts.join("/"))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    #[test]
    fn addresses_lead_to_routes() {
        let request = read("/issues/12/quoted");
        let pattern = route(&request.address().expect("an address")).expect("a pattern");
        for line in [
            "match '/issues/:id/quoted', :to => 'x'",
            "get(\"/issues/{id}/quoted\")",
            "@app.route('issues/<int:id>/quoted/')",
            "axios.get(`/issues/${id}/quoted`)",
        ] {
            assert!(pattern.is_match(line), "{line}");
        }
        for line in [
            "'/issues/quoted'",
            "'/issues/:id/quoted/all'",
            "'/issues/:id'",
            "'/my-issues/:id/quoted_x'",
            "'/x/issues/:id/quoted'",
        ] {
            assert!(!pattern.is_match(line), "{line}");
        }
        for words in ["/issues/quoted", "issues/12", "/12", "/a b/12", "/srv/12/a.b(c)"] {
            assert!(read(words).address().is_none(), "{words}");
        }
    }
}

//! The one identifier that was typed: a name as programs write it, which is that to the letter.

use super::expand::pieces;
use crate::search::request::read::Request;
use regex::Regex;

/// Letters and signs of an identifier, at least.
const MIN_LENGTH: usize = 3;

impl Request {
    /// The identifier that is all that was typed: with capitals inside, underscores, or digits beside capitals. Words in
    /// small letters are typed by people who do not care how a name is written.
    pub(in crate::search) fn identifier(&self) -> Option<&str> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.fuzzy.is_empty()) else { return None };
        let is_alone = self.excluded.is_empty() && self.pasted.is_none() && !self.any_case;
        (is_alone && is_identifier(term)).then_some(term.as_str())
    }
}

fn is_identifier(term: &str) -> bool {
    let is_name = term.len() >= MIN_LENGTH
        && term.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !term.starts_with(|first: char| first.is_ascii_digit());
    let has = |is: fn(&u8) -> bool| term.as_bytes().iter().any(is);
    let is_capital = has(u8::is_ascii_uppercase) && (has(u8::is_ascii_digit) || pieces(term).len() > 1);
    is_name && has(u8::is_ascii_alphabetic) && (term.contains('_') || is_capital)
}

/// The places of an identifier in a text, whole and as it was typed.
pub(in crate::search) fn whole(identifier: &str) -> Option<Regex> {
    Regex::new(&format!(r"\b{}\b", regex::escape(identifier))).ok()
}

#[cfg(test)]
mod tests {
    use crate::search::request::read::read;

    #[test]
    fn names_of_programs_are_told_from_words() {
        for name in ["checkMsgId", "DOWNLOAD_DELAY", "_delay", "HTTPServer", "SHA256", "serve_http"] {
            assert_eq!(read(name).identifier(), Some(name));
        }
        for words in ["server", "Server", "HTTP", "sha256", "net/http", "a.b", "serveHTTP now", "\"serveHTTP\"", "___"]
        {
            assert_eq!(read(words).identifier(), None, "{words}");
        }
    }
}

//! Where a command of several words with colons between them is declared, `cache:clear`: who types one, with or without the
//! program that runs it and its options, means the line that says its name.

use super::declared::{MAX_FILE_BYTES, line_at, places_in_files};
use crate::document::FormatFamily;
use crate::library::{FileEntry, is_source};
use crate::search::model::evidence::{ChannelEntry, Evidence, Identity};
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use regex::Regex;
use std::sync::LazyLock;

/// Lines that are handed on, at most.
const MAX_LINES: usize = 3;

/// Words before the command, at most: a program, what it runs, and a wrapper.
const MAX_BEFORE: usize = 3;

/// What a line has that declares a command.
static DECLARING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)signature|command|\bname\b|defaultname|register|\btask\b|"[ \t]*:[ \t]*"|namespace"#).ok()
});

impl Request {
    /// The command with colons that was typed, alone or in a line for a shell.
    pub(in crate::search) fn command(&self) -> Option<&str> {
        if !self.phrases.is_empty() || self.pasted.is_some() {
            return None;
        }
        let at = self.typed.iter().position(|piece| is_command(piece)).filter(|at| *at <= MAX_BEFORE)?;
        let is_plain =
            |piece: &String| piece.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-./".contains(&byte));
        let is_line = at > 0 || self.typed.len() == 1 || self.typed[1..].iter().any(|piece| piece.starts_with('-'));
        (is_line && self.typed[..at].iter().all(is_plain)).then(|| self.typed[at].as_str())
    }
}

fn is_command(piece: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte))
    };
    piece.contains(':') && piece.split(':').all(is_part)
}

/// The lines that declare the command that was typed, those that say so first.
pub(super) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Some(name) = question.request.command() else { return Vec::new() };
    let Ok(pattern) = Regex::new(&format!(r#"["'](?<name>{})(?:["']|\s)"#, regex::escape(name))) else {
        return Vec::new();
    };
    let may_declare = |file: &FileEntry| {
        (file.format.family == FormatFamily::Code || file.name() == "package.json" || file.name() == "composer.json")
            && !file.text_only
            && file.size <= MAX_FILE_BYTES
            && is_source(file)
    };
    let mut found = places_in_files(question, name, may_declare, |file, text| {
        let places = pattern.captures_iter(text).filter_map(|found| found.name("name"));
        let line = |place: regex::Match<'_>| {
            let begin = text[..place.start()].rfind('\n').map_or(0, |at| at + 1);
            let end = text[place.end()..].find('\n').map_or(text.len(), |at| place.end() + at);
            let declares = DECLARING.as_ref().is_some_and(|declaring| declaring.is_match(&text[begin..end]));
            (!declares, line_at(file, text, place.range()))
        };
        places.map(line).min().into_iter().collect()
    });
    found.sort();
    if found.first().is_none_or(|(is_used, _)| *is_used) {
        return Vec::new();
    }
    found.truncate(MAX_LINES);
    let evidence = Evidence { literal: 1.0, identity: Identity::Declares, ..Evidence::default() };
    found.into_iter().map(|(_, target)| ChannelEntry { target, evidence }).collect()
}

#[cfg(test)]
mod tests {
    use crate::search::request::read::read;

    #[test]
    fn commands_are_told_in_lines_for_a_shell() {
        for (typed, command) in [
            ("cache:clear", Some("cache:clear")),
            ("php artisan shop:import --force", Some("shop:import")),
            ("bin/console doctrine:migrations:diff", Some("doctrine:migrations:diff")),
            ("npm run build:docs", Some("build:docs")),
            ("std::fmt", None),
            ("error: nothing is here", None),
            ("src/a.rs:12", None),
            ("a:b is what he said", None),
        ] {
            assert_eq!(read(typed).command(), command, "{typed}");
        }
    }
}

//! Where a key of data, or a selector of a stylesheet, is defined: who types one means that place before all that uses it.

use crate::document::FormatFamily;
use crate::library::{FileEntry, is_source};
use crate::search::literal::declared::in_files;
use crate::search::model::evidence::ChannelEntry;
use crate::search::model::target::Target;
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use regex::{Regex, RegexBuilder};
use std::collections::HashSet;

/// Formats of stylesheets.
const STYLES: [&str; 2] = ["css", "scss"];

/// Lines that are handed on: a key of many files is defined in none of them.
const MAX_LINES: usize = 3;

/// Larger files are not looked through: they were made by a program.
pub(super) const MAX_FILE_BYTES: u64 = 1 << 20;

/// Letters of a selector, at least, with its sign.
const MIN_SELECTOR: usize = 3;

/// What the directory is called, or the file, that has texts in the language that others are translated from.
const ORIGINAL: [&str; 7] = ["en", "en-US", "en_US", "en-us", "en_us", "values", "Base"];

/// What directories with translations begin with beside one without it: `values-fr`.
const TRANSLATED: &str = "values-";

impl Request {
    /// The selector that is all that was typed: `#sidebar`, `.pagination`.
    pub(in crate::search) fn selector(&self) -> Option<&str> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.fuzzy.is_empty()) else { return None };
        let name = term.strip_prefix(['.', '#'])?;
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let is_begun = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        (is_name && is_begun && term.len() >= MIN_SELECTOR && self.pasted.is_none()).then_some(term.as_str())
    }
}

/// True for a file of keys with values.
pub(in crate::search) fn has_keys(file: &FileEntry) -> bool {
    file.format.family == FormatFamily::Data
}

/// True for a file of which lines define keys or rules.
pub(in crate::search) fn may_define(file: &FileEntry) -> bool {
    has_keys(file) || STYLES.contains(&file.format.id)
}

/// The lines that define what was typed, if that is a key or a selector.
pub(in crate::search::literal) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let is_small = |file: &FileEntry| !file.text_only && file.size <= MAX_FILE_BYTES && is_source(file);
    if let Some(selector) = question.request.selector() {
        let is_style = |file: &FileEntry| STYLES.contains(&file.format.id) && is_small(file);
        let found = |(before, behind): (&str, &str)| {
            let pattern = rule(selector, before, behind);
            pattern.map_or_else(Vec::new, |pattern| in_files(question, selector, &pattern, is_style))
        };
        // Without a rule of its own it is where something in it or around it is named as well.
        let ways = [("", r"[ \t]*"), ("", BEHIND_SELECTOR), (BEFORE_SELECTOR, BEHIND_SELECTOR)];
        let mut lines = ways.into_iter().map(found).find(|lines| !lines.is_empty()).unwrap_or_default();
        lines.truncate(MAX_LINES);
        return lines;
    }
    let Some((key, pattern)) = question.request.identifier().and_then(|key| Some((key, defined(key)?))) else {
        return Vec::new();
    };
    let lines = in_files(question, key, &pattern, |file| has_keys(file) && is_small(file));
    one_of_each_directory(lines, question)
}

/// Whether texts are those that others are translated from, the likelier first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Originality {
    /// Of a directory or file that is called as those are.
    Original,
    /// English otherwise.
    English,
    /// No texts, or in another language.
    Other,
}

/// Whether the texts of a file are those that others are translated from, told by its path.
pub(super) fn originality(path: &str) -> Originality {
    if path.split(['/', '.']).any(|part| ORIGINAL.contains(&part)) {
        return Originality::Original;
    }
    let is_english = path.split(['/', '.', '-', '_']).any(|part| part == ORIGINAL[0]);
    if is_english { Originality::English } else { Originality::Other }
}

/// Directories that hold the texts of a program in one or several languages.
const OF_TEXTS: [&str; 8] = ["lang", "langs", "locale", "locales", "i18n", "l10n", "translations", "_locales"];

/// For a file of texts whether they are in another language than those that others are translated from.
pub(in crate::search::literal) fn translation(path: &str) -> Option<bool> {
    let mut parts = path.split('/');
    let is_text = parts.any(|part| OF_TEXTS.contains(&part) || part == ORIGINAL[5] || part.starts_with(TRANSLATED));
    is_text.then(|| originality(path) == Originality::Other)
}

/// Of texts in several languages those in English, of files beside one another the first.
fn one_of_each_directory(mut lines: Vec<ChannelEntry>, question: &Question<'_>) -> Vec<ChannelEntry> {
    let file = |line: &ChannelEntry| question.library.file(line.target.file());
    let from_english = |line: &ChannelEntry| originality(&file(line).path);
    // Directories of translations are one.
    let directory = |line: &ChannelEntry| {
        let parts = file(line).directory().split('/');
        let parts =
            parts.map(|part| if part.starts_with(TRANSLATED) { TRANSLATED.trim_end_matches('-') } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    // Keys at the margin stand before those inside of others.
    let indent = |line: &ChannelEntry| match line.target {
        Target::Line { file, span, .. } => question.library.peek_text(file).map_or(0, |text| {
            let before = &text[..(span.start as usize).min(text.len())];
            before.len() - before.rfind('\n').map_or(0, |at| at + 1)
        }),
        _ => 0,
    };
    lines.sort_by_cached_key(|line| (from_english(line), indent(line), line.target));
    let mut seen = HashSet::new();
    lines.retain(|line| seen.insert((directory(line), file(line).format.id)));
    lines.truncate(MAX_LINES);
    lines
}

/// What may stand before a selector in its line.
const BEFORE_SELECTOR: &str = r#"(?:[^;{}\n"':/]|:\S)*"#;

/// What may stand between a selector and its rule, or the next selector.
const BEHIND_SELECTOR: &str = r"(?:[^\w\-;{}\n][^;{}\n]*)?";

fn rule(selector: &str, before: &str, behind: &str) -> Option<Regex> {
    let selector = regex::escape(selector);
    Regex::new(&format!(r"(?m)^[ \t]*{before}(?<name>{selector}){behind}(?:\{{|,[ \t]*\r?$)")).ok()
}

/// The lines that give a key a value: `key: x`, `"key": x`, `key = x`, `<string name="key">`.
fn defined(key: &str) -> Option<Regex> {
    let key = regex::escape(key);
    let of_line = format!(r#"[ \t]*(?:-[ \t]+)?["']?(?<name>{key})["']?[ \t]*(?::(?:[ \t]|\r?$)|=)"#);
    let of_tag = format!(r#"[ \t]*<[\w-]+[^>\n]*?[ \t](?:name|id|key)="(?<signed>{key})""#);
    RegexBuilder::new(&format!("^(?:{of_line}|{of_tag})")).multi_line(true).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_rules_are_told_from_what_uses_them() {
        let key = defined("mail_footer").expect("a pattern");
        for line in [
            "mail_footer:",
            "  mail_footer: x",
            "\"mail_footer\": {",
            "mail_footer = 1",
            "<string name=\"mail_footer\">",
        ] {
            assert!(key.is_match(line), "{line}");
        }
        for line in ["the_mail_footer: x", "x: mail_footer", "mail_footers: 1", "{{ mail_footer }}"] {
            assert!(!key.is_match(line), "{line}");
        }
        let own = rule(".page", "", BEHIND_SELECTOR).expect("a pattern");
        let any = rule(".page", BEFORE_SELECTOR, BEHIND_SELECTOR).expect("a pattern");
        for line in [".page {", "  .page,", ".page:hover {", ".page > a {", ".page {color: red;}"] {
            assert!(own.is_match(line), "{line}");
        }
        assert!(!own.is_match("div.page {") && any.is_match("div.page {"));
        for line in [".pages {", ".page-x {", "color: .page;", "  @include .page;"] {
            assert!(!any.is_match(line), "{line}");
        }
    }
}

//! Where a program reads a variable of its environment: who types one wants to know what it does, before all that sets it.

use crate::document::FormatFamily;
use crate::library::{FileEntry, is_source};
use crate::search::literal::declared::{line_at, places_in_files};
use crate::search::literal::keys::defined::MAX_FILE_BYTES;
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use regex::Regex;

/// Lines that are handed on, at most: what many places read is read for no one of them.
const MAX_LINES: usize = 3;

/// Lines of one file that are handed on.
const MAX_OF_FILE: usize = 2;

/// What stands before the name of a variable where programs read it: calls, with how a string may begin, indices, and
/// settings with a default behind a colon.
const READS: &str = concat!(
    r#"(?:\b(?:env|get_?env|getenv|Getenv|LookupEnv|lookup_?env|GetEnvironmentVariable|env::var(?:_os)?|(?:option_)?env!|"#,
    r#"environ(?:\.get)?|ENV(?:\.fetch)?|env\.(?:get|str|int|bool|list)|System\.getenv|os\.environ|process\.env|import\.meta\.env|"#,
    r#"Deno\.env\.get|Bun\.env|config)(?:::<\w+>)?[ \t]*[(\[][ \t]*[bfru]?["'`]|"#,
    r#"\b(?:process\.env|import\.meta\.env|Bun\.env)\.|\$_(?:ENV|SERVER)\[["']|\benv(?:var)?[ \t]*[=:][ \t]*["'])"#,
);

impl Request {
    /// The variable of the environment that is all that was typed, as such are written: in capitals, of several words.
    fn variable(&self) -> Option<&str> {
        let name = self.identifier()?;
        let is_capital = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        (is_capital && name.trim_matches('_').contains('_')).then_some(name)
    }
}

/// The lines that read the variable of the environment that was typed.
pub(in crate::search::literal) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Some((name, pattern)) = question.request.variable().and_then(|name| Some((name, reading(name)?))) else {
        return Vec::new();
    };
    let may_read = |file: &FileEntry| matches!(file.format.family, FormatFamily::Code | FormatFamily::Data);
    let is_own = |file: &FileEntry| may_read(file) && !file.text_only && file.size <= MAX_FILE_BYTES && is_source(file);
    let mut found = places_in_files(question, name, is_own, |file, text| {
        let places = pattern.captures_iter(text).filter_map(|found| found.name("name").or_else(|| found.name("set")));
        places.take(MAX_OF_FILE).map(|place| line_at(file, text, place.range())).collect::<Vec<_>>()
    });
    found.truncate(MAX_LINES);
    let evidence = Evidence { literal: 1.0, ..Evidence::default() };
    found.into_iter().map(|target| ChannelEntry { target, evidence }).collect()
}

fn reading(name: &str) -> Option<Regex> {
    let name = regex::escape(name);
    Regex::new(&format!(r"(?m)(?:{READS}(?<name>{name})\b|\$\{{(?<set>{name}):)")).ok()
}

//! Where a setting is registered by a call, `add_option("keep_host", …)`, `preference :currency`: there it is declared, though
//! no name of the program is called so.

use crate::document::FormatFamily;
use crate::library::{FileEntry, is_source};
use crate::search::literal::declared::{line_at, places_in_files};
use crate::search::literal::keys::defined::MAX_FILE_BYTES;
use crate::search::model::evidence::{ChannelEntry, Evidence, Identity};
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use regex::Regex;

/// Lines that are handed on, at most.
const MAX_LINES: usize = 3;

/// Lines of one file that are handed on.
const MAX_OF_FILE: usize = 2;

/// What a value is called that holds settings: `Config.currency`, `settings.TIMEOUT`.
const HOLDERS: [&str; 10] =
    ["config", "configuration", "settings", "options", "opts", "conf", "prefs", "preferences", "flags", "env"];

/// Calls that register what they are passed the name of, and words that do so at the beginning of a line.
const REGISTERS: &str = concat!(
    r"(?:(?:\b\w*(?i:(?:add|register|define|declare|create|new)_?(?:\w{0,12}_)?(?:option|argument|arg|setting|param(?:eter)?|command|flag|pref(?:erence)?|config))\w*|",
    r"\bDEFINE_\w+|\b(?:preference|config_accessor|mattr_accessor|cattr_accessor|setting|option|flag|command))",
    r#"\s*\(\s*(?:[A-Za-z_][\w.]*,\s*)?(?:name\s*[=:]\s*)?(?:[bfru]?["'`]|:)|"#,
    r#"(?:^|\n)[ \t]*(?:preference|config_accessor|mattr_accessor|cattr_accessor|setting|option|flag)[ \t]+(?:["']|:))"#,
);

impl Request {
    /// The name with dots that is all that was typed: programs register commands and settings by such.
    fn dotted_name(&self) -> Option<&str> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.excluded.is_empty()) else {
            return None;
        };
        let is_part = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_lowercase())
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        };
        (term.contains('.') && term.split('.').all(is_part)).then_some(term.as_str())
    }

    /// The settings that options of a line for a shell set: `block` of `--set block=false`.
    fn set_by_options(&self) -> Vec<&str> {
        let pairs = self.typed.windows(2).filter(|pair| pair[0].starts_with('-') && !pair[1].starts_with('-'));
        let named = pairs.filter_map(|pair| pair[1].split_once('=')).map(|(name, _)| name);
        let is_name = |name: &&str| {
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
        };
        named.filter(is_name).collect()
    }

    /// The setting that is all that was typed, with the value that holds it: `Shop::Config.currency`.
    fn held_setting(&self) -> Option<(&str, &str)> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.excluded.is_empty()) else {
            return None;
        };
        let (before, name) = term.rsplit_once('.')?;
        let holder = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let is_holder = HOLDERS.iter().any(|known| holder.eq_ignore_ascii_case(known));
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        (is_holder && is_name).then_some((holder, name))
    }
}

/// The lines that register the identifier that was typed.
pub(in crate::search::literal) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let name = question.request.identifier();
    let evidence = Evidence { literal: 1.0, ..Evidence::default() };
    let mut found = name.map_or_else(Vec::new, |name| registering(question, name, evidence));
    found.truncate(MAX_LINES);
    found
}

/// The lines that register the setting that was typed behind what holds it, by a name with dots, or as an option sets it.
pub(in crate::search::literal) fn of_setting(question: &Question<'_>) -> Vec<ChannelEntry> {
    let evidence = Evidence { literal: 1.0, identity: Identity::Declares, ..Evidence::default() };
    let request = question.request;
    let names = request.dotted_name().into_iter().chain(request.set_by_options());
    let mut found: Vec<ChannelEntry> = names.flat_map(|name| registering(question, name, evidence)).collect();
    if let Some((holder, name)) = request.held_setting().filter(|_| found.is_empty()) {
        found = registering(question, name, evidence);
        let holder = holder.to_lowercase();
        // What is called like the holder declares what it holds.
        let is_of_holder =
            |line: &ChannelEntry| question.library.file(line.target.file()).path.to_lowercase().contains(&holder);
        if found.iter().any(is_of_holder) {
            found.retain(is_of_holder);
        }
    }
    found.truncate(MAX_LINES);
    found
}

fn registering(question: &Question<'_>, name: &str, evidence: Evidence) -> Vec<ChannelEntry> {
    let Some(pattern) = pattern(name) else { return Vec::new() };
    let is_own = |file: &FileEntry| {
        file.format.family == FormatFamily::Code && !file.text_only && file.size <= MAX_FILE_BYTES && is_source(file)
    };
    let found = places_in_files(question, name, is_own, |file, text| {
        let places = pattern.captures_iter(text).filter_map(|found| found.name("name"));
        places.take(MAX_OF_FILE).map(|place| line_at(file, text, place.range())).collect::<Vec<_>>()
    });
    found.into_iter().map(|target| ChannelEntry { target, evidence }).collect()
}

/// The calls that register a name.
pub(in crate::search::literal) fn pattern(name: &str) -> Option<Regex> {
    Regex::new(&format!(r"{REGISTERS}(?<name>{})(?:[^\w.-]|$)", regex::escape(name))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    #[test]
    fn calls_that_register_a_setting_are_told_from_those_that_read_it() {
        let pattern = pattern("keep_host").expect("a pattern");
        for line in [
            "loader.add_option(\n    \"keep_host\", bool, False)",
            "preference :keep_host, :boolean, default: true",
            "@command.command(\"keep_host\")",
            "DEFINE_bool(\"keep_host\", false, \"\");",
            "register_setting(name='keep_host')",
            "    ctx.add_bool_option('keep_host')",
        ] {
            assert!(pattern.is_match(line), "{line}");
        }
        for line in [
            "get_option(\"keep_host\")",
            "options.keep_host",
            "x = \"keep_host\"",
            "read(:keep_host)",
            "\"the setting `keep_host`\"",
            "command(\"keep_host.x\")",
        ] {
            assert!(!pattern.is_match(line), "{line}");
        }
    }

    #[test]
    fn settings_are_told_by_what_holds_them() {
        for (typed, name) in [
            ("Shop::Config.currency", Some("currency")),
            ("self.settings.TIMEOUT", Some("TIMEOUT")),
            ("shop.currency", None),
            ("config", None),
        ] {
            assert_eq!(read(typed).held_setting().map(|(_, name)| name), name, "{typed}");
        }
    }
}

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

/// Calls that register what they are passed the name of.
const REGISTERS: &str = concat!(
    r"(?:\b\w*(?i:(?:add|register|define|declare|create|new)_?(?:\w{0,12}_)?(?:option|argument|arg|setting|param(?:eter)?|command|flag|pref(?:erence)?|config))\w*|",
    r"\bDEFINE_\w+|\b(?:preference|config_accessor|mattr_accessor|cattr_accessor|setting|option|flag|command|config\.command))",
    r#"(?:\s*\(\s*(?:[A-Za-z_][\w.]*,\s*)?|[ \t]+)(?:name\s*[=:]\s*)?(?:[bfru]?["'`]|:)"#,
);

impl Request {
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

/// The lines that register the setting that was typed behind what holds it.
pub(in crate::search::literal) fn of_setting(question: &Question<'_>) -> Vec<ChannelEntry> {
    let evidence = Evidence { literal: 1.0, identity: Identity::Declares, ..Evidence::default() };
    let Some((holder, name)) = question.request.held_setting() else { return Vec::new() };
    let mut found = registering(question, name, evidence);
    let holder = holder.to_lowercase();
    // What is called like the holder declares what it holds.
    let is_of_holder =
        |line: &ChannelEntry| question.library.file(line.target.file()).path.to_lowercase().contains(&holder);
    if found.iter().any(is_of_holder) {
        found.retain(is_of_holder);
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

fn pattern(name: &str) -> Option<Regex> {
    Regex::new(&format!(r"{REGISTERS}(?<name>{})\b", regex::escape(name))).ok()
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
            "DEFINE_bool(\"keep_host\", false, \"\");",
            "register_setting(name='keep_host')",
            "    ctx.add_bool_option('keep_host')",
        ] {
            assert!(pattern.is_match(line), "{line}");
        }
        for line in ["get_option(\"keep_host\")", "options.keep_host", "x = \"keep_host\"", "read(:keep_host)"] {
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

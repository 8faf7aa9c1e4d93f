//! Questions about what a setting is where nobody has set it, and the lines that set it.

use super::Analysis;
use crate::search::AskedWord;

/// Words that ask for it.
const ASKING: &[&str] =
    &["default", "defaults", "out of the box", "set nothing", "configure nothing", "not set", "默认", "缺省"];

/// Words of the question by which settings are looked for, those that weigh most.
const MAX_WORDS: usize = 2;

/// The beginning of a line that sets something: a comment's sign, or what a program declares it with.
const BEGINS: &str =
    r"^[ \t]*([#;*]+|\/\/+|--)?[ \t]*((pub|export|static|const|let|var|final|int|public|private|val)[ \t]+)*";

/// The queries for lines that set what a question asks the default of: where a document says so, constants of programs,
/// settings; none if it asks for none.
pub(in crate::agent) fn queries(analysis: &Analysis, words: &[AskedWord]) -> Vec<String> {
    let lower = analysis.text.to_lowercase();
    if analysis.report.is_some() || !ASKING.iter().any(|asking| lower.contains(asking)) {
        return Vec::new();
    }
    let is_setting = |word: &&AskedWord| {
        !word.is_nowhere
            && !is_asking(&word.written)
            && !analysis.deeds.contains(&word.written)
            && word.written.len() > 2
            && word.written.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let mut words: Vec<&AskedWord> = words.iter().filter(is_setting).collect();
    words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    words.truncate(MAX_WORDS);
    let names: Vec<&str> = words.iter().map(|word| word.written.trim_end_matches('s')).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let any = names.join("|");
    let key = format!(r#"["'`]?[\w.>-]*({any})[\w.-]*["'`]?"#);
    // A value behind a space is one word, behind a sign it may have a type before it.
    let value = r"([ \t]*(:|=>|=)[ \t]*\S+([ \t]+\S+){0,3}|[ \t]+\S+)[ \t]*$";
    [
        r"^[ \t>|*_-]*defaults?( value)?[*_`]*[ \t]*:".to_owned(),
        format!(r"default\w*({any})\w*[ \t]*[:=]"),
        format!("{BEGINS}{key}{value}"),
    ]
    .map(|line| format!("$.content.grep(/{line}/i)"))
    .into()
}

/// True for a word that asks for a default.
pub(in crate::agent) fn is_asking(word: &str) -> bool {
    ASKING.contains(&word)
}

/// What a line does for a setting, what tells most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::agent) enum Setting {
    /// It gives a value as it is, and says that it is a default, or stands in a file of settings.
    Default,
    /// It names what holds the value, and says so too.
    Named,
    /// It gives a value.
    Value,
}

impl Setting {
    /// What a line does. `is_of_settings` says that its file holds nothing else.
    pub(in crate::agent) fn of(line: &str, is_of_settings: bool) -> Option<Setting> {
        let is_default = is_of_settings || line.to_lowercase().contains("default");
        let value = line.trim_end_matches([' ', '\t', ',', ';', ')', '}']);
        let value = value.rsplit([' ', '\t', '=', ':']).next().unwrap_or_default();
        let is_literal = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '`'))
            || ["true", "false", "yes", "no", "on", "off"].contains(&value);
        match (is_default, is_literal || is_of_settings) {
            (true, true) => Some(Setting::Default),
            (true, false) => Some(Setting::Named),
            (false, true) => Some(Setting::Value),
            (false, false) => None,
        }
    }
}

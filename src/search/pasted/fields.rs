//! Fields of lines of logs: JSON, however cut, and `key=value`.

use regex::Regex;
use std::sync::LazyLock;

/// Fields of a line that are read.
const MAX_FIELDS: usize = 100;

/// Keys of what a line says, the likelier first.
const MESSAGES: &[&str] =
    &["msg", "message", "@message", "@m", "short_message", "textpayload", "log", "event", "description"];

/// Keys of what went wrong: it stands behind the message.
const CAUSES: &[&str] = &["error", "err", "exception", "error_message", "errmsg", "cause", "reason", "detail"];

/// Keys of the envelope: their names say nothing of the place.
const ENVELOPE: &[&str] = &[
    "level",
    "lvl",
    "severity",
    "ts",
    "time",
    "timestamp",
    "@timestamp",
    "logger",
    "caller",
    "pid",
    "hostname",
    "host",
    "name",
    "thread",
    "v",
    "stream",
    "stacktrace",
    "stack",
    "@t",
    "@l",
    "version",
    "@version",
    "type",
];

/// Words of a message, less than which the names of the fields tell it from others.
const FEW_WORDS: usize = 3;

/// Keys with their values.
pub(super) struct Fields(Vec<(String, String)>);

static JSON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#""(?P<key>[\w.@ -]+)"\s*:\s*(?:"(?P<text>(?:[^"\\]|\\.)*)(?:"|$)|(?P<plain>[^\s,{}\[\]"]+))?"#).ok()
});

static PAIR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?P<key>[A-Za-z_@][\w.@-]*)=(?:"(?P<text>(?:[^"\\]|\\.)*)(?:"|$)|(?P<plain>[^\s"]*))"#).ok()
});

/// `key=value` twice or more, and nothing else.
static LOGFMT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^(?:[A-Za-z_@][\w.@-]*=(?:"(?:[^"\\]|\\.)*(?:"|$)|[^\s"]*)(?:\s+|$)){2,}$"#).ok());

impl Fields {
    /// The fields of an object that `text` begins with, which may be cut.
    pub(super) fn of_json(text: &str) -> Option<Fields> {
        let is_object = text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'));
        let fields = Fields::read(JSON.as_ref().filter(|_| is_object)?, text);
        (!fields.0.is_empty()).then_some(fields)
    }

    /// The fields of a text that is made of them.
    pub(super) fn of_pairs(text: &str) -> Option<Fields> {
        LOGFMT.as_ref().filter(|logfmt| logfmt.is_match(text))?;
        Some(Fields::read(PAIR.as_ref()?, text))
    }

    fn read(pattern: &Regex, text: &str) -> Fields {
        let field = |found: regex::Captures<'_>| {
            let text = found.name("text").map(|text| unescaped(text.as_str()));
            let plain = || found.name("plain").map(|plain| plain.as_str().to_owned());
            let key = found["key"].to_lowercase();
            // `error.message`, `log.level`: what is meant is said last.
            let key = key.rsplit('.').next().unwrap_or_default().to_owned();
            (key, text.or_else(plain).unwrap_or_default())
        };
        Fields(pattern.captures_iter(text).take(MAX_FIELDS).map(field).collect())
    }

    /// What the line says: its message, and what went wrong behind it. `None` if it has neither.
    pub(super) fn message(&self) -> Option<String> {
        let says = |keys: &[&str]| {
            let value = |key: &&str| self.0.iter().find(|(known, value)| known == key && is_said(value));
            keys.iter().find_map(value).map(|(_, value)| value.lines().next().unwrap_or_default().trim().to_owned())
        };
        let mut parts: Vec<String> = says(MESSAGES).into_iter().chain(says(CAUSES)).collect();
        if let [message, cause] = &parts[..]
            && message.contains(cause.as_str())
        {
            parts.truncate(1);
        }
        (!parts.is_empty()).then(|| parts.join(": "))
    }

    /// The message with, where it is short, the names of the other fields: a program writes them beside it.
    pub(super) fn words(&self) -> Option<String> {
        let message = self.message()?;
        if message.split_whitespace().count() >= FEW_WORDS {
            return Some(message);
        }
        let is_own = |key: &&str| ![MESSAGES, CAUSES, ENVELOPE].iter().any(|known| known.contains(key));
        let names = self.0.iter().map(|(key, _)| key.as_str()).filter(is_own);
        Some(std::iter::once(message.as_str()).chain(names).collect::<Vec<_>>().join(" "))
    }

    /// What went wrong.
    pub(super) fn cause(&self) -> Option<String> {
        let cause = |key: &&str| self.0.iter().find(|(known, value)| known == key && is_said(value));
        CAUSES.iter().chain(MESSAGES).find_map(cause).map(|(_, value)| value.clone())
    }
}

/// Whether a value is words: `"error": true` says nothing.
fn is_said(value: &str) -> bool {
    value.chars().filter(|c| c.is_alphabetic()).count() >= 3 && !["true", "false", "null"].contains(&value)
}

/// The text of a string of JSON; as it is where it is cut in the middle of a sign.
fn unescaped(text: &str) -> String {
    serde_json::from_str(&format!("\"{text}\"")).unwrap_or_else(|_| text.to_owned())
}

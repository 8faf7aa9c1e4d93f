//! The settings there are: what shape each value has, and whether a workspace may set it. Defaults and
//! descriptions stand in `assets/config.toml`.

use super::actions::ACTION_FIELDS;
use super::databases::DATABASE_FIELDS;
use super::problem::{NearWord, ValueError};
use crate::stdx::edit_distance;
use toml::Value;

/// The smallest and the largest size that can be given, in bytes.
const SIZES: (u64, u64) = (1 << 10, 1 << 40);

/// Shapes of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Any text.
    Text,
    /// The name of a theme.
    Theme,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// Yes or no.
    Flag,
    /// A whole number between two, inclusive.
    Number(i64, i64),
    /// A number of bytes: `8MB`, `512K`, `1000`.
    Size,
    /// A list of texts.
    Texts,
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct SettingRow {
    /// Its key, dotted.
    pub key: &'static str,
    /// The shape of its value.
    pub shape: Shape,
    /// True if the file of a workspace may set it. Nothing that starts a program or changes what keys do may.
    pub in_workspace: bool,
}

const fn row(key: &'static str, shape: Shape) -> SettingRow {
    SettingRow { key, shape, in_workspace: false }
}

/// Who may be asked: nobody, or a row of the table of `llm`.
pub const MODEL_PROVIDERS: &[&str] =
    &["none", "openai", "anthropic", "gemini", "ollama", "llama.cpp", "vllm", "openai-compatible"];

/// Every setting with a fixed name, in the order of the file.
pub const SETTINGS: &[SettingRow] = &[
    row("theme", Shape::Theme),
    row("keymap", Shape::Choice(&["vim", "emacs", "type-first"])),
    row("layout", Shape::Choice(&["auto", "wide", "stack", "single"])),
    row("editor", Shape::Text),
    row("host_editor", Shape::Flag),
    row("viewer", Shape::Text),
    row("clipboard_cmd", Shape::Text),
    row("ui.borders", Shape::Choice(&["auto", "lines", "ascii"])),
    row("ui.ambiguous", Shape::Choice(&["auto", "narrow", "wide"])),
    row("ui.mouse", Shape::Flag),
    row("ui.fps", Shape::Number(1, 240)),
    row("ui.ssh_fps", Shape::Number(1, 240)),
    row("ui.hyperlinks", Shape::Choice(&["auto", "on", "off"])),
    row("ui.max_text_width", Shape::Number(20, 1000)),
    row("ui.toc_share", Shape::Number(10, 60)),
    row("ui.preview_share", Shape::Number(10, 80)),
    row("preview.images", Shape::Choice(&["known", "placeholder", "auto", "halfblocks", "kitty", "iterm2", "sixel"])),
    row("prompt.popup", Shape::Choice(&["auto", "tab", "off"])),
    row("prompt.popup_delay_ms", Shape::Number(0, 60_000)),
    row("prompt.error_after_ms", Shape::Number(0, 60_000)),
    SettingRow { in_workspace: true, ..row("index.roots", Shape::Texts) },
    SettingRow { in_workspace: true, ..row("index.ignore", Shape::Texts) },
    row("index.max_file", Shape::Size),
    row("index.threads", Shape::Number(0, 1024)),
    row("index.watch", Shape::Flag),
    SettingRow { in_workspace: true, ..row("repositories.packages", Shape::Flag) },
    SettingRow { in_workspace: true, ..row("repositories.golden", Shape::Texts) },
    row("search.embeddings", Shape::Choice(&["builtin", "endpoint", "off"])),
    row("search.endpoint.url", Shape::Text),
    row("search.endpoint.model", Shape::Text),
    row("search.endpoint.key_env", Shape::Text),
    row("search.images.url", Shape::Text),
    row("search.images.model", Shape::Text),
    row("search.images.shape", Shape::Choice(&["openai", "jina"])),
    row("search.images.key_env", Shape::Text),
    row("search.rerank.by", Shape::Choice(&["endpoint", "model"])),
    row("search.rerank.url", Shape::Text),
    row("search.rerank.model", Shape::Text),
    row("search.rerank.key_env", Shape::Text),
    row("search.rerank.top", Shape::Number(2, 100)),
    row("models.provider", Shape::Choice(MODEL_PROVIDERS)),
    row("models.url", Shape::Text),
    row("models.model", Shape::Text),
    row("models.judge", Shape::Text),
    row("models.key_env", Shape::Text),
    row("models.key_command", Shape::Text),
    row("models.tools", Shape::Choice(&["auto", "native", "text"])),
    row("models.answer_tokens", Shape::Number(64, 128_000)),
    row("models.timeout", Shape::Number(1, 3600)),
    row("models.describe_tokens", Shape::Number(1000, 100_000)),
    row("models.requests", Shape::Number(1, 16)),
    row("databases.agents", Shape::Texts),
    row("keys.which_key_after_ms", Shape::Number(0, 60_000)),
];

/// Tables whose keys are the user's own, with texts as values, and whether a workspace may fill them.
pub const OPEN_TABLES: &[(&str, bool)] = &[("keys.browse", false), ("keys.prompt", false), ("queries", true)];

/// The table of the user's own actions; each is a table of its own, by its label.
pub const ACTIONS: &str = "actions";

/// The table of databases on servers; each is a table of its own, by its name.
pub const DATABASES: &str = "databases";

/// Tables of tables by names of the user's own, what one of them is called, and what it may hold.
pub(super) const NAMED_TABLES: &[(&str, &str, &[SettingRow])] =
    &[(ACTIONS, "an action", ACTION_FIELDS), (DATABASES, "a database", DATABASE_FIELDS)];

/// The fields of the tables in `table`, and what one of them is called.
pub(super) fn fields_of(table: &str) -> Option<(&'static str, &'static [SettingRow])> {
    NAMED_TABLES.iter().find(|row| row.0 == table).map(|(_, called, fields)| (*called, *fields))
}

/// The setting at this path.
pub(super) fn setting_at(path: &[String]) -> Option<&'static SettingRow> {
    match path {
        [table, _, field] if fields_of(table).is_some() => fields_of(table)?.1.iter().find(|row| row.key == field),
        _ => setting(&path.join(".")),
    }
}

/// The setting with this key.
pub fn setting(key: &str) -> Option<&'static SettingRow> {
    SETTINGS.iter().find(|row| row.key == key)
}

/// The environment variable that sets `key`: `DOCQL_UI_MOUSE` for `ui.mouse`.
pub fn variable_of(key: &str) -> String {
    format!("DOCQL_{}", key.replace('.', "_").to_uppercase())
}

/// Checks that `value` has this shape. `themes` are the names of all themes.
///
/// # Errors
/// What is expected instead.
pub(super) fn check(shape: Shape, value: &Value, themes: &[String]) -> Result<(), ValueError> {
    let wrong = |expected| Err(ValueError::Shape { expected, found: shown(value) });
    match (shape, value) {
        (Shape::Text, Value::String(_)) | (Shape::Flag, Value::Boolean(_)) => Ok(()),
        (Shape::Theme, Value::String(name)) => {
            let mut names: Vec<&str> = themes.iter().map(String::as_str).collect();
            names.push("auto");
            one_of(name, &names).map_err(|near| ValueError::Theme { near })
        }
        (Shape::Choice(words), Value::String(word)) => {
            one_of(word, words).map_err(|near| ValueError::Choice { word: word.clone(), words, near })
        }
        (Shape::Number(least, most), Value::Integer(number)) if (least..=most).contains(number) => Ok(()),
        (Shape::Number(least, most), Value::Integer(number)) => Err(ValueError::Range { least, most, number: *number }),
        (Shape::Size, _) => match size(value) {
            Some(bytes) if (SIZES.0..=SIZES.1).contains(&bytes) => Ok(()),
            _ => wrong("a size such as \"8MB\" or \"512K\", at least 1K"),
        },
        (Shape::Texts, Value::Array(items)) if items.iter().all(Value::is_str) => Ok(()),
        (Shape::Text | Shape::Theme | Shape::Choice(_), _) => wrong("a text in quotes"),
        (Shape::Flag, _) => wrong("true or false"),
        (Shape::Number(..), _) => wrong("a whole number"),
        (Shape::Texts, _) => wrong("a list of texts, such as [\"docs\", \"src\"]"),
    }
}

/// The error is the hint at a word near to it.
fn one_of(word: &str, words: &[&str]) -> Result<(), NearWord> {
    if words.contains(&word) { Ok(()) } else { Err(NearWord(did_you_mean(word, words.iter().copied()))) }
}

/// `, did you mean …?` if one of `known` is near to `word`.
pub fn did_you_mean<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> String {
    let limit = (word.chars().count() / 2).clamp(1, 3);
    let near = known.map(|known| (edit_distance(known, word, limit), known)).filter(|(distance, _)| *distance <= limit);
    near.min_by_key(|(distance, _)| *distance).map_or(String::new(), |(_, known)| format!(", did you mean `{known}`?"))
}

/// A value as it is written, cut if it is long.
pub(super) fn shown(value: &Value) -> String {
    crate::stdx::clip(&value.to_string().replace('\n', " "), 40)
}

/// The value that a text from the environment or a flag stands for.
pub fn from_text(shape: Shape, text: &str) -> Value {
    let as_text = || Value::String(text.to_owned());
    match shape {
        Shape::Flag => match text {
            "1" | "true" | "yes" | "on" => Value::Boolean(true),
            "0" | "false" | "no" | "off" => Value::Boolean(false),
            _ => as_text(),
        },
        Shape::Number(..) => text.trim().parse().map_or_else(|_| as_text(), Value::Integer),
        Shape::Texts => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Value::Array(items.map(|item| Value::String(item.to_owned())).collect())
        }
        Shape::Text | Shape::Theme | Shape::Choice(_) | Shape::Size => as_text(),
    }
}

/// The bytes that a value of shape [`Shape::Size`] stands for.
pub(super) fn size(value: &Value) -> Option<u64> {
    match value {
        Value::Integer(bytes) => u64::try_from(*bytes).ok(),
        Value::String(text) => parse_size(text),
        _ => None,
    }
}

/// `8M`, `8MB`, `8MiB`, `8388608`: bytes; K, M and G are powers of 1024.
pub fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_uppercase().trim_end_matches(['B', 'I']) {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    digits.trim_end().parse::<u64>().ok()?.checked_mul(factor)
}

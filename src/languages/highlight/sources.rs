//! What has colours: the programming languages, and formats that have a grammar but no outline.

use crate::languages::table::COLOURS;
use tree_sitter::Language;

/// What is needed to highlight one language.
#[derive(Clone, Copy, Debug)]
pub struct HighlightSource {
    /// The language, spelled as everywhere else.
    pub id: &'static str,
    /// Other names that code blocks use for it, file extensions among them.
    pub aliases: &'static [&'static str],
    /// The grammar.
    pub grammar: fn() -> Language,
    /// Queries whose capture names are spellings of scopes. An inner node wins over an outer one, and on the
    /// same node a later pattern over an earlier one. `@text` gives plain text back inside something coloured
    /// (code in a string), `@embedded.<id>` hands a node to another language.
    pub query: &'static str,
}

macro_rules! query {
    ($($file:literal)+) => {
        concat!($(include_str!(concat!("../../../assets/languages/", $file, ".scm"))),+)
    };
}

macro_rules! sources {
    ($($id:literal $aliases:expr, $grammar:expr, $query:expr;)*) => {
        /// Formats that are coloured and have no outline. Programming languages have theirs in their own row.
        const FORMATS: &[HighlightSource] = &[$(HighlightSource {
            id: $id, aliases: &$aliases, grammar: || $grammar.into(), query: $query,
        }),*];
    };
}

sources! {
    "json" ["jsonc", "json5", "jsonl"], tree_sitter_json::LANGUAGE, query!("json/highlights");
    "yaml" ["yml"], tree_sitter_yaml::LANGUAGE, query!("yaml/highlights");
    "toml" [], tree_sitter_toml_ng::LANGUAGE, query!("toml/highlights");
    "html" ["htm", "xhtml"], tree_sitter_html::LANGUAGE, query!("html/highlights");
    "css" [], tree_sitter_css::LANGUAGE, query!("css/highlights");
}

/// Every language with a highlight query.
pub static SOURCES: &[HighlightSource] = &ALL;

const ALL: [HighlightSource; COLOURS.len() + FORMATS.len()] = {
    let mut all = [FORMATS[0]; COLOURS.len() + FORMATS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < COLOURS.len() { COLOURS[at] } else { FORMATS[at - COLOURS.len()] };
        at += 1;
    }
    all
};

/// The row of a language, found by its id or one of its other names, ignoring case.
pub fn highlight_source(name: &str) -> Option<&'static HighlightSource> {
    row_of(name).map(|row| &SOURCES[row])
}

/// The number of the row of a language.
pub(super) fn row_of(name: &str) -> Option<usize> {
    SOURCES.iter().position(|source| {
        source.id.eq_ignore_ascii_case(name) || source.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    })
}

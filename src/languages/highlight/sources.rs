//! Everything with colours: the programming languages, and formats that have a grammar but no outline.

use crate::languages::table::{COLOURS, HighlightSource};

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

//! Everything with colours: the programming languages, and formats that have a grammar but no outline.

use crate::document::is_same_language;
use crate::languages::table::{COLOURS, HighlightSource};

macro_rules! query {
    ($($file:literal)+) => {
        concat!($(include_str!(concat!("../../../assets/languages/", $file, ".scm"))),+)
    };
}

macro_rules! sources {
    ($($id:literal $others:expr, $grammar:expr, $query:expr;)*) => {
        /// Formats that are coloured and have no outline. Programming languages have theirs in their own row.
        const FORMATS: &[HighlightSource] = &[$(HighlightSource {
            id: $id, others: &$others, grammar: || $grammar.into(), query: $query,
        }),*];
    };
}

sources! {
    "json" ["jsonc", "json5", "jsonl"], tree_sitter_json::LANGUAGE, query!("json/highlights");
    "yaml" [], tree_sitter_yaml::LANGUAGE, query!("yaml/highlights");
    "toml" [], tree_sitter_toml_ng::LANGUAGE, query!("toml/highlights");
    "html" [], tree_sitter_html::LANGUAGE, query!("html/highlights");
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

/// The row of a language, found by any of its names or the endings of its files, ignoring case.
pub fn highlight_source(name: &str) -> Option<&'static HighlightSource> {
    row_of(name).map(|row| &SOURCES[row])
}

/// The number of the row of a language.
pub(super) fn row_of(name: &str) -> Option<usize> {
    let is_other = |source: &HighlightSource| source.others.iter().any(|other| other.eq_ignore_ascii_case(name));
    let named = SOURCES.iter().position(|source| is_same_language(source.id, name));
    named.or_else(|| SOURCES.iter().position(is_other))
}

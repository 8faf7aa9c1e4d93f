//! File formats as the rest of the program knows them, without the parsers behind them.

use super::Lexis;

/// The family of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormatFamily {
    /// Documents made of headings and paragraphs.
    Prose,
    /// Program code, with an outline.
    Code,
    /// Values with keys: JSON, YAML, TOML, XML, INI and others.
    Data,
    /// Plain text.
    Plain,
    /// Pictures: what they are, and words that came with them. No lines that anybody wrote.
    Picture,
}

/// One file format.
#[derive(Debug)]
pub struct FormatInfo {
    /// The spelling in queries (`@.lang`, `lang:`) and in stored files: `markdown`, `rust`, `json`, `plain`.
    pub id: &'static str,
    /// The name for people: `Markdown`, `C++`.
    pub label: &'static str,
    /// Its family.
    pub family: FormatFamily,
    /// Its comments, strings and names; `None` for prose.
    pub lexis: Option<&'static Lexis>,
    /// True if [`crate::document::Document::text`] differs from the decoded file.
    pub derived_text: bool,
}

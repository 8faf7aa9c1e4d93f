//! File formats as the rest of the program knows them, without the parsers behind them.

use super::{Lexis, is_same_language};

/// What formats have in common for those who choose by it: code, prose, data.
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

/// How documents of a format are shown for reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownAs {
    /// As their source.
    Source,
    /// As Markdown, which their text is.
    Markdown,
    /// By their nodes: their text is made from the file, which nobody reads as it is.
    Nodes,
    /// As a table, its columns aligned.
    Table,
}

impl ShownAs {
    /// True if reading such a document is better than looking at its source.
    pub fn is_rendered(self) -> bool {
        self != ShownAs::Source
    }
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
    /// True if the decoded file is text all the same, and says more than its document: tags and their attributes.
    pub has_tags: bool,
    /// How its documents are shown for reading.
    pub shown_as: ShownAs,
}

impl FormatInfo {
    /// Whether people call it `name`: its id, its label, or another name of its language, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        self.label.eq_ignore_ascii_case(name) || is_same_language(self.id, name)
    }
}

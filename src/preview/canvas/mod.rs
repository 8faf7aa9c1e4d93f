//! The canvas of renderers: pieces of text flow into lines, tables into columns.

pub(super) mod rendering;
pub(super) mod source_mapped_text;
pub(super) mod table;
pub(super) mod writer;

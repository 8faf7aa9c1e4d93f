//! OpenDocument: texts, slides and sheets.
//!
//! - `asides`: what stands beside the text of OpenDocument, written where it is anchored: footnotes, endnotes, comments.
//! - `document`: the content of a package: texts, slides and sheets.
//! - `lists`: lists of OpenDocument: their styles, and how their items are counted.
//! - `margins`: headers and footers of OpenDocument: they stand in the styles of pages.
//! - `pictures`: pictures of OpenDocument: what their frames call them.
//! - `table`: tables of OpenDocument on their way: cells that are repeated, that span, that are hidden.

mod asides;
pub(in crate::formats::binary::office) mod document;
pub(in crate::formats::binary::office) mod lists;
pub(in crate::formats::binary::office) mod margins;
mod pictures;
mod table;

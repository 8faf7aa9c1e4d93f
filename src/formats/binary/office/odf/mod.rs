//! OpenDocument: texts, slides and sheets.
//!
//! - `document`: the content of a package: texts, slides and sheets.
//! - `lists`: lists of OpenDocument: their styles, and how their items are counted.
//! - `margins`: headers and footers of OpenDocument: they stand in the styles of pages.

pub(in crate::formats::binary::office) mod document;
pub(in crate::formats::binary::office) mod lists;
pub(in crate::formats::binary::office) mod margins;

//! Lines → what they are.
//!
//! - `outline`: the outline of the file, and its links.
//! - `headings`: headings by the outline, else by size.
//! - `blocks`: paragraphs, lists, tables.
//! - `continued`: whether a line goes on with what the one before it says.
//! - `table`: rows of cells → columns, and whether the first row is one of titles.
//! - `text`: the text of lines, with their links.

pub(in crate::formats::binary::pdf) mod blocks;
mod continued;
pub(in crate::formats::binary::pdf) mod headings;
pub(in crate::formats::binary::pdf) mod outline;
pub(in crate::formats::binary::pdf) mod table;
pub(in crate::formats::binary::pdf) mod text;

//! What a page draws → lines in the order in which they are read.
//!
//! - `words`: glyphs at their places → words.
//! - `page`: operators → glyphs at their places.
//! - `direction`: letters and words of scripts that run from right to left, in their order.
//! - `grid`, `bands`, `late`, `reading_order`: words → lines, column by column.
//! - `furniture`: what is no text of the page: running headers and footers, page numbers.

mod bands;
mod direction;
pub(in crate::formats::binary::pdf) mod furniture;
pub(in crate::formats::binary::pdf) mod grid;
mod late;
pub(in crate::formats::binary::pdf) mod page;
pub(in crate::formats::binary::pdf) mod reading_order;
pub(in crate::formats::binary::pdf) mod words;

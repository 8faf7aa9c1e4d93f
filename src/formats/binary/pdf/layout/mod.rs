//! What a page draws → lines in the order in which they are read.
//!
//! - `words`: glyphs at their places → words.
//! - `fields`: fields of forms, and notes that are drawn on a page: what they show, and where.
//! - `page`: operators → glyphs at their places.
//! - `direction`: letters and words of scripts that run from right to left, in their order.
//! - `state`: how what comes next on a page is drawn.
//! - `line`: a line, or the piece of one: its words, where it stands, what it looks like.
//! - `grid`, `gutters`, `bands`, `late`, `reading_order`: words → lines, column by column.
//! - `numbering`: numbers at the edges of pages, which may count these.
//! - `recurring`: what stands at the same height of several pages.
//! - `furniture`: what is no text of the page: page numbers, and running headers and footers but for the first time that
//!   one says something.

mod bands;
mod direction;
mod fields;
pub(in crate::formats::binary::pdf) mod furniture;
pub(in crate::formats::binary::pdf) mod grid;
mod gutters;
mod late;
pub(in crate::formats::binary::pdf) mod line;
mod numbering;
pub(in crate::formats::binary::pdf) mod page;
pub(in crate::formats::binary::pdf) mod reading_order;
mod recurring;
mod state;
pub(in crate::formats::binary::pdf) mod words;

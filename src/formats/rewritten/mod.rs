//! Formats that are read by writing them anew as Markdown: notebooks, man pages.

pub(super) mod man;
mod mdoc;
pub(super) mod notebook;
mod roff;
mod writer;

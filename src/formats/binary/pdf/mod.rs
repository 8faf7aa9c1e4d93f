//! PDF (ISO 32000): what its pages draw → text in reading order, with headings, pages, lists, tables and links.
//!
//! The engine (`lopdf`) reads objects, streams and encryption; fonts, layout and structure are made out here. Nothing
//! outside of the file is ever read, nothing in it is executed, and what costs more than its share is cut.
//!
//! Read the files in this order.
//!
//! - `on_demand`: objects one by one, for the first pages.
//! - `file`: objects, streams within bounds.
//! - `tokens`: the words of content streams, tables of codes and font programs.
//! - `fonts`: codes → characters and widths.
//! - `layout`: what a page draws → lines in the order in which they are read.
//! - `legible`: whether letters are those that are seen.
//! - `structure`: lines → what they are.
//! - `extract`: all of that, page by page.
//! - `write`: a `Document` of it.

#[cfg(feature = "pdf")]
mod extract;
#[cfg(feature = "pdf")]
mod file;
#[cfg(feature = "pdf")]
mod fonts;
#[cfg(feature = "pdf")]
mod layout;
#[cfg(feature = "pdf")]
mod legible;
#[cfg(feature = "pdf")]
mod on_demand;
#[cfg(feature = "pdf")]
mod structure;
#[cfg(feature = "pdf")]
mod tokens;
#[cfg(feature = "pdf")]
mod write;

use crate::document::Document;
use crate::formats::markup::plain::without_text;

/// Pages that are read of one file.
#[cfg(feature = "pdf")]
const MAX_PAGES: usize = 20_000;

/// Pages that are read of a file to be shown until all are.
#[cfg(feature = "pdf")]
const FIRST_PAGES: usize = 8;

/// Reads a PDF.
#[cfg(feature = "pdf")]
pub(in crate::formats) fn parse(bytes: &[u8]) -> Document {
    let read = || extract::extract(bytes);
    match std::panic::catch_unwind(read) {
        Ok(Ok(extract)) => write::write(extract),
        Ok(Err(reason)) => without_text(reason),
        Err(_) => without_text("damaged: its objects make no sense"),
    }
}

/// The first pages of a PDF of more.
#[cfg(feature = "pdf")]
pub(in crate::formats) fn beginning(bytes: &[u8]) -> Option<Document> {
    let read = || extract::beginning(bytes, FIRST_PAGES);
    std::panic::catch_unwind(read).ok().flatten().map(write::write)
}

/// The first pages of a PDF of more.
#[cfg(not(feature = "pdf"))]
pub(in crate::formats) fn beginning(_: &[u8]) -> Option<Document> {
    None
}

/// Reads a PDF.
#[cfg(not(feature = "pdf"))]
pub(in crate::formats) fn parse(_: &[u8]) -> Document {
    without_text("docql was built without `pdf`; cargo build --features pdf builds it with")
}

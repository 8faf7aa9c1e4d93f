//! Runs a format's reader, bounded in size, and catches it if it panics.

use super::format::{Format, Reader};
use crate::document::{Document, FormatInfo, LineIndex, Problem};
use crate::formats::binary::compound::compound;
use crate::formats::bytes::decode::{Decoded, decode};
use crate::formats::table::by_id;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Larger files are not parsed, only searched as text, whatever limit is asked for.
pub const LARGEST: usize = crate::languages::MAX_BYTES;

/// Reads `text` as `format`. Never fails and never panics: what went wrong is in the document's problems.
pub fn parse(format: &'static Format, text: String) -> Document {
    if text.len() > LARGEST {
        return without_structure(text, "larger than 64 MB; searched as text only");
    }
    let read = |text: String| match format.reader {
        Reader::Text(read) => read(text),
        Reader::Bytes(read) | Reader::Package(read) | Reader::Paged(read, _) => read(text.as_bytes()),
        Reader::Code(language) => super::code::parse(language, text),
    };
    match catch_unwind(AssertUnwindSafe(|| read(text.clone()))) {
        Ok(document) => document,
        Err(_) => without_structure(text, &failed(format)),
    }
}

/// Bytes of a format that is read as text are none. Of those of a known format that is not read it is said what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.unwrap_or("binary"))]
pub struct NotText(pub Option<&'static str>);

/// Why bytes of a known format are not read: what they are, and what would be read instead.
pub fn unread(bytes: &[u8]) -> Option<&'static str> {
    compound(bytes)
}

/// Reads the bytes of a file as `format`: decoded, or as they are where its reader wants them so.
///
/// # Errors
/// [`NotText`] if the format is one of text and the bytes are not.
pub fn read(format: &'static Format, bytes: Vec<u8>) -> Result<Document, NotText> {
    if let Reader::Bytes(read) | Reader::Package(read) | Reader::Paged(read, _) = format.reader {
        let document = catch_unwind(AssertUnwindSafe(|| read(&bytes)));
        return Ok(document.unwrap_or_else(|_| without_structure(String::new(), &failed(format))));
    }
    if let Some(reason) = unread(&bytes) {
        return Err(NotText(Some(reason)));
    }
    match decode(bytes) {
        Decoded::Text { text, .. } => Ok(parse(format, text)),
        Decoded::Binary => Err(NotText(None)),
    }
}

/// Whether files of a format may have a beginning that is read sooner than all of them.
pub fn has_beginning(info: &FormatInfo) -> bool {
    by_id(info.id).is_some_and(|format| matches!(format.reader, Reader::Paged(..)))
}

/// The first pages of a file of many, read sooner than all of it: what is seen until that is read. What is only known from
/// the whole, such as what stands on every page, is not known of them.
pub fn beginning(format: &'static Format, bytes: &[u8]) -> Option<Document> {
    let Reader::Paged(_, read) = format.reader else { return None };
    catch_unwind(AssertUnwindSafe(|| read(bytes))).ok().flatten()
}

fn failed(format: &Format) -> String {
    format!("reading it as {} failed; shown as text", format.info.label)
}

fn without_structure(text: String, message: &str) -> Document {
    let mut document = Document { lines: LineIndex::new(&text), text, problems: Vec::new(), ..Document::default() };
    document.problems.push(Problem { line: 0, message: message.to_owned() });
    document
}

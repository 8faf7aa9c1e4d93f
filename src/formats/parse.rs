//! Runs a format's reader, bounded in size, and catches it if it panics.

use super::format::{Format, Reader};
use crate::document::{Document, LineIndex, Problem};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Larger files are not parsed, only searched as text, whatever limit is asked for.
pub const LARGEST: usize = crate::languages::MAX_BYTES;

/// Reads `text` as `format`. Never fails and never panics: what went wrong is in the document's problems.
pub fn parse(format: &'static Format, text: String) -> Document {
    if text.len() > LARGEST {
        return without_structure(text, "larger than 64 MB; searched as text only");
    }
    let read = |text| match format.reader {
        Reader::Function(read) => read(text),
        Reader::Code(language) => super::code::parse(language, text),
    };
    match catch_unwind(AssertUnwindSafe(|| read(text.clone()))) {
        Ok(document) => document,
        Err(_) => without_structure(text, &format!("reading it as {} failed; shown as text", format.info.label)),
    }
}

fn without_structure(text: String, message: &str) -> Document {
    let mut document = Document { lines: LineIndex::new(&text), text, problems: Vec::new(), ..Document::default() };
    document.problems.push(Problem { line: 0, message: message.to_owned() });
    document
}

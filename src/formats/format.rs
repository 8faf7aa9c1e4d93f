//! File formats: their names, their files, their readers.

use crate::document::{Document, FormatInfo};
use crate::languages::Language;

/// One file format.
#[derive(Debug)]
pub struct Format {
    /// The format as others know it.
    pub info: &'static FormatInfo,
    /// Extensions without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names, ignoring case.
    pub filenames: &'static [&'static str],
    /// Programs that a `#!` line may name, without version numbers.
    pub interpreters: &'static [&'static str],
    /// Its reader.
    pub reader: Reader,
}

/// Readers of formats.
#[derive(Clone, Copy, Debug)]
pub enum Reader {
    /// Reads decoded text.
    Text(fn(String) -> Document),
    /// Reads the bytes of a text; that of the document is made from them.
    Bytes(fn(&[u8]) -> Document),
    /// Reads bytes that are no text.
    Package(fn(&[u8]) -> Document),
    /// Reads bytes that are no text and may be many pages, and as quickly as can be the first of them; `None` where there
    /// are no more than those.
    Paged(fn(&[u8]) -> Document, fn(&[u8]) -> Option<Document>),
    /// The outline of a programming language.
    Code(&'static Language),
}

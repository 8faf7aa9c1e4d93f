//! JSON on one line, safe to be shown on a terminal.

use crate::stdx::is_unprintable;
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Writes a JSON document on a line of its own. Control characters beyond ASCII are escaped as well, since
/// some terminals obey them, and what turns the direction of text around.
///
/// # Errors
/// If `out` cannot be written to.
pub fn json_line(document: &Value, out: &mut dyn Write) -> io::Result<()> {
    json_text(document, &mut *out)?;
    out.write_all(b"\n")
}

/// The same without the end of the line, for a part of a document.
pub(super) fn json_text(document: &(impl Serialize + ?Sized), out: impl Write) -> io::Result<()> {
    Ok(document.serialize(&mut Serializer::with_formatter(out, Printable))?)
}

/// Compact JSON that is safe on a terminal.
struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        // The usual text: what is below a space is escaped already.
        if fragment.is_ascii() && memchr::memchr(0x7f, fragment.as_bytes()).is_none() {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(is_unprintable) {
            let control = rest[at..].chars().next().unwrap_or_default();
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in control.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + control.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

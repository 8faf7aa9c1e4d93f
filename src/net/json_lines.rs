//! JSON values, one a line (`application/x-ndjson`).

use super::decode::{Decode, DecodeError};
use super::lines::{Ending, Lines};
use serde_json::Value;

/// The longest line.
const MAX_BYTES: usize = 8 << 20;

/// Decodes JSON lines. Blank lines are skipped; the last line needs no ending.
#[derive(Debug)]
pub struct JsonLines {
    lines: Lines,
}

impl Default for JsonLines {
    fn default() -> JsonLines {
        JsonLines { lines: Lines::new(Ending::LineFeed, MAX_BYTES) }
    }
}

impl Decode for JsonLines {
    type Item = Value;

    const MEDIA_TYPE: &'static str = "application/x-ndjson";

    fn feed(&mut self, chunk: &[u8], out: &mut dyn FnMut(Value)) -> Result<(), DecodeError> {
        self.lines.feed(chunk, &mut |line| value(line, out))
    }

    fn finish(&mut self, out: &mut dyn FnMut(Value)) -> Result<(), DecodeError> {
        value(&self.lines.rest(), out)
    }
}

fn value(line: &[u8], out: &mut dyn FnMut(Value)) -> Result<(), DecodeError> {
    let line = line.trim_ascii();
    if !line.is_empty() {
        out(serde_json::from_slice(line).map_err(|error| DecodeError::NotJson { cause: error.to_string() })?);
    }
    Ok(())
}

//! Lines of a stream that arrives in chunks, cut anywhere.

use super::decode::DecodeError;

/// The bytes that end a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// A line feed.
    LineFeed,
    /// A line feed, a carriage return, or both.
    Any,
}

/// Puts lines together. They are handed out as bytes: only a whole line is sure to hold whole characters.
#[derive(Debug)]
pub(super) struct Lines {
    ending: Ending,
    max_bytes: usize,
    /// The beginning of a line whose end is still to come.
    pending: Vec<u8>,
    /// The last byte was a carriage return: a line feed that follows belongs to it.
    ends_in_return: bool,
}

impl Lines {
    pub(super) fn new(ending: Ending, max_bytes: usize) -> Lines {
        Lines { ending, max_bytes, pending: Vec::new(), ends_in_return: false }
    }

    /// Calls `on_line` with every line that `chunk` completes, without its ending.
    pub(super) fn feed(
        &mut self,
        mut chunk: &[u8],
        on_line: &mut dyn FnMut(&[u8]) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        while !chunk.is_empty() {
            if std::mem::take(&mut self.ends_in_return) && chunk[0] == b'\n' {
                chunk = &chunk[1..];
                continue;
            }
            let end = match self.ending {
                Ending::LineFeed => memchr::memchr(b'\n', chunk),
                Ending::Any => memchr::memchr2(b'\n', b'\r', chunk),
            };
            let line = &chunk[..end.unwrap_or(chunk.len())];
            if self.pending.len() + line.len() > self.max_bytes {
                return Err(DecodeError::TooLong { limit: self.max_bytes });
            }
            let Some(end) = end else {
                self.pending.extend_from_slice(line);
                return Ok(());
            };
            self.ends_in_return = chunk[end] == b'\r';
            chunk = &chunk[end + 1..];
            if self.pending.is_empty() {
                on_line(line)?;
            } else {
                self.pending.extend_from_slice(line);
                on_line(&std::mem::take(&mut self.pending))?;
            }
        }
        Ok(())
    }

    /// The last line, if the stream has ended without an ending for it.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.pending)
    }
}

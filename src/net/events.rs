//! Server-sent events, as the HTML standard defines them.

use super::decode::{Decode, DecodeError};
use super::lines::{Ending, Lines};

/// The longest line, and the longest event.
const MAX_BYTES: usize = 8 << 20;

/// One event of a stream: its name, and its data lines joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSentEvent {
    /// Its type; `message` if the service gives none.
    pub name: String,
    /// Its data, several lines joined by line feeds.
    pub data: String,
}

/// Decodes `text/event-stream`. Identifiers and reconnection times are skipped: an answer to a POST cannot be
/// resumed. An event that the end of the stream cuts off is dropped, as the standard says.
#[derive(Debug)]
pub struct ServerSentEvents {
    lines: Lines,
    fields: Fields,
}

/// The event whose blank line is still to come.
#[derive(Debug, Default)]
struct Fields {
    name: String,
    data: String,
    has_data: bool,
    is_past_first_line: bool,
}

impl Default for ServerSentEvents {
    fn default() -> ServerSentEvents {
        ServerSentEvents { lines: Lines::new(Ending::Any, MAX_BYTES), fields: Fields::default() }
    }
}

impl Decode for ServerSentEvents {
    type Item = ServerSentEvent;

    const MEDIA_TYPE: &'static str = "text/event-stream";

    fn feed(&mut self, chunk: &[u8], out: &mut dyn FnMut(ServerSentEvent)) -> Result<(), DecodeError> {
        let ServerSentEvents { lines, fields } = self;
        lines.feed(chunk, &mut |line| fields.line(line, out))
    }

    fn finish(&mut self, _: &mut dyn FnMut(ServerSentEvent)) -> Result<(), DecodeError> {
        Ok(())
    }
}

impl Fields {
    fn line(&mut self, line: &[u8], out: &mut dyn FnMut(ServerSentEvent)) -> Result<(), DecodeError> {
        let text = String::from_utf8_lossy(line);
        let mut line: &str = &text;
        if !std::mem::replace(&mut self.is_past_first_line, true) {
            line = line.strip_prefix('\u{feff}').unwrap_or(line);
        }
        if line.is_empty() {
            self.dispatch(out);
            return Ok(());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "data" => {
                if self.data.len() + value.len() >= MAX_BYTES {
                    return Err(DecodeError::TooLong { limit: MAX_BYTES });
                }
                if std::mem::replace(&mut self.has_data, true) {
                    self.data.push('\n');
                }
                self.data.push_str(value);
            }
            // A comment has an empty name.
            _ => {}
        }
        Ok(())
    }

    /// Ends the event; without a line of data it is none.
    fn dispatch(&mut self, out: &mut dyn FnMut(ServerSentEvent)) {
        let (mut name, data) = (std::mem::take(&mut self.name), std::mem::take(&mut self.data));
        if std::mem::take(&mut self.has_data) {
            if name.is_empty() {
                "message".clone_into(&mut name);
            }
            out(ServerSentEvent { name, data });
        }
    }
}

//! The stream of an answer → JSON values: server-sent events, or one JSON text from servers that ignore `stream`.

use crate::net::{Decode, DecodeError, ServerSentEvent, ServerSentEvents};
use serde_json::Value;

/// Bytes of an answer in one piece, at most.
const MAX_BYTES: usize = 8 << 20;

/// What ends the streams of OpenAI's protocol.
const DONE: &str = "[DONE]";

/// Decodes an answer, of whichever kind it turns out to be.
#[derive(Debug, Default)]
pub(super) enum JsonEvents {
    /// Nothing but white space has come.
    #[default]
    Undecided,
    /// Events, each with a JSON value.
    Events(ServerSentEvents),
    /// One JSON text.
    Whole(Vec<u8>),
}

impl Decode for JsonEvents {
    type Item = Value;

    const MEDIA_TYPE: &'static str = "text/event-stream";

    fn feed(&mut self, chunk: &[u8], out: &mut dyn FnMut(Value)) -> Result<(), DecodeError> {
        if let JsonEvents::Undecided = self {
            *self = match chunk.iter().find(|byte| !byte.is_ascii_whitespace()) {
                None => return Ok(()),
                Some(b'{' | b'[') => JsonEvents::Whole(Vec::new()),
                Some(_) => JsonEvents::Events(ServerSentEvents::default()),
            };
        }
        match self {
            JsonEvents::Undecided => Ok(()),
            JsonEvents::Whole(bytes) if bytes.len() + chunk.len() > MAX_BYTES => {
                Err(DecodeError::TooLong { limit: MAX_BYTES })
            }
            JsonEvents::Whole(bytes) => {
                bytes.extend_from_slice(chunk);
                Ok(())
            }
            JsonEvents::Events(events) => {
                let mut problem = None;
                events.feed(chunk, &mut |event| match value(&event) {
                    Ok(value) => value.into_iter().for_each(&mut *out),
                    Err(error) => problem = problem.take().or(Some(error)),
                })?;
                problem.map_or(Ok(()), Err)
            }
        }
    }

    fn finish(&mut self, out: &mut dyn FnMut(Value)) -> Result<(), DecodeError> {
        match self {
            JsonEvents::Undecided => Ok(()),
            // Not every server ends its last event with a blank line.
            JsonEvents::Events(_) => self.feed(b"\n\n", out),
            JsonEvents::Whole(bytes) => match parsed(bytes)? {
                Value::Array(values) => {
                    values.into_iter().for_each(out);
                    Ok(())
                }
                value => {
                    out(value);
                    Ok(())
                }
            },
        }
    }
}

fn value(event: &ServerSentEvent) -> Result<Option<Value>, DecodeError> {
    let data = event.data.trim();
    if data.is_empty() || data == DONE {
        return Ok(None);
    }
    parsed(data.as_bytes()).map(Some)
}

fn parsed(bytes: &[u8]) -> Result<Value, DecodeError> {
    serde_json::from_slice(bytes).map_err(|error| DecodeError::NotJson { cause: error.to_string() })
}

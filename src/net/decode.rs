//! Decoders of streams: chunks of bytes → items.

/// A stream that is not in its format; the text continues "the service answers …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A line or an event is too long.
    #[error("more than {limit} bytes at a time")]
    TooLong {
        /// The limit, in bytes.
        limit: usize,
    },
    /// A line is no JSON.
    #[error("a line that is no JSON ({cause})")]
    NotJson {
        /// In the words of the parser.
        cause: String,
    },
}

/// Decodes a stream that arrives in chunks, cut anywhere: within a line, a character, a line ending.
pub trait Decode: Default {
    /// The items of the stream.
    type Item;

    /// The media type that is asked for.
    const MEDIA_TYPE: &'static str;

    /// Takes the next chunk and calls `out` with every item that it completes.
    ///
    /// # Errors
    /// If the stream is not in its format. Nothing more can be decoded then.
    fn feed(&mut self, chunk: &[u8], out: &mut dyn FnMut(Self::Item)) -> Result<(), DecodeError>;

    /// Takes the end of the stream.
    ///
    /// # Errors
    /// If the last item is not in its format.
    fn finish(&mut self, out: &mut dyn FnMut(Self::Item)) -> Result<(), DecodeError>;
}

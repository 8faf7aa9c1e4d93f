//! Files too large to be held: a sparse index of their lines, and windows of lines around a place.

use crate::document::{Document, LineIndex};
use crate::formats::{Decoded, decode};
use crate::library::{FileEntry, FileId, Library, ReadError};
use crate::stdx::Ticket;
use std::sync::Arc;

/// Bytes that are read at once.
const CHUNK: usize = 1 << 20;
/// Every so many lines the place of one is remembered: 200 MB of log are some hundred entries.
const STEP: u64 = 4096;
/// Bytes of a line that are read, at most.
const LINE_BYTES: usize = 24_100;
/// A window holds at most so many bytes.
const WINDOW_BYTES: usize = 4 << 20;

/// One large file and what is known of its lines.
#[derive(Debug)]
pub(super) struct LargeFile {
    path: Arc<str>,
    size: u64,
    modified: i64,
    /// The starts of the lines 1, 1 + [`STEP`], 1 + 2 × [`STEP`] …
    marks: Vec<u64>,
    /// So far the file has been looked through, and so many line breaks were found.
    scanned: u64,
    breaks: u64,
    /// True if the last byte looked at was a line break.
    after_break: bool,
}

/// Why a window of lines was not read to its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stopped {
    #[error("overtaken")]
    Overtaken,
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    #[error("UTF-16, and too large to be shown; it can be searched")]
    Utf16,
    #[error("not text from here on")]
    NotText,
}

impl LargeFile {
    /// A file of which nothing is known yet.
    pub(in crate::workers) fn new(file: &FileEntry) -> LargeFile {
        LargeFile {
            path: Arc::clone(&file.path),
            size: file.size,
            modified: file.modified,
            marks: vec![0],
            scanned: 0,
            breaks: 0,
            after_break: false,
        }
    }

    /// True if this is what is known of `file` as it is now.
    pub(super) fn is_of(&self, file: &FileEntry) -> bool {
        (&self.path, self.size, self.modified) == (&file.path, file.size, file.modified)
    }

    /// Looks the file through until line `line` has been found or the file ends; goes on where it stopped.
    pub(super) fn scan(&mut self, library: &Library, id: FileId, line: u64, ticket: &Ticket) -> Result<(), Stopped> {
        while self.scanned < self.size && self.breaks + 1 < line {
            if ticket.is_stale() {
                return Err(Stopped::Overtaken);
            }
            let chunk = library.window(id, self.scanned, CHUNK)?;
            let Some(last) = chunk.last() else {
                // Cut off since it was found: what is there is all there is.
                self.size = self.scanned;
                break;
            };
            if self.scanned == 0 && (chunk.starts_with(b"\xff\xfe") || chunk.starts_with(b"\xfe\xff")) {
                return Err(Stopped::Utf16);
            }
            for at in memchr::memchr_iter(b'\n', &chunk) {
                self.breaks += 1;
                if self.breaks.is_multiple_of(STEP) {
                    self.marks.push(self.scanned + at as u64 + 1);
                }
            }
            self.after_break = *last == b'\n';
            self.scanned += chunk.len() as u64;
        }
        Ok(())
    }

    /// The number of lines of the file; 0 until it has been looked through.
    pub(in crate::workers) fn total(&self) -> u32 {
        match self.scanned < self.size {
            true => 0,
            false => u32::try_from(self.breaks + u64::from(!self.after_break)).unwrap_or(u32::MAX).max(1),
        }
    }

    /// At most `count` lines from line `first` on, as a document whose lines know their number in the file.
    /// Only what stands before these lines is looked through. Of each line the first `skipped` bytes are left
    /// out, and long lines are cut.
    pub(in crate::workers) fn lines(
        &mut self,
        library: &Library,
        id: FileId,
        (first, count, skipped): (u32, u32, u64),
        ticket: &Ticket,
    ) -> Result<Document, Stopped> {
        let first = u64::from(first.max(1));
        self.scan(library, id, first, ticket)?;
        let mark = ((first - 1) / STEP).min(self.marks.len() as u64 - 1);
        let next = self.marks[mark as usize];
        let mut reader = Reader { library, id, ticket, next, buffer: Vec::new(), from: 0 };
        let mut kept: Vec<u8> = Vec::new();
        for _ in mark * STEP + 1..first {
            if !reader.line(&mut kept, 0, 0)? {
                break;
            }
        }
        let mut lines = 0;
        while lines < count && kept.len() < WINDOW_BYTES && reader.line(&mut kept, skipped, LINE_BYTES)? {
            kept.push(b'\n');
            lines += 1;
        }
        kept.pop();
        let Decoded::Text { text, .. } = decode(kept) else {
            return Err(Stopped::NotText);
        };
        let numbers = (0..lines.max(1)).map(|line| first as u32 + line).collect();
        Ok(Document { lines: LineIndex::new(&text), text, source_lines: Some(numbers), ..Document::default() })
    }
}

/// Reads line after line; of a long line no more is held than what is kept of it.
struct Reader<'r> {
    library: &'r Library,
    id: FileId,
    ticket: &'r Ticket,
    /// The bytes read last, where the next line starts in them, and where in the file they end.
    buffer: Vec<u8>,
    from: usize,
    next: u64,
}

impl Reader<'_> {
    /// Adds at most `most` bytes of the next line, behind its first `skipped`, to `kept`, without its end. False
    /// at the end of the file.
    fn line(&mut self, kept: &mut Vec<u8>, skipped: u64, most: usize) -> Result<bool, Stopped> {
        let start = kept.len();
        let mut skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
        let mut is_there = false;
        loop {
            if self.from == self.buffer.len() {
                if self.ticket.is_stale() {
                    return Err(Stopped::Overtaken);
                }
                self.buffer = self.library.window(self.id, self.next, CHUNK)?;
                self.next += self.buffer.len() as u64;
                self.from = 0;
                if self.buffer.is_empty() {
                    return Ok(is_there);
                }
            }
            is_there = true;
            let rest = &self.buffer[self.from..];
            let end = memchr::memchr(b'\n', rest);
            let piece = &rest[..end.unwrap_or(rest.len())];
            let passed = skipped.min(piece.len());
            skipped -= passed;
            let piece = &piece[passed..];
            // A character that was cut in two is left out.
            let cut = piece.iter().take(3).take_while(|byte| passed > 0 && (0x80..0xc0).contains(*byte)).count();
            let piece = &piece[cut..];
            let room = most - (kept.len() - start);
            kept.extend_from_slice(&piece[..piece.len().min(room)]);
            if piece.len() > room {
                cut_at_character(kept, start);
            }
            match end {
                Some(end) => {
                    self.from += end + 1;
                    return Ok(true);
                }
                None => self.from = self.buffer.len(),
            }
        }
    }
}

/// Takes away the last character behind `start`, of which bytes may be missing.
fn cut_at_character(kept: &mut Vec<u8>, start: usize) {
    let continued = |byte: &u8| (0x80..0xc0).contains(byte);
    while kept.len() > start && kept.last().is_some_and(continued) {
        kept.pop();
    }
    if kept.len() > start && kept.last().is_some_and(|byte| *byte >= 0xc0) {
        kept.pop();
    }
}

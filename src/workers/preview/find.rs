//! Looks for text in a whole file, which may be too large to be held, and tells the lines that have it.

use crate::app::{Msg, TextMatches};
use crate::library::{FileId, Library};
use crate::stdx::Ticket;
use regex::bytes::{Regex, RegexBuilder};
use std::sync::Arc;

/// Bytes that are read at once.
const CHUNK: usize = 4 << 20;
/// Of a line that does not end, so much is kept for a match that goes on in the next chunk.
const OVERLAP: usize = 4 << 10;
/// More places are not told.
const MAX_PLACES: usize = 200_000;
/// From this byte of a line on, every match is told, not only the first.
const FAR: u64 = 1_000;
/// Bytes that are read between two reports of finds.
const TELL: u64 = 128 << 20;

/// Finds `term` in the file at `path`, ignoring case, and tells what it finds as it goes.
pub(in crate::workers) fn find(library: &Library, path: &Arc<str>, term: &str, ticket: &Ticket, notify: &dyn Fn(Msg)) {
    let Some(id) = library.find(path) else { return };
    let Ok(pattern) = RegexBuilder::new(&regex::escape(term)).case_insensitive(true).build() else { return };
    let mut found = TextMatches { path: Arc::clone(path), term: term.to_owned(), ..TextMatches::default() };
    let mut scanner = Scanner { pattern, line: 1, line_start: 0, at: 0, places: Vec::new() };
    let tell = |places: &[(u32, u64)], found: &TextMatches, complete| {
        let found = TextMatches { places: places.to_vec(), complete, ..found.clone() };
        notify(Msg::TextFound { ticket: ticket.number(), found });
    };
    let file = library.file(id);
    if !file.text_only {
        // What is shown is the decoded text, whatever the file is written in.
        if let Ok(text) = library.text(id) {
            scanner.scan(text.as_bytes());
        }
    } else if scanner.file(library, id, ticket, &mut |places| tell(places, &found, false)).is_none() {
        return;
    }
    found.complete = true;
    tell(&scanner.places, &found, true);
}

/// Takes lines, and bytes of lines, that have been found so far.
type Tell<'t> = &'t mut dyn FnMut(&[(u32, u64)]);

struct Scanner {
    pattern: Regex,
    /// The line that comes next.
    line: u32,
    /// The start of the line, and of the next bytes, in the file.
    line_start: u64,
    at: u64,
    places: Vec<(u32, u64)>,
}

impl Scanner {
    /// Looks a file through in pieces; `None` if it was overtaken or cannot be read.
    fn file(&mut self, library: &Library, id: FileId, ticket: &Ticket, tell: Tell<'_>) -> Option<()> {
        let mut kept: Vec<u8> = Vec::new();
        let (mut at, mut told) = (0, 0);
        while self.places.len() < MAX_PLACES {
            if ticket.is_stale() {
                return None;
            }
            let chunk = library.window(id, at, CHUNK).ok()?;
            if chunk.is_empty() {
                break;
            }
            at += chunk.len() as u64;
            kept.extend_from_slice(&chunk);
            // A line is looked at when it has ended, or when it is too long to be kept.
            let end = memchr::memrchr(b'\n', &kept).map_or(0, |last| last + 1);
            if kept.len() - end > CHUNK {
                self.scan(&kept);
                kept.drain(..kept.len() - OVERLAP);
                self.at -= OVERLAP as u64;
            } else {
                self.scan(&kept[..end]);
                kept.drain(..end);
            }
            if at - told >= TELL && !self.places.is_empty() {
                told = at;
                tell(&self.places);
            }
        }
        self.scan(&kept);
        Some(())
    }

    /// Looks at bytes that follow those before.
    fn scan(&mut self, bytes: &[u8]) {
        let mut counted = 0;
        for found in self.pattern.find_iter(bytes) {
            count(&bytes[counted..found.start()], self.at + counted as u64, &mut self.line, &mut self.line_start);
            counted = found.start();
            let place = (self.line, self.at + found.start() as u64 - self.line_start);
            let is_new = self.places.last().is_none_or(|last| place > *last && (place.0 > last.0 || place.1 >= FAR));
            if is_new && self.places.len() < MAX_PLACES {
                self.places.push(place);
            }
        }
        count(&bytes[counted..], self.at + counted as u64, &mut self.line, &mut self.line_start);
        self.at += bytes.len() as u64;
    }
}

/// Counts the lines that end in `bytes`, which start at `at`.
fn count(bytes: &[u8], at: u64, line: &mut u32, line_start: &mut u64) {
    *line += memchr::memchr_iter(b'\n', bytes).count() as u32;
    if let Some(last) = memchr::memrchr(b'\n', bytes) {
        *line_start = at + last as u64 + 1;
    }
}

//! Where the next page of an answer begins, and the state of the index that it belongs to.

use crate::docql::Hit;
use crate::engine::Answer;
use crate::library::{Library, Stamp};
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// Questions that cursors tell apart: two seldom have one number.
const QUESTIONS: u16 = 1_000;

/// A place between two pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::serve) struct Cursor {
    /// Hits on the pages before.
    pub offset: usize,
    /// A number of the question that the pages answer.
    pub asked: u16,
    /// A number that is another one if these hits, or the files of the index, are others.
    pub state: u32,
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Digits alone: whatever the number, it costs the same number of tokens.
        write!(f, "{}-{:03}{:010}", self.offset, self.asked % QUESTIONS, self.state)
    }
}

impl Cursor {
    /// Reads what an answer gave.
    pub(in crate::serve) fn read(given: &str) -> Result<Cursor, Refusal> {
        let parts = || {
            let (offset, number) = given.trim().split_once('-')?;
            let (asked, state) = number.split_at_checked(3).filter(|(_, state)| state.len() == 10)?;
            Some(Cursor { offset: offset.parse().ok()?, asked: asked.parse().ok()?, state: state.parse().ok()? })
        };
        let refusal = || Refusal::new("cursor", "the cursor is none that an answer gave as next_cursor");
        parts().ok_or_else(|| refusal().or(["leave cursor out for the first page".to_owned()]))
    }

    /// The place behind the first `end` hits of the answer to `asked`, which is all that the pages of a question have in
    /// common.
    pub(in crate::serve) fn behind(opened: &Opened, asked: &str, answer: &Answer, end: usize) -> Cursor {
        let mut hash = Xxh3::new();
        hash.update(asked.as_bytes());
        hash.update(opened.root.as_os_str().as_encoded_bytes());
        hash.update(opened.at.as_deref().unwrap_or_default().as_bytes());
        let question = (hash.digest() % u64::from(QUESTIONS)) as u16;
        hash.update(&opened.fingerprint(&answer.library).to_le_bytes());
        let mut last: Option<&Arc<str>> = None;
        for hit in answer.results.hits.iter().take(end) {
            let Hit { key, line, end_line, path, .. } = hit;
            hash.update(key.0.as_bytes());
            hash.update(&line.to_le_bytes());
            hash.update(&end_line.to_le_bytes());
            if last != Some(path) {
                hash.update(&version(&answer.library, path).to_le_bytes());
                last = Some(path);
            }
        }
        Cursor { offset: end, asked: question, state: hash.digest() as u32 }
    }

    /// Refuses a cursor of another question, and one of files that have changed.
    pub(in crate::serve) fn check(self, opened: &Opened, asked: &str, answer: &Answer) -> Result<(), Refusal> {
        let own = Cursor::behind(opened, asked, answer, self.offset);
        if own.asked != self.asked {
            let message = "the cursor is of another query, root or revision, or none that an answer gave";
            return Err(Refusal::new("cursor", message).or([
                "leave cursor out for the first page".to_owned(),
                "ask with the query that the cursor was given for".to_owned(),
            ]));
        }
        if own.state != self.state || self.offset > answer.results.hits.len() {
            return Err(Cursor::stale());
        }
        Ok(())
    }

    /// The files changed since the page before.
    pub(in crate::serve) fn stale() -> Refusal {
        Refusal::new("stale_cursor", "files changed since the page before, so its next page is not there any more, or no answer gave this cursor")
            .or(["call again without cursor".to_owned()])
    }
}

/// The stamp of a file as it is on disk now.
fn version(library: &Library, path: &str) -> i128 {
    library.find(path).and_then(|file| library.stamp(file)).map_or(0, Stamp::newest)
}

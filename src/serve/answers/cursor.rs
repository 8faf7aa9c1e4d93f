//! Where the next page of an answer begins, and the state of the index that it belongs to.

use crate::docql::Hit;
use crate::engine::Answer;
use crate::library::{Library, Stamp};
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// A place between two pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::serve) struct Cursor {
    /// Hits on the pages before.
    pub offset: usize,
    /// A number that is another one if these hits, or the files of the index, are others.
    pub state: u32,
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Digits alone: whatever the number, it costs the same number of tokens.
        write!(f, "{}-{:010}", self.offset, self.state)
    }
}

impl Cursor {
    /// Reads what an answer gave.
    pub(in crate::serve) fn read(given: &str) -> Result<Cursor, Refusal> {
        let parts = || {
            let (offset, state) = given.trim().split_once('-')?;
            Some(Cursor { offset: offset.parse().ok()?, state: state.parse().ok()? })
        };
        let refusal = || Refusal::new("cursor", "the cursor is none that an answer gave as next_cursor");
        parts().ok_or_else(|| refusal().or(["leave cursor out for the first page".to_owned()]))
    }

    /// A number that is another one if the first `end` hits are others, or the files of the index are; `asked` is all
    /// that the pages of a question have in common.
    pub(in crate::serve) fn state_of(opened: &Opened, asked: &str, answer: &Answer, end: usize) -> u32 {
        let mut hash = Xxh3::new();
        hash.update(asked.as_bytes());
        hash.update(opened.root.as_os_str().as_encoded_bytes());
        hash.update(opened.at.as_deref().unwrap_or_default().as_bytes());
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
        hash.digest() as u32
    }

    /// The files changed since the page before.
    pub(in crate::serve) fn stale() -> Refusal {
        Refusal::new("stale_cursor", "files changed since the page before, so its next page is not there any more")
            .or(["call again without cursor".to_owned()])
    }
}

/// The stamp of a file as it is on disk now.
fn version(library: &Library, path: &str) -> i128 {
    library.find(path).and_then(|file| library.stamp(file)).map_or(0, Stamp::newest)
}

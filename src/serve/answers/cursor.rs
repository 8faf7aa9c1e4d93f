//! Where the next page of an answer begins, and the state of the index that it belongs to.

use crate::serve::workspaces::refusal::Refusal;

/// A place between two pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
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
    pub(super) fn read(given: &str) -> Result<Cursor, Refusal> {
        let parts = || {
            let (offset, state) = given.trim().split_once('-')?;
            Some(Cursor { offset: offset.parse().ok()?, state: state.parse().ok()? })
        };
        let refusal = || Refusal::new("cursor", "the cursor is none that an answer gave as next_cursor");
        parts().ok_or_else(|| refusal().or(["leave cursor out for the first page".to_owned()]))
    }

    /// The files changed since the page before.
    pub(super) fn stale() -> Refusal {
        Refusal::new("stale_cursor", "files changed since the page before, so its next page is not there any more")
            .or(["call again without cursor".to_owned()])
    }
}

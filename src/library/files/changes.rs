//! How files differ from the commit that is checked out.

use std::ops::Range;
use std::sync::Arc;

/// The difference of a file from the commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeState {
    /// It is new and will be in the next commit.
    Added,
    /// Its text is another one.
    Modified,
    /// It had another name.
    Renamed,
    /// It will not be in the next commit.
    Deleted,
    /// Git does not know it.
    Untracked,
    /// A merge has left it with conflicts.
    Conflicted,
}

impl ChangeState {
    /// All of them.
    pub const ALL: [ChangeState; 6] = [
        ChangeState::Added,
        ChangeState::Modified,
        ChangeState::Renamed,
        ChangeState::Deleted,
        ChangeState::Untracked,
        ChangeState::Conflicted,
    ];

    /// Its word in queries.
    pub fn id(self) -> &'static str {
        match self {
            ChangeState::Added => "added",
            ChangeState::Modified => "modified",
            ChangeState::Renamed => "renamed",
            ChangeState::Deleted => "deleted",
            ChangeState::Untracked => "untracked",
            ChangeState::Conflicted => "conflicted",
        }
    }

    /// True if the commit has an earlier text of the file, so that some of its lines can be as they were.
    pub fn has_earlier_text(self) -> bool {
        matches!(self, ChangeState::Modified | ChangeState::Renamed | ChangeState::Conflicted)
    }
}

/// Lines that stand in the place of lines of the commit. Both are numbers from 1; an empty run stands before its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The lines of the commit.
    pub old: Range<u32>,
    /// The lines of the file.
    pub new: Range<u32>,
}

/// The changed lines of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedLines {
    /// The text in the commit.
    pub old: Arc<str>,
    /// Where the two differ, in order.
    pub hunks: Vec<Hunk>,
}

impl ChangedLines {
    /// True if one of the lines from `first` to `last` differs, or some are gone from between them.
    pub fn touch(&self, first: u32, last: u32) -> bool {
        let from = self.hunks.partition_point(|hunk| hunk.new.end < first);
        self.hunks[from..].iter().take_while(|hunk| hunk.new.start <= last).any(|hunk| match hunk.new.is_empty() {
            true => hunk.new.start > first,
            false => hunk.new.end > first,
        })
    }
}

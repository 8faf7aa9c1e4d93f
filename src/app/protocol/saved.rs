//! State that outlives the process: plain data that the app makes and takes; workers keep it in files.

use crate::document::{Kind, NodeKey};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A query that was run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastQuery {
    /// Its text, as it stood in the prompt.
    pub text: String,
    /// The time, in seconds since 1970; 0 where nobody knows.
    #[serde(default)]
    pub at: i64,
    /// The number of its hits, if they were waited for.
    #[serde(default)]
    pub hits: Option<usize>,
    /// The workspace it was asked in.
    #[serde(default)]
    pub workspace: String,
}

/// A place in a file that is to be found again, also after the file has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedPlace {
    /// The file; a directory's path ends in `/`.
    pub path: String,
    /// The key of the node, which knows no line.
    pub key: String,
    /// Its name or, of a line, its text.
    #[serde(default)]
    pub name: String,
    /// The key of the node around it, of a line that was shown as a place inside of one.
    #[serde(default)]
    pub around: String,
    /// The id of its kind.
    #[serde(default)]
    pub kind: String,
    /// Its line; 0 for files and directories.
    #[serde(default)]
    pub line: u32,
    /// Its last line.
    #[serde(default)]
    pub end_line: u32,
    /// A query that yields it.
    #[serde(default)]
    pub query: String,
}

impl SavedPlace {
    /// Its identity.
    pub fn node_key(&self) -> NodeKey {
        NodeKey(self.key.clone())
    }

    /// Its kind; a kind of a later version counts as a line of text.
    pub fn kind(&self) -> Kind {
        Kind::parse(&self.kind).unwrap_or(Kind::Match)
    }

    /// `path:line`.
    pub fn location(&self) -> String {
        match self.line {
            0 => self.path.clone(),
            line => format!("{}:{line}", self.path),
        }
    }
}

/// A step of the way to where the user was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedStep {
    /// The text of the prompt.
    pub text: String,
    /// What the prompt was set to look for, by its id; empty for everything.
    pub sought: String,
    /// The key of the selected hit.
    pub selected: Option<String>,
    /// The scroll position of the results.
    pub top: usize,
    /// True if it was entered from the step before it.
    pub drilled: bool,
    /// Its name in the breadcrumbs.
    pub label: String,
    /// `path:line` of the selected row.
    pub location: String,
}

/// The pinned text beside the preview.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedPin {
    /// The file.
    pub path: String,
    /// The line that was looked at; 0 for the start.
    pub line: u32,
    /// The last line that belongs to it.
    pub end_line: u32,
    /// True for a heading.
    pub heading: bool,
    /// True if it was shown rendered.
    pub rendered: bool,
    /// The first source line on the screen.
    pub top: u32,
}

/// A session: the place of the user, and the arrangement of everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedSession {
    /// Its end, in seconds since 1970.
    pub at: i64,
    /// The way there; the last step is where the user was. Empty where nothing was asked.
    pub steps: Vec<SavedStep>,
    /// The steps beyond, which the user had gone back from.
    pub ahead: Vec<SavedStep>,
    /// The pane that had the focus: `toc`, `results` or `preview`.
    pub focus: String,
    /// The order of the results, by its id.
    pub sort: String,
    /// The grouping of the results, by its id.
    pub grouping: String,
    /// Sections whose hits were folded.
    pub folded: Vec<String>,
    /// Sections all of whose hits were shown.
    pub opened: Vec<String>,
    /// Marked rows.
    pub marks: Vec<SavedPlace>,
    /// Places that were visited, the newest first.
    pub recent: Vec<SavedPlace>,
    /// The keys of unfolded rows of the tree.
    pub unfolded: Vec<String>,
    /// The keys of rows of the tree that were unfolded to show the selection.
    pub shown: Vec<String>,
    /// The key of the row of the tree with the cursor.
    pub tree_row: String,
    /// True if documents were shown as source.
    pub source: bool,
    /// True if long lines were broken.
    pub wrap: bool,
    /// The first source line of the preview that was on the screen, if the user had scrolled there.
    pub preview_line: u32,
    /// The pinned text.
    pub pinned: Option<SavedPin>,
    /// Share of the width for the tree, percent; 0 for the usual one.
    pub toc_share: u16,
    /// Share of the width for the preview, percent; 0 for the usual one.
    pub preview_share: u16,
    /// True if the tree was hidden.
    pub toc_hidden: bool,
    /// True if the preview was hidden.
    pub preview_hidden: bool,
}

impl SavedSession {
    /// The query it ended with.
    pub fn text(&self) -> &str {
        self.steps.last().map_or("", |step| step.text.as_str())
    }

    /// True if there is nothing to go on with.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.unfolded.is_empty()
    }

    /// Its title in the offer to go on: its query, else the file in the tree.
    pub fn title(&self) -> String {
        match self.text() {
            "" => format!("the tree at {}", NodeKey(self.tree_row.clone()).path()),
            text => text.to_owned(),
        }
    }
}

/// A theme that was chosen while docql ran.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenTheme {
    /// Its name.
    pub theme: String,
    /// The theme of the settings then: once they name another one, they win.
    pub configured: String,
}

/// Everything that was kept for a workspace, as it is now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedState {
    /// The present time, in seconds since 1970.
    pub now: i64,
    /// The name of this workspace among the others.
    pub workspace: String,
    /// Queries of all workspaces, the newest last, each text once per workspace.
    pub queries: Vec<PastQuery>,
    /// Bookmarks of this workspace, the newest last.
    pub bookmarks: Vec<SavedPlace>,
    /// The theme that was chosen last, in any workspace.
    pub theme: Option<ChosenTheme>,
    /// The last session in this workspace.
    pub session: Option<Arc<SavedSession>>,
    /// A problem of reading or writing; a sentence.
    pub notice: Option<String>,
}

/// A request about kept state; each is answered with all of it.
#[derive(Clone, Debug, PartialEq)]
pub enum StateRequest {
    /// Reads it.
    Read,
    /// Keeps a query; its time and workspace are filled in.
    KeepQuery(PastQuery),
    /// Forgets a query, in every workspace.
    ForgetQuery(String),
    /// Sets a bookmark.
    SetBookmark(SavedPlace),
    /// Takes a bookmark away.
    RemoveBookmark(SavedPlace),
    /// Keeps the theme.
    KeepTheme(ChosenTheme),
    /// Keeps the session; its time is filled in.
    KeepSession(Box<SavedSession>),
}

/// The age of something, in a word or two.
pub(in crate::app) fn age(now: i64, then: i64) -> String {
    const MINUTE: i64 = 60;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    if then <= 0 || now <= 0 {
        return String::new();
    }
    match (now - then).max(0) {
        ..MINUTE => "just now".to_owned(),
        ago @ ..HOUR => format!("{} min ago", ago / MINUTE),
        ago @ ..DAY => format!("{} h ago", ago / HOUR),
        ago if ago < 2 * DAY => "yesterday".to_owned(),
        ago if ago < 60 * DAY => format!("{} days ago", ago / DAY),
        ago => format!("{} months ago", ago / (30 * DAY)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_in_words() {
        let now = 1_000_000_000;
        let ages: Vec<String> =
            [0, 59, 60, 3_599, 7_200, 86_400, 172_800, 8_640_000].map(|ago| age(now, now - ago)).to_vec();
        assert_eq!(
            ages,
            ["just now", "just now", "1 min ago", "59 min ago", "2 h ago", "yesterday", "2 days ago", "3 months ago"]
        );
        assert_eq!(age(now, now + 50), "just now", "a clock that was set back");
        assert_eq!(age(now, 0), "");
    }
}

//! Messages: facts, in the past tense. Everything that can happen is a variant here.

use super::page::{Page, TextMatches};
use super::picture::PictureKey;
use super::program_error::ProgramError;
use super::saved::SavedState;
use crate::config::{ColourScheme, Config, KeyPress};
use crate::docql::{Candidate, Completions, Diagnostic, KnownName, Results};
use crate::document::{Kind, NodeKey};
use crate::library::{ChangeState, Listing, ReadError};
use crate::pictures::{Picture, Terminal};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// One fact.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(KeyPress),
    /// Text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(Mouse),
    /// The terminal has a new size, in cells.
    Resized {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// The workspace is known better than before.
    LibraryChanged(Arc<Listing>),
    /// Files on disk were written, made or deleted.
    FilesChanged {
        /// The workspace since then.
        listing: Arc<Listing>,
        /// The files.
        changes: FileChanges,
    },
    /// Indexing went on; `None` when it has ended.
    IndexProgressed(Option<IndexProgress>),
    /// A file was parsed for its outline.
    OutlineLoaded {
        /// The file.
        path: Arc<str>,
        /// Its outline, or why there is none.
        outline: Result<Vec<OutlineItem>, ReadError>,
    },
    /// Queries worth trying on this workspace were found.
    StartersFound(Starters),
    /// A query was answered.
    ResultsArrived {
        /// The number of the ticket the query was asked with.
        ticket: u64,
        /// The answer.
        answer: Box<QueryAnswer>,
    },
    /// Values of this workspace that complete the query were found.
    CompletionsArrived {
        /// The number of the ticket they were asked with.
        ticket: u64,
        /// All candidates, those of the grammar included.
        completions: Box<Completions>,
    },
    /// The uses of something were counted.
    UsesCounted {
        /// The number of the ticket it was asked with.
        ticket: u64,
        /// Its identity.
        key: NodeKey,
        /// The counts.
        uses: Uses,
    },
    /// Names of the source were looked up.
    NamesFound {
        /// The number of the ticket it was asked with.
        ticket: u64,
        /// The file.
        path: Arc<str>,
        /// The names that are declared in the workspace.
        names: Vec<KnownName>,
    },
    /// An example of a completion was found.
    ExampleFound {
        /// The number of the ticket it was asked with.
        ticket: u64,
        /// The completion with its example.
        candidate: Box<Candidate>,
    },
    /// A preview is ready to be shown.
    PreviewReady {
        /// The number of the ticket it was asked with.
        ticket: u64,
        /// The page.
        page: Arc<Page>,
    },
    /// The page of what was pinned is ready to be shown.
    PinnedReady {
        /// The number of the ticket it was asked with.
        ticket: u64,
        /// The page.
        page: Arc<Page>,
    },
    /// A picture was decoded.
    PictureMade {
        /// The number of the ticket it was asked with.
        ticket: u64,
        /// The picture's file and size.
        key: Box<PictureKey>,
        /// The picture, or why it cannot be shown.
        outcome: Result<Arc<Picture>, &'static str>,
    },
    /// It is known how the terminal shows pictures.
    PicturesKnown {
        /// The terminal's way; `None` where they are only named.
        terminal: Option<Terminal>,
        /// True if a notice is to say it.
        notify: bool,
    },
    /// Text was found in a file.
    TextFound {
        /// The number of the ticket it was looked for with.
        ticket: u64,
        /// The places; a more complete answer may follow.
        found: TextMatches,
    },
    /// It was counted from how many places what hits show is called.
    CallersCounted {
        /// The number of the ticket they were counted with.
        ticket: u64,
        /// By the identity of the hit; what is no declaration is not among them.
        callers: HashMap<NodeKey, u32>,
    },
    /// A timer that the app armed has run down.
    TimerFired {
        /// The timer.
        timer: Timer,
        /// The generation it was armed with; an older one than the newest is ignored.
        generation: u64,
    },
    /// A command was given by name, as behind `:`.
    CommandGiven(String),
    /// A whole query was given, as when it is typed and run; an empty one asks nothing.
    QueryGiven(String),
    /// A row was chosen by its place: of the topmost list, of the tree, or of the results, whichever has the
    /// focus.
    RowChosen(usize),
    /// Rows were written to a file, or could not be: a sentence for people either way.
    ResultsWritten(String),
    /// A copy has arrived: where, or by which way; a clause for people.
    Copied(String),
    /// The state that outlives the process was read, perhaps after a change.
    StateRead(Box<SavedState>),
    /// The settings were read anew, because a file of them has changed or the user wanted it.
    SettingsRead(Box<Config>),
    /// A program that had the screen, such as the editor, was left, with what there is to say about it, or failed.
    EditorClosed(Result<String, ProgramError>),
    /// Files that differ from the commit that is checked out.
    ChangesFound {
        /// The number of the request.
        ticket: u64,
        /// Each with how it differs.
        files: Vec<(Arc<str>, ChangeState)>,
    },
    /// A program that ran beside docql is done; a sentence for people.
    ProgramEnded(String),
    /// Background work failed; a sentence for people.
    WorkerFailed(String),
    /// The window of the terminal has the focus again.
    FocusGained,
    /// The terminal has said whether it is light or dark.
    GroundSeen(ColourScheme),
    /// The program was asked to stop until it is continued.
    StopAsked,
    /// The program was stopped and goes on: the screen must be drawn anew.
    Resumed,
    /// The program was asked to end.
    Terminated,
}

/// Files that are not as they were; each list is sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileChanges {
    /// With other contents.
    pub edited: Vec<Arc<str>>,
    /// That were not there before.
    pub added: Vec<Arc<str>>,
    /// That are not there any more.
    pub removed: Vec<Arc<str>>,
    /// The number of those in `edited` that hold what they held: they were only touched, or written so lately that they
    /// had to be read again.
    pub same: usize,
    /// The number of those in `edited` that are not read again yet: they may hold anything.
    pub unread: usize,
}

/// A mouse event and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// The event.
    pub action: MouseAction,
    /// Column, from 0.
    pub column: u16,
    /// Row, from 0.
    pub row: u16,
}

/// A mouse event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseAction {
    /// The left button went down.
    Click,
    /// The left button went down twice in a short time.
    DoubleClick,
    /// The right button went down.
    Menu,
    /// The mouse moved with the left button down.
    Drag,
    /// The left button went up.
    Release,
    /// The wheel turned up.
    WheelUp,
    /// The wheel turned down.
    WheelDown,
}

/// Timers that the app can arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timer {
    /// A wrong query has stood long enough to be called an error.
    QueryError,
    /// A prefix key has waited long enough for its continuations to be listed.
    WhichKey,
    /// A toast has been shown long enough.
    Toast,
    /// The cursor has rested long enough for the file it stands on to be loaded.
    Settled,
    /// Typing has paused long enough for the list of completions.
    Popup,
    /// It has paused long enough for an example of the completion that is looked at.
    Example,
    /// The cursor has rested long enough for the uses of what it stands on to be counted.
    Uses,
    /// A query has run for one second more.
    Running,
}

/// How far a stage of indexing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexProgress {
    /// Files done.
    pub done: u32,
    /// Of how many.
    pub total: u32,
    /// The present stage, one word or two: `reading`.
    pub stage: &'static str,
}

/// What a query has found, or what is wrong with it.
#[derive(Debug)]
pub struct QueryAnswer {
    /// The rows, or what is wrong with the query.
    pub outcome: Result<Results, Vec<Diagnostic>>,
    /// The time it took; `None` where nobody measured.
    pub elapsed: Option<Duration>,
    /// True if a more complete answer to the same question follows.
    pub more_follows: bool,
}

/// A row of the outline of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineItem {
    /// Its identity.
    pub key: NodeKey,
    /// Its kind.
    pub kind: Kind,
    /// Its name or title.
    pub name: String,
    /// Its line, 1-based.
    pub line: u32,
    /// Its last line, inclusive.
    pub end_line: u32,
    /// The index of the row it belongs to.
    pub parent: Option<u32>,
    /// The number of rows that belong to it directly.
    pub children: u32,
    /// A query that yields it.
    pub query: String,
}

/// Queries to try in this workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Starters {
    /// Queries.
    pub queries: Vec<Starter>,
    /// Names to write examples with.
    pub names: ExampleNames,
}

/// Names of this workspace that examples are written with; `None` where there is nothing of the kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExampleNames {
    /// A type.
    pub class: Option<String>,
    /// One of its methods.
    pub method: Option<String>,
    /// A function.
    pub function: Option<String>,
    /// A word of headings.
    pub heading: Option<String>,
}

/// A query worth trying, made from what is in this workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starter {
    /// The text for the prompt.
    pub query: String,
    /// Its result in words: `48 top-level chapters`.
    pub note: String,
}

/// From how many places something is called, and how many tests reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses {
    /// Symbols that call or use it, as far as that is sure.
    pub callers: usize,
    /// Symbols that call what it implements or overrides, which may run another implementation.
    pub dispatched: usize,
    /// Symbols that call something of its name, which may be another.
    pub by_name: usize,
    /// Lines that name it, where nothing calls it.
    pub named: usize,
    /// Tests; `None` where none was found, and there are such of which no declarations are read.
    pub tests: Option<usize>,
}

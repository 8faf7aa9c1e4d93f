//! What the app asks for: requests, in the imperative, carried out by workers.

use super::message::Timer;
use super::saved::StateRequest;
use crate::app::state::pictures::{PictureKey, PictureSource};
use crate::app::state::preview::Target;
use crate::config::ImagesChoice;
use crate::docql::{Candidate, Hit, Results};
use crate::document::{NodeKey, Span};
use crate::pictures::Terminal;
use crate::stdx::Ticket;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// One request.
#[derive(Debug)]
pub enum Effect {
    /// Answer a query with `Msg::ResultsArrived`.
    RunQuery(QueryRequest),
    /// Find completions in the corpus, answer with `Msg::CompletionsArrived`.
    Complete {
        /// Permission to go on.
        ticket: Ticket,
        /// The query.
        text: String,
        /// The caret, in bytes.
        caret: usize,
    },
    /// Find an example of a completion in the corpus, answer with `Msg::ExampleFound`.
    FindExample {
        /// Permission to go on.
        ticket: Ticket,
        /// The query.
        text: String,
        /// What the completions of that text replace.
        all: Span,
        /// The completion.
        candidate: Box<Candidate>,
    },
    /// Parse a file for its outline, answer with `Msg::OutlineLoaded`.
    LoadOutline(Arc<str>),
    /// Prepare a file to be looked at, answer with `Msg::PreviewReady`, plain first, then in colours.
    LoadPreview(PreviewRequest),
    /// Prepare what was pinned, answer with `Msg::PinnedReady`.
    LoadPinned(PreviewRequest),
    /// Decode pictures, answer with `Msg::PictureMade` for each.
    LoadPictures(PictureRequest),
    /// Look for text in a whole file, answer with `Msg::TextFound`.
    FindText {
        /// Permission to go on.
        ticket: Ticket,
        /// The file.
        path: Arc<str>,
        /// What to look for, ignoring case.
        term: String,
    },
    /// Answer with `Msg::TimerFired` after a while.
    Arm {
        /// Which timer.
        timer: Timer,
        /// Comes back with the message.
        generation: u64,
        /// How long.
        after: Duration,
    },
    /// Leave the screen to the user's editor, answer with `Msg::EditorClosed`.
    OpenEditor {
        /// The file.
        path: Arc<str>,
        /// The line to start at; 0 for none.
        line: u32,
        /// Further files to open with it, where several rows are marked.
        also: Vec<Arc<str>>,
    },
    /// Put text on the clipboard.
    Copy(String),
    /// Write rows to a file, answer with `Msg::ResultsWritten`.
    WriteResults(WriteRequest),
    /// Read or change what outlives the process, answer with `Msg::StateRead`.
    State(StateRequest),
    /// Count from how many places what these hits show is called, answer with `Msg::CallersCounted`.
    CountCallers {
        /// Permission to go on.
        ticket: Ticket,
        /// The answer whose hits are meant.
        results: Arc<Results>,
    },
    /// Count the uses of what a query yields, answer with `Msg::UsesCounted`.
    CountUses {
        /// Permission to go on.
        ticket: Ticket,
        /// What it is.
        key: NodeKey,
        /// The query for it.
        query: String,
    },
    /// Look for changed files.
    Rescan,
    /// Read the settings anew, answer with `Msg::SettingsRead`.
    ReadSettings,
    /// Let the user edit their settings, then read them anew.
    EditSettings,
    /// Leave the screen to the manual.
    OpenManual,
    /// Stop the program as Ctrl-Z does elsewhere.
    Suspend,
    /// Switch mouse capture on or off.
    CaptureMouse(bool),
    /// Ask the terminal whether it is light or dark, answer with `Msg::GroundSeen`.
    AskGround,
    /// Find out how the terminal shows pictures, answer with `Msg::PicturesKnown`.
    AskPictures {
        /// How they are to be shown.
        choice: ImagesChoice,
        /// Whether the user is to be told.
        tell: bool,
    },
    /// Fail in the way a defect would, to test that the terminal survives it.
    Crash,
}

/// How the text of the prompt is to be read; decided by its first character alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Nothing is asked.
    Empty,
    /// A DocQL query.
    Docql,
    /// Search words.
    Words,
    /// A question: its words are searched.
    Question,
}

/// A query to run.
#[derive(Debug)]
pub struct QueryRequest {
    /// Permission to go on.
    pub ticket: Ticket,
    /// The text, without the sigil of a question.
    pub text: String,
    /// How to read it.
    pub reading: Reading,
    /// Whether it is still being typed: an open string is then read as the start of a name.
    pub live: bool,
    /// How many hits to present.
    pub limit: usize,
}

/// Rows to write as `file:line:column:text`.
#[derive(Debug)]
pub struct WriteRequest {
    /// The file as it was named, relative to the current directory.
    pub file: String,
    /// The rows.
    pub hits: Vec<Hit>,
    /// Whether a file that is there is replaced.
    pub replace: bool,
}

/// Pictures to decode.
#[derive(Debug)]
pub struct PictureRequest {
    /// Permission to go on.
    pub ticket: Ticket,
    /// Which, and how large; what is looked at comes first.
    pub wanted: Vec<PictureKey>,
    /// For which terminal.
    pub terminal: Terminal,
}

/// What a page that shows pictures is made with.
#[derive(Clone, Debug)]
pub struct PictureSpace {
    /// The width and height of a cell in pixels.
    pub cell: (u16, u16),
    /// The rows of the pane.
    pub height: u16,
    /// Pictures that cannot be shown, and why.
    pub failed: BTreeMap<PictureSource, &'static str>,
}

/// A preview to prepare.
#[derive(Debug)]
pub struct PreviewRequest {
    /// Permission to go on.
    pub ticket: Ticket,
    /// The file.
    pub path: Arc<str>,
    /// The line that will be looked at first; it is coloured first.
    pub line: u32,
    /// Whether the rendered form is wanted, where there is one.
    pub rendered: bool,
    /// Whether long lines of source are broken.
    pub wrap: bool,
    /// The width in cells of the pane.
    pub width: u16,
    /// The width in cells that prose is wrapped to, if the pane is wider.
    pub text_width: u16,
    /// How many columns of wide tables are scrolled away.
    pub skipped_columns: usize,
    /// So many bytes at the start of each line are left out: a window into very long lines.
    pub skipped_bytes: u64,
    /// The lines of the folds that are open.
    pub unfolded: BTreeSet<u32>,
    /// Whether all folds are open.
    pub unfold_all: bool,
    /// What it is compared with: the lines of a file.
    pub against: Option<Target>,
    /// The last line that belongs to what is looked at.
    pub end_line: u32,
    /// What pictures are shown with; `None` where they are only named.
    pub pictures: Option<PictureSpace>,
}

impl PreviewRequest {
    /// The source of a file around a line, at a width, with nothing else asked.
    pub fn source(ticket: Ticket, path: Arc<str>, line: u32, width: u16) -> PreviewRequest {
        PreviewRequest {
            ticket,
            path,
            line,
            rendered: false,
            wrap: false,
            width,
            text_width: width,
            skipped_columns: 0,
            skipped_bytes: 0,
            unfolded: BTreeSet::new(),
            unfold_all: false,
            against: None,
            end_line: 0,
            pictures: None,
        }
    }
}

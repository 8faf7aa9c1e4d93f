//! Effects: requests in the imperative, carried out by workers.

use super::message::Timer;
use super::page::PreviewRequest;
use super::picture::PictureRequest;
use super::saved::StateRequest;
use crate::config::{Action, ImagesChoice};
use crate::docql::{Candidate, Hit, Results};
use crate::document::{NodeKey, Span};
use crate::stdx::Ticket;
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
        /// The bytes that the completions of that text replace.
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
        /// The text to find, ignoring case.
        term: String,
    },
    /// Answer with `Msg::TimerFired` after a while.
    Arm {
        /// The timer.
        timer: Timer,
        /// Comes back with the message.
        generation: u64,
        /// The delay.
        after: Duration,
    },
    /// Open places in the user's editor, the first one in front: leave the screen to it, answer with
    /// `Msg::EditorClosed`; or let the one around docql open them, answer with `Msg::ProgramEnded`.
    OpenEditor(Vec<EditorPlace>),
    /// Run an action of the user's on rows: in the background, answer with `Msg::ProgramEnded`; or leave the screen to
    /// it, answer with `Msg::EditorClosed`.
    RunAction(Box<ActionRequest>),
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
        /// Its identity.
        key: NodeKey,
        /// The query for it.
        query: String,
    },
    /// Find the files that differ from the commit that is checked out, answer with `Msg::ChangesFound`.
    FindChanges(Ticket),
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
        /// The setting for pictures.
        choice: ImagesChoice,
        /// True if a notice is to say it.
        notify: bool,
    },
    /// Fail in the way a defect would, to test that the terminal survives it.
    Crash,
}

/// A place to be opened in an editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditorPlace {
    /// The file.
    pub path: Arc<str>,
    /// The line, from 1; 0 for none.
    pub line: u32,
    /// The column in bytes, from 1; 0 for none.
    pub column: u32,
    /// A line of text about it.
    pub text: String,
}

/// An action of the user's, and the rows it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRequest {
    /// The action.
    pub action: Action,
    /// The places of the rows, the one with the cursor first.
    pub places: Vec<EditorPlace>,
    /// The values of placeholders that need no file.
    pub values: Vec<(&'static str, String)>,
}

/// The reading of the prompt's text; decided by its first character alone.
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
    /// Its reading.
    pub reading: Reading,
    /// True while it is being typed: an open string is then read as the start of a name.
    pub live: bool,
    /// Hits to present, at most.
    pub limit: usize,
}

/// Rows to write as `file:line:column:text`.
#[derive(Debug)]
pub struct WriteRequest {
    /// The file as it was named, relative to the current directory.
    pub file: String,
    /// The rows.
    pub hits: Vec<Hit>,
    /// True if a file that is there is replaced.
    pub replace: bool,
}

//! What the app asks for: requests, in the imperative, carried out by workers.

use super::message::Timer;
use super::saved::StateRequest;
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
        /// The label of the row that is chosen, to be shown with an example.
        chosen: Option<String>,
    },
    /// Parse a file for its outline, answer with `Msg::OutlineLoaded`.
    LoadOutline(Arc<str>),
    /// Prepare a file to be looked at, answer with `Msg::PreviewReady`, plain first, then in colours.
    LoadPreview(PreviewRequest),
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
    },
    /// Put text on the clipboard.
    Copy(String),
    /// Read or change what outlives the process, answer with `Msg::StateRead`.
    State(StateRequest),
    /// Look for changed files.
    Rescan,
    /// Read the settings anew, answer with `Msg::SettingsRead`.
    ReadSettings,
    /// Let the user edit their settings, then read them anew.
    EditSettings,
    /// Stop the program as Ctrl-Z does elsewhere.
    Suspend,
    /// Switch mouse capture on or off.
    CaptureMouse(bool),
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
    /// The width in cells that text is wrapped to.
    pub width: u16,
}

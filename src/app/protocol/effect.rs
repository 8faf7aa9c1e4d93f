//! Effects: requests in the imperative, carried out by workers.

use super::message::Timer;
use super::page::{NamesRequest, PreviewRequest};
use super::picture::PictureRequest;
use super::saved::StateRequest;
use crate::config::{Action, ImagesChoice};
use crate::docql::{Candidate, Hit, Results, ascii_twin, begins_query};
use crate::document::{NodeKey, Span};
use crate::stdx::{Ticket, is_folded_trace};
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
    /// Find the names on some lines of a file that are declared elsewhere, answer with `Msg::NamesFound`.
    FindNames(NamesRequest),
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

/// What the prompt is set to look for; its text stays when that changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sought {
    /// What names, headings and texts say, or what a query yields.
    #[default]
    Contents,
    /// Files by their paths.
    Files,
    /// Directories by their paths.
    Directories,
}

impl Sought {
    /// What the prompt says that it looks for, and how that is kept; nothing where it looks for everything.
    pub fn id(self) -> &'static str {
        match self {
            Sought::Contents => "",
            Sought::Files => "files",
            Sought::Directories => "directories",
        }
    }

    /// What is kept under this name.
    pub(in crate::app) fn parse(id: &str) -> Sought {
        let all = [Sought::Files, Sought::Directories];
        all.into_iter().find(|sought| sought.id() == id).unwrap_or_default()
    }
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

/// The reading of the prompt's text; decided by what the prompt is set to look for and by the first character, alone.
/// Several lines, which can only be pasted, name places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptReading {
    /// Nothing is asked.
    Empty,
    /// A DocQL query.
    Docql,
    /// Search words.
    Words,
    /// A question: its words are searched.
    Question,
    /// A path of a file, or some of it.
    Files,
    /// A path of a directory, or some of it.
    Directories,
    /// A trace, messages, a diff: the places that they name.
    Places,
}

impl PromptReading {
    /// The reading of a text where contents are looked for, by its first character.
    pub(in crate::app) fn of(text: &str) -> PromptReading {
        let first = text.trim_start().chars().next();
        match first.map(|first| ascii_twin(first).unwrap_or(first)) {
            None => PromptReading::Empty,
            Some('$') if begins_query(text) => PromptReading::Docql,
            Some('?') => PromptReading::Question,
            Some(_) if text.trim().contains('\n') || is_folded_trace(text) => PromptReading::Places,
            Some(_) => PromptReading::Words,
        }
    }

    /// True if the text is a path.
    pub fn is_path(self) -> bool {
        matches!(self, PromptReading::Files | PromptReading::Directories)
    }
}

/// A query to run.
#[derive(Debug)]
pub struct QueryRequest {
    /// Permission to go on.
    pub ticket: Ticket,
    /// The text, without the sigil of a question.
    pub text: String,
    /// Its reading.
    pub reading: PromptReading,
    /// True while it is being typed: an open string is then read as the start of a name.
    pub live: bool,
    /// Hits to present, at most.
    pub limit: usize,
    /// The files that were looked at last, where files are looked for and nothing is typed; the last one first.
    pub recent: Vec<Arc<str>>,
}

/// Rows to write as `file:line:column:text`.
#[derive(Debug)]
pub struct WriteRequest {
    /// The file as it was named, relative to the current directory.
    pub file: String,
    /// The rows.
    pub hits: Vec<Hit>,
    /// What is to be said of them beside their number.
    pub note: String,
    /// True if a file that is there is replaced.
    pub replace: bool,
}

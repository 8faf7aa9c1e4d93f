//! The explorer without a terminal: `update(&mut Model, Msg) -> Vec<Effect>`.
//!
//! Facts come in as [`Msg`], keys become [`Command`]s through the keymap, requests go out as [`Effect`]s.
//! A pane is a row of [`PANES`], a state that implements [`Pane`] and a file that draws it; what a pane asks of the
//! rest it returns, and `update` carries it out. **Invariants:** no IO, no threads, no clock, no terminal; every text
//! query runs in a worker.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `protocol`: what comes in and goes out: messages, effects, commands, keymaps, pages, what is saved.
//! - `state`: what the explorer remembers: the model, the table of panes, and a file or folder per pane.
//! - `lists`: what is read off the model: what panels list, lines around the panes, what a selection stands for.
//! - `update`: what changes the model: messages and commands find their handlers.

mod lists;
mod protocol;
mod state;
mod update;

pub use lists::glyphs::{
    BOOKMARK, CALLED, CHANGED, CONFLICT, CURSOR, EDITED, FOLDED, GONE, HIDDEN, LEAVING, MARKED, MODIFIED, MORE, NEW,
    PARTIAL, PROBLEM, READ_AS, SIGNS, SignRow, THUMB, TICK, UNFOLDED, UNSURE,
};
pub use lists::keys::keys_of;
pub use lists::lines::crumbs::{BETWEEN, LEFT_OUT, ShownCrumb, shown_crumbs};
pub use lists::lines::hints::{Hint, Hints, hints};
pub use lists::lines::index_state::{IndexState, index_state};
pub use lists::lines::prompt_label::{prompt_label, prompt_start};
pub use lists::lines::results_title::{TitlePart, results_title};
pub use lists::panels::area::{body as panel_body, doc_lines as panel_doc_lines, frame as panel_frame};
pub use lists::selection::changed::sign as change_sign;
pub use lists::selection::uses::uses_summary;
pub use protocol::command::{COMMANDS, Command, CommandGroup, CommandRow};
pub use protocol::command_line::{named, nearest, read as read_command, usage};
pub use protocol::effect::{ActionRequest, EditorPlace, Effect, PromptReading, QueryRequest, Sought, WriteRequest};
pub use protocol::keymap::{Bound, Context, KEYMAPS, Keymap, Lookup};
pub use protocol::link::relative_path;
pub use protocol::message::{
    ExampleNames, FileChanges, IndexProgress, Mouse, MouseAction, Msg, OutlineItem, QueryAnswer, Starter, Starters,
    Timer, Uses,
};
pub use protocol::page::{NamesRequest, Page, PreviewRequest, PreviewTarget, StickyScope, TextMatches};
pub use protocol::picture::{PagePicture, PictureKey, PictureRequest, PictureSource, PictureSpace};
pub use protocol::program_error::ProgramError;
pub use protocol::saved::{
    ChosenTheme, PastQuery, SavedPin, SavedPlace, SavedSession, SavedState, SavedStep, StateRequest,
};
pub use protocol::secrets::looks_secret;
pub use state::arrangement::Arrangement;
pub use state::call_tree::{Branch, CallTree};
pub use state::changed_paths::ChangedPaths;
pub use state::layout::{Area, Layout, LayoutForm, PaneArea, layout};
pub use state::line::Line;
pub use state::model::{Model, QueryChoice, Toast};
pub use state::overlay::{Choice, Panel, PanelKind, PanelRow, Shown};
pub use state::pane::{Pane, PaneOut};
pub use state::panes::{Column, Focus, PANES, PaneRow, Speech};
pub use state::pictures::Pictures;
pub use state::preview::{Pinned, PreviewPane, Record, StopKind};
pub use state::prompt::Prompt;
pub use state::results::{
    Grouping, GroupingRow, MAX_LOADED, ResultRow, ResultsPane, Section, Sort, SortRow, behind_name, has_second_line,
    other_values, query_lines, spoken_hit,
};
pub use state::subject::{Crumb, Subject};
pub use state::toc::{Folding, Toc, TocRow};
pub use state::window::Window;
pub use update::go::session::farewell;
pub use update::keep::settings::configured;
pub use update::receive::{start, update};

/// The tutorial: its steps, and where the user is in it.
pub mod tutorial {
    pub use super::lists::lines::tutorial::{Part, STEPS, Step, asked, skip_keys};
    pub use super::state::tutorial::{ROWS, Tutorial};
}

//! The explorer without a terminal: `update(&mut Model, Msg) -> Vec<Effect>`.
//!
//! Facts come in as [`Msg`], keys become [`Command`]s through the keymap, requests go out as [`Effect`]s.
//! One file per pane holds its state and its update and returns `Out` values; `update.rs` only routes.
//! **Invariants:** no IO, no threads, no clock, no terminal; every text query runs in a worker.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `protocol`: what comes in and goes out: messages, effects, commands, keymaps, what is saved.
//! - `state`: what the explorer remembers: the model, and one file per pane.
//! - `lists`: what panels list: facets, reasons, vocabulary, hints, keys.
//! - `update`: what changes the model: messages and commands, one file per pane or concern.

mod lists;
mod protocol;
mod state;
mod update;

pub use lists::glyphs::{
    BOOKMARK, CALLED, CHANGED, CURSOR, FOLDED, HIDDEN, MARKED, MATCHES, MORE, PARTIAL, PROBLEM, READ_AS, SIGNS,
    SignRow, THUMB, TICK, UNFOLDED,
};
pub use lists::hints::{Hint, Hints, hints};
pub use lists::panels::{body as panel_body, doc_lines as panel_doc_lines, frame as panel_frame, keys_of};
pub use lists::results_title::{TitlePart, results_title};
pub use protocol::command::{COMMANDS, Command, CommandRow, Group};
pub use protocol::effect::{Effect, PictureRequest, PictureSpace, PreviewRequest, QueryRequest, Reading, WriteRequest};
pub use protocol::keymap::{Context, KEYMAPS, Keymap, Lookup};
pub use protocol::message::{
    Answer, ExampleNames, FileChanges, IndexProgress, Mouse, MouseAction, Msg, OutlineItem, Page, Starter, Starters,
    StickyScope, Timer,
};
pub use protocol::saved::{
    ChosenTheme, PastQuery, SavedPin, SavedPlace, SavedSession, SavedState, SavedStep, StateRequest,
};
pub use state::call_tree::{Branch, CallTree};
pub use state::crumbs::{BETWEEN, IndexState, LEFT_OUT, ShownCrumb, index_state, shown as shown_crumbs};
pub use state::layout::{Area, Arrangement, Focus, Form, Layout, PaneArea, layout};
pub use state::layout_target::Target;
pub use state::line::Line;
pub use state::model::{Crumb, Model, Subject, Toast};
pub use state::overlay::{Choice, Panel, PanelKind, PanelRow, Shown};
pub use state::pictures::{PagePicture, PictureKey, PictureSource, Pictures};
pub use state::preview::{Found, Pinned, PreviewPane, Record, StopKind, Target as PreviewTarget};
pub use state::prompt::Prompt;
pub use state::results::{MOST_LOADED, ResultsPane};
pub use state::results_groups::{GROUPINGS, Grouping, GroupingRow, Section};
pub use state::results_order::{SORTS, Sort, SortRow};
pub use state::results_rows::{Row, has_second_line};
pub use state::toc::{Folding, Toc, TocRow};
pub use state::tutorial;
pub use state::uses::{Uses, told as uses_told};
pub use state::window::Window;
pub use update::command_line::{ARGUMENTS, ArgumentRow, named, nearest, read as read_command, usage};
pub use update::links::relative_path;
pub use update::receive::{start, update};
pub use update::secrets::looks_secret;
pub use update::session::farewell;
pub use update::settings::configured;

//! The explorer as a dialogue in lines, for screen readers, terminals without a cursor, and scripts.
//!
//! It shares the explorer's logic: lines become the messages that keys and palette send to `app::update`, and workers
//! perform the same effects. Changes of the model are printed once, as sentences; nothing is drawn.
//!
//! The files, in reading order:
//!
//! - `reading`: parsing of input lines, by their first character and the names of commands.
//! - `session`: a session: the model, its workers, and waiting for them.
//! - `telling`: answers, places, lists and errors in sentences.
//! - `dialogue`: the loop of the dialogue: reads a line, updates the model, prints what changed.
//! - `beside`: everything but rows: the text of a file, the editor, the clipboard.
//! - `listing`: lists, a page at a time: rows, the tree, panels; and choosing from them by number.

mod beside;
mod dialogue;
mod listing;
mod reading;
mod session;
mod telling;

pub use dialogue::{Options, run};

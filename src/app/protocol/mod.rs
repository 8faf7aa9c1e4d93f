//! Everything that comes in and goes out: messages, effects, commands, keymaps, pages, saved state.
//!
//! - `command`: everything a user can do, one row each: keymap, hints, help and palette are read from this table.
//! - `command_line`: the line behind `:`: the name of a command, and the argument of one that takes one.
//! - `effect`: effects: requests in the imperative, carried out by workers.
//! - `keymap`: keys → commands, from a keymap of `assets/keymaps` and the user's bindings over it.
//! - `link`: targets of links in documents: an address outside of the workspace, or a path in it and an anchor.
//! - `message`: messages: facts, in the past tense.
//! - `page`: files made ready to be looked at: what a page is asked for with, and what it consists of.
//! - `picture`: pictures as requests and pages name them: the file they come from, and their size in cells.
//! - `program_error`: why a program that docql has started did not do what it was started for.
//! - `saved`: state that outlives the process: plain data that the app makes and takes; workers keep it in files.
//! - `secrets`: texts that look like secrets: a query that holds one is answered, but never kept in a file.

pub(super) mod command;
pub(super) mod command_line;
pub(super) mod effect;
pub(super) mod keymap;
pub(super) mod link;
pub(super) mod message;
pub(super) mod page;
pub(super) mod picture;
pub(super) mod program_error;
pub(super) mod saved;
pub(super) mod secrets;

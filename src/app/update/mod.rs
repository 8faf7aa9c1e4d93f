//! Changes of the model: handlers of messages and commands.
//!
//! A handler changes the model and adds the effects it asks for; none calls back up, so that each folder can be read
//! with those above it alone.
//!
//! - `follow`: what follows a selection: its page, pictures, breadcrumbs, its place in the tree; notices and timers.
//! - `keep`: what outlives the moment: query history, bookmarks, settings, the theme.
//! - `act`: what is done with rows: copying, editing, picking.
//! - `query`: from the text of the prompt to a query and its completions.
//! - `go`: moves, each a query and a place in the history: relations, links, bookmarks, the last session.
//! - `panes`: what panes and the prompt ask for is carried out; filters, order and arrangement.
//! - `command`: a command finds its handler, by key, by name or from a list.
//! - `receive`: a message finds its handler.

mod act;
mod command;
mod follow;
pub(super) mod go;
pub(super) mod keep;
mod panes;
mod query;
pub(super) mod receive;

//! What changes the model: messages and commands, one file per pane or concern.

mod arranging;
mod changed;
pub(super) mod command_line;
mod copying;
mod dispatch;
mod editing;
mod filtering;
mod in_panels;
pub(super) mod links;
mod marks;
mod mouse;
pub(super) mod navigation;
pub(super) mod notices;
mod opening;
mod picking;
pub(super) mod pinning;
mod query_flow;
pub(super) mod receive;
pub(super) mod secrets;
pub(super) mod selection_sync;
pub(super) mod session;
pub(super) mod settings;
mod siblings;

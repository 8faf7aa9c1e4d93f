//! Everything that comes in and goes out: messages, effects, commands, keymaps, pages, saved state.

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

//! What comes in and goes out: messages, effects, commands, keymaps, what is saved.

pub(super) mod command;
pub(super) mod effect;
pub(super) mod keymap;
pub(super) mod message;
pub(super) mod saved;

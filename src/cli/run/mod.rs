//! The common part of all subcommands: arguments, settings, the workspace, progress.

pub(super) mod args;
pub(super) mod bar;
pub(super) mod exit;
pub(super) mod open;
pub(super) mod settings;

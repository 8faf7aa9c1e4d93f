//! What every subcommand needs: arguments, settings, the workspace, progress.

pub(super) mod args;
pub(super) mod bar;
pub(super) mod exit;
pub(super) mod open;
pub(super) mod settings;

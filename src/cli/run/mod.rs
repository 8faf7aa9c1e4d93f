//! The common part of all subcommands: settings, the workspace, progress.

pub(super) mod bar;
pub(super) mod databases;
pub(super) mod exit;
pub(super) mod models;
pub(super) mod open;
pub(super) mod settings;

//! The common part of all subcommands: settings, the workspace, progress.
//!
//! - `around`: the repository around the current directory, where a query names files from its root.
//! - `bar`: the progress of indexing: a bar on a terminal's standard error, once it takes long enough to wonder.
//! - `databases`: databases that `--db` and the settings open.
//! - `exit`: exit codes: 0 found, 1 nothing found, 2 could not be done.
//! - `models`: the language models that the settings name.
//! - `open`: opening a workspace from arguments.
//! - `settings`: the settings of this user and this workspace, for every subcommand.

pub(super) mod around;
pub(super) mod bar;
pub(super) mod databases;
pub(super) mod exit;
pub(super) mod models;
pub(super) mod open;
pub(super) mod settings;

//! The command line: subcommands, exit codes; the only module that prints.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `arguments`: what may be given on the command line.
//! - `run`: what every subcommand needs: settings, the workspace, progress.
//! - `ask`: subcommands that answer: query, search, ask, sql, show, toc, pick, places, skipped, complete, explain.
//! - `keep`: subcommands that look after docql: index, config, doctor.
//! - `agents`: subcommands that serve agents and other programs: mcp, serve.
//! - `manual`: subcommands that tell: help and the manual, manual page, completions, shell, tutorial.
//! - `eval`: the subcommand that measures answers.
//! - `dispatch`: arguments → the subcommand.

mod agents;
mod arguments;
mod ask;
mod eval;
mod keep;
mod manual;
mod run;

mod dispatch;

pub use arguments::command_line;
pub use dispatch::run;
pub use manual::keys::keys_tables;
pub use manual::pages::{PAGES, Page};

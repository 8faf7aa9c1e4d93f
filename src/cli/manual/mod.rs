//! Subcommands that tell: help and the manual, manual page, completions, keys of shells, tutorial.
//!
//! - `browse`: the manual in the explorer: a workspace made of its pages.
//! - `completions`: `docql completions SHELL`: a script that completes subcommands, options, and the query itself.
//! - `help`: `docql help`: the manual, its pages, and what the vocabulary says of a name.
//! - `keys`: the tables of keys in the manual.
//! - `man`: `docql man`: the manual page, from the table of arguments, the table of commands and the vocabulary.
//! - `pages`: the manual: Markdown pages that are part of the program, one row each.
//! - `shell`: `docql shell SHELL`: keys of a shell that choose files, directories and earlier queries in the explorer.
//! - `tutorial`: `docql tutorial`: ten steps on a small workspace that is in the program.
//! - `unpacked`: a workspace that is part of the program, unpacked for as long as an explorer is open on it.

mod browse;
pub(super) mod completions;
pub(super) mod help;
pub(super) mod keys;
pub(super) mod man;
pub(super) mod pages;
pub(super) mod shell;
pub(super) mod tutorial;
mod unpacked;

//! Text as it was typed: where it stands word after word, the templates that messages with values were made from, and
//! whether what looks like options and filters is text.
//!
//! - `anchors`: where two words of a message stand side by side: there a program may have made it, however frequent each
//!   word is.
//! - `beside`: places that quote a message beside the strings of programs that make it.
//! - `columns`: where a table, or a column of one, is defined.
//! - `commands`: where a command with colons in its name is declared.
//! - `copied`: a call that was copied, which is read as a name, and where it stands.
//! - `declared`: declarations of a name in languages whose programs have no outline.
//! - `entries`: entries of the index of words, and what stands at the places in them.
//! - `flags`: where an option of a program is declared.
//! - `identifiers`: where the one identifier that was typed stands as it was typed.
//! - `keys`: where keys of data and settings are defined, and where variables of the environment are read.
//! - `mentioned`: what an identifier among several words is the name of.
//! - `messages`: messages with values in them, and the strings of programs that they were made from.
//! - `places`: the channel of text as it was typed: places that hold it word after word, or the template of it.
//! - `raising`: the strings of a program that what it has raised was made from.
//! - `routes`: the route that an address leads to, in several files.
//! - `runs`: the longest run of the words of a message that stands somewhere.
//! - `settle`: what looks like options and filters, and is the text of a message: decided by what the workspace says.
//! - `tags`: what pages say in their tags and scripts, which is no part of their text.
//! - `typed`: what was typed as a pattern: its words one after another, however a program breaks the line between them.
//! - `unindexed`: what the index of words does not know: signs, parts of words, large files.

mod anchors;
mod beside;
mod columns;
mod commands;
mod copied;
mod declared;
mod entries;
mod flags;
mod identifiers;
pub(super) mod keys;
mod mentioned;
mod messages;
pub(super) mod places;
pub(super) mod raising;
pub(super) mod routes;
mod runs;
pub(super) mod settle;
pub(super) mod tags;
pub(super) mod typed;
mod unindexed;

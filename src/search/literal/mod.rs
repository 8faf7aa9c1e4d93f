//! Text as it was typed: where it stands word after word, the templates that messages with values were made from, and
//! whether what looks like options and filters is text.
//!
//! - `anchors`: where two words of a message stand side by side: there a program may have made it, however frequent each
//!   word is.
//! - `beside`: places that quote a message beside the strings of programs that make it.
//! - `declared`: declarations of a name in languages whose programs have no outline.
//! - `fits`: strings that a message may be made of, beside one another: the likeliest of each part, and the cause
//!   first.
//! - `identifiers`: where the one identifier that was typed stands as it was typed.
//! - `links`: the links of a chain of errors: what passes one on writes its own words before it.
//! - `macros`: macros between strings, which say how a value is written.
//! - `made`: messages as programs write them: strings with placeholders, and strings that are put together with values.
//! - `mentioned`: what an identifier among several words is the name of.
//! - `own`: what a string has of the links of a chain of errors that its words stand in.
//! - `places`: the channel of text as it was typed: places that hold it word after word, or the template of it.
//! - `raising`: the strings of a program that what it has raised was made from.
//! - `runs`: the longest run of the words of a message that stands somewhere.
//! - `settle`: what looks like options and filters, and is the text of a message: decided by what the workspace says.
//! - `speaker`: who speaks in front of a message, and how bad it is.
//! - `statements`: lines that belong together, and the strings in them, which may go on over lines.
//! - `tags`: what pages say in their tags and scripts, which is no part of their text.
//! - `template`: templates of messages: a message with values in it → the string with placeholders that it was made
//!   from.
//! - `typed`: what was typed as a pattern: its words one after another, however a program breaks the line between them.
//! - `walk`: the fragments of a string with placeholders, found in a message one behind the other.

mod anchors;
mod beside;
mod declared;
mod fits;
mod identifiers;
mod links;
mod macros;
mod made;
mod mentioned;
mod own;
pub(super) mod places;
pub(super) mod raising;
mod runs;
pub(super) mod settle;
mod speaker;
mod statements;
pub(super) mod tags;
mod template;
pub(super) mod typed;
mod walk;

//! Messages with values in them, and the strings of programs that they were made from.
//!
//! - `fits`: strings that a message may be made of, beside one another: the likeliest of each part, and the cause
//!   first.
//! - `links`: the links of a chain of errors: what passes one on writes its own words before it.
//! - `macros`: macros between strings, which say how a value is written.
//! - `made`: messages as programs write them: strings with placeholders, and strings that are put together with values.
//! - `own`: what a string has of the links of a chain of errors that its words stand in.
//! - `speaker`: who speaks in front of a message, and how bad it is.
//! - `statements`: lines that belong together, and the strings in them, which may go on over lines.
//! - `stock`: words that messages have in common.
//! - `template`: templates of messages: a message with values in it → the string with placeholders that it was made
//!   from.
//! - `walk`: the fragments of a string with placeholders, found in a message one behind the other.

pub(super) mod fits;
pub(super) mod links;
pub(super) mod macros;
pub(super) mod made;
pub(super) mod own;
pub(super) mod speaker;
pub(super) mod statements;
mod stock;
pub(super) mod template;
pub(super) mod walk;

//! What lines of a text say: of a setting, an option, a key.
//!
//! - `keyed`: what a line does for a key that a question writes without quotes.
//! - `seeker`: the lines of a text that hold most of what a question asks.
//! - `shows`: whether lines only show how a program is used.
//! - `setting`: whether a line gives a setting its value where nobody has set it.
//! - `statements`: where a statement ends that a line begins, and what lies below a line.
//! - `text_lines`: the text that a file is read as, by its lines.
//! - `token`: whether a line says what an option is, or reads it.
//! - `value`: the value that a line gives a name.

pub(in crate::agent) mod keyed;
pub(in crate::agent::passages) mod seeker;
pub(in crate::agent) mod setting;
mod shows;
pub(in crate::agent::passages) mod statements;
pub(in crate::agent) mod text_lines;
pub(in crate::agent) mod token;
pub(in crate::agent::passages) mod value;

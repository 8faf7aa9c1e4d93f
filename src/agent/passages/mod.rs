//! Steps, the passages that they find, and the few of those that are shown.
//!
//! - `passage`: steps and the passages that they find.
//! - `asked`: the words of a question that an answer has to hold.
//! - `judge`: how much of the question the evidence answers.
//! - `named`: whether passages hold the names of a question whole.
//! - `shown`: a passage that is shown, and what is shown as one with it.
//! - `twins`: pages that are there in several languages, or of several versions.
//! - `evidence`: passages → the few that are shown, within a budget.
//! - `statements`: where a statement ends that a line begins, and what lies below a line.
//! - `token`: whether a line says what an option is, or reads it.
//! - `keyed`: what a line does for a key that a question writes without quotes.
//! - `seeker`: the lines of a text that hold most of what a question asks.
//! - `reading`: hits of the engine → passages with their text.
//! - `text_lines`: the text that a file is read as, by its lines.
//! - `reported`: where a report says to look.
//! - `setting`: whether a line gives a setting its value where nobody has set it.
//! - `value`: the value that a line gives a name.
//! - `declared`: whether a declaration says what a setting is by default.
//! - `listed`: passages of what a list holds; lists of words.
//! - `tested`: tests of a name, the nearest first.
//! - `label`: what the lines of a passage are called.

pub(super) mod asked;
pub(super) mod declared;
pub(super) mod evidence;
pub(super) mod judge;
pub(super) mod keyed;
pub(super) mod label;
mod listed;
pub(super) mod named;
pub(super) mod passage;
pub(super) mod reading;
pub(super) mod reported;
mod seeker;
pub(super) mod setting;
pub(super) mod shown;
mod statements;
pub(super) mod tested;
pub(super) mod text_lines;
pub(super) mod token;
pub(super) mod twins;
mod value;

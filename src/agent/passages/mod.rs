//! Steps, the passages that they find, and the few of those that are shown.
//!
//! - `passage`: steps and the passages that they find.
//! - `asked`: the words of a question that an answer has to hold.
//! - `judge`: how much of the question the evidence answers.
//! - `named`: whether passages hold the names of a question whole.
//! - `shown`: a passage that is shown, and what is shown as one with it.
//! - `twins`: pages that are there in several languages, or of several versions.
//! - `evidence`: passages → the few that are shown, within a budget.
//! - `reading`: hits of the engine → passages with their text.
//! - `reported`: where a report says to look.
//! - `declared`: whether a declaration says what a setting is by default.
//! - `sought`: lines that set what a question seeks by what it is about.
//! - `listed`: passages of what a list holds; lists of words.
//! - `tested`: tests of a name, the nearest first.
//! - `label`: what the lines of a passage are called.
//! - `lines`: what lines of a text say: of a setting, an option, a key.

pub(super) mod asked;
pub(super) mod declared;
pub(super) mod evidence;
pub(super) mod judge;
pub(super) mod label;
pub(super) mod lines;
mod listed;
pub(super) mod named;
pub(super) mod passage;
pub(super) mod reading;
pub(super) mod reported;
pub(super) mod shown;
pub(super) mod sought;
pub(super) mod tested;
pub(super) mod twins;

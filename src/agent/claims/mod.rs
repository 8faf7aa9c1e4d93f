//! Claims of an answer that a model has written, checked against what they cite: by rules alone, without effects.
//!
//! - `sentences`: text as it is written → whole sentences.
//! - `items`: what of a sentence has to stand in its source: numbers, names, quotations.
//! - `polarity`: whether a sentence and its source say yes or no to the same.
//! - `check`: a sentence → its verdict.

mod check;
mod items;
mod polarity;
mod sentences;

pub use check::{CitedText, Claim, Verdict, check};
pub(super) use items::{identifiers, numbers};
pub(super) use polarity::{is_negated, opposites_in};
pub use sentences::Sentences;

//! Text without domain terms.
//!
//! - `finder`: case-insensitive search for an ASCII needle in many short names, at memory speed.
//! - `folded`: traces in one line, whose line breaks are escaped or have become spaces, as lines again.
//! - `words`: case-insensitive searches, edit distance, counts and sizes in words.

mod finder;
mod folded;
mod words;

pub use finder::AsciiFinder;
pub use folded::{is_folded_trace, unfolded};
pub use words::{
    contains_ignoring_case, counted, edit_distance, ends_with_ignoring_case, find_ascii, find_ignoring_case, grouped,
    holds_word, size, starts_with_ignoring_case,
};

//! Full text over the workspace: one entry per section, declaration or run of lines, found by BM25.
//!
//! Bodies are indexed, not stored: a hit is a file and a range of bytes, and its text is read from the file.
//! **Invariants:** the same words come out of a text and of a query about it, because both go through
//! [`words`]; filters apply before the best are chosen; the order of hits is the same on every run.

mod fields;
mod query;
mod tokens;
mod words;

pub use fields::{TextFields, TextIndex};
pub use query::{FullText, TextHit, TextHits, TextQuery};
pub use words::{Word, any_part, fold_words, words};

//! Full text over the workspace: one entry per section or run of lines, found by BM25.
//!
//! Bodies are indexed, not stored: a hit is a file and a range of bytes, and its text is read from the file.
//! **Invariants:** the same words come out of a text and of a query about it, because both go through
//! [`words`]; filters apply before the best are chosen; the order of hits is the same on every run.

mod coverage;
mod fields;
mod hit_words;
mod nearby;
mod overlay;
mod phrases;
mod query;
mod search;
mod statistics;
mod stems;
mod terms;
mod tokens;
mod words;

pub use coverage::{Coverage, Sought, Weighted};
pub use fields::{TextFields, TextFiles, TextIndex, TextProblem};
pub use hit_words::HitWords;
pub use phrases::Phrase;
pub use query::TextQuery;
pub use search::{FullText, TextHit, TextHits, TextPlaces};
pub use stems::Stems;
pub use terms::Terms;
pub use words::{Word, each_folded_word, fold_words, is_cjk, words};

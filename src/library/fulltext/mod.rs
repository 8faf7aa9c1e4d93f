//! Full text over the workspace: one entry per section or run of lines, found by BM25.
//!
//! Bodies are indexed, not stored: a hit is a file and a range of bytes, and its text is read from the file.
//! **Invariants:** the same words come out of a text and of a query about it, because both go through
//! [`words`]; filters apply before the best are chosen; the order of hits is the same on every run.
//!
//! - `blocks`: blocks of lines: what the passages of a long section are made of.
//! - `by_file`: whole files by the words that they hold.
//! - `coverage`: the coverage of a query by a text: BM25 of the text alone, as a share of the best that a text could
//!   reach.
//! - `fields`: the fields of the full-text index, the index in memory or in a directory, and one moment of it.
//! - `files`: the files of an index in a directory as one commit names them, to be compared with what was written.
//! - `hit_words`: the lines of an entry that hold words of the query it was found by.
//! - `mentions`: the files whose code holds a name as a word of its own.
//! - `nearby`: words of the index that are spelled much like one that was written.
//! - `overlay`: a full-text index that another process owns, to be added to: what is new is kept in memory, what is
//!   there is read.
//! - `phrases`: phrases: the index says which entries hold all of the words, the text says whether in this order.
//! - `query`: questions to the full-text index: words, phrases, exclusions as the index's own queries.
//! - `rarity`: the rarity of words: how many entries hold each, and what it weighs for that.
//! - `recorded`: the directory of a full-text index, with a record of what was written to it: a checksum of each file,
//!   and a number that no other index has.
//! - `search`: asking the index: the best entries among the files that count, phrases checked against the text.
//! - `statistics`: what BM25 knows of an index: counts of the entries that are there, however the index came to hold
//!   them.
//! - `stems`: english stems.
//! - `terms`: the terms of one entry: every word in lower case, its parts and its stem, each once, with how often it
//!   counts.
//! - `tokens`: the tokenizer of the full-text index: reads the terms that `terms` has written, nothing else.
//! - `words`: words of any text: prose, identifiers with their parts, CJK as overlapping pairs.

mod blocks;
mod by_file;
mod coverage;
mod fields;
mod files;
mod hit_words;
mod mentions;
mod nearby;
mod overlay;
mod phrases;
mod query;
mod rarity;
mod recorded;
mod search;
mod statistics;
mod stems;
mod terms;
mod tokens;
mod words;

pub use by_file::WeighedWord;
pub use coverage::{Coverage, SoughtTerm, Weighted};
pub use fields::{TextFields, TextIndex, TextProblem};
pub use files::{TextFiles, TextMark};
pub use hit_words::HitWords;
pub use phrases::Phrase;
pub use query::TextQuery;
pub use search::{FullText, TextHit, TextHits, TextPlaces};
pub use stems::Stems;
pub use terms::Terms;
pub use words::{Word, each_folded_word, fold_words, is_cjk, words};

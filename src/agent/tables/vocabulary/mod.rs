//! The words by which rows are asked for.
//!
//! - `words`: the words by which a question asks for counts, sums, ranges.
//! - `number_words`: words that compare numbers, and say what is measured.
//! - `matter_words`: words of questions about what is written in rows, and about programs beside them.
//! - `moments`: the days, months and years that words name.
//! - `chinese`: Chinese questions, word for word.

pub(in crate::agent::tables) mod chinese;
pub(in crate::agent::tables) mod matter_words;
pub(in crate::agent::tables) mod moments;
pub(in crate::agent::tables) mod number_words;
pub(in crate::agent::tables) mod words;

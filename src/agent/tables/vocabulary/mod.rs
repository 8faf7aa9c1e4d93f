//! The words by which rows are asked for.
//!
//! - `words`: the words by which a question asks for counts, sums, ranges.
//! - `number_words`: words that compare numbers.
//! - `measures`: what columns measure, and how that is said.
//! - `matter_words`: words of questions about what is written in rows, and about programs beside them.
//! - `moments`: the days, months and years that words name.
//! - `relative`: times that are told from today.
//! - `periods`: years, months and days by which rows are grouped.
//! - `relation_words`: words by which is said that rows belong to others, and what was done with them.
//! - `called`: what people call rows.
//! - `people`: how people are called, and what they do.
//! - `letters`: letters without their marks.
//! - `chinese`: Chinese questions, word for word.
//! - `chinese_order`: the order of their words, as in English.

pub(in crate::agent::tables) mod called;
pub(in crate::agent::tables) mod chinese;
pub(in crate::agent::tables) mod chinese_order;
pub(in crate::agent::tables) mod letters;
pub(in crate::agent::tables) mod matter_words;
pub(in crate::agent::tables) mod measures;
pub(in crate::agent::tables) mod moments;
pub(in crate::agent::tables) mod number_words;
pub(in crate::agent::tables) mod people;
pub(in crate::agent::tables) mod periods;
pub(in crate::agent::tables) mod relation_words;
pub(in crate::agent::tables) mod relative;
pub(in crate::agent::tables) mod words;

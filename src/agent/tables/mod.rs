//! Questions about rows – how many, how much, which – as SQL that anybody could enter, or as a query that filters rows first
//! and searches those that are left, from the names of tables and columns and the values in them.
//!
//! SQL is composed only where every word of a question is understood: a word that is left over might change the answer.
//! Where conditions are understood and other words are left, those are searched for among the rows that meet them.
//!
//! - `words`: the words by which a question asks for counts, sums, ranges.
//! - `number_words`: words that compare numbers, and say what is measured.
//! - `matter_words`: words of questions about what is written in rows, and about programs beside them.
//! - `moments`: the days, months and years that words name.
//! - `schema`: the tables that there are.
//! - `identifiers`: names as SQL.
//! - `related`: the tables that one refers to, whose columns stand behind its own.
//! - `values`: the values of columns.
//! - `conditions`: conditions of rows, as SQL and as a filter.
//! - `asked`: the words of a question, and which are understood.
//! - `understood`: the conditions and groups that they say.
//! - `amounts`: numbers that compare columns.
//! - `flags`: columns that say yes or no, and numbers that do.
//! - `texts`: the values that they say, and of which columns.
//! - `orders`: superlatives.
//! - `chinese`: Chinese questions, word for word.
//! - `filled`: whether columns hold something.
//! - `compose`: a question and a table → what is read of it.
//! - `statement`: what is read → SQL.
//! - `filter`: a question and a table → a query that filters, then searches.
//! - `shown`: a row as it is shown: its fields, and the sentence that says most.
//! - `counted`: which of the two, and its answer.

mod amounts;
mod asked;
mod chinese;
mod compose;
mod conditions;
mod counted;
mod filled;
mod filter;
mod flags;
mod identifiers;
mod matter_words;
mod moments;
mod number_words;
mod orders;
mod related;
mod schema;
mod shown;
mod statement;
mod texts;
mod understood;
mod values;
mod words;

pub(super) use counted::{Asking, Tabled, counted};
pub use counted::{Counted, Route};

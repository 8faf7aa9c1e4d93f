//! Questions about rows – how many, how much, which – as SQL that anybody could enter, or as a query that filters rows first
//! and searches those that are left, from the names of tables and columns and the values in them.
//!
//! SQL is composed only where every word of a question is understood: a word that is left over might change the answer.
//! Where conditions are understood and other words are left, those are searched for among the rows that meet them.
//!
//! - `words`: the words by which a question asks for counts, sums, ranges.
//! - `moments`: the days, months and years that words name.
//! - `schema`: the tables that there are, and the values of their columns.
//! - `conditions`: conditions of rows, as SQL and as a filter.
//! - `asked`: the words of a question, and which are understood.
//! - `understood`: the conditions and groups that they say.
//! - `compose`: a question and a table → SQL.
//! - `filter`: a question and a table → a query that filters, then searches.
//! - `shown`: a row as it is shown: its fields, and the sentence that says most.
//! - `counted`: which of the two, and its answer.

mod asked;
mod compose;
mod conditions;
mod counted;
mod filter;
mod moments;
mod schema;
mod shown;
mod understood;
mod words;

pub use counted::{Counted, Route};
pub(super) use counted::{Tabled, counted};

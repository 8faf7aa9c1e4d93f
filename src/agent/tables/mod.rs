//! Questions about rows – how many, how much, which – as SQL that anybody could enter, from the names of tables and columns
//! and the values in them.
//!
//! A question is composed only where every word of it is understood: a word that is left over might change the answer.
//!
//! - `schema`: the tables that there are, and the values of their columns.
//! - `words`: the words by which a question asks for counts, sums, ranges.
//! - `compose`: a question and a table → SQL.
//! - `counted`: the answer of that SQL.

mod compose;
mod counted;
mod schema;
mod words;

pub use counted::Counted;
pub(super) use counted::counted;

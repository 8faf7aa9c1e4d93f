//! Questions about rows – how many, how much, which – as SQL that anybody could enter, or as a query that filters rows first
//! and searches those that are left, from the names of tables and columns and the values in them.
//!
//! SQL is composed only where every word of a question is understood: a word that is left over might change the answer.
//! Where conditions are understood and other words are left, those are searched for among the rows that meet them.
//!
//! - `vocabulary`: the words by which rows are asked for.
//! - `schema`: the tables that there are, and conditions of their rows.
//! - `reading`: what a question says of a table.
//! - `clauses`: what a question says of several tables, clause by clause.
//! - `answer`: SQL or a query of it, and what that finds.

mod answer;
mod clauses;
mod reading;
mod schema;
mod vocabulary;

pub(super) use answer::answered::{Asking, Tabled};
pub use answer::answered::{Counted, Route};
pub(super) use answer::counted::{counted, pages_asked};
pub(super) use answer::looked::looked;

//! What was read of a question → SQL or a query, and what it finds.
//!
//! - `statement`: what is read → SQL.
//! - `compose`: a question and a table → what is read of it.
//! - `filter`: a question and a table → a query that filters, then searches.
//! - `shown`: a row as it is shown: its fields, and the sentence that says most.
//! - `counted`: which of the two, and its answer.

pub(in crate::agent::tables) mod compose;
pub(in crate::agent::tables) mod counted;
pub(in crate::agent::tables) mod filter;
pub(in crate::agent::tables) mod shown;
pub(in crate::agent::tables) mod statement;

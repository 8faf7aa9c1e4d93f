//! What was read of a question → SQL or a query, and what it finds.
//!
//! - `answered`: what databases say to a question.
//! - `statement`: what is read → SQL.
//! - `in_order`: rows of one table in an order, as SQL.
//! - `ties`: rows that are equal to the last of those that are asked for.
//! - `asides`: rows that are told beside a count: those of which a column says nothing.
//! - `read`: a question and a table → what is read of it.
//! - `compose`: a question and a table → SQL, or what is not understood.
//! - `filter`: a question and a table → a query that filters, then searches.
//! - `readings`: other ways to read a question.
//! - `searched`: what such a query finds, or which rows come nearest.
//! - `looked`: rows that hold words of a question that no index has.
//! - `shown`: a row as it is shown: its fields, and the sentence that says most.
//! - `by_sql`: SQL → what the database of its table says.
//! - `names`: rows that are called what is asked about.
//! - `meant`: which of several tables that would answer are meant.
//! - `by_clauses`: what is asked of several tables, where no table by itself answers.
//! - `edges`: what rows are to each other, where a table has a column for that.
//! - `counted`: which of the two, and its answer.

pub(in crate::agent::tables) mod answered;
mod asides;
mod by_clauses;
mod by_sql;
pub(in crate::agent::tables) mod compose;
pub(in crate::agent::tables) mod counted;
mod edges;
pub(in crate::agent::tables) mod filter;
mod in_order;
pub(in crate::agent::tables) mod looked;
mod meant;
pub(in crate::agent::tables) mod names;
mod read;
mod readings;
pub(in crate::agent::tables) mod searched;
pub(in crate::agent::tables) mod shown;
pub(in crate::agent::tables) mod statement;
pub(in crate::agent::tables) mod ties;

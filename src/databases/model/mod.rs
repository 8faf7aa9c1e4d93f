//! What databases are asked, and what they answer, whichever they are.
//!
//! - `answering`: the seam: whatever answers for a database.
//! - `article`: a row with long text as a document: its title, fields and texts.
//! - `condition`: conditions on the rows of a table, as far as a database may be asked them.
//! - `problem`: what can go wrong with a database, in sentences for people: what, and what can be done.
//! - `question`: questions to a database, and answers.
//! - `row_names`: what rows of servers are called as documents: a directory for each table, a file for each piece of
//!   it, a number for each row.
//! - `schema`: the schema of a database: tables, columns, what they hold.

mod answering;
mod article;
mod condition;
mod problem;
pub(super) mod question;
mod row_names;
mod schema;

pub(super) use answering::Answering;
pub use article::Article;
pub use condition::{Condition, Order};
pub use problem::DatabaseProblem;
pub use question::{Count, KeyedRow, RowQuery, SqlAnswer};
pub use row_names::{file_name, piece_name, row_number_of};
pub use schema::{Affinity, ColumnSchema, TableSchema, ValueClass};

//! What databases are asked, and what they answer, whichever they are.

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

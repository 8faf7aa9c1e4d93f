//! Where a table, or a column of one, is defined: in the schema that a framework keeps, or in SQL. Who names a column with
//! its table, as databases do in their messages, means that line.
//!
//! - `dialects`: ways to define tables and their columns: schemas and migrations of frameworks, and SQL.
//! - `find`: the lines that define a table, or a column of one, that was named.

mod dialects;
mod find;

pub(super) use find::of_name;

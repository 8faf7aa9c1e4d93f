//! Questions about several tables, clause by clause: what is shown, of which rows, under which conditions, in which order.
//!
//! Each word of a question is looked for among the names of tables and columns, the values that stand in them, and a closed
//! set of words that ask, compare, group and sort. A clause is what stands between two of these. Where a word is left over,
//! or may be of two columns, nothing is composed: an answer leaves out nothing of the question.
//!
//! - `sayings`: the closed set of words.
//! - `measures`: adjectives of rows, and the columns that measure what they say.
//! - `pieces`: a question → its pieces, each with all that it may name.
//! - `clause`: what clauses say.
//! - `parts`: pieces → clauses; what a table says there.
//! - `said_of`: what a column, a value, a number says there.
//! - `resolve`: which of several columns is meant.
//! - `paths`: the way from a table to another one.
//! - `sql`: clauses → one statement.
//! - `within`: conditions of what belongs to rows, as SQL.

mod clause;
mod measures;
mod parts;
mod paths;
mod pieces;
mod resolve;
mod said_of;
mod sayings;
mod sql;
mod within;

use super::answer::statement::Statement;
use super::reading::asked::Asked;
use super::reading::values::Text;
use super::schema::catalog::Table;

/// The statement that a question asks tables of one database, and the table that it is about; `None` unless each of its
/// words says something, and what it says is clear. `values` holds what stands in the columns of each table.
pub(in crate::agent::tables) fn statement(
    asked: &Asked,
    tables: &[Table],
    values: &[Vec<Text>],
) -> Option<(usize, Statement)> {
    let pieces = pieces::pieces(asked, tables, values)?;
    let clauses = parts::read(&pieces)?;
    sql::statement(clauses, tables)
}

//! Questions about several tables, clause by clause: what is shown, of which rows, under which conditions, in which order.
//!
//! Each word of a question is looked for among the names of tables and columns, the values that stand in them, and a closed
//! set of words that ask, compare, group and sort. A clause is what stands between two of these. Where a word is left over,
//! or may be of two columns, nothing is composed: an answer leaves out nothing of the question.
//!
//! - `sayings`: the closed set of words.
//! - `fillers`: words that say nothing by themselves.
//! - `measures`: adjectives of rows, and the columns that measure what they say.
//! - `names`: what tables are called.
//! - `pieces`: a question → its pieces, each with all that it may name.
//! - `clause`: what clauses say.
//! - `parts`: pieces → clauses.
//! - `finish`: what the end of a question leaves.
//! - `rows`: what a table says there.
//! - `said_of`: what a column, and a value, says there.
//! - `numbered`: what a number says there.
//! - `resolve`: which of several columns is meant.
//! - `place`: the column that says where rows are, or come from.
//! - `paths`: the way from a table to another one.
//! - `from`: the tables that a statement reads.
//! - `sql`: clauses → one statement.
//! - `within`: conditions of what belongs to rows, as SQL.

mod clause;
mod fillers;
mod finish;
mod from;
mod measures;
mod names;
mod numbered;
mod parts;
mod paths;
mod pieces;
mod place;
mod resolve;
mod rows;
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
    let mut clauses = parts::read(&pieces)?;
    // "Who released the film" asks for no film.
    let asks_who = asked.words.first().is_some_and(|word| matches!(word.lower.as_str(), "who" | "whom"));
    if asks_who && clauses.shown.is_empty() && asked.words.get(1).is_some_and(|word| fillers::is_deed(&word.lower)) {
        return None;
    }
    if asked.words.first().is_some_and(|word| word.lower == "where") {
        clauses.shown.push(place::column(&clauses, tables)?);
    }
    let (table, mut statement) = sql::statement(clauses, tables, &resolve::numbers(tables, values))?;
    statement.notes.extend(pieces.iter().filter_map(|piece| piece.note.clone()));
    statement.notes.dedup();
    Some((table, statement))
}

/// The tables that each piece of a question may be of; `None` if some word says nothing.
pub(in crate::agent::tables) fn named(
    asked: &Asked,
    tables: &[Table],
    values: &[Vec<Text>],
) -> Option<Vec<Vec<usize>>> {
    let of = |piece: &pieces::Piece| -> Vec<usize> {
        let columns = piece.columns.iter().map(|((table, _), _)| *table);
        let values = piece.values.iter().map(|((table, _), _)| *table);
        piece.tables.iter().copied().chain(columns).chain(values).collect()
    };
    let pieces = pieces::pieces(asked, tables, values)?;
    Some(pieces.iter().map(of).filter(|tables| !tables.is_empty()).collect())
}

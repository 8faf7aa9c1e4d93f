//! Which of several tables that would answer a question are meant.

use super::answered::Counted;
use super::statement::Statement;
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::schema::files::is_page;
use crate::document::FormatFamily;
use crate::library::{FileId, Library};

/// A table that would answer: whether the question names it, and what it would be asked.
pub(super) type Composed<'t> = (bool, &'t Table, Statement);

/// Keeps the tables that are meant rather than others.
pub(super) fn keep_meant(composed: &mut Vec<Composed<'_>>, question: &Asked, library: &Library) {
    prefer(composed, |(is_named, ..)| *is_named);
    // What one table says by itself another one need not say by what it refers to.
    if composed.iter().all(|(is_named, ..)| !is_named) {
        prefer(composed, |(.., statement)| !statement.is_joined);
    }
    // "Pokemon species" are no pokemon.
    let is_longer = |one: &[String], other: &[String]| {
        one.len() > other.len() && one.windows(other.len()).any(|here| here == other)
    };
    let names: Vec<Vec<String>> = composed.iter().map(|(_, table, _)| table.said.clone()).collect();
    composed.retain(|(_, table, _)| {
        !names.iter().any(|name| is_longer(name, &table.said) && question.place(name).is_some())
    });
    prefer(composed, |(.., statement)| !statement.is_ranked);
    // A page is asked where no other table answers; of several pages none says more than a text.
    let is_table = |(_, table, _): &Composed<'_>| !is_page(library, &table.home, table.file);
    prefer(composed, is_table);
    if composed.len() > 1 && !composed.iter().any(is_table) {
        composed.clear();
    }
}

/// How what counts all rows of a table begins.
const COUNTS: &str = "SELECT count(*)";

/// True if an answer counts all rows of a table on a page, beside a program: what stands below a heading of a guide is not
/// all there is of it.
pub(super) fn counts_page(answer: &Counted, library: &Library) -> bool {
    let family = |file: FileId| library.file(file).format.family;
    library.find(&answer.path).is_some_and(|file| family(file) == FormatFamily::Prose)
        && answer.query.contains(COUNTS)
        && ![" WHERE ", " JOIN "].iter().any(|part| answer.query.contains(part))
        && library.file_ids().any(|file| family(file) == FormatFamily::Code)
}

/// Keeps those that are so, if any is.
fn prefer(composed: &mut Vec<Composed<'_>>, is_so: impl Fn(&Composed<'_>) -> bool) {
    if composed.iter().any(&is_so) {
        composed.retain(is_so);
    }
}

//! What is asked of several tables, clause by clause, where no table by itself answers.

use super::answered::Tabled;
use super::by_sql::of_sql;
use super::searched::Place;
use super::statement::Statement;
use crate::agent::tables::clauses::{named, statement};
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::values::{Text, Values};
use crate::agent::tables::schema::catalog::Table;
use crate::library::Stems;

/// Tables of a database whose values are looked at where the question does not name them, at most.
const MAX_LOOKED: usize = 24;

/// What the one database says that understands all of a question; `None` if none does, or several do.
pub(super) fn by_clauses(question: &str, tables: &[Table], place: Place<'_>, stems: &mut Stems) -> Option<Tabled> {
    let asked = Asked::new(&with_double_quotes(question), stems);
    let mut found = Vec::new();
    for same in tables.chunk_by(|one, other| one.home == other.home) {
        let own = of_its_own(same, tables);
        let mut values = Values::default();
        let is_looked = |table: &Table| own.len() <= MAX_LOOKED || asked.names(table);
        let texts: Vec<Vec<Text>> = own
            .iter()
            .map(|table| match is_looked(table) {
                true => values.of(table, &own, &asked, (place.library, place.ticket)),
                false => Vec::new(),
            })
            .collect();
        if let Some((table, statement)) = statement(&asked, &own, &texts) {
            found.push((own[table].clone(), statement));
        }
    }
    let [(table, statement)] = found.as_slice() else { return None };
    let tabled = of_sql(table, statement, place.is_alone, place.library, place.ticket).ok()?;
    (!is_of_nothing(&tabled, table, statement, place)).then_some(tabled)
}

/// Whether nothing was found since no row of a join has one that belongs to it.
fn is_of_nothing(tabled: &Tabled, table: &Table, statement: &Statement, place: Place<'_>) -> bool {
    let rows = &tabled.counted.rows;
    let is_empty = |cell: &String| cell.is_empty() || cell == "0";
    if rows.len() > 1 || !rows.iter().flatten().all(is_empty) {
        return false;
    }
    let Ok(database) = table.home.open(place.library) else { return false };
    let finds_none =
        |sql: &String| database.sql(sql, &|| place.ticket.check().is_ok()).is_ok_and(|answer| answer.rows.is_empty());
    let fits_nothing = |join: &Vec<String>| {
        join.split_first().is_some_and(|(joined, tables)| !tables.iter().any(finds_none) && finds_none(joined))
    };
    statement.joins.iter().any(fits_nothing)
}

/// That a question is about tables of several places, which are not asked together; `None` if it is not.
pub(super) fn apart(question: &str, tables: &[Table], place: Place<'_>, stems: &mut Stems) -> Option<String> {
    if place.is_alone || tables.len() > MAX_LOOKED {
        return None;
    }
    let asked = Asked::new(&with_double_quotes(question), stems);
    let mut values = Values::default();
    let of = (place.library, place.ticket);
    let texts: Vec<Vec<Text>> = tables.iter().map(|table| values.of(table, tables, &asked, of)).collect();
    let named = named(&asked, tables, &texts)?;
    let homes = |at: &Vec<usize>| at.iter().map(|table| &tables[*table].home).collect::<Vec<_>>();
    let (one, other) = named.iter().enumerate().find_map(|(at, one)| {
        let here = homes(one);
        let other = named[at + 1..].iter().find(|other| homes(other).iter().all(|home| !here.contains(home)))?;
        Some((&tables[*one.first()?], &tables[*other.first()?]))
    })?;
    let told = |table: &Table| format!("{} of {}", table.name, place.library.file(table.file).path);
    Some(format!("not counted: {} and {} are in two places, which are not asked together", told(one), told(other)))
}

/// The tables of one database, with places among themselves.
fn of_its_own(same: &[Table], all: &[Table]) -> Vec<Table> {
    let first = all.iter().position(|table| same.first() == Some(table)).unwrap_or(0);
    let mut own = same.to_vec();
    for table in &mut own {
        for (_, to, _) in &mut table.references {
            *to -= first;
        }
        for column in &mut table.columns {
            column.origin.0 -= first;
        }
    }
    own
}

/// A question whose values in single quotes stand in double ones, as others do.
fn with_double_quotes(question: &str) -> String {
    let plain = question.replace(['\u{2018}', '\u{2019}'], "'").replace("''", "\"");
    let letters: Vec<char> = plain.chars().collect();
    let is_letter = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_alphanumeric());
    let opens = |at: usize| !is_letter(at.checked_sub(1)) && is_letter(Some(at + 1));
    let mut out = String::with_capacity(plain.len());
    let mut is_open = false;
    for (at, c) in letters.iter().enumerate() {
        let is_quote = *c == '\'' && (is_open && !is_letter(Some(at + 1)) || !is_open && opens(at));
        // What is opened has to be closed.
        let is_closed = is_open || letters[at + 1..].contains(&'\'');
        if is_quote && is_closed {
            is_open = !is_open;
            out.push('"');
        } else {
            out.push(*c);
        }
    }
    out
}

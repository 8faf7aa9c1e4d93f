//! The values of columns that a question may name: all of those that hold few, and of the others what the question says.

use super::asked::Asked;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::databases::ValueClass;
use crate::document::Cell;
use crate::library::Library;
use crate::stdx::Ticket;
use std::collections::{BTreeSet, HashMap};

/// Rows in which values are looked for; those by which it is seen first that there are too many.
const ROWS: usize = 100_000;
const FIRST_ROWS: usize = 1_000;

/// Values of a column with more of which it is no choice of a few.
const VALUES: usize = 200;

/// Rows for each value of a column, at least, for its values to be shared.
const REPEATED: usize = 4;

/// Characters of a value, at most.
const LONGEST: usize = 80;

/// Columns of a table whose values are looked at.
const MAX_COLUMNS: usize = 20;

/// Names of rows among which one is looked for that is nearly what a question says, at most.
const NAMES: usize = 5_000;

/// Values that one column may have of what a question says.
const MAX_SAID: usize = 50;

/// A text that stands in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Text {
    pub column: usize,
    pub text: String,
    /// Whether the column is a choice of a few.
    pub is_choice: bool,
    /// Whether several rows share it, as far as the number of rows tells.
    pub is_repeated: bool,
}

/// The values of tables that were looked at, by the places of those among all.
#[derive(Debug, Default)]
pub(in crate::agent::tables) struct Values(HashMap<usize, Vec<Text>>);

impl Values {
    /// The values of the columns of a table that a question may name.
    pub(in crate::agent::tables) fn of(
        &mut self,
        table: &Table,
        tables: &[Table],
        asked: &Asked,
        (library, ticket): (&Library, &Ticket),
    ) -> Vec<Text> {
        let mut all = Vec::new();
        for (number, column) in table.columns.iter().enumerate() {
            let (origin, place) = column.origin;
            let Some(of) = tables.get(origin) else { continue };
            let known = self.0.entry(origin).or_insert_with(|| of_table(of, asked, library, ticket));
            let here = known.iter().filter(|text| text.column == place);
            all.extend(here.map(|text| Text { column: number, ..text.clone() }));
        }
        all
    }
}

/// The values of one table.
fn of_table(table: &Table, asked: &Asked, library: &Library, ticket: &Ticket) -> Vec<Text> {
    // A server would compute all of a view for a few values of it, each time that it is asked.
    if table.is_server && table.is_computed {
        return Vec::new();
    }
    let Ok(database) = table.home.open(library) else { return Vec::new() };
    let ask = |sql: &str| Some(database.sql(sql, &|| ticket.check().is_ok()).ok()?.rows);
    let said: Vec<String> =
        asked.phrases_said(LONGEST).iter().map(|text| format!("'{}'", text.replace('\'', "''"))).collect();
    let says_undone = |column: &Column| column.said.iter().any(|way| asked.undone_at(way).is_some());
    let of_text = table.own().filter(|(_, column)| {
        column.is_text() && !column.is_set || (asked.says(column) || says_undone(column)) && column.may_be_flag()
    });
    let mut found = Vec::new();
    for (at, column) in of_text.take(MAX_COLUMNS) {
        let declared = |text: &String| Text { column: at, text: text.clone(), is_choice: true, is_repeated: true };
        if !column.choices.is_empty() {
            found.extend(column.choices.iter().filter(|text| !text.contains('\\')).map(declared));
            continue;
        }
        let (name, table) = (&column.sql, &table.sql);
        let within = |rows: usize| {
            let sql = format!(
                "SELECT DISTINCT {name} FROM (SELECT {name} FROM {table} LIMIT {rows}) AS sample WHERE {name} IS NOT NULL LIMIT {}",
                VALUES + 1
            );
            ask(&sql).filter(|rows| rows.len() <= VALUES)
        };
        // A server reads all rows before it tells the first value.
        let few = within(FIRST_ROWS).and_then(|_| within(ROWS));
        let is_choice = few.is_some();
        // Of what rows are called there may be several: engineers among job titles.
        let is_repeated = column.is_label
            && few.as_ref().is_some_and(|few| {
                let most = few.len() * REPEATED;
                let sql = format!("SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {most}) AS sample");
                let count = ask(&sql).and_then(|rows| Some(rows.first()?.first()?.clone()));
                count == i64::try_from(most).ok().map(Cell::Integer)
            });
        let rows = few.or_else(|| {
            let sql = format!(
                "SELECT DISTINCT {name} FROM (SELECT {name} FROM {table} LIMIT {ROWS}) AS sample WHERE length({name}) <= {LONGEST} AND lower({name}) IN ({}) LIMIT {MAX_SAID}",
                said.join(", ")
            );
            // A server knows no small letters of what is no text.
            let has_letters = column.is_text() && matches!(column.class, ValueClass::Any | ValueClass::Text);
            if said.is_empty() || !has_letters { None } else { ask(&sql) }
        });
        let text = |row: &Vec<Cell>| match row.first() {
            // What a backslash is in a text differs among servers; a long text is said by nobody.
            Some(Cell::Text(text)) if !text.contains('\\') && text.chars().nth(LONGEST).is_none() => {
                Some(text.to_string())
            }
            Some(Cell::Integer(number)) => Some(number.to_string()),
            _ => None,
        };
        found.extend(rows.iter().flatten().filter_map(text).map(|text| Text {
            column: at,
            text,
            is_choice,
            is_repeated,
        }));
    }
    found
}

/// All values of the columns of tables that a misspelt word may stand for: choices of a few, and what rows are called.
pub(in crate::agent::tables) fn spellings(
    tables: &[&Table],
    asked: &Asked,
    (library, ticket): (&Library, &Ticket),
) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for table in tables {
        // A server reads all rows before it tells the first value.
        let known = if table.is_server { Vec::new() } else { of_table(table, asked, library, ticket) };
        let choices = known.iter().filter(|text| text.is_choice && table.columns[text.column].is_text());
        all.extend(choices.map(|text| text.text.clone()));
        let Ok(database) = table.home.open(library) else { continue };
        for at in table.labels.iter().filter(|at| !known.iter().any(|text| text.column == **at && text.is_choice)) {
            let (name, from) = (&table.columns[*at].sql, &table.sql);
            let sql = format!("SELECT DISTINCT {name} FROM {from} WHERE length({name}) <= {LONGEST} LIMIT {NAMES}");
            let rows = database.sql(&sql, &|| ticket.check().is_ok()).map(|answer| answer.rows).unwrap_or_default();
            all.extend(rows.iter().filter_map(|row| match row.first() {
                Some(Cell::Text(text)) => Some(text.to_string()),
                _ => None,
            }));
        }
    }
    all
}

impl Column {
    /// Whether it holds texts.
    pub(in crate::agent::tables) fn is_text(&self) -> bool {
        self.type_ == Type::Text
    }

    /// Whether it may say yes or no in numbers.
    fn may_be_flag(&self) -> bool {
        self.type_ == Type::Number && !self.is_key
    }
}

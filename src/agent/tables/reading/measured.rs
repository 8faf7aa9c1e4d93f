//! Numbers of which no column is named: "orders over 500", "payments between 5 and 10". They are compared with the one column
//! that says how much a row is of.

use super::asked::{Asked, Word};
use super::ordering::orders::the_one;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::children::total;
use crate::agent::tables::vocabulary::measures::{MEASURES, Measure};
use crate::agent::tables::vocabulary::people::PEOPLE;
use crate::agent::tables::vocabulary::words::{HAVING, LEADS};
use crate::databases::month;
use crate::search::is_stop_word;

/// Words of columns whose numbers say which, when or where, and not how much.
const NO_AMOUNTS: &[&str] = &[
    "year",
    "no",
    "number",
    "nr",
    "code",
    "zip",
    "postal",
    "lat",
    "latitude",
    "lon",
    "lng",
    "longitude",
    "version",
    "position",
    "index",
    "order",
    "rank",
    "x",
    "y",
];

impl Asked {
    /// The column of numbers that is meant at a place where none is named, if the rows are named in front of it. People are
    /// over 50 by their age, whatever else of them is a number.
    pub(in crate::agent::tables) fn unnamed_number(&mut self, table: &Table, at: usize) -> Option<usize> {
        let is_of_people =
            table.labels.len() > 1 || table.said.iter().any(|word| PEOPLE.iter().any(|one| word.starts_with(one)));
        if is_of_people || !self.is_behind_rows(table, at) {
            return None;
        }
        let (column, own) = total(table).or_else(|| only_amount(table))?;
        self.notes.push(format!("compared with {}", own.name));
        Some(column)
    }

    /// The one column of numbers that measures what stands in front of a range: "earn between 4000 and 6000".
    pub(in crate::agent::tables) fn measured_before(&self, table: &Table, at: usize) -> Option<usize> {
        let says = |measure: &&Measure| at > 0 && self.is_word(at - 1, measure.said);
        let column = MEASURES.iter().filter(says).find_map(|measure| the_one(table, measure))?;
        (table.columns[column].type_ == Type::Number).then_some(column)
    }

    /// The column of ages, where "years old" stands behind a range; the words are used.
    pub(in crate::agent::tables) fn aged(&mut self, table: &Table, end: usize) -> Option<usize> {
        let years = usize::from(self.is_word(end, &["year", "years"]));
        let says = self.is_word(end + years, &["old"]);
        let is_age = |measure: &&Measure| measure.said.contains(&"old");
        let column = MEASURES.iter().filter(is_age).find_map(|measure| the_one(table, measure)).filter(|_| says)?;
        self.take(end, years + 1);
        Some(column)
    }

    /// Whether a superlative asks for the most or the least of what is measured: "the largest".
    pub(in crate::agent::tables) fn is_measured(&self) -> bool {
        let is_one = |words: &[&str]| (0..self.words.len()).any(|at| self.is_word(at, words));
        MEASURES.iter().any(|measure| is_one(measure.most) || is_one(measure.least))
    }

    /// Whether the rows of a table are named in front of a place, with nothing between but what says when or which.
    fn is_behind_rows(&self, table: &Table, at: usize) -> bool {
        let length = table.said.len();
        let is_here = |start: &usize| {
            let here = self.words.get(*start..start + length).unwrap_or_default();
            here.len() == length && here.iter().map(|word| &word.stem).eq(&table.said)
        };
        let Some(start) = (0..at.saturating_sub(length - 1)).rev().find(is_here) else { return false };
        let lower = |word: &Word| word.lower.clone();
        let says_nothing = |word: &Word| {
            let word = lower(word);
            let word = word.as_str();
            let is_time = word.contains(|c: char| c.is_ascii_digit()) || month(word).is_some();
            is_time || is_stop_word(word) || LEADS.contains(&word) || HAVING.contains(&word)
        };
        self.words[start + length..at].iter().all(|word| word.is_used || says_nothing(word))
    }
}

/// The one column of a table whose numbers say how much.
fn only_amount(table: &Table) -> Option<(usize, &Column)> {
    let mut columns = table.own().filter(|(_, column)| column.is_amount());
    let first = columns.next()?;
    columns.next().is_none().then_some(first)
}

impl Column {
    /// Whether its numbers say how much.
    pub(in crate::agent::tables) fn is_amount(&self) -> bool {
        self.type_ == Type::Number
            && !self.is_key
            && self.doubt.is_empty()
            && !self.name_words.iter().any(|word| NO_AMOUNTS.contains(&word.as_str()))
    }
}

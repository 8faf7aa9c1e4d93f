//! Numbers of a question that compare columns: "over 300 pages", "a quantity of 1", "5 stars".

use super::asked::Asked;
use super::ordering::orders::the_one;
use super::understood::has_dates;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::conditions::{Condition, Value};
use crate::agent::tables::vocabulary::measures::{MEASURES, Measure};
use crate::agent::tables::vocabulary::number_words::{
    BEHIND, COMPARISONS, COUNTED_IN, CURRENCIES, EXACTLY, LENGTHS, MONEY, NUMBERS, TIMES,
};
use crate::agent::tables::vocabulary::words::WHENS;

/// Words of columns that measure how long something takes.
const DURATIONS: &[&str] = &["duration", "length", "runtime", "time"];

/// The word by which the measure is known that is one of time.
const DURATION: &str = "duration";

/// Whether a column measures how long something takes, in a unit of which its name says nothing.
fn is_duration(column: &Column) -> bool {
    column.name_words.iter().any(|word| DURATIONS.contains(&word.as_str()))
}

impl Asked {
    /// The number at a place, in digits or in a word.
    pub(in crate::agent::tables) fn value_at(&self, at: usize) -> Option<Value> {
        let word = self.words.get(at).filter(|word| !word.is_used)?;
        let written = NUMBERS.iter().position(|number| *number == word.lower && !word.is_quoted);
        written.map(|number| Value::Number((number + 1).to_string())).or_else(|| Value::number(&word.lower))
    }

    /// Comparisons with numbers.
    pub(in crate::agent::tables) fn comparisons(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        for (phrase, sign) in COMPARISONS {
            for at in self.phrases(phrase) {
                let end = at + phrase.len();
                let Some(value) = self.value_at(end) else { continue };
                let may_be_time = WHENS.iter().any(|(other, _)| other == phrase);
                let is_time = may_be_time && has_dates(table) && self.moment_at(end).is_some();
                if is_time && !self.is_behind_year(table, at) {
                    continue;
                }
                let column = self.number(table, at, end + 1).or_else(|| self.measured(table, phrase, at, end + 1));
                let is_unnamed = column.is_none() && !may_be_time && *sign != "=";
                let column = if is_unnamed { self.unnamed_number(table, at) } else { column };
                let Some(column) = column else {
                    if may_be_time || *sign == "=" {
                        continue;
                    }
                    return None;
                };
                self.take(at, phrase.len() + 1);
                let value = self.in_time(table, column, value, end + 1);
                self.take_unit(table, column, end + 1);
                conditions.push(Condition::Compared(column, sign, value));
            }
        }
        Some(conditions)
    }

    /// The column of numbers whose name stands in front of a comparison, or behind it; its name is used.
    pub(in crate::agent::tables) fn number(&mut self, table: &Table, at: usize, end: usize) -> Option<usize> {
        // A key is compared with nothing, unless it is called one.
        let is_key_meant = self.phrase(&["id"]).is_some();
        let of_numbers = |number: usize| {
            let column = &table.columns[number];
            column.type_ == Type::Number && (is_key_meant || !column.is_key)
        };
        let named = self.named_before(table, at, of_numbers);
        let counted = || self.counted_at(table, end).map(|(number, count)| (number, end, count));
        let named = named.or_else(counted).or_else(|| {
            let ways = table.columns.iter().enumerate().filter(|(number, _)| of_numbers(*number));
            let mut ways = ways.flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
            ways.find(|(_, way)| self.is_at(end, way)).map(|(number, way)| (number, end, way.len()))
        });
        let (column, start, count) =
            named.or_else(|| self.called_like_rows(table, at).map(|number| (number, at, 0)))?;
        self.take(start, count);
        Some(column)
    }

    /// Uses the unit of length or weight behind a number, where the name of the column says no other.
    fn take_unit(&mut self, table: &Table, column: usize, at: usize) {
        let column = &table.columns[column];
        let names = |word: &str| LENGTHS.iter().find(|names| names.contains(&word));
        let Some(names_said) = self.words.get(at).and_then(|word| names(&word.lower)) else {
            return;
        };
        let own: Vec<_> = column.name_words.iter().filter_map(|word| names(word)).collect();
        if own.iter().all(|own| *own == names_said) {
            if own.is_empty() {
                self.notes.push(format!(
                    "no name says the unit of {}: it is taken for {}",
                    column.name, self.words[at].lower
                ));
            }
            self.take(at, 1);
        }
    }

    /// A number in the unit of time that stands behind it, as one in the unit of the column; the word is used where both are
    /// known, or where the column measures a time in a unit of which its name says nothing.
    fn in_time(&mut self, table: &Table, column: usize, value: Value, at: usize) -> Value {
        let unit = |word: &str| TIMES.iter().find(|(names, _)| names.contains(&word)).map(|(_, unit)| *unit);
        let word = self.words.get(at).filter(|word| !word.is_used && !word.is_quoted);
        let Some((said, name)) = word.and_then(|word| Some((unit(&word.lower)?, word.lower.clone()))) else {
            return value;
        };
        let column = &table.columns[column];
        match column.name_words.iter().find_map(|word| unit(word)) {
            Some(own) => match (said % own == 0).then(|| value.times(said / own)).flatten() {
                Some(value) => {
                    self.take(at, 1);
                    value
                }
                None => value,
            },
            None if is_duration(column) => {
                self.notes.push(format!("no name says the unit of {}: it is taken for {name}", column.name));
                self.take(at, 1);
                value
            }
            None => value,
        }
    }

    /// The column that is called like its rows, which are named in front of a place: "salaries over 50000".
    fn called_like_rows(&self, table: &Table, at: usize) -> Option<usize> {
        let here = self.words.get(at.checked_sub(table.said.len())?..at)?;
        let is_here = here.iter().map(|word| &word.stem).eq(&table.said);
        let is_meant =
            |column: &Column| column.type_ == Type::Number && !column.is_key && column.said.contains(&table.said);
        table.own().find(|(_, column)| is_here && is_meant(column)).map(|(number, _)| number)
    }

    /// Whether a column of years stands in front of a place: "built before 1985".
    fn is_behind_year(&self, table: &Table, at: usize) -> bool {
        let is_year = |number: usize| {
            let column = &table.columns[number];
            column.type_ == Type::Number && column.name_words.iter().any(|word| word == "year")
        };
        self.named_before(table, at, is_year).is_some()
    }

    /// The one column of money, if a currency stands at a place behind a range: "between 40 and 50 dollars".
    pub(in crate::agent::tables) fn in_money(&mut self, table: &Table, end: usize) -> Option<usize> {
        let is_money = self.is_word(end, CURRENCIES);
        if is_money { self.measured(table, &["between"], end, end) } else { None }
    }

    /// The one column of money, if a currency stands at a place behind a comparison; or of what the comparison or the word
    /// in front of it measures: "heavier than 20", "weigh more than 20".
    fn measured(&mut self, table: &Table, phrase: &[&str], at: usize, end: usize) -> Option<usize> {
        let is_money = self.is_word(end, CURRENCIES);
        let names = match (is_money, phrase) {
            (true, _) => MONEY,
            (false, ["cheaper", _]) => &MONEY[..3],
            _ => {
                let is_time = TIMES.iter().any(|(names, _)| self.is_word(end, names));
                let is_said = |measure: &&Measure| {
                    // What is slow by its duration is not asked for by it.
                    let is_timed = is_time && measure.columns.contains(&DURATION) && !measure.said.is_empty();
                    is_timed || measure.said.contains(&phrase[0]) || at > 0 && self.is_word(at - 1, measure.said)
                };
                return MEASURES.iter().filter(is_said).find_map(|measure| the_one(table, measure));
            }
        };
        let is_named = |column: &Column| names.iter().any(|name| column.words.iter().any(|word| word == name));
        let mut named = table.own().filter(|(_, column)| column.type_ == Type::Number && is_named(column));
        let (column, _) = named.next()?;
        if named.next().is_some() {
            return None;
        }
        self.take(end, usize::from(is_money));
        Some(column)
    }

    /// The column whose name ends where a comparison begins, or a word before that: "total is over 3".
    pub(in crate::agent::tables) fn named_before(
        &self,
        table: &Table,
        at: usize,
        is_of_type: impl Fn(usize) -> bool,
    ) -> Option<(usize, usize, usize)> {
        let columns = table.columns.iter().enumerate().filter(|(number, _)| is_of_type(*number));
        let mut ways = columns.flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
        ways.find_map(|(number, way)| {
            let mut starts = [at, at.saturating_sub(1)].into_iter().filter_map(|end| end.checked_sub(way.len()));
            starts.find(|start| self.is_at(*start, way)).map(|start| (number, start, way.len()))
        })
    }

    /// Numbers in front of what they count: "5 stars", "300 pages or more", "3 or more beds". `None` if it is not clear what
    /// one of them counts.
    pub(in crate::agent::tables) fn amounts(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        for at in 0..self.words.len() {
            let Some(value) = self.value_at(at).filter(|_| !self.words[at].is_quoted) else { continue };
            let (mut end, mut sign) = (at + 1, None);
            if let Some((phrase, found)) = self.behind(end) {
                (end, sign) = (end + phrase.len(), Some(found));
            }
            let is_year = self.is_aggregate() && has_dates(table) && self.moment_at(at).is_some();
            let Some((column, count)) = self.counted_at(table, end).filter(|_| !is_year) else {
                // "Or more" of what is no column is a condition all the same.
                if sign.is_some() && !self.is_behind_column(table, at) {
                    return None;
                }
                continue;
            };
            self.take(at, end + count - at);
            let sign = sign.unwrap_or_else(|| self.sign_behind(end + count));
            if at > 0 && self.is_word(at - 1, EXACTLY) {
                self.take(at - 1, 1);
            }
            conditions.push(Condition::Compared(column, sign, value));
        }
        Some(conditions)
    }

    /// The words behind a number that compare it, and the sign that they stand for.
    pub(in crate::agent::tables) fn behind(&self, at: usize) -> Option<(&'static [&'static str], &'static str)> {
        let is_here = |phrase: &[&str]| (0..phrase.len()).all(|count| self.is_word(at + count, &phrase[count..=count]));
        BEHIND.iter().find(|(phrase, _)| is_here(phrase)).copied()
    }

    /// Uses such words; equality where there are none.
    fn sign_behind(&mut self, at: usize) -> &'static str {
        let Some((phrase, sign)) = self.behind(at) else { return "=" };
        self.take(at, phrase.len());
        sign
    }

    /// Whether the name of a column stands in front of a number.
    fn is_behind_column(&self, table: &Table, at: usize) -> bool {
        self.named_before(table, at, |number| table.columns[number].type_ == Type::Number).is_some()
    }

    /// The column of numbers whose name stands at a place, or what is counted in it, and how many words that takes.
    fn counted_at(&self, table: &Table, at: usize) -> Option<(usize, usize)> {
        let counts = |column: &Column| column.type_ == Type::Number && !column.is_key;
        let all = || table.columns.iter().enumerate().filter(|(_, column)| counts(column));
        let ways = all().flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
        let named = ways
            .filter(|(_, way)| self.is_at(at, way))
            .max_by_key(|(number, way)| (way.len(), std::cmp::Reverse(*number)));
        if let Some((number, way)) = named {
            return Some((number, way.len()));
        }
        // "500 appearances" of an `appearance_count`.
        let of_count = |(number, column): (usize, &Column)| {
            let words = column.counts().filter(|words| self.is_at(at, words))?;
            Some((number, words.len()))
        };
        if let Some(found) = table.own().filter(|(_, column)| counts(column)).find_map(of_count) {
            return Some(found);
        }
        let word = self.words.get(at).filter(|word| !word.is_used && !word.is_quoted)?;
        let units =
            COUNTED_IN.iter().find(|(said, _)| said.contains(&word.lower.as_str())).map(|(_, columns)| *columns);
        let is_unit = |column: &Column| match units {
            Some(units) => {
                let has = |names: &&&[&str]| column.name_words.iter().any(|own| names.contains(&own.as_str()));
                let is_in_other = LENGTHS.iter().find(has).is_some_and(|names| {
                    LENGTHS.iter().any(|said| said.contains(&word.lower.as_str()))
                        && !names.contains(&word.lower.as_str())
                });
                !is_in_other && column.name_words.iter().any(|own| units.contains(&own.as_str()))
            }
            None => column.words.len() > 1 && column.words.last() == Some(&word.stem),
        };
        let mut found = all().filter(|(_, column)| column.join.is_none() && is_unit(column));
        let (number, _) = found.next()?;
        found.next().is_none().then_some((number, 1))
    }

    /// Numbers behind the name of a column: "a quantity of 1".
    pub(in crate::agent::tables) fn equals(&mut self, table: &Table) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (number, column) in table.columns.iter().enumerate().filter(|(_, column)| column.type_ == Type::Number) {
            let Some((at, count)) = column.said.iter().find_map(|way| Some((self.place(way)?, way.len()))) else {
                continue;
            };
            let behind = at + count + usize::from(self.is_word(at + count, &["of"]));
            let Some(value) = self.value_at(behind) else { continue };
            // It may be a year of which something is asked.
            if self.is_aggregate() && has_dates(table) && self.moment_at(behind).is_some() {
                continue;
            }
            let sign = self.sign_behind(behind + 1);
            self.take(at, behind + 1 - at);
            conditions.push(Condition::Compared(number, sign, value));
        }
        conditions
    }
}

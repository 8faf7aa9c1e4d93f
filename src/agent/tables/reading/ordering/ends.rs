//! The first and the last in time: "the last order of a customer", "first order of 2004", "the latest 5 payments".

use super::orders::Ordered;
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::understood::is_participle;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::vocabulary::words::ENDS_OF_TIME;

impl Asked {
    /// The order in time that a word right in front of the rows asks for.
    pub(in crate::agent::tables) fn at_end(&mut self, table: &Table, named_at: Option<usize>) -> Option<Ordered> {
        let Some(at) = named_at.filter(|at| self.is_ended(*at)) else { return self.done_at_end(table) };
        let count = self.number_before(at);
        let (start, is_descending) = self.end_before(at - usize::from(count.is_some()))?;
        let before = self.number_before(start).filter(|_| count.is_none());
        // What somebody does with the rows names the date as well: "the last employee who was hired".
        let dates = || table.own().filter(|(_, column)| column.type_ == Type::Date);
        let named = dates().filter_map(|(number, column)| {
            let (place, way) = column.said.iter().find_map(|way| Some((self.place(way)?, way.len())))?;
            Some((number, place, way))
        });
        let named: Vec<(usize, usize, usize)> = named.collect();
        let column = match named.as_slice() {
            &[(_, place, count)] => self.date(table, place + count)?,
            _ => self.date(table, start)?,
        };
        let first = start - usize::from(before.is_some());
        self.take(first, at - first);
        Some(Ordered { column, is_descending, count: count.or(before).unwrap_or(1), place: 1 })
    }

    /// Whether a word in front of the rows says that they are the first or the last.
    fn is_ended(&self, at: usize) -> bool {
        let count = usize::from(self.number_before(at).is_some());
        self.end_before(at - count).is_some()
    }

    /// The order of what was done first or last: "who was hired last", "who was first hired".
    fn done_at_end(&mut self, table: &Table) -> Option<Ordered> {
        let dates: Vec<(usize, &Column)> = table.own().filter(|(_, column)| column.type_ == Type::Date).collect();
        let places = dates.into_iter().flat_map(|(_, column)| &column.said);
        let places: Vec<(usize, usize)> =
            places.filter_map(|way| Some((self.place(way)?, way.len()))).filter(|(at, _)| self.is_deed(*at)).collect();
        let (at, count) = *places.first()?;
        // "Shipped last month" is another time.
        let ends = |phrase: &[&str]| at + count + phrase.len() == self.words.len();
        let behind =
            ENDS_OF_TIME.iter().find(|(phrase, _)| ends(phrase) && self.phrases(phrase).contains(&(at + count)));
        let behind = behind.map(|(phrase, is_last)| (at + count, phrase.len(), *is_last));
        let before = || self.end_before(at).map(|(start, is_last)| (start, at - start, is_last));
        let (start, length, is_descending) = behind.or_else(before)?;
        let column = self.date(table, at + count)?;
        self.take(start, length);
        Some(Ordered { column, is_descending, count: 1, place: 1 })
    }

    /// Whether a word says what was done.
    fn is_deed(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| !word.is_quoted && is_participle(&word.lower))
    }

    /// Where a word ends at a place that says that the first or the last in time are meant, and whether they are the last.
    pub(in crate::agent::tables) fn end_before(&self, end: usize) -> Option<(usize, bool)> {
        ENDS_OF_TIME.iter().find_map(|(phrase, is_last)| {
            let start = end.checked_sub(phrase.len())?;
            self.phrases(phrase).contains(&start).then_some((start, *is_last))
        })
    }
}

//! Superlatives of what is made of rows, and of columns that count: "which category has the highest average price", "which
//! user has the most followers".

use super::orders::Ordered;
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::vocabulary::relation_words::{COUNTS, FEWEST, MOST};
use crate::agent::tables::vocabulary::words::HAVING;

/// Words in front of what is made of rows, and whether they ask for the most of it.
const ENDS: &[(&str, bool)] = &[
    ("highest", true),
    ("largest", true),
    ("biggest", true),
    ("greatest", true),
    ("lowest", false),
    ("smallest", false),
];

/// What is made of rows in such a question.
const MADE: &[&str] = &["average", "mean", "total"];

/// Words behind "most" that ask how often a value is there.
const COMMON: &[&str] = &["common", "frequent", "usual", "often"];

impl Asked {
    /// The column by whose values rows are told apart where the one with the most of what is made of them is asked for, how
    /// many are told, and whether it is the most: "which category has the highest average price". The rows need not be named.
    pub(in crate::agent::tables) fn most_made_by(
        &mut self,
        table: &Table,
        named_at: Option<usize>,
    ) -> Option<(usize, usize, bool)> {
        let (end, is_descending) = ENDS.iter().find_map(|(word, is_most)| {
            let at = self.phrase(&[word])?;
            self.is_word(at + 1, MADE).then_some((at, *is_most))
        })?;
        let which = (0..end).find(|at| self.is_word(*at, &["which", "what"]))?;
        let (length, column) = self.group_at(table, which + 1)?;
        let between = which + 1 + length..end;
        let only_has = between.clone().all(|at| self.is_word(at, HAVING) || self.is_word(at, &["the"]));
        // Of what is called so itself nothing is made.
        let is_itself = named_at.is_some_and(|named| named <= which + 1 + length);
        if !only_has || is_itself || self.rival(table, (which + 1, length), column).is_some() {
            return None;
        }
        self.take(which, 1 + length);
        self.take(end, 1);
        Some((column, self.top(None, which + 1 + length), is_descending))
    }

    /// The column whose most frequent values are asked for, and how many of these: "the most common car make".
    pub(in crate::agent::tables) fn most_common(&mut self, table: &Table) -> Option<(usize, usize)> {
        let most = self.phrase(&["most"]).filter(|most| self.is_word(most + 1, COMMON))?;
        let (length, column) = self.group_at(table, most + 2)?;
        let own = &table.columns[column];
        if own.join.is_some() || own.is_key || own.type_ == Type::Date {
            return None;
        }
        self.take(most, 2 + length);
        Some((column, self.top(None, most + 2 + length)))
    }

    /// The order of rows by a column that counts what is said: "which user has the most followers", "the tweet with the most
    /// retweets", "highest number of followers".
    pub(in crate::agent::tables) fn most_of(&mut self, table: &Table, named_at: Option<usize>) -> Option<Ordered> {
        named_at?;
        let ends = MOST.iter().map(|word| (*word, true)).chain(FEWEST.iter().map(|word| (*word, false)));
        let (most, is_descending) =
            ends.chain(ENDS.iter().copied()).find_map(|(word, is_most)| Some((self.phrase(&[word])?, is_most)))?;
        let is_number = self.is_word(most + 1, &["number"]) && self.is_word(most + 2, &["of"]);
        let start = most + if is_number { 3 } else { 1 };
        let is_plain = !is_number && ENDS.iter().any(|(word, _)| self.is_word(most, &[*word]));
        let counts = |column: &Column| column.type_ == Type::Number && !column.is_key;
        let counted = table.own().filter(|(_, column)| counts(column)).filter_map(|(number, column)| {
            let whole = column.said.iter().filter(|way| self.is_at(start, way)).map(Vec::len).max();
            let ended = || {
                let (last, rest) = column.words.split_last()?;
                let is_count = column.name_words.last().is_some_and(|word| COUNTS.contains(&word.as_str()));
                (is_count && !last.is_empty() && self.is_at(start, rest)).then_some(rest.len())
            };
            Some((number, whole.or_else(ended)?))
        });
        let counted: Vec<(usize, usize)> = counted.collect();
        let &[(column, length)] = counted.as_slice() else { return None };
        // "The highest salary" is asked otherwise.
        if is_plain {
            return None;
        }
        let first = if most > 0 && self.is_word(most - 1, &["the"]) { most - 1 } else { most };
        let place = if first > 0 && self.is_word(first - 1, HAVING) { first - 1 } else { first };
        self.take(place, start + length - place);
        Some(Ordered { column, is_descending, count: 1, place: 1 })
    }
}

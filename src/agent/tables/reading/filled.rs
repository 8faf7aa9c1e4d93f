//! Whether columns hold something: "without a fax", "have a company", "not shipped", "unpaid", "not assigned to anyone".

use super::asked::Asked;
use super::ordering::orders::is_form_of_any;
use super::understood::is_participle;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::words::{ANYBODY, BELONGING, HAVING, LACKING, NOBODY, PLACING};

/// Words between what says that something is there and what it is.
pub(in crate::agent::tables) const BETWEEN: &[&str] = &["a", "an", "any", "the", "their", "its"];

/// Words between what is done and by whom.
pub(in crate::agent::tables) const BY: &[&str] = &["to", "by", "for", "with", "in"];

/// A way to say something, and where it stands: the first word and how many.
type At = (usize, usize);

impl Asked {
    /// Conditions on what columns hold at all.
    pub(in crate::agent::tables) fn filled(&mut self, table: &Table) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for number in 0..table.columns.len() {
            let column = &table.columns[number];
            let undone = column.said.iter().find_map(|way| self.undone_at(way));
            if let Some(at) = undone.filter(|_| column.type_ == Type::Date && column.join.is_none()) {
                self.take(at, 1);
                conditions.push(Condition::Empty(number, true));
                continue;
            }
            let Some((at, count)) = self.own_at(table, number) else { continue };
            let is_done = column.type_ == Type::Date && count == 1 && is_participle(&self.words[at].lower);
            if is_done {
                let is_denied = self.take_denial(at);
                self.take(at, count);
                conditions.push(Condition::Empty(number, is_denied));
            } else if let Some(having) = self.having(at) {
                self.take_having(having, (at, count));
                conditions.push(Condition::Empty(number, having.1));
            }
        }
        conditions.extend(self.undone(table));
        conditions
    }

    /// Where a column of the table itself is named, by the table that it refers to as well, unless another one refers to
    /// that, too.
    fn own_at(&self, table: &Table, number: usize) -> Option<At> {
        let column = &table.columns[number];
        if column.join.is_some() {
            return None;
        }
        let place = |way: &Vec<String>| Some((self.place(way)?, way.len()));
        let of = |number: usize| table.joins.iter().filter(move |join| join.by == Some(number));
        let is_shared = |way: &&Vec<String>| {
            table.own().any(|(other, _)| other != number && of(other).any(|join| join.said.contains(*way)))
        };
        let by_table = || of(number).flat_map(|join| &join.said).filter(|way| !is_shared(way)).find_map(place);
        column.said.iter().find_map(place).or_else(by_table)
    }

    /// Whether the words in front of a place say that something is there, or that it is not – "no fax", "do not have a
    /// fax", "not assigned to a team" –, and where they begin. `None` if they say neither.
    pub(in crate::agent::tables) fn having(&self, at: usize) -> Option<(usize, bool)> {
        let mut start = at;
        while start > 0 && self.is_word(start - 1, BETWEEN) {
            start -= 1;
        }
        if start > 1 && self.is_word(start - 2, &["out"]) && self.is_word(start - 1, &["of"]) {
            return Some((start - 2, true));
        }
        if start > 0 && self.is_word(start - 1, LACKING) {
            return Some((start - 1, true));
        }
        let belongs = start > 1 && self.is_word(start - 1, BY) && self.is_word(start - 2, BELONGING);
        let has = start > 0 && self.is_word(start - 1, HAVING);
        let first = start.saturating_sub(if belongs { 2 } else { 1 });
        (belongs || has).then(|| self.denial_before(first).map_or((first, false), |denial| (denial, true)))
    }

    /// Uses words, and those that say that what they name is there or not.
    pub(in crate::agent::tables) fn take_having(&mut self, (start, _): (usize, bool), (at, count): At) {
        self.take(start, at + count - start);
    }

    /// What was done by somebody or by nobody, where a column says by whom: "not assigned to anyone" of an assignee.
    fn undone(&mut self, table: &Table) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for at in 0..self.words.len() {
            let word = &self.words[at];
            if word.is_used || word.is_quoted || !is_participle(&word.lower) {
                continue;
            }
            let (bare, is_undone) =
                word.lower.strip_prefix("un").map_or((word.lower.as_str(), false), |bare| (bare, true));
            let is_by = |column: &Column| {
                let is_form = |own: &String| own != "id" && is_form_of_any(bare, std::slice::from_ref(own));
                (column.is_text() || column.is_key) && column.name_words.iter().any(is_form)
            };
            let columns: Vec<usize> =
                table.own().filter(|(_, column)| is_by(column)).map(|(number, _)| number).collect();
            let [number] = columns.as_slice() else { continue };
            let by = at + 1 + usize::from(self.is_word(at + 1, BY));
            let (by_any, by_none) = (self.is_word(by, ANYBODY), self.is_word(by, NOBODY));
            let is_sure = by_any || by_none || says_whom(&table.columns[*number]);
            if !is_sure || !by_any && !by_none && !is_undone && self.denial_before(at).is_none() {
                continue;
            }
            let is_denied = self.take_denial(at);
            let count = if by_any || by_none { by + 1 - at } else { 1 };
            self.take(at, count);
            conditions.push(Condition::Empty(*number, is_denied || is_undone || by_none));
        }
        conditions
    }

    /// Uses the words that say where something is, where it is known.
    pub(in crate::agent::tables) fn take_placing(&mut self) {
        for at in 0..self.words.len() {
            if self.is_word(at, PLACING) {
                self.take(at, 1);
            }
        }
    }
}

/// Whether a column says by its name to whom or by whom something is done: `assignee`, `approved_by`.
fn says_whom(column: &Column) -> bool {
    let last = column.name_words.iter().rfind(|word| *word != "id");
    last.is_some_and(|word| word.ends_with("ee") || word == "to" || word == "by")
}

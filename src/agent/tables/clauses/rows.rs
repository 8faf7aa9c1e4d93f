//! What a table says where it stands: the rows that are asked for, those that are counted, those that belong to a row.

use super::clause::{Condition, Named, What};
use super::measures::Measured;
use super::parts::{Mode, Reader, Superlative};
use super::pieces::Piece;
use super::sayings::Saying;

impl Reader<'_> {
    fn next(&self) -> Option<&Piece> {
        self.pieces.get(self.at + 1)
    }

    /// A table: the rows that are asked for, those that are counted, those that belong to a row.
    pub(super) fn table(&mut self, piece: &Piece) -> Option<()> {
        // "Car models" are models: what stands before them in one word says whose.
        let is_whose = |next: &Piece| next.at == piece.at + piece.count && !piece.text.ends_with('s');
        if self.next().is_some_and(|next| next.tables.len() == 1 && next.tables != piece.tables && is_whose(next)) {
            return Some(());
        }
        let [table] = piece.tables.as_slice() else { return None };
        let table = *table;
        let is_again = self.clauses.tables.contains(&table);
        // What is done with rows is none that are asked for, or counted.
        if piece.is_done {
            let waits = self.counts
                || self.each
                || self.mode == Mode::Order
                || self.superlative.is_some()
                || self.compared.is_some()
                || self.number.is_some();
            if waits || self.clauses.subject.is_none() {
                return None;
            }
            if is_again && !self.not {
                return Some(());
            }
        }
        if !is_again {
            self.clauses.tables.push(table);
        }
        self.near = Some(table);
        // "The stadium name": its column stands behind it.
        let is_of_table = |next: &Piece| next.columns.iter().any(|((of, _), _)| *of == table) && next.tables.is_empty();
        let is_beside = |next: &Piece| {
            next.at == piece.at + piece.count || next.at == piece.at + piece.count + 1 && next.text.len() > 1
        };
        if self.next().is_some_and(|next| is_of_table(next) && is_beside(next))
            && (!self.counts || self.clauses.is_distinct)
        {
            self.owner = Some(table);
            if std::mem::take(&mut self.each) && !self.clauses.group_tables.contains(&table) {
                self.clauses.group_tables.push(table);
            }
            return Some(());
        }
        // "The name and the size of dogs": one more that is shown.
        // "Total sales for their songs": the rows of which it is made.
        let is_made_of = self.joined.is_none() && matches!(self.clauses.shown.last(), Some(What::Made(..)));
        let is_their = is_made_of && std::mem::take(&mut self.is_their);
        let is_more =
            self.joined == Some(Saying::And) || self.clauses.subject.is_some() || !self.clauses.group_tables.is_empty();
        if self.mode == Mode::Shown
            && is_more
            && !self.counts
            && !self.clauses.shown.is_empty()
            && self.superlative.is_none()
            && !self.each
            && !is_again
            && !is_their
        {
            let columns: Vec<_> =
                piece.columns.iter().copied().filter(|(_, quality)| *quality > super::pieces::PART).collect();
            let named = Named { may_be: columns, of: None, near: None };
            self.clauses.shown.push(What::Column(named));
            return Some(());
        }
        if std::mem::take(&mut self.each) {
            self.clauses.group_tables.push(table);
            return Some(());
        }
        if let Some(superlative) = self.superlative.take() {
            return self.most_of(superlative, table, is_again);
        }
        if std::mem::take(&mut self.counts) {
            return self.counted(table);
        }
        self.rows_of(table, is_again)
    }

    /// The rows that have the most of something, or of which there are most.
    fn most_of(&mut self, superlative: Superlative, table: usize, is_again: bool) -> Option<()> {
        match superlative {
            Superlative::Most(most) => {
                self.counts = false;
                self.order(What::Rows(Some(table)), most)
            }
            Superlative::Extreme(most) if self.counts => {
                self.counts = false;
                self.order(What::Rows(Some(table)), most)
            }
            Superlative::Extreme(most) => {
                self.order(What::Measured(Measured::high(most), Some(table)), true)?;
                self.rows_of(table, is_again)
            }
            Superlative::Measured(measured) => {
                self.order(What::Measured(measured, Some(table)), true)?;
                self.rows_of(table, is_again)
            }
            Superlative::Common(_) => None,
        }
    }

    /// Rows that are counted: shown as a number, or by which rows are ordered.
    fn counted(&mut self, table: usize) -> Option<()> {
        if self.mode == Mode::Order {
            let falls = self.falls.unwrap_or(false);
            self.clauses.order = Some((What::Rows(Some(table)), falls));
            return Some(());
        }
        if let (Some(sign), Some(number)) = (self.compared, self.number.take()) {
            self.compared = None;
            self.clauses.conditions.push(Condition::Has { table, count: Some((sign, number)), is_not: false });
            return Some(());
        }
        self.clauses.shown.push(What::Rows(Some(table)));
        if self.clauses.subject.is_none() && self.clauses.shown.len() == 1 {
            self.clauses.subject = Some(table);
            self.mode = Mode::Rows;
        }
        Some(())
    }

    /// Rows that are asked for, or that belong to those.
    fn rows_of(&mut self, table: usize, is_again: bool) -> Option<()> {
        // "The names of every course with 2 sections": nothing is made of each, so that it is all of them.
        if self.clauses.subject.is_none()
            && self.mode == Mode::Rows
            && self.lists()
            && let [each] = self.clauses.group_tables[..]
        {
            self.clauses.group_tables.clear();
            self.clauses.subject = Some(each);
        }
        let Some(subject) = self.clauses.subject else {
            if self.mode == Mode::Rows && self.not {
                return None;
            }
            self.clauses.subject = Some(table);
            self.mode = Mode::Rows;
            let is_column = |before: &Piece| {
                !before.columns.is_empty()
                    && before.tables.is_empty()
                    && before.at + before.count == self.pieces[self.at].at
            };
            self.clauses.is_of_column = self.at.checked_sub(1).is_some_and(|at| is_column(&self.pieces[at]));
            return match (self.compared.take(), self.number.take(), self.is_top) {
                (None, None, _) => Some(()),
                (None, Some(number), _) => {
                    self.number = Some(number);
                    Some(())
                }
                (Some(sign), Some(number), _) => {
                    // "Which cities have more than 2 shops": what is shown is grouped.
                    self.clauses.conditions.push(Condition::Has { table, count: Some((sign, number)), is_not: false });
                    Some(())
                }
                (Some(_), None, _) => None,
            };
        };
        if table != subject && self.is_of_kind() {
            return None;
        }
        if let Some(number) = self.number.take() {
            let sign = self.compared.take().unwrap_or("=");
            self.clauses.conditions.push(Condition::Has { table, count: Some((sign, number)), is_not: false });
            return Some(());
        }
        if self.compared.is_some() {
            return None;
        }
        // "Except for stadiums that have a concert": what is denied comes later.
        if self.not && table == subject {
            return Some(());
        }
        if std::mem::take(&mut self.not) {
            if self.clauses.lacks.is_some() {
                return None;
            }
            self.clauses.lacks = Some(self.clauses.conditions.len());
            self.clauses.conditions.push(Condition::Has { table, count: None, is_not: true });
            return Some(());
        }
        // "The names of teachers and the courses they teach": one more that is shown, by the name that it has itself.
        if self.joined == Some(Saying::And) && table != subject && !is_again && self.lists() {
            let is_whole = |(_, quality): &(_, u8)| *quality == super::pieces::WHOLE;
            let may_be = self.pieces[self.at].columns.iter().copied().filter(is_whole).collect();
            self.clauses.shown.push(What::Column(Named { may_be, of: Some(table), near: None }));
            return Some(());
        }
        if table != subject && !is_again {
            self.clauses.conditions.push(Condition::Has { table, count: None, is_not: false });
        }
        Some(())
    }

    /// Whether a table here is said of what rows are, or counted beside them: "suppliers are customers", "how many customers
    /// and suppliers". These are kinds, and no rows that belong to others.
    fn is_of_kind(&self) -> bool {
        let here = &self.pieces[self.at];
        let is_right_behind = |before: &Piece| before.at + before.count == here.at && before.saying == Some(Saying::Is);
        let is_kind = self.at.checked_sub(1).is_some_and(|at| is_right_behind(&self.pieces[at]));
        let is_counted = matches!(self.clauses.shown.as_slice(), [What::Rows(_)]) && self.clauses.conditions.is_empty();
        is_kind || is_counted && self.joined == Some(Saying::And)
    }

    /// Whether nothing but columns of rows was asked for until here.
    fn lists(&self) -> bool {
        let are_columns = self.clauses.shown.iter().all(|what| matches!(what, What::Column(_)));
        let is_unordered = self.clauses.order.is_none() && self.clauses.conditions.is_empty();
        !self.clauses.shown.is_empty() && are_columns && is_unordered && self.left.is_none()
    }
}

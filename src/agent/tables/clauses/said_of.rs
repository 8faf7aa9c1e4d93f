//! What a table, a column, a value, a number says where it stands.

use super::clause::{Condition, Named, Of, Place, What, With};
use super::measures::Measured;
use super::parts::{Mode, Reader, Superlative};
use super::pieces::Piece;
use super::sayings::{Made, Saying};

impl Reader<'_> {
    fn next(&self) -> Option<&Piece> {
        self.pieces.get(self.at + 1)
    }

    /// A table: the rows that are asked for, those that are counted, those that belong to a row.
    pub(super) fn table(&mut self, piece: &Piece) -> Option<()> {
        let [table] = piece.tables.as_slice() else { return None };
        let table = *table;
        let is_again = self.clauses.tables.contains(&table);
        if !is_again {
            self.clauses.tables.push(table);
        }
        self.near = Some(table);
        // "The stadium name": its column stands behind it.
        let is_of_table = |next: &Piece| next.columns.iter().any(|((of, _), _)| *of == table) && next.tables.is_empty();
        let is_beside = |next: &Piece| {
            next.at == piece.at + piece.count || next.at == piece.at + piece.count + 1 && next.text.len() > 1
        };
        if self.next().is_some_and(|next| is_of_table(next) && is_beside(next)) && !self.counts {
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

    /// Whether nothing but columns of rows was asked for until here.
    fn lists(&self) -> bool {
        let are_columns = self.clauses.shown.iter().all(|what| matches!(what, What::Column(_)));
        let is_unordered = self.clauses.order.is_none() && self.clauses.conditions.is_empty();
        !self.clauses.shown.is_empty() && are_columns && is_unordered && self.left.is_none()
    }

    /// Whether the value before is one of the column that stands here: "CD or DVD as their format". It is of that column.
    fn names_value(&mut self, named: &Named) -> bool {
        let before = self.at.checked_sub(2).map(|at| &self.pieces[at]);
        let is_behind = before.is_some_and(|piece| !piece.values.is_empty());
        let Some(Condition::Compared { of: Of::Named(of), with: With::Texts(_), .. }) =
            self.clauses.conditions.last_mut().filter(|_| is_behind && self.is_their)
        else {
            return false;
        };
        let is_same = |place: &Place| named.may_be.iter().any(|(own, _)| own == place);
        if !of.may_be.iter().any(|(place, _)| is_same(place)) {
            return false;
        }
        of.may_be.retain(|(place, _)| is_same(place));
        self.is_their = false;
        true
    }

    /// A column as it is named here.
    fn name(&mut self, piece: &Piece) -> Named {
        let mut of = self.owner.take();
        // "The name of the singers": the table behind it, unless another column stands between.
        if of.is_none() {
            let rest = &self.pieces[self.at + 1..];
            let is_way = |next: &&Piece| {
                matches!(
                    next.saying,
                    Some(Saying::Of | Saying::Each | Saying::Distinct | Saying::Most(_) | Saying::Extreme(_))
                ) || next.most.is_some()
            };
            let begins = rest.first().is_some_and(|next| next.saying == Some(Saying::Of));
            let skipped = rest.iter().take_while(is_way).count();
            let table = rest.get(skipped).filter(|_| begins).and_then(|next| next.tables.first());
            of = table.copied();
        }
        Named { may_be: piece.columns.clone(), of, near: self.near }
    }

    /// A column: shown, compared, grouped by, ordered by.
    pub(super) fn column(&mut self, piece: &Piece) -> Option<()> {
        let named = self.name(piece);
        if std::mem::take(&mut self.each) {
            self.clauses.groups.push(named);
            return Some(());
        }
        if self.mode == Mode::Order {
            return self.ordered_by(named);
        }
        match self.superlative.take() {
            Some(Superlative::Extreme(most)) => return self.extreme(named, most),
            Some(Superlative::Common(most)) => {
                self.clauses.shown.push(What::Column(named.clone()));
                self.clauses.groups.push(named);
                return self.order(What::Rows(None), most);
            }
            Some(Superlative::Most(most)) if !self.counts => return self.extreme(named, most),
            Some(_) => return None,
            None => {}
        }
        if self.names_value(&named) {
            return Some(());
        }
        if std::mem::take(&mut self.counts) {
            self.clauses.shown.push(What::Different(named));
            return Some(());
        }
        let is_shown = self.mode == Mode::Shown || std::mem::take(&mut self.is_their) || !self.made.is_empty();
        // A number before it: "with 4 cylinders", "more than 4 cylinders".
        if let Some(number) = self.number.take().filter(|_| !is_shown || self.compared.is_some()) {
            let sign = self.compared.take().unwrap_or("=");
            return self.condition(Of::Named(named), With::Number(sign, number));
        }
        if self.compared.is_some() {
            // "Larger population than": the number stands behind it.
            self.left = Some(Of::Named(named));
            return Some(());
        }
        if is_shown && !self.is_compared_next() {
            // What is shown is of the rows that are asked for.
            let named = Named { near: None, ..named };
            let made = std::mem::take(&mut self.made);
            if made.is_empty() {
                self.clauses.shown.push(What::Column(named));
            } else {
                self.clauses.shown.extend(made.into_iter().map(|made| What::Made(made, named.clone())));
            }
            return Some(());
        }
        if !self.made.is_empty() {
            return None;
        }
        // A column that stood here before and was compared with nothing is shown.
        if let Some(Of::Named(before)) = self.left.take() {
            self.clauses.shown.push(What::Column(before));
        }
        self.is_left_joined = self.joined == Some(Saying::And);
        self.left = Some(Of::Named(named));
        Some(())
    }

    /// A column by which rows are sorted.
    fn ordered_by(&mut self, named: Named) -> Option<()> {
        let what = match (self.made.pop(), std::mem::take(&mut self.counts)) {
            (Some(made), false) => What::Made(made, named),
            (None, false) => What::Column(named),
            _ => return None,
        };
        let falls = self.falls.unwrap_or(false);
        // Another column orders those that are equal: that is left out of none of this.
        if self.clauses.order.replace((what, falls)).is_some() {
            return None;
        }
        Some(())
    }

    /// Whether what stands behind a column compares it.
    fn is_compared_next(&self) -> bool {
        let rest = &self.pieces[self.at + 1..];
        let Some(next) = rest.first() else { return false };
        match next.saying {
            Some(Saying::Compared(_) | Saying::Between) => true,
            Some(Saying::Is) => rest.get(1).is_some_and(|value| {
                value.is_quoted
                    || !value.values.is_empty()
                    || value.number.is_some()
                    || matches!(value.saying, Some(Saying::Compared(_)))
            }),
            _ => next.is_quoted,
        }
    }

    /// The largest or smallest of a column: itself, or the rows that have it.
    fn extreme(&mut self, named: Named, most: bool) -> Option<()> {
        if self.mode == Mode::Shown && self.clauses.shown.is_empty() && self.clauses.subject.is_none() {
            let made = if most { Made::Largest } else { Made::Smallest };
            let more = std::mem::take(&mut self.made);
            if !more.is_empty() {
                return None;
            }
            self.clauses.shown.push(What::Made(made, named));
            return Some(());
        }
        let what = match self.made.pop() {
            Some(made) => What::Made(made, named),
            None => What::Column(named),
        };
        self.order(what, most)
    }

    /// A value: of the column that waits for one, else of the column that holds it.
    pub(super) fn value(&mut self, piece: &Piece) -> Option<()> {
        let joined = self.joined;
        // What a backslash is in a text differs among servers.
        if piece.text.contains('\\') {
            return None;
        }
        if let Some((before, behind)) = self.part.take() {
            let of = self.left.take()?;
            let text = piece.text.replace(['%', '_'], "");
            let (first, last) = (if before { "%" } else { "" }, if behind { "%" } else { "" });
            return self.condition(of, With::Part(format!("{first}{text}{last}")));
        }
        let owner = self.owner.take();
        match self.left.take() {
            Some(Of::Named(named)) => {
                let fits = |place: &Place| named.may_be.iter().any(|(own, _)| own == place);
                let mut known: Vec<&(Place, String)> = piece.values.iter().filter(|(place, _)| fits(place)).collect();
                // What no row has would be answered by nothing.
                known.sort();
                known.first()?;
                let is_known = |own: &Place| known.iter().any(|(place, _)| place == own);
                let may_be = named.may_be.iter().filter(|(own, _)| is_known(own)).copied().collect();
                let mut texts: Vec<String> = known.iter().map(|(_, text)| text.clone()).collect();
                texts.sort();
                texts.dedup();
                self.condition(Of::Named(Named { may_be, ..named }), With::Texts(texts))
            }
            Some(_) => None,
            None => self.value_alone(piece, joined, owner),
        }
    }

    /// A value whose column nobody names; with "or" before it, one more of the column before.
    fn value_alone(&mut self, piece: &Piece, joined: Option<Saying>, owner: Option<usize>) -> Option<()> {
        if piece.values.is_empty() {
            return None;
        }
        if joined == Some(Saying::Or)
            && let Some(Condition::Compared { of: Of::Named(named), with: With::Texts(texts), .. }) =
                self.clauses.conditions.last_mut()
        {
            let fits = |place: &Place| named.may_be.iter().any(|(own, _)| own == place);
            let known: Vec<String> =
                piece.values.iter().filter(|(place, _)| fits(place)).map(|(_, text)| text.clone()).collect();
            if known.is_empty() {
                return None;
            }
            texts.extend(known);
            self.is_or = false;
            return Some(());
        }
        let may_be = piece.values.iter().map(|(place, _)| (*place, super::pieces::WHOLE)).collect();
        let mut texts: Vec<String> = piece.values.iter().map(|(_, text)| text.clone()).collect();
        texts.sort();
        texts.dedup();
        let named = Named { may_be, of: owner, near: self.near };
        self.condition(Of::Named(named), With::Texts(texts))
    }
}

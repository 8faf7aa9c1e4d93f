//! What a column, and a value, says where it stands.

use super::clause::{Condition, Named, Of, Place, What, With};
use super::parts::{Mode, Reader, Superlative};
use super::pieces::Piece;
use super::sayings::{Made, Saying};

impl Reader<'_> {
    /// Whether the value before is one of the column that stands here: "CD or DVD as their format". It is of that column.
    fn names_value(&mut self, named: &Named) -> bool {
        let holds = |back: usize| self.at.checked_sub(back).is_some_and(|at| !self.pieces[at].values.is_empty());
        // "The English language".
        let is_beside =
            holds(1) && self.pieces[self.at - 1].at + self.pieces[self.at - 1].count == self.pieces[self.at].at;
        let is_behind = is_beside || holds(2) && self.is_their;
        let Some(Condition::Compared { of: Of::Named(of), with: With::Texts(_), .. }) =
            self.clauses.conditions.last_mut().filter(|_| is_behind)
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
            Some(Superlative::Most(most)) if !self.counts => {
                self.clauses.is_by_amount = true;
                return self.extreme(named, most);
            }
            // "How much does the youngest dog weigh", "the most recent treatment cost".
            Some(Superlative::Measured(measured)) if self.mode == Mode::Shown && self.clauses.shown.is_empty() => {
                self.order(What::Measured(measured, None), true)?;
                self.clauses.shown.push(What::Column(Named { near: None, ..named }));
                return Some(());
            }
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
            // "The name of the makers", where makers are a column: of what they stand for.
            let is_of = self.at >= 2
                && self.pieces[self.at - 1].saying == Some(Saying::Of)
                && !self.pieces[self.at - 2].columns.is_empty()
                && self.pieces[self.at - 2].tables.is_empty();
            if is_of && made.is_empty() && matches!(self.clauses.shown.last(), Some(What::Column(_))) {
                return None;
            }
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

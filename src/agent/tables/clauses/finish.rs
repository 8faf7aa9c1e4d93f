//! What the end of a question leaves, and in which order rows are asked for.

use super::clause::{Clauses, Condition, Of, What, With};
use super::parts::{Mode, Reader, Superlative};

impl Reader<'_> {
    /// All that was read, if nothing waits for more.
    pub(super) fn finished(mut self) -> Option<Clauses> {
        self.superlative_at_end()?;
        self.count_at_end()?;
        // "Each continent, and how many are there in each one" says the same twice.
        self.each &= self.clauses.group_tables.is_empty();
        // "And the number of their orders for each": for each of the rows that are asked for.
        if let Some(subject) = self.clauses.subject.filter(|_| self.each) {
            self.each = false;
            self.clauses.group_tables.push(subject);
        }
        // "In alphabetical order" is that of what is shown first.
        if self.mode == Mode::Order && self.clauses.order.is_none() {
            let first = self.clauses.shown.first()?.clone();
            self.clauses.order = Some((first, self.falls.unwrap_or(false)));
        }
        // A column behind "and" is one more that is shown.
        match self.left.take() {
            Some(Of::Named(named)) if self.is_left_joined => self.clauses.shown.push(What::Column(named)),
            Some(_) => return None,
            None => {}
        }
        self.is_of_one_meaning()?;
        let waits = self.counts
            || self.each
            || self.not
            || !self.made.is_empty()
            || self.superlative.is_some()
            || self.compared.is_some()
            || self.time.is_some()
            || self.number.is_some()
            || self.left.is_some()
            || self.is_between
            || self.part.is_some()
            || self.is_or
            || self.asks_much && self.clauses.shown.is_empty()
            || self.is_top
            || self.sorts
            || self.owner.is_some();
        (!waits).then_some(self.clauses)
    }

    /// A superlative behind what it is of.
    fn superlative_at_end(&mut self) -> Option<()> {
        // "Who is worth the most": of the column before.
        match (self.superlative, self.left.clone()) {
            // "Whose number of products is the largest", "whose total cost is the lowest".
            (Some(Superlative::Extreme(most)), Some(Of::Named(named))) => {
                (self.superlative, self.left) = (None, None);
                self.order(What::Column(named), most)?;
            }
            (Some(Superlative::Measured(measured)), Some(Of::Named(named))) if measured.is_of_numbers() => {
                (self.superlative, self.left) = (None, None);
                self.order(What::Column(named), measured.is_most)?;
            }
            (Some(Superlative::Measured(measured)), None) => {
                self.superlative = None;
                self.order(What::Measured(measured, self.near), true)?;
            }
            (Some(Superlative::Most(most)), Some(Of::Named(named))) => {
                (self.superlative, self.left) = (None, None);
                self.clauses.is_by_amount = true;
                self.order(What::Column(named), most)?;
            }
            _ => {}
        }
        Some(())
    }

    /// What is counted, where no rows stand behind it.
    fn count_at_end(&mut self) -> Option<()> {
        if self.counts && self.clauses.subject.is_some() && self.clauses.shown.is_empty() {
            self.clauses.shown.push(What::Rows(None));
            self.counts = false;
        }
        // "List the name and the count": of what is counted already, or of the rows that are asked for.
        if self.counts && self.clauses.subject.is_some() && self.mode == Mode::Shown {
            let is_counted = self.clauses.shown.iter().any(|what| matches!(what, What::Rows(_)));
            if !is_counted {
                self.clauses.shown.push(What::Rows(None));
            }
            self.counts = false;
        }
        // "How many engineers": the rows that are called so.
        if self.counts && self.clauses.subject.is_none() && self.clauses.shown.is_empty() {
            self.clauses.subject = Some(self.table_of_values()?);
            self.clauses.shown.push(What::Rows(None));
            self.counts = false;
        }
        Some(())
    }

    /// Nothing, unless conditions may be said of several kinds of rows.
    fn is_of_one_meaning(&mut self) -> Option<()> {
        // A time that is told before other rows may be said of either.
        let is_when = |one: &Condition| matches!(one, Condition::Compared { of: Of::When, .. });
        let times = self.clauses.conditions.iter().position(is_when);
        let has = self.clauses.conditions.iter().rposition(|one| matches!(one, Condition::Has { .. }));
        if times.zip(has).is_some_and(|(time, has)| time < has) {
            return None;
        }
        // "Which countries' ships do not call": those of no ship that does are others than those of one that does not.
        let denies = |one: &Condition| {
            matches!(one, Condition::Has { is_not: true, .. } | Condition::Compared { is_not: true, .. })
        };
        if self.clauses.is_of_column && self.clauses.conditions.iter().any(denies) {
            return None;
        }
        // Both of two values, and not of two kinds of rows, which is said by "and" as well.
        if let Some(both) = self.clauses.both {
            let behind = self.clauses.conditions.get(both..)?;
            let are_plain = behind.iter().all(|one| {
                matches!(one, Condition::Compared { .. } | Condition::Has { count: None, is_not: false, .. })
            });
            let compared = behind.iter().filter(|one| matches!(one, Condition::Compared { is_not: false, .. })).count();
            match compared {
                0 => self.clauses.both = None,
                2 if are_plain => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// The one table that holds the values that were said first.
    fn table_of_values(&self) -> Option<usize> {
        let Some(Condition::Compared { of: Of::Named(named), with: With::Texts(_), .. }) =
            self.clauses.conditions.first()
        else {
            return None;
        };
        let table = named.may_be.first()?.0.0;
        named.may_be.iter().all(|((other, _), _)| *other == table).then_some(table)
    }

    /// The order of rows; a question has one.
    pub(super) fn order(&mut self, what: What, falls: bool) -> Option<()> {
        if self.clauses.order.is_some() {
            return None;
        }
        self.clauses.order = Some((what, falls));
        let number = self.number.take().and_then(|number| number.parse().ok());
        self.clauses.limit = Some(number.unwrap_or(1));
        self.is_top = false;
        Some(())
    }
}

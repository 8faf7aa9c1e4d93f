//! What a number says where it stands.

use super::clause::{Condition, Of, With};
use super::parts::Reader;
use super::pieces::Piece;
use super::sayings::Saying;

/// The first and the last year that a number may be.
const YEARS: std::ops::RangeInclusive<i64> = 1000..=2100;

impl Reader<'_> {
    /// A number: how many rows, what a column is compared with, a year.
    pub(super) fn number(&mut self, number: String) -> Option<()> {
        if self.is_between {
            return self.between(number);
        }
        let joined = self.joined.take();
        let pieces = self.pieces;
        let next = pieces.get(self.at + 1);
        let is_ranked = |next: &Piece| {
            next.most.is_some() || matches!(next.saying, Some(Saying::Most(_) | Saying::Common(_) | Saying::Extreme(_)))
        };
        if self.is_top || next.is_some_and(is_ranked) {
            self.number = Some(number);
            return Some(());
        }
        let year = number.parse().ok().filter(|year| YEARS.contains(year));
        if let (Some(sign), Some(year)) = (self.time, year) {
            self.time = None;
            let of = self.left.take().unwrap_or(Of::When);
            return self.condition(of, With::Year(sign, year));
        }
        if let Some(of) = self.left.take() {
            let sign = self.compared.take().or(self.time.take()).unwrap_or("=");
            return self.condition(of, With::Number(sign, number));
        }
        // One more of the same: "in 2014 or 2015".
        if let (Some(Saying::Or), Some(Condition::Compared { with, .. })) = (joined, self.clauses.conditions.last_mut())
        {
            let texts = match with {
                With::Number("=", before) => vec![before.clone(), number],
                With::Year("=", before) => vec![before.to_string(), number],
                _ => return None,
            };
            *with = With::Texts(texts);
            self.is_or = false;
            return Some(());
        }
        let is_counted = next.is_some_and(|next| !next.columns.is_empty() || !next.tables.is_empty());
        let is_year = year.is_some()
            && self.compared.is_none()
            && !is_counted
            && self.pieces[..self.at].last().is_some_and(|before| {
                matches!(before.saying, Some(Saying::Where | Saying::Both)) || !before.columns.is_empty()
            });
        let is_second = self.clauses.both.is_some_and(|both| self.clauses.conditions.len() == both + 1);
        let is_year = is_year || is_second && joined == Some(Saying::And) && year.is_some();
        if let Some(year) = year.filter(|_| is_year) {
            return self.condition(Of::When, With::Year("=", year));
        }
        self.number = Some(number);
        Some(())
    }

    /// The ends of a range.
    fn between(&mut self, number: String) -> Option<()> {
        let rest = &self.pieces[self.at + 1..];
        let [and, last, ..] = rest else { return None };
        if and.saying != Some(Saying::And) {
            return None;
        }
        let last = last.number.clone()?;
        self.is_between = false;
        self.time = None;
        self.at += 3;
        let of = self.left.take().unwrap_or(Of::When);
        self.condition(of, With::Between(number, last))
    }
}

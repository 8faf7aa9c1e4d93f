//! Whether columns hold something: "without a fax", "have a company", "not shipped".

use super::asked::Asked;
use super::conditions::Condition;
use super::schema::{Table, Type};
use super::understood::is_participle;
use super::words::{HAVING, LACKING, PLACING};

/// Words between what says that something is there and what it is.
const BETWEEN: &[&str] = &["a", "an", "any", "the", "their", "its"];

/// Words between "not" and what was not done.
const DONE: &[&str] = &["been", "be", "yet", "have", "has", "had", "were", "was", "are", "is"];

impl Asked {
    /// Conditions on what columns hold at all.
    pub(super) fn filled(&mut self, table: &Table) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (number, column) in table.own() {
            let Some((at, count)) = column.said.iter().find_map(|way| Some((self.place(way)?, way.len()))) else {
                continue;
            };
            let is_done = column.type_ == Type::Date && count == 1 && is_participle(&self.words[at].lower);
            let between = if is_done { DONE } else { BETWEEN };
            let mut start = at;
            while start > 0 && self.is_word(start - 1, between) {
                start -= 1;
            }
            let lacks = start > 0 && (self.is_word(start - 1, LACKING) || is_done && self.is_word(start - 1, &["not"]));
            let has = start > 0 && self.is_word(start - 1, HAVING);
            // "Do not have a fax".
            let denied = has && start > 1 && self.is_word(start - 2, &["not"]);
            if !lacks && !has && !is_done {
                continue;
            }
            let from = if denied {
                start - 2
            } else if lacks {
                start - 1
            } else {
                start
            };
            self.take(from, at + count - from);
            self.denials = self.denials.saturating_sub(usize::from(lacks || denied));
            conditions.push(Condition::Empty(number, lacks || denied));
        }
        conditions
    }

    /// Uses the words that say where something is, where it is known.
    pub(super) fn take_placing(&mut self) {
        for at in 0..self.words.len() {
            if self.is_word(at, PLACING) {
                self.take(at, 1);
            }
        }
    }
}

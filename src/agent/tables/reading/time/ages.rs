//! How old rows are: "older than 30 days", "more than two weeks ago", "newer than a month".

use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::understood::has_dates;
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::schema::conditions::{Condition, Value};
use crate::agent::tables::vocabulary::number_words::AGES;
use crate::agent::tables::vocabulary::relative::{back, iso};

/// Words behind an age that say that it is one.
const OLD: &[&str] = &["old", "ago"];

impl Asked {
    /// Conditions on how long ago something was; `None` if it is not clear which date says so.
    pub(in crate::agent::tables) fn ages(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        if !has_dates(table) {
            return Some(conditions);
        }
        for (phrase, sign, is_age) in AGES {
            for at in self.phrases(phrase) {
                let end = at + phrase.len();
                let Some((first, count)) = self.age_at(end) else { continue };
                let is_said = *is_age || self.is_word(end + count, OLD);
                if !is_said {
                    continue;
                }
                let column = self.date(table, at)?;
                let count = count + usize::from(self.is_word(end + count, OLD));
                let text = self.written(at, phrase.len() + count).to_owned();
                self.take(at, phrase.len() + count);
                let day = iso(first);
                let told = if *sign == "<" { "before" } else { "from" };
                self.notes.push(format!("\"{text}\" is {told} {day}, in UTC"));
                conditions.push(Condition::Compared(column, sign, Value::Text(day)));
            }
        }
        Some(conditions)
    }

    /// The day that is so long ago as words at a place say, and how many of them do.
    fn age_at(&self, at: usize) -> Option<(i64, usize)> {
        let unit = &self.words.get(at + 1).filter(|word| !word.is_used && !word.is_quoted)?.lower;
        let is_one = self.is_word(at, &["a", "an"]);
        let number = match self.value_at(at) {
            Some(Value::Number(number)) => number.parse().ok()?,
            _ if is_one => 1,
            _ => return None,
        };
        Some((back(unit, number, self.today)?, 2))
    }
}

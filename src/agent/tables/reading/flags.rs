//! Columns that say yes or no, and numbers that do: "active", "not renewed", "uninsured", "fined".

use super::asked::Asked;
use super::understood::is_participle;
use super::values::Text;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::conditions::{Condition, Value};
use crate::agent::tables::vocabulary::words::{DONE, UNDONE};
use crate::library::Stems;

impl Asked {
    /// Flags that are said, and whether they are denied: "active" is `is_active`, "fined" a fine of more than nothing.
    pub(in crate::agent::tables) fn flags(&mut self, table: &Table, values: &[Text]) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (number, column) in table.own() {
            let plain = |way: &Vec<String>| Some((self.place(way)?, way.len(), false));
            let undone = |way: &Vec<String>| Some((self.undone_at(way)?, way.len(), true));
            let found = column.said.iter().find_map(plain).or_else(|| column.said.iter().find_map(undone));
            let Some((found_at, count, is_undone)) = found else { continue };
            let at = found_at;
            let of_column: Vec<&str> =
                values.iter().filter(|text| text.column == number).map(|text| text.text.as_str()).collect();
            let word = &self.words[at].lower;
            let is_done = is_participle(word);
            // Few numbers say yes or no: the name has to say what was done.
            let behind = self.words.get(at + count..at + count + table.said.len()).unwrap_or_default();
            let is_before = !behind.is_empty() && behind.iter().map(|word| &word.stem).eq(&table.said);
            let yes = match (column.type_, YES.iter().find(|yes| of_column.contains(yes))) {
                (Type::Flag, _) => Some(None),
                (_, Some(yes)) if of_column.iter().all(|text| YES.contains(text) || NO.contains(text)) => {
                    Some(Some((*yes).to_owned()).filter(|_| column.is_text()))
                }
                _ => None,
            };
            let yes = yes.filter(|_| column.type_ != Type::Number || is_done || is_before || is_undone);
            if yes.is_none() && !(is_done && says_how_much(column, word)) {
                continue;
            }
            // "Under warranty", "on hold".
            let at = if at > 0 && self.is_word(at - 1, &["under", "on", "in"]) { at - 1 } else { at };
            let count = count + usize::from(at < found_at);
            let lacking = self.having(at).filter(|(_, is_lacking)| *is_lacking);
            self.take(at, count);
            let is_denied = match lacking {
                Some(having) => {
                    self.take_having(having, (at, count));
                    true
                }
                None => self.take_denial(at) != is_undone,
            };
            conditions.push(match yes {
                Some(yes) => Condition::Flag(number, yes, !is_denied),
                None if is_denied => Condition::Empty(number, true),
                None => Condition::Compared(number, ">", Value::Number("0".to_owned())),
            });
        }
        conditions
    }

    /// Where the name of a column stands behind what denies it: "uninsured", "inactive".
    pub(in crate::agent::tables) fn undone_at(&self, way: &[String]) -> Option<usize> {
        let [stem] = way else { return None };
        let is_undone = |at: &usize| {
            let word = &self.words[*at];
            // The stem of a longer word may be another one.
            let bare = || PREFIXES.iter().filter_map(|prefix| word.lower.strip_prefix(prefix));
            !word.is_used && !word.is_quoted && bare().any(|bare| Stems::new().stem(bare) == stem)
        };
        (0..self.words.len()).find(is_undone)
    }

    /// Where the words in front of a place begin that deny it: "were not yet renewed".
    pub(in crate::agent::tables) fn denial_before(&self, at: usize) -> Option<usize> {
        let mut start = at;
        while start > 0 && self.is_word(start - 1, DONE) {
            start -= 1;
        }
        start.checked_sub(1).filter(|first| self.is_word(*first, UNDONE))
    }

    /// Uses such words; false if there are none.
    pub(in crate::agent::tables) fn take_denial(&mut self, at: usize) -> bool {
        let Some(first) = self.denial_before(at) else { return false };
        self.take(first, at - first);
        true
    }
}

/// What denies the rest of a word.
const PREFIXES: &[&str] = &["un", "in", "non"];

/// Whether a participle says that there is some of what a column of numbers holds: "fined" of a fine, "delayed" of
/// minutes of delay.
fn says_how_much(column: &Column, participle: &str) -> bool {
    let is_other = column.name_words.len() > 1 || column.name_words.first().is_some_and(|own| own != participle);
    column.type_ == Type::Number && !column.is_key && is_other
}

/// What columns of texts and numbers say for yes and for no.
const YES: &[&str] = &["1", "true", "yes", "Y", "y", "t", "TRUE", "True", "Yes"];
const NO: &[&str] = &["0", "false", "no", "N", "n", "f", "FALSE", "False", "No", ""];

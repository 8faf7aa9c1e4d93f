//! What of a question are conditions of a table: comparisons of numbers and dates, values, flags; and groups.

use super::asked::Asked;
use super::time::periods::Group;
use super::values::Text;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::conditions::{Condition, Value};
use crate::agent::tables::schema::spoken::HUNDREDTHS;
use crate::agent::tables::vocabulary::words::{GROUPS, PARTICIPLES, TO, When};
use crate::library::Stems;

impl Asked {
    /// All conditions; `None` if it is not clear what a comparison is of. `values` are texts in columns.
    pub(in crate::agent::tables) fn conditions(
        &mut self,
        table: &Table,
        values: &[Text],
        stems: &mut Stems,
    ) -> Option<Vec<Condition>> {
        let mut conditions = self.overdue(table, values)?;
        conditions.extend(self.related(table)?);
        conditions.extend(self.ages(table)?);
        conditions.extend(self.columns_compared(table)?);
        conditions.extend(self.ranges(table)?);
        conditions.extend(self.comparisons(table)?);
        conditions.extend(self.amounts(table)?);
        conditions.extend(self.times(table)?);
        conditions.extend(self.equals(table));
        conditions.extend(self.texts(table, values, stems)?);
        conditions.extend(self.sexes(table, values));
        conditions.extend(self.flags(table, values));
        let currents = self.currents(table, &conditions);
        conditions.extend(currents);
        conditions.iter_mut().for_each(|condition| self.in_hundredths(table, condition));
        self.are_of_one_time(table, &conditions).then_some(conditions)
    }

    /// Whether what is said of a column of hundredths is said in whole units.
    pub(in crate::agent::tables) fn says_units(&self, column: &Column) -> bool {
        column.is_hundredths && !self.words.iter().any(|word| HUNDREDTHS.contains(&word.lower.as_str()))
    }

    /// "A price over 400" is more than 40000 cents.
    fn in_hundredths(&mut self, table: &Table, condition: &mut Condition) {
        let column = &table.columns[condition.column()];
        if !self.says_units(column) {
            return;
        }
        let note = format!("{} is in hundredths", column.name);
        let mut numbers: Vec<&mut Value> = match condition {
            Condition::Compared(_, _, value) => vec![value],
            Condition::Between(_, low, high) => vec![low, high],
            _ => return,
        };
        numbers.iter_mut().for_each(|value| value.in_hundredths());
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// "between A and B", "from A to B".
    fn ranges(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        // Numbers like years, behind the name of a column of which a sum is asked, are years.
        let are_years = has_dates(table) && self.is_aggregate();
        for phrase in ["between", "from"] {
            for at in self.phrases(&[phrase]) {
                let days = self.days_between(at + 1);
                let numbers = self.numbers_between(at + 1).filter(|_| days.is_none() || !are_years);
                // Of what may be years no column of numbers is meant that is not named.
                let may_be_years = days.is_some();
                if let Some((low, high)) = numbers
                    && let Some(column) = self
                        .number(table, at, at + 4)
                        .or_else(|| self.in_money(table, at + 4))
                        .or_else(|| self.measured_before(table, at))
                        .or_else(|| self.aged(table, at + 4))
                        .or_else(|| if may_be_years { None } else { self.unnamed_number(table, at) })
                {
                    conditions.push(Condition::Between(column, low, high));
                    self.take(at, 4);
                } else if let Some((count, condition)) = days.as_ref().and_then(|(count, low, high)| {
                    Some((count, self.years(table, (&low.first, &high.next), When::In)?))
                }) {
                    conditions.push(condition);
                    self.take(at, count + 1);
                } else if let Some((count, low, high)) = days {
                    let column = self.date(table, at)?;
                    conditions.push(Condition::Days(column, low.first, high.next));
                    self.take(at, count + 1);
                } else if self.numbers_between(at + 1).is_some() {
                    return None;
                }
            }
        }
        Some(conditions)
    }

    fn numbers_between(&self, at: usize) -> Option<(Value, Value)> {
        let is_joined = self.words.get(at + 1).is_some_and(|word| TO.contains(&word.lower.as_str()));
        Some((self.value_at(at)?, self.value_at(at + 2)?)).filter(|_| is_joined)
    }

    /// What rows are grouped by; `None` if it is not clear which date is meant.
    pub(in crate::agent::tables) fn groups(&mut self, table: &Table) -> Option<Vec<Group>> {
        let mut groups = self.periods(table)?;
        for phrase in GROUPS {
            let Some(at) = self.phrase(phrase) else { continue };
            let Some((length, number)) = self.group_at(table, at + phrase.len()) else { continue };
            if let Some(other) = self.rival(table, (at + phrase.len(), length), number) {
                self.doubt((at + phrase.len(), length), table, &[number, other]);
                continue;
            }
            let is_order = || table.columns[number].is_amount() && self.is_measured();
            if **phrase == ["by"] && (self.is_one_by(at + 1 + length) || is_order()) {
                continue;
            }
            self.take(at, phrase.len() + length);
            groups.push(Group::of(number));
        }
        Some(groups)
    }

    /// Another reference to the same table by whose rows may be grouped as well: "per port" of a voyage from one to another.
    pub(in crate::agent::tables) fn rival(
        &self,
        table: &Table,
        (at, length): (usize, usize),
        number: usize,
    ) -> Option<usize> {
        let own = &table.columns[number];
        let is_rival = |other: &usize| {
            let column = &table.columns[*other];
            column.origin == own.origin
                && column.join != own.join
                && table.depth(*other) == table.depth(number)
                && column.said.iter().any(|way| way.len() == length && self.is_at(at, way))
        };
        own.join.and_then(|_| (0..table.columns.len()).find(is_rival))
    }

    /// Notes that words may mean several columns.
    pub(in crate::agent::tables) fn doubt(&mut self, (at, count): (usize, usize), table: &Table, columns: &[usize]) {
        let names: Vec<String> = columns.iter().map(|column| table.full_name(*column, columns)).collect();
        let text = self.written(at, count);
        self.unclear = Some(format!("\"{text}\" may be {}", names.join(" or ")));
    }

    /// Whether what stands behind "by authors" says which: "by authors from Germany", "by author Iris Haller".
    fn is_one_by(&self, at: usize) -> bool {
        let is_name = self.words.get(at).is_some_and(|word| !word.is_used && (word.is_proper || word.is_quoted));
        let is_from = self.is_word(at, &["from"]) && self.moment_at(at + 1).is_none();
        is_name || is_from || self.is_word(at, &["named", "called", "who", "whose", "that", "with"])
    }

    /// The column by whose name rows are grouped at a place, and the words of it. What a row refers to is said by what
    /// it is called.
    pub(in crate::agent::tables) fn group_at(&self, table: &Table, at: usize) -> Option<(usize, usize)> {
        // Where rows are linked with several of a table, only what those are called tells groups of them.
        let grouped = |number: &usize| {
            let column = &table.columns[*number];
            column.join.is_none_or(|join| !table.joins[join].is_link || column.is_label && table.is_beside(join))
        };
        let columns = (0..table.columns.len()).filter(grouped);
        let ways = columns.flat_map(|number| table.columns[number].said.iter().map(move |way| (number, way)));
        let here = ways.filter(|(_, way)| self.is_at(at, way)).map(|(number, way)| (way.len(), number));
        let rank = |number: usize| {
            // A key that refers to what has a name comes behind that.
            let is_reference = table.depth(number) == 0 && table.references.iter().any(|(own, ..)| *own == number);
            (if is_reference { 1 } else { table.depth(number) }, is_reference, number)
        };
        here.max_by_key(|(length, number)| (*length, std::cmp::Reverse(rank(*number))))
    }
}

/// True for a word that says what has been done to something, as far as its end tells.
pub(in crate::agent::tables) fn is_participle(word: &str) -> bool {
    word.len() > 4 && (word.ends_with("ed") || word.ends_with("en")) || PARTICIPLES.contains(&word)
}

pub(in crate::agent::tables) fn has_dates(table: &Table) -> bool {
    table.columns.iter().any(|column| column.type_ == Type::Date)
}

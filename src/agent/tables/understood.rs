//! What of a question are conditions of a table: comparisons of numbers and dates, values, flags; and groups.

use super::asked::Asked;
use super::conditions::{Condition, Value};
use super::moments::Moment;
use super::schema::{Column, Table, Type};
use super::values::Text;
use super::words::{COMPARISONS, CURRENCIES, GROUPS, MONEY, ONWARDS, TO, TOUCHED, WHENS, When};
use crate::library::Stems;

/// Words from which a time is read.
const MOMENT_WORDS: usize = 8;

impl Asked {
    /// All conditions; `None` if it is not clear what a comparison is of. `values` are texts in columns.
    pub(super) fn conditions(&mut self, table: &Table, values: &[Text], stems: &mut Stems) -> Option<Vec<Condition>> {
        let mut conditions = self.ranges(table)?;
        conditions.extend(self.comparisons(table)?);
        conditions.extend(self.times(table)?);
        conditions.extend(self.equals(table));
        conditions.extend(self.texts(table, values, stems)?);
        conditions.extend(self.flags(table, values));
        Some(conditions)
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
                if let Some((low, high)) = numbers
                    && let Some(column) = self.number(table, at, at + 4)
                {
                    conditions.push(Condition::Between(column, low, high));
                    self.take(at, 4);
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

    /// Two times with a word between them.
    fn days_between(&self, at: usize) -> Option<(usize, Moment, Moment)> {
        let (count, low) = match self.moment_at(at) {
            Some(found) => found,
            // The year stands behind the second month: "between March and May 2023".
            None => {
                let behind = self.moment_at(at + 2)?;
                let year = behind.1.first.get(..4)?.to_owned();
                let month = self.words.get(at)?.lower.clone();
                (1, Moment::read(&[&month, &year]).filter(|(count, _)| *count == 2)?.1)
            }
        };
        let joint = self.words.get(at + count)?;
        let (more, high) = self.moment_at(at + count + 1).filter(|_| TO.contains(&joint.lower.as_str()))?;
        Some((count + 1 + more, low, high))
    }

    fn moment_at(&self, at: usize) -> Option<(usize, Moment)> {
        let free = self.words.iter().skip(at).take_while(|word| !word.is_used).take(MOMENT_WORDS);
        Moment::read(&free.map(|word| word.lower.as_str()).collect::<Vec<_>>())
    }

    fn value_at(&self, at: usize) -> Option<Value> {
        Value::number(&self.words.get(at).filter(|word| !word.is_used)?.lower)
    }

    /// Comparisons with numbers.
    fn comparisons(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        for (phrase, sign) in COMPARISONS {
            for at in self.phrases(phrase) {
                let end = at + phrase.len();
                let Some(value) = self.value_at(end) else { continue };
                let may_be_time = WHENS.iter().any(|(other, _)| other == phrase);
                if may_be_time && has_dates(table) && self.moment_at(end).is_some() {
                    continue;
                }
                let column = self.number(table, at, end + 1).or_else(|| self.measured(table, phrase, end + 1));
                let Some(column) = column else {
                    if may_be_time || *sign == "=" {
                        continue;
                    }
                    return None;
                };
                self.take(at, phrase.len() + 1);
                conditions.push(Condition::Compared(column, sign, value));
            }
        }
        Some(conditions)
    }

    /// The column of numbers whose name stands in front of a comparison, or behind it; its name is used.
    fn number(&mut self, table: &Table, at: usize, end: usize) -> Option<usize> {
        // A key is compared with nothing, unless it is called one.
        let is_key_meant = self.phrase(&["id"]).is_some();
        let of_numbers = |number: usize| {
            let column = &table.columns[number];
            column.type_ == Type::Number && (is_key_meant || !column.is_key)
        };
        let named = self.named_before(table, at, of_numbers);
        let (column, start, count) = named.or_else(|| {
            let ways = table.columns.iter().enumerate().filter(|(number, _)| of_numbers(*number));
            let mut ways = ways.flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
            ways.find(|(_, way)| self.is_at(end, way)).map(|(number, way)| (number, end, way.len()))
        })?;
        self.take(start, count);
        Some(column)
    }

    /// The one column of money, if a currency stands at a place; or of what `phrase` compares.
    fn measured(&mut self, table: &Table, phrase: &[&str], end: usize) -> Option<usize> {
        let is_money = self.is_word(end, CURRENCIES);
        let names = match (is_money, phrase) {
            (true, _) => MONEY,
            (false, ["cheaper", _]) => &MONEY[..3],
            _ => return None,
        };
        let is_named = |column: &Column| names.iter().any(|name| column.words.iter().any(|word| word == name));
        let mut named = table.own().filter(|(_, column)| column.type_ == Type::Number && is_named(column));
        let (column, _) = named.next()?;
        if named.next().is_some() {
            return None;
        }
        self.take(end, usize::from(is_money));
        Some(column)
    }

    /// The column whose name ends where a comparison begins, or a word before that: "total is over 3".
    fn named_before(
        &self,
        table: &Table,
        at: usize,
        is_of_type: impl Fn(usize) -> bool,
    ) -> Option<(usize, usize, usize)> {
        let columns = table.columns.iter().enumerate().filter(|(number, _)| is_of_type(*number));
        let mut ways = columns.flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
        ways.find_map(|(number, way)| {
            let mut starts = [at, at.saturating_sub(1)].into_iter().filter_map(|end| end.checked_sub(way.len()));
            starts.find(|start| self.is_at(*start, way)).map(|start| (number, start, way.len()))
        })
    }

    /// The column of dates that is meant at a place: the one that is named there, else the only one.
    fn date(&mut self, table: &Table, at: usize) -> Option<usize> {
        let of_dates = |number: usize| table.columns[number].type_ == Type::Date;
        if let Some((column, start, count)) = self.named_before(table, at, of_dates) {
            self.take(start, count);
            return Some(column);
        }
        // When a row was touched last is not when it was.
        let is_told = |number: &usize| of_dates(*number) && !is_touched(&table.columns[*number]);
        let told: Vec<usize> = table.own().map(|(number, _)| number).filter(is_told).collect();
        // The date of an order is its `order_date`, whatever else is dated.
        let of_table = |number: &&usize| table.columns[**number].said.contains(&table.said);
        match told.as_slice() {
            [only] => Some(*only),
            _ => told.iter().find(of_table).copied(),
        }
    }

    /// Dates, months and years, with or without what says how they are compared. `None` if it is not clear with what.
    fn times(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        for (phrase, when) in WHENS {
            for at in self.phrases(phrase) {
                let end = at + phrase.len();
                let Some((count, moment)) = self.moment_at(end) else { continue };
                // In "17th of April 2023", "second half of 2023" it is a part of what is read below.
                let is_inside =
                    (1..=2).any(|back| at >= back && self.moment_at(at - back).is_some_and(|(to, _)| to > back));
                if is_inside {
                    continue;
                }
                if let Some(condition) = self.year(table, &moment).filter(|_| *when == When::In) {
                    self.take(at, phrase.len() + count);
                    conditions.push(condition);
                    continue;
                }
                let column = self.date(table, at)?;
                self.take(at, phrase.len() + count);
                conditions.push(self.time(table, column, (*when, *phrase == ["from"]), moment, end + count));
            }
        }
        let mut at = 0;
        while at < self.words.len() {
            let found = self.moment_at(at).filter(|_| !self.words[at].is_quoted);
            // A number behind the name of a column is one of its values.
            let is_number =
                self.named_before(table, at, |number| table.columns[number].type_ == Type::Number).is_some();
            if let Some((count, moment)) = found.filter(|_| !is_number) {
                let column = self.date(table, at)?;
                self.take(at, count);
                conditions.push(self.time(table, column, (When::In, false), moment, at + count));
                at += count;
            }
            at += 1;
        }
        Some(conditions)
    }

    /// The column of years, where a whole year is named and no date says when it was.
    fn year(&self, table: &Table, moment: &Moment) -> Option<Condition> {
        let year = moment.first.strip_suffix("-01-01").filter(|_| moment.next.ends_with("-01-01"))?;
        let is_year = |column: &Column| column.name_words.last().is_some_and(|word| word == "year");
        let (number, column) = table.own().find(|(_, column)| is_year(column) && !column.is_key)?;
        if table.own().any(|(_, column)| column.type_ == Type::Date && !is_touched(column)) {
            return None;
        }
        Some(match column.type_ {
            Type::Number => Condition::Compared(number, "=", Value::Number(year.to_owned())),
            _ => Condition::Among(number, vec![year.to_owned()]),
        })
    }

    /// A date that is compared with a time; `after` is the place behind it.
    fn time(
        &mut self,
        table: &Table,
        column: usize,
        (when, is_open): (When, bool),
        Moment { first, next }: Moment,
        after: usize,
    ) -> Condition {
        let goes_on = is_open && self.words.get(after).is_some_and(|word| ONWARDS.contains(&word.lower.as_str()));
        if goes_on {
            self.take(after, 1);
        }
        let is_day = Moment { first: first.clone(), next: next.clone() }.is_day();
        match when {
            When::In if goes_on => Condition::Compared(column, ">=", Value::Text(first)),
            When::In if is_day && table.columns[column].is_day => Condition::Compared(column, "=", Value::Text(first)),
            When::In => Condition::Days(column, first, next),
            When::Since => Condition::Compared(column, ">=", Value::Text(first)),
            When::After => Condition::Compared(column, ">=", Value::Text(next)),
            When::Before => Condition::Compared(column, "<", Value::Text(first)),
            When::Until => Condition::Compared(column, "<", Value::Text(next)),
        }
    }

    /// The columns by which rows are grouped.
    pub(super) fn groups(&mut self, table: &Table) -> Vec<usize> {
        let mut groups = Vec::new();
        for phrase in GROUPS {
            let Some(at) = self.phrase(phrase) else { continue };
            let Some((length, number)) = self.group_at(table, at + phrase.len()) else { continue };
            if **phrase == ["by"] && self.is_one_by(at + 1 + length) {
                continue;
            }
            self.take(at, phrase.len() + length);
            groups.push(number);
        }
        groups
    }

    /// Whether what stands behind "by authors" says which: "by authors from Germany", "by author Iris Haller".
    fn is_one_by(&self, at: usize) -> bool {
        let is_name = self.words.get(at).is_some_and(|word| !word.is_used && (word.is_proper || word.is_quoted));
        let is_from = self.is_word(at, &["from"]) && self.moment_at(at + 1).is_none();
        is_name || is_from || self.is_word(at, &["named", "called", "who", "whose", "that", "with"])
    }

    /// The column by whose name rows are grouped at a place, and the words of it. What a row refers to is said by what
    /// it is called.
    pub(super) fn group_at(&self, table: &Table, at: usize) -> Option<(usize, usize)> {
        let grouped = |number: &usize| table.columns[*number].join.is_none_or(|join| !table.joins[join].is_link);
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

    /// Numbers behind the name of a column: "a quantity of 1".
    fn equals(&mut self, table: &Table) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (number, column) in table.columns.iter().enumerate().filter(|(_, column)| column.type_ == Type::Number) {
            let Some((at, count)) = column.said.iter().find_map(|way| Some((self.place(way)?, way.len()))) else {
                continue;
            };
            let behind = at + count + usize::from(self.is_word(at + count, &["of"]));
            let Some(value) = self.value_at(behind) else { continue };
            // It may be a year of which something is asked.
            if self.is_aggregate() && has_dates(table) && self.moment_at(behind).is_some() {
                continue;
            }
            self.take(at, behind + 1 - at);
            conditions.push(Condition::Compared(number, "=", value));
        }
        conditions
    }

    /// Flags that are said: "active" is `is_active`.
    fn flags(&mut self, table: &Table, values: &[Text]) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (number, column) in table.own() {
            let said = || column.said.iter().find_map(|way| Some((self.place(way)?, way.len())));
            let Some((at, count)) = said() else { continue };
            let of_column: Vec<&str> =
                values.iter().filter(|text| text.column == number).map(|text| text.text.as_str()).collect();
            // Few numbers say yes or no: the name has to say what was done.
            let behind = self.words.get(at + count..at + count + table.said.len()).unwrap_or_default();
            let is_before = !behind.is_empty() && behind.iter().map(|word| &word.stem).eq(&table.said);
            let is_flag = column.type_ != Type::Number || is_participle(&self.words[at].lower) || is_before;
            let yes = match (column.type_, YES.iter().find(|yes| of_column.contains(yes))) {
                (Type::Flag, _) => None,
                (_, Some(yes)) if of_column.iter().all(|text| YES.contains(text) || NO.contains(text)) => Some(*yes),
                _ => continue,
            };
            if !is_flag {
                continue;
            }
            self.take(at, count);
            conditions.push(Condition::Flag(number, yes.filter(|_| column.is_text()).map(str::to_owned)));
        }
        conditions
    }
}

/// What columns of texts and numbers say for yes and for no.
const YES: &[&str] = &["1", "true", "yes", "Y", "y", "t", "TRUE", "True", "Yes"];
const NO: &[&str] = &["0", "false", "no", "N", "n", "f", "FALSE", "False", "No", ""];

/// True for a word that says what has been done to something, as far as its end tells.
pub(super) fn is_participle(word: &str) -> bool {
    word.len() > 4 && (word.ends_with("ed") || word.ends_with("en"))
}

/// Whether a date says when a row was changed.
fn is_touched(column: &Column) -> bool {
    column.name_words.iter().any(|word| TOUCHED.contains(&word.as_str()))
}

fn has_dates(table: &Table) -> bool {
    table.columns.iter().any(|column| column.type_ == Type::Date)
}

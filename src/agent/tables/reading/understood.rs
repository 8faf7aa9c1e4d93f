//! What of a question are conditions of a table: comparisons of numbers and dates, values, flags; and groups.

use super::asked::Asked;
use super::orders::the_one;
use super::periods::Group;
use super::values::Text;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::clocks::Clock;
use crate::agent::tables::schema::conditions::{Condition, Value};
use crate::agent::tables::schema::spoken::HUNDREDTHS;
use crate::agent::tables::vocabulary::moments::Moment;
use crate::agent::tables::vocabulary::number_words::{MEASURES, Measure};
use crate::agent::tables::vocabulary::words::{ENDED, GROUPS, ONWARDS, PARTICIPLES, TO, TOUCHED, WHENS, When};
use crate::library::Stems;

/// Words from which a time is read.
const MOMENT_WORDS: usize = 8;

impl Asked {
    /// All conditions; `None` if it is not clear what a comparison is of. `values` are texts in columns.
    pub(in crate::agent::tables) fn conditions(
        &mut self,
        table: &Table,
        values: &[Text],
        stems: &mut Stems,
    ) -> Option<Vec<Condition>> {
        let mut conditions = self.related(table)?;
        conditions.extend(self.ranges(table)?);
        conditions.extend(self.comparisons(table)?);
        conditions.extend(self.amounts(table)?);
        conditions.extend(self.times(table)?);
        conditions.extend(self.equals(table));
        conditions.extend(self.texts(table, values, stems)?);
        conditions.extend(self.flags(table, values));
        conditions.iter_mut().for_each(|condition| self.in_hundredths(table, condition));
        Some(conditions)
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

    pub(in crate::agent::tables) fn moment_at(&self, at: usize) -> Option<(usize, Moment)> {
        let free = self.words.iter().skip(at).take_while(|word| !word.is_used).take(MOMENT_WORDS);
        Moment::read(&free.map(|word| word.lower.as_str()).collect::<Vec<_>>())
    }

    /// The column of dates that is meant at a place. Of one whose values are no dates that are understood nothing can be
    /// said.
    pub(in crate::agent::tables) fn date(&mut self, table: &Table, at: usize) -> Option<usize> {
        let number = self.meant_date(table, at)?;
        let column = &table.columns[number];
        if column.clock == Clock::Unknown {
            let why = if column.doubt.is_empty() { String::new() } else { format!(": {}", column.doubt) };
            self.unclear = Some(format!("what {} holds is read as no date{why}", column.name));
            return None;
        }
        self.notes.extend(column.clock.told().map(|told| format!("the numbers of {} are {told}", column.name)));
        self.notes.dedup();
        Some(number)
    }

    /// The one that is named there, or measures what is said there, else the only one.
    fn meant_date(&mut self, table: &Table, at: usize) -> Option<usize> {
        let of_dates = |number: usize| table.columns[number].type_ == Type::Date;
        if let Some((column, start, count)) = self.named_before(table, at, of_dates) {
            self.take(start, count);
            return Some(column);
        }
        let says = |measure: &&Measure| at > 0 && self.is_word(at - 1, measure.said);
        let measured = MEASURES.iter().filter(says).find_map(|measure| the_one(table, measure));
        if let Some(column) = measured.filter(|column| of_dates(*column)) {
            self.take(at - 1, 1);
            return Some(column);
        }
        if self.dated.is_some() {
            return self.dated;
        }
        // When a row was touched last is not when it was.
        let is_told = |number: &usize| of_dates(*number) && !is_touched(&table.columns[*number]);
        let told: Vec<usize> = table.own().map(|(number, _)| number).filter(is_told).collect();
        // The date of an order is its `order_date`, whatever else is dated.
        let of_table = |number: &&usize| table.columns[**number].said.contains(&table.said);
        let named = match told.as_slice() {
            [only] => Some(*only),
            _ => told.iter().find(of_table).copied(),
        };
        named.or_else(|| self.begun(table, &told))
    }

    /// Of several columns of dates the one that does not say how something ended, which is told; where there is none such,
    /// it is not clear which is meant.
    fn begun(&mut self, table: &Table, dates: &[usize]) -> Option<usize> {
        let has_ended =
            |number: &&usize| table.columns[**number].name_words.iter().any(|word| ENDED.contains(&word.as_str()));
        let name = |number: &usize| table.columns[*number].name.clone();
        let begun: Vec<usize> = dates.iter().filter(|number| !has_ended(number)).copied().collect();
        if let [only] = begun.as_slice() {
            let note = format!("dated by {}", name(only));
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
            return Some(*only);
        }
        if dates.len() > 1 {
            let names: Vec<String> = dates.iter().map(name).collect();
            self.unclear = Some(format!("the date may be {}", names.join(" or ")));
        }
        None
    }

    /// Dates, months and years, with or without what says how they are compared. `None` if it is not clear with what.
    pub(in crate::agent::tables) fn times(&mut self, table: &Table) -> Option<Vec<Condition>> {
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
            if **phrase == ["by"] && self.is_one_by(at + 1 + length) {
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
}

/// True for a word that says what has been done to something, as far as its end tells.
pub(in crate::agent::tables) fn is_participle(word: &str) -> bool {
    word.len() > 4 && (word.ends_with("ed") || word.ends_with("en")) || PARTICIPLES.contains(&word)
}

/// Whether a date says when a row was changed.
fn is_touched(column: &Column) -> bool {
    column.name_words.iter().any(|word| TOUCHED.contains(&word.as_str()))
}

pub(in crate::agent::tables) fn has_dates(table: &Table) -> bool {
    table.columns.iter().any(|column| column.type_ == Type::Date)
}

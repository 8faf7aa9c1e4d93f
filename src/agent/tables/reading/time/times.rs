//! Times that a question says: of which column, how they are compared, several of one column.

use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::ordering::orders::the_one;
use crate::agent::tables::reading::understood::is_participle;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::clocks::Clock;
use crate::agent::tables::schema::conditions::{Condition, Value};
use crate::agent::tables::vocabulary::measures::{MEASURES, Measure};
use crate::agent::tables::vocabulary::moments::{Moment, is_season};
use crate::agent::tables::vocabulary::relative::relative;
use crate::agent::tables::vocabulary::words::{ENDED, ONWARDS, TO, TOUCHED, WHENS, When};
use crate::databases::MONTH_NAMES;

/// Words from which a time is read.
const MOMENT_WORDS: usize = 8;

impl Asked {
    /// Two times with a word between them.
    pub(in crate::agent::tables) fn days_between(&self, at: usize) -> Option<(usize, Moment, Moment)> {
        let (count, low) = match self.moment_at(at) {
            Some(found) => found,
            // The year stands behind the second month: "between March and May 2023".
            // Or the month and the year behind the second day: "between June 1 and June 15 2005", "from 1 to 15 June 2005".
            None => self.begun_before(at)?,
        };
        let joint = self.words.get(at + count)?;
        let (more, high) = self.moment_at(at + count + 1).filter(|_| TO.contains(&joint.lower.as_str()))?;
        Some((count + 1 + more, low, high))
    }

    /// The first of two times of which the second alone says the year, or the month as well, and its words.
    fn begun_before(&self, at: usize) -> Option<(usize, Moment)> {
        (1..=3).find_map(|count| {
            let is_joint = self.words.get(at + count).is_some_and(|word| TO.contains(&word.lower.as_str()));
            let (_, behind) = self.moment_at(at + count + 1).filter(|_| is_joint)?;
            let own = self.words.get(at..at + count)?;
            let (year, month) = (behind.first.get(..4)?, behind.first.get(5..7)?.parse::<usize>().ok()?);
            let own: Vec<&str> = own.iter().map(|word| word.lower.as_str()).collect();
            let whole = |behind: &[&str]| {
                let words = [own.as_slice(), behind].concat();
                Moment::read(&words).filter(|(count, _)| *count == words.len())
            };
            let month = MONTH_NAMES.get(month.checked_sub(1)?).filter(|_| behind.is_day());
            let (_, moment) = whole(&[year]).or_else(|| whole(&[*month?, year]))?;
            Some((count, moment))
        })
    }

    pub(in crate::agent::tables) fn moment_at(&self, at: usize) -> Option<(usize, Moment)> {
        let free = self.words.iter().skip(at).take_while(|word| !word.is_used).take(MOMENT_WORDS);
        let words: Vec<&str> = free.map(|word| word.lower.as_str()).collect();
        // "The last day of" what is understood already is none that is told from today.
        let is_free = |(count, _): &(usize, Moment)| {
            let next = self.words.get(at + count);
            !next.is_some_and(|next| next.is_used && next.lower == "of")
        };
        Moment::read(&words).or_else(|| relative(&words, self.today).filter(is_free))
    }

    /// Notes which days a time is that is told from today.
    fn note_relative(&mut self, at: usize, count: usize) {
        let words: Vec<&str> = self.words.iter().skip(at).take(count).map(|word| word.lower.as_str()).collect();
        // Seasons are not the same months for everybody.
        let season = Moment::read(&words).filter(|_| words.iter().any(|word| is_season(word)));
        if let Some((_, Moment { first, next })) = season {
            self.notes.push(format!("\"{}\" is from {first} until before {next}", words.join(" ")));
        } else if let Some((_, Moment { first, next })) = relative(&words, self.today) {
            self.notes.push(format!("\"{}\" is from {first} until before {next}, in UTC", words.join(" ")));
        }
    }

    /// One or several times at a place, that any of is meant: "2016 and 2017", "May or June 2017".
    fn moments_at(&self, at: usize) -> Option<(usize, Vec<Moment>)> {
        let is_joint = |at: usize| self.is_word(at, &["or", "and"]);
        let past_joint = |at: usize| at + 1 + usize::from(self.is_word(at + 1, &["in", "on", "during"]));
        if let Some(found) = self.parts_of_year_at(at) {
            return Some(found);
        }
        let (count, first) = self.moment_at(at)?;
        let (mut end, mut moments) = (at + count, vec![first]);
        while is_joint(end)
            && let Some((count, moment)) = self.moment_at(past_joint(end))
        {
            end = past_joint(end) + count;
            moments.push(moment);
        }
        // Without a word between them there are three at least: "2016, 2017 and 2018".
        Some((end - at, moments))
    }

    /// Several months or quarters of the year that stands behind the last of them.
    fn parts_of_year_at(&self, at: usize) -> Option<(usize, Vec<Moment>)> {
        let part = |at: usize| {
            let word = self.words.get(at).filter(|word| !word.is_used && !word.is_quoted)?;
            Moment::read(&[word.lower.as_str(), "2000"]).filter(|(count, _)| *count == 2)?;
            Some(word.lower.as_str())
        };
        let mut parts = vec![part(at)?];
        let mut end = at + 1;
        loop {
            let joint = usize::from(self.is_word(end, &["or", "and"]));
            let next = end + joint + usize::from(joint == 1 && self.is_word(end + 1, &["in", "on", "during"]));
            let Some(word) = part(next) else { break };
            parts.push(word);
            end = next + 1;
        }
        let end = end + usize::from(self.is_word(end, &["of"]));
        let year = self.words.get(end).filter(|word| !word.is_used && word.lower.len() == 4)?;
        let moments: Option<Vec<Moment>> =
            parts.iter().map(|part| Some(Moment::read(&[part, year.lower.as_str()])?.1)).collect();
        moments.filter(|moments| moments.len() > 1).map(|moments| (end + 1 - at, moments))
    }

    /// Whether at most one time is said of each column in which something was: of two none would be left.
    pub(in crate::agent::tables) fn are_of_one_time(&mut self, table: &Table, conditions: &[Condition]) -> bool {
        let is_time = |condition: &&Condition| matches!(condition, Condition::Days(..) | Condition::DaysAmong(..));
        let columns: Vec<usize> = conditions.iter().filter(is_time).map(Condition::column).collect();
        let twice = (1..columns.len()).find(|at| columns[..*at].contains(&columns[*at]));
        if let Some(at) = twice {
            self.unclear = Some(format!("two times are said of {}", table.columns[columns[at]].name));
        }
        twice.is_none()
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
        if column.is_of_zones {
            self.notes.push(format!("{} is written in several zones: days are those that stand there", column.name));
        }
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
        if let Some(column) = self.done_at(table) {
            return Some(column);
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

    /// The date of what somebody does with rows: "who closed the most tickets in 2024" is told by when they were closed.
    /// In front of the rows it says how they are: "closed tickets of 2024".
    fn done_at(&mut self, table: &Table) -> Option<usize> {
        let is_deed = |at: usize| {
            let word = &self.words[at];
            let next = self.words.get(at + 1);
            let is_free = !word.is_used && !word.is_quoted && is_participle(&word.lower);
            // An object stands behind it, and who does it in front.
            is_free && at > 0 && next.is_some_and(|next| matches!(next.lower.as_str(), "the" | "most" | "fewest"))
        };
        let columns = || table.own().filter(|(_, column)| column.type_ == Type::Date);
        let at = (0..self.words.len()).find(|at| is_deed(*at))?;
        let stem = std::slice::from_ref(&self.words[at].stem);
        let (number, _) = columns().find(|(_, column)| column.said.iter().any(|way| way == stem))?;
        self.take(at, 1);
        self.notes.push(format!("dated by {}", table.columns[number].name));
        Some(number)
    }

    /// Of several columns of dates the one that does not say how something ended, which is told; where there is none such,
    /// it is not clear which is meant.
    fn begun(&mut self, table: &Table, dates: &[usize]) -> Option<usize> {
        // `to_date` is the end of what begins at `from_date`.
        let has_ended = |number: &&usize| {
            let words = &table.columns[**number].name_words;
            words.iter().any(|word| ENDED.contains(&word.as_str())) || words.first().is_some_and(|word| word == "to")
        };
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
                let Some((count, moments)) = self.moments_at(end) else { continue };
                // In "17th of April 2023", "second half of 2023" it is a part of what is read below.
                let is_inside =
                    (1..=2).any(|back| at >= back && self.moment_at(at - back).is_some_and(|(to, _)| to > back));
                if is_inside {
                    continue;
                }
                let year = self.years(table, (&moments[0].first, &moments[0].next), *when);
                if moments.len() > 1 && (*when != When::In || year.is_some()) {
                    self.unclear = Some("which of several times is meant".to_owned());
                    return None;
                }
                if let Some(condition) = year {
                    self.take(at, phrase.len() + count);
                    conditions.push(condition);
                    continue;
                }
                let column = self.date(table, at)?;
                self.note_relative(end, count);
                self.take(at, phrase.len() + count);
                conditions.push(self.time(table, column, (*when, *phrase == ["from"]), moments, end + count));
            }
        }
        let mut at = 0;
        while at < self.words.len() {
            let found = self.moments_at(at).filter(|_| !self.words[at].is_quoted);
            // A number behind the name of a column is one of its values.
            let is_number =
                self.named_before(table, at, |number| table.columns[number].type_ == Type::Number).is_some();
            if let Some((count, moments)) = found.filter(|_| !is_number) {
                let column = self.date(table, at)?;
                self.note_relative(at, count);
                self.take(at, count);
                conditions.push(self.time(table, column, (When::In, false), moments, at + count));
                at += count;
            }
            at += 1;
        }
        Some(conditions)
    }

    /// A date that is compared with a time; `after` is the place behind it.
    fn time(
        &mut self,
        table: &Table,
        column: usize,
        (when, is_open): (When, bool),
        mut moments: Vec<Moment>,
        after: usize,
    ) -> Condition {
        if moments.len() > 1 {
            let all = moments.into_iter().map(|moment| (moment.first, moment.next)).collect();
            return Condition::DaysAmong(column, all);
        }
        let Moment { first, next } = moments.remove(0);
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
}

/// Whether a date says when a row was changed.
pub(super) fn is_touched(column: &Column) -> bool {
    column.name_words.iter().any(|word| TOUCHED.contains(&word.as_str()))
}

//! Groups of time: "invoices per month", "orders by year of birth", "monthly total".

use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::schema::catalog::{Table, Type};
use crate::agent::tables::schema::clocks::Clock;
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::periods::Period;
use crate::agent::tables::vocabulary::words::GROUPS;
use crate::databases::ValueClass;

/// What rows are grouped by: a column, or a period that it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Group {
    pub column: usize,
    pub period: Option<Period>,
}

/// A period that is said, and where.
struct Said {
    at: usize,
    count: usize,
    period: Period,
    /// The column of dates that is named with it.
    column: Option<usize>,
}

impl Asked {
    /// The periods by which rows are grouped; `None` if it is not clear of which date.
    pub(in crate::agent::tables) fn periods(&mut self, table: &Table) -> Option<Vec<Group>> {
        let mut groups = Vec::new();
        while let Some(Said { at, count, period, column }) = self.period(table) {
            let column = match column {
                Some(column) => column,
                None => self.date(table, at)?,
            };
            let own = &table.columns[column];
            let is_readable = match own.clock {
                Clock::Iso => true,
                Clock::Ticks { .. } | Clock::Digits => !table.is_server,
                Clock::Unknown => false,
            };
            let is_date = matches!(own.class, ValueClass::Date | ValueClass::Time);
            let is_readable = is_readable
                && match period {
                    Period::Week => !table.is_server,
                    Period::Quarter => !table.is_server || is_date,
                    _ => true,
                };
            if !is_readable {
                self.unclear = Some(format!("what {} holds is read as no date", own.name));
                return None;
            }
            self.notes.extend(own.clock.told().map(|told| format!("the numbers of {} are {told}", own.name)));
            self.notes.dedup();
            self.take(at, count);
            self.dated = Some(column);
            groups.push(Group { column, period: Some(period) });
        }
        Some(groups)
    }

    fn period(&self, table: &Table) -> Option<Said> {
        let alone = (0..self.words.len()).find_map(|at| {
            let word = self.words.get(at).filter(|word| !word.is_used && !word.is_quoted)?;
            Some(Said { at, count: 1, period: Period::grouping(&word.lower)?, column: None })
        });
        let behind = || {
            let places = GROUPS.iter().flat_map(|phrase| self.phrases(phrase).into_iter().map(|at| (at, phrase.len())));
            let mut all: Vec<(usize, usize)> = places.collect();
            all.sort_by_key(|(at, count)| (*at, std::cmp::Reverse(*count)));
            all.into_iter().find_map(|(at, count)| self.period_behind(table, at, count))
        };
        alone.or_else(behind)
    }

    /// The period behind a word that groups: "per month", "by signup month", "per month of birth".
    fn period_behind(&self, table: &Table, at: usize, count: usize) -> Option<Said> {
        let start = at + count;
        // A column of this name is what is meant.
        if self.group_at(table, start).is_some_and(|(_, column)| table.columns[column].type_ != Type::Date) {
            return None;
        }
        let dates = || table.own().filter(|(_, column)| column.type_ == Type::Date);
        let named_at = |place: usize| {
            let ways = dates().flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
            let here = ways.filter(|(_, way)| self.is_at(place, way));
            here.max_by_key(|(_, way)| way.len()).map(|(number, way)| (number, way.len()))
        };
        let unit = |place: usize| {
            let word = self.words.get(place).filter(|word| !word.is_used && !word.is_quoted)?;
            Period::named(&word.lower)
        };
        if let Some(period) = unit(start) {
            let of = self.is_word(start + 1, &["of"]).then(|| named_at(start + 2)).flatten();
            let more = of.map_or(0, |(_, length)| length + 1);
            return Some(Said { at, count: count + 1 + more, period, column: of.map(|(column, _)| column) });
        }
        let (column, length) = named_at(start)?;
        let period = unit(start + length)?;
        Some(Said { at, count: count + length + 1, period, column: Some(column) })
    }
}

impl Group {
    /// A group of all that a column holds.
    pub(in crate::agent::tables) fn of(column: usize) -> Group {
        Group { column, period: None }
    }

    /// The period as SQL of a column that is written so.
    pub(in crate::agent::tables) fn period_sql(&self, table: &Table, name: &str) -> Option<String> {
        let period = self.period?;
        let (_, length) = period.name();
        let clock = table.columns[self.column].clock;
        if table.is_server && matches!(period, Period::Quarter | Period::Week) {
            let quarter = format!("CONCAT(EXTRACT(YEAR FROM {name}), '-Q', EXTRACT(QUARTER FROM {name}))");
            return (period == Period::Quarter).then_some(quarter);
        }
        let month = Group { period: Some(Period::Month), ..*self };
        let day = Group { period: Some(Period::Day), ..*self };
        Some(match clock {
            // The quarter is made of the month, the week of the day.
            _ if period == Period::Quarter => {
                let month = month.period_sql(table, name)?;
                format!("substr({month}, 1, 4) || '-Q' || ((substr({month}, 6, 2) + 2) / 3)")
            }
            Clock::Iso | Clock::Digits if period == Period::Week => {
                format!("strftime('{}', {})", period.format(), day.period_sql(table, name)?)
            }
            Clock::Ticks { in_second, before_1970 } => {
                let seconds = if in_second == 1 { name.to_owned() } else { format!("{name} / {in_second}") };
                let since = if before_1970 == 0 { seconds } else { format!("{seconds} - {before_1970}") };
                format!("strftime('{}', {since}, 'unixepoch')", period.format())
            }
            Clock::Digits if period == Period::Year => format!("substr({name}, 1, 4)"),
            Clock::Digits if period == Period::Month => format!("substr({name}, 1, 4) || '-' || substr({name}, 5, 2)"),
            Clock::Digits => {
                format!("substr({name}, 1, 4) || '-' || substr({name}, 5, 2) || '-' || substr({name}, 7, 2)")
            }
            // Servers cut a date that is written to so many characters.
            _ if table.is_server => format!("CAST({name} AS CHAR({length}))"),
            _ => format!("substr({name}, 1, {length})"),
        })
    }
}

/// Whether times that are said are those by which rows are grouped: "invoices per month that were paid in 2023" may be
/// either.
pub(in crate::agent::tables) fn are_of_one_time(table: &Table, groups: &[Group], conditions: &[Condition]) -> bool {
    let is_time = |condition: &&Condition| {
        let column = &table.columns[condition.column()];
        column.type_ == Type::Date
            && matches!(condition, Condition::Days(..) | Condition::DaysAmong(..) | Condition::Compared(..))
    };
    let periods = || groups.iter().filter(|group| group.period.is_some());
    conditions.iter().filter(is_time).all(|time| periods().all(|group| group.column == time.column()))
}

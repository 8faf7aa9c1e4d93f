//! Columns that are compared with each other: "shipped after the required date", "a stock below the reorder level".

use super::asked::Asked;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::clocks::Clock;
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::number_words::COMPARISONS;
use crate::agent::tables::vocabulary::words::{WHENS, When};

impl Asked {
    /// Comparisons of two columns of a row; `None` if it is not clear how they are compared.
    pub(in crate::agent::tables) fn columns_compared(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let of_numbers = COMPARISONS.iter().filter(|(_, sign)| matches!(*sign, "<" | ">"));
        let of_numbers = of_numbers.map(|(phrase, sign)| (*phrase, *sign, Type::Number));
        let of_dates = WHENS.iter().filter_map(|(phrase, when)| match when {
            When::After => Some((*phrase, ">", Type::Date)),
            When::Before => Some((*phrase, "<", Type::Date)),
            _ => None,
        });
        let mut conditions = Vec::new();
        for (phrase, sign, type_) in of_numbers.chain(of_dates) {
            for at in self.phrases(phrase) {
                let behind = at + phrase.len();
                let behind = behind + usize::from(self.is_word(behind, &["the", "its", "their", "a"]));
                let Some((other, length)) = self.own_column_at(table, behind, type_) else { continue };
                // What a number follows is compared with that.
                if self.value_at(behind + length).is_some() || self.moment_at(behind + length).is_some() {
                    continue;
                }
                let is_own = |number: usize| {
                    let column = &table.columns[number];
                    column.type_ == type_ && column.join.is_none() && !column.is_key && number != other
                };
                let (column, start, count) = self.named_before(table, at, is_own)?;
                let by_day = self.by_day(table, column, other)?;
                self.take(start, count);
                self.take(at, behind + length - at);
                conditions.push(Condition::Columns(column, sign, other, by_day));
            }
        }
        Some(conditions)
    }

    /// The column of the table itself whose name stands at a place, and its words.
    fn own_column_at(&self, table: &Table, at: usize, type_: Type) -> Option<(usize, usize)> {
        let is_meant = |column: &Column| column.type_ == type_ && !column.is_key;
        let columns = table.own().filter(|(_, column)| is_meant(column));
        let ways = columns.flat_map(|(number, column)| column.said.iter().map(move |way| (number, way.len(), way)));
        let here = ways.filter(|(.., way)| self.is_at(at, way));
        here.max_by_key(|(_, length, _)| *length).map(|(number, length, _)| (number, length))
    }

    /// Whether only days of two columns are compared; `None` if they cannot be.
    fn by_day(&mut self, table: &Table, one: usize, two: usize) -> Option<bool> {
        let (one, two) = (&table.columns[one], &table.columns[two]);
        if one.type_ != Type::Date {
            return Some(false);
        }
        let is_day = one.is_day || two.is_day;
        let is_same = one.clock == two.clock && one.class == two.class && one.is_day == two.is_day;
        match (one.clock, two.clock) {
            (Clock::Unknown, _) | (_, Clock::Unknown) => {}
            _ if is_same => return Some(false),
            // A day is compared with the day of a point of time.
            (Clock::Iso, Clock::Iso) if !table.is_server => return Some(is_day || one.is_day != two.is_day),
            _ => {}
        }
        self.unclear = Some(format!("how {} and {} compare", one.name, two.name));
        None
    }
}

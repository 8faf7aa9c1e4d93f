//! Years that a column holds as numbers or texts: "first seen before 1945", "from the 1930s", "between 1960 and 1970".

use super::times::is_touched;
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::conditions::{Condition, Value};
use crate::agent::tables::vocabulary::words::When;

impl Asked {
    /// The condition of the column of years, where whole years are named and no date says when it was. Texts are compared with
    /// four digits, so that an empty one is before nothing.
    pub(in crate::agent::tables) fn years(
        &self,
        table: &Table,
        (first, next): (&str, &str),
        when: When,
    ) -> Option<Condition> {
        let year = |day: &str| day.strip_suffix("-01-01")?.parse::<u32>().ok();
        let (low, high) = (year(first)?, year(next)?.checked_sub(1)?);
        let is_year = |column: &Column| column.name_words.last().is_some_and(|word| word == "year");
        let (number, column) = table.own().find(|(_, column)| is_year(column) && !column.is_key)?;
        if table.own().any(|(_, column)| column.type_ == Type::Date && !is_touched(column) && !is_recorded(column)) {
            return None;
        }
        let (from, to) = match when {
            When::In => (Some(low), Some(high)),
            When::Since => (Some(low), None),
            When::After => (Some(high + 1), None),
            When::Before => (None, Some(low - 1)),
            When::Until => (None, Some(high)),
        };
        let value = |year: u32| Value::Number(year.to_string());
        Some(match (column.type_, from, to) {
            (Type::Number, Some(from), Some(to)) if from == to => Condition::Compared(number, "=", value(from)),
            (Type::Number, Some(from), Some(to)) => Condition::Between(number, value(from), value(to)),
            (Type::Number, Some(from), None) => Condition::Compared(number, ">=", value(from)),
            (Type::Number, None, to) => Condition::Compared(number, "<=", value(to?)),
            (_, Some(from), Some(to)) if from == to => Condition::Among(number, vec![from.to_string()]),
            (_, from, to) => {
                let text = |year: u32| Value::Text(format!("{year:04}"));
                Condition::Between(number, text(from.unwrap_or(0)), text(to.unwrap_or(9999)))
            }
        })
    }
}

/// Words of columns of dates that say when a row was written down: what a row is about has years of its own.
const RECORDED: &[&str] = &["created", "crtd", "inserted", "added", "recorded", "imported", "loaded"];

fn is_recorded(column: &Column) -> bool {
    column.name_words.iter().any(|word| RECORDED.contains(&word.as_str()))
}

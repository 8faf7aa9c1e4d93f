//! Conditions on rows as SQL, where SQLite rules out no row that docql would keep.
//!
//! docql compares numbers by value, also where they are written as text, texts by code points, and null with nothing
//! but null. SQLite compares after it has converted by the affinity of the column. Where the two may differ, the
//! condition is not said in SQL; what is said may let more rows through, never fewer.

use crate::databases::model::{Affinity, Condition, Order, TableSchema};
use crate::document::{Cell, is_decimal};

/// Numbers below this are the same whole and with a fraction.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The condition as SQL with `?` for values; `None` if SQLite would not decide it so. `by_code_points` is false for
/// a database whose texts are not in UTF-8: they are equal or not, but have another order.
pub(super) fn sql(
    condition: &Condition,
    table: &TableSchema,
    by_code_points: bool,
    values: &mut Vec<Cell>,
) -> Option<String> {
    match condition {
        Condition::And(parts) => {
            let said: Vec<String> = parts.iter().filter_map(|part| sql(part, table, by_code_points, values)).collect();
            (!said.is_empty()).then(|| format!("({})", said.join(" AND ")))
        }
        Condition::Or(parts) => {
            let before = values.len();
            let said: Option<Vec<String>> = parts.iter().map(|part| sql(part, table, by_code_points, values)).collect();
            if said.is_none() {
                values.truncate(before);
            }
            said.filter(|said| !said.is_empty()).map(|said| format!("({})", said.join(" OR ")))
        }
        Condition::Compare(column, order, value) => {
            let column = table.columns.get(*column)?;
            let affinity = column.affinity?;
            let name = quoted(&column.name);
            let sign = match order {
                Order::Equal => "IS",
                Order::NotEqual => "IS NOT",
                Order::Less => "<",
                Order::LessOrEqual => "<=",
                Order::Greater => ">",
                Order::GreaterOrEqual => ">=",
            };
            let is_order = !matches!(order, Order::Equal | Order::NotEqual);
            let value = match value {
                Cell::Null if !is_order => return Some(format!("{name} {sign} NULL")),
                // A column of numbers holds no text that is one: what is written so is the number.
                Cell::Text(text) if affinity == Affinity::Number && *order == Order::Equal && is_decimal(text) => {
                    let number: i64 = text.parse().ok()?;
                    (number.unsigned_abs() < MAX_EXACT as u64).then_some(Cell::Integer(number))?
                }
                Cell::Text(text) => {
                    let is_plain = !text.contains(['\0', '\u{fffd}']);
                    let is_same = affinity == Affinity::Text || !is_decimal(text);
                    (is_plain && is_same && (!is_order || by_code_points)).then(|| value.clone())?
                }
                Cell::Integer(number) => {
                    let is_same = affinity == Affinity::Number && number.unsigned_abs() < MAX_EXACT as u64;
                    is_same.then(|| value.clone())?
                }
                Cell::Real(number) => {
                    let is_same = affinity == Affinity::Number && number.is_finite() && number.abs() < MAX_EXACT;
                    is_same.then(|| value.clone())?
                }
                Cell::Null | Cell::Bytes(_) | Cell::Decimal(_) => return None,
            };
            // `IS` with a value uses an index as `=` does.
            values.push(value);
            Some(format!("{name} COLLATE BINARY {sign} ?"))
        }
        Condition::Present(column) => Some(format!("{} IS NOT NULL", quoted(&table.columns.get(*column)?.name))),
        Condition::Else => None,
    }
}

/// A name as SQL.
pub(in crate::databases) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

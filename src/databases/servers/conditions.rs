//! Conditions on rows as SQL, where a server rules out no row that docql would keep.
//!
//! docql compares numbers by value, also where they are written as text, texts by code points, and null with nothing
//! but null; times are texts. What is said to a server may let more rows through, never fewer.

use super::dialect::{Compared, Dialect};
use super::iso::{self, Said};
use super::statement::Statement;
use crate::databases::model::{ColumnSchema, Condition, Order, TableSchema, ValueClass};
use crate::document::Cell;

/// Whole numbers below this are the same as numbers with a fraction.
const MAX_EXACT: u64 = 9_007_199_254_740_992;

/// Digits before the point of a decimal number, and behind it, that every server keeps.
const MAX_DIGITS: (usize, usize) = (32, 28);

/// The condition as SQL; `None` if a server would not decide it so. Values are added to the statement.
pub(super) fn sql(
    dialect: &dyn Dialect,
    table: &TableSchema,
    condition: &Condition,
    statement: &mut Statement,
) -> Option<String> {
    match condition {
        Condition::And(parts) => {
            let said = all_of(dialect, table, parts, statement);
            (!said.is_empty()).then(|| format!("({})", said.join(" AND ")))
        }
        Condition::Or(parts) => {
            if let Some(said) = one_of(dialect, table, parts, statement) {
                return Some(said);
            }
            let before = statement.values.len();
            let said: Option<Vec<String>> = parts.iter().map(|part| sql(dialect, table, part, statement)).collect();
            if said.is_none() {
                statement.values.truncate(before);
            }
            said.filter(|said| !said.is_empty()).map(|said| format!("({})", said.join(" OR ")))
        }
        Condition::Compare(column, order, value) => {
            let column = table.columns.get(*column)?;
            let name = dialect.quoted(&column.name);
            match (value, order) {
                (Cell::Null, Order::Equal) => return Some(format!("{name} IS NULL")),
                (Cell::Null, Order::NotEqual) => return Some(format!("{name} IS NOT NULL")),
                (Cell::Text(text), _) if text.contains('\0') => return None,
                _ => {}
            }
            let compared = compared(dialect, column, *order, value)?;
            let besides = compared.besides.clone();
            let said = written(dialect, compared, statement);
            Some(if besides.is_empty() { said } else { format!("({said} OR {besides})") })
        }
        Condition::Present(column) => {
            Some(format!("{} IS NOT NULL", dialect.quoted(&table.columns.get(*column)?.name)))
        }
        Condition::Else => None,
    }
}

fn written(dialect: &dyn Dialect, compared: Compared, statement: &mut Statement) -> String {
    let Compared { column, around, order, value, .. } = compared;
    let place = around.replace("{}", &statement.place(dialect, value));
    match order {
        Order::NotEqual => dialect.distinct(&column, &place),
        other => format!("{column} {} {place}", sign(other)),
    }
}

/// Conditions all of which hold. What comparisons of a column let through besides is said once for all of them: a server
/// finds a range in an index, and not what is at two alternatives each.
fn all_of(dialect: &dyn Dialect, table: &TableSchema, parts: &[Condition], statement: &mut Statement) -> Vec<String> {
    let open = |part: &Condition| match part {
        Condition::Compare(at, order, value) if *value != Cell::Null => {
            let compared = compared(dialect, table.columns.get(*at)?, *order, value)?;
            Some((*at, compared)).filter(|(_, compared)| !compared.besides.is_empty())
        }
        _ => None,
    };
    let open: Vec<Option<(usize, Compared)>> = parts.iter().map(open).collect();
    let mut said = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let Some((column, first)) = &open[at] else {
            said.extend(sql(dialect, table, part, statement));
            continue;
        };
        let is_alike = |other: &&(usize, Compared)| other.0 == *column && other.1.besides == first.besides;
        if open[..at].iter().flatten().any(|other| is_alike(&other)) {
            continue;
        }
        let together = open[at..].iter().flatten().filter(is_alike);
        let together: Vec<String> =
            together.map(|(_, compared)| written(dialect, compared.clone(), statement)).collect();
        said.push(format!("({} OR {})", together.join(" AND "), first.besides));
    }
    said
}

/// A whole number or a text that is one of several, which servers find in an index.
fn one_of(
    dialect: &dyn Dialect,
    table: &TableSchema,
    parts: &[Condition],
    statement: &mut Statement,
) -> Option<String> {
    let equal = |part: &Condition| match part {
        Condition::Compare(column, Order::Equal, cell) => Some((*column, cell.clone())),
        _ => None,
    };
    let cells: Vec<(usize, Cell)> = parts.iter().map(equal).collect::<Option<_>>()?;
    let (first, _) = *cells.first()?;
    let column = table.columns.get(first)?;
    if cells.iter().any(|(column, _)| *column != first) {
        return None;
    }
    let before = statement.values.len();
    let mut listed: Vec<(String, String)> = Vec::new();
    for (_, cell) in cells {
        listed.extend(said_equal(dialect, column, &cell, statement));
    }
    // Each value has its place, and all are compared with the column in the same way.
    let is_one = listed.len() == parts.len() && listed.iter().all(|(said, _)| *said == listed[0].0);
    if !is_one {
        statement.values.truncate(before);
        return None;
    }
    let places: Vec<&str> = listed.iter().map(|(_, place)| place.as_str()).collect();
    Some(format!("{} IN ({})", listed[0].0, places.join(", ")))
}

/// A column as it is compared with a whole number or a text, and the place of that.
fn said_equal(
    dialect: &dyn Dialect,
    column: &ColumnSchema,
    cell: &Cell,
    statement: &mut Statement,
) -> Option<(String, String)> {
    match (column.class, cell) {
        // Digits and a sign: nothing that could be anything else than a number.
        (ValueClass::Integer, Cell::Integer(number)) => Some((dialect.quoted(&column.name), number.to_string())),
        (ValueClass::Text | ValueClass::Other, Cell::Text(text)) if !text.contains('\0') => {
            let Compared { column, around, value, besides, .. } = dialect.compared(column, Order::Equal, cell)?;
            besides.is_empty().then(|| (column, around.replace("{}", &statement.place(dialect, value))))
        }
        _ => None,
    }
}

fn sign(order: Order) -> &'static str {
    match order {
        Order::Equal => "=",
        Order::NotEqual => "<>",
        Order::Less => "<",
        Order::LessOrEqual => "<=",
        Order::Greater => ">",
        Order::GreaterOrEqual => ">=",
    }
}

/// Whether every server keeps all digits of a decimal number.
fn is_kept(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_plain =
        |part: &str, most| !part.is_empty() && part.len() <= most && part.bytes().all(|byte| byte.is_ascii_digit());
    is_plain(whole, MAX_DIGITS.0) && is_plain(fraction, MAX_DIGITS.1)
}

/// What all servers decide alike is decided here, the rest by the dialect.
fn compared(dialect: &dyn Dialect, column: &ColumnSchema, order: Order, value: &Cell) -> Option<Compared> {
    let name = dialect.quoted(&column.name);
    match (column.class, value) {
        (ValueClass::Integer, Cell::Integer(_)) => Some(Compared::of(name, "{}", order, value.clone())),
        (ValueClass::Real, Cell::Integer(number)) if number.unsigned_abs() < MAX_EXACT => {
            Some(Compared::of(name, "{}", order, Cell::Real(*number as f64)))
        }
        (ValueClass::Real, Cell::Real(number)) if number.is_finite() => {
            Some(Compared::of(name, "{}", order, value.clone()))
        }
        // A text that is compared with numbers is one, or is equal to none of them, nor less or greater.
        (ValueClass::Integer, Cell::Text(text)) => {
            let number: i64 = text.parse().ok()?;
            Some(Compared::of(name, "{}", order, Cell::Integer(number)))
        }
        (ValueClass::Decimal, Cell::Integer(_) | Cell::Real(_) | Cell::Decimal(_) | Cell::Text(_)) => {
            let text = match value {
                Cell::Real(number) => serde_json::Number::from_f64(*number)?.to_string(),
                Cell::Integer(number) => number.to_string(),
                Cell::Decimal(text) | Cell::Text(text) => text.to_string(),
                _ => return None,
            };
            is_kept(&text).then(|| dialect.compared(column, order, &Cell::Text(text.into())))?
        }
        (ValueClass::Date, Cell::Text(text)) if iso::said(text) == Some(Said::Day) => {
            dialect.compared(column, order, value)
        }
        (ValueClass::Time, Cell::Text(text)) => match (iso::said(text)?, order) {
            // A point of time is never written like a day, and behind it if it is in it.
            (Said::Day, Order::Greater | Order::GreaterOrEqual) => {
                dialect.compared(column, Order::GreaterOrEqual, value)
            }
            (Said::Day, Order::Less | Order::LessOrEqual) => dialect.compared(column, Order::Less, value),
            (Said::Day, Order::Equal) => dialect.compared(column, Order::Equal, value),
            (Said::Day, Order::NotEqual) => None,
            // A fraction or a zone may follow: what is equal for the server may be behind for the text.
            (Said::Second, Order::Greater) => dialect.compared(column, Order::GreaterOrEqual, value),
            (Said::Second, Order::NotEqual) => None,
            (Said::Second, order) => dialect.compared(column, order, value),
        },
        (ValueClass::Text | ValueClass::Other, Cell::Text(_)) => dialect.compared(column, order, value),
        _ => None,
    }
}

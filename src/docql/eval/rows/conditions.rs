//! Conditions of filters as far as a database can be asked them.

use crate::databases::{Condition, Order};
use crate::docql::nodes::rows::row::Sheet;
use crate::docql::plan::steps::{Comparison, FilterPath, Predicate, Term};
use crate::document::Cell;

/// What of a predicate can be said of the columns of a table.
pub(super) fn condition(predicate: &Predicate, sheet: &Sheet) -> Condition {
    match predicate {
        Predicate::And(parts) => Condition::And(parts.iter().map(|part| condition(part, sheet)).collect()),
        Predicate::Or(parts) => Condition::Or(parts.iter().map(|part| condition(part, sheet)).collect()),
        Predicate::Compare(Term::Path(path), comparison, value) if !matches!(value, Term::Path(_)) => {
            let Some(column) = path.column().and_then(|column| sheet.column(&column.name)) else {
                return Condition::Else;
            };
            compared_term(column, comparison, value)
        }
        Predicate::Compare(value, comparison, Term::Path(path)) => {
            let Some(turned) = turned(comparison) else { return Condition::Else };
            match path.column().and_then(|column| sheet.column(&column.name)) {
                Some(column) => compared_term(column, &turned, value),
                None => Condition::Else,
            }
        }
        Predicate::Exists(path) => match path.column().and_then(|column| sheet.column(&column.name)) {
            Some(column) => Condition::Present(column),
            None => Condition::Else,
        },
        _ => Condition::Else,
    }
}

/// The comparison with its sides exchanged.
fn turned(comparison: &Comparison) -> Option<Comparison> {
    Some(match comparison {
        Comparison::Equal => Comparison::Equal,
        Comparison::NotEqual => Comparison::NotEqual,
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        _ => return None,
    })
}

/// A column compared with what a query says.
fn compared_term(column: usize, comparison: &Comparison, value: &Term) -> Condition {
    match (value, order(comparison)) {
        (Term::Literal(value), _) => compared(column, comparison, value),
        (Term::Long(digits), Some(order)) => Condition::Compare(column, order, Cell::Decimal(digits.as_str().into())),
        (Term::OneOf(terms), None) if matches!(comparison, Comparison::In) => {
            Condition::Or(terms.iter().map(|term| compared_term(column, &Comparison::Equal, term)).collect())
        }
        _ => Condition::Else,
    }
}

fn order(comparison: &Comparison) -> Option<Order> {
    Some(match comparison {
        Comparison::Equal => Order::Equal,
        Comparison::NotEqual => Order::NotEqual,
        Comparison::Less => Order::Less,
        Comparison::LessOrEqual => Order::LessOrEqual,
        Comparison::Greater => Order::Greater,
        Comparison::GreaterOrEqual => Order::GreaterOrEqual,
        _ => return None,
    })
}

fn compared(column: usize, comparison: &Comparison, value: &serde_json::Value) -> Condition {
    let Some(order) = order(comparison) else {
        let items = value.as_array().filter(|_| matches!(comparison, Comparison::In));
        let one = |item: &serde_json::Value| compared(column, &Comparison::Equal, item);
        return items.map_or(Condition::Else, |items| Condition::Or(items.iter().map(one).collect()));
    };
    let cell = match value {
        serde_json::Value::Null => Cell::Null,
        serde_json::Value::String(text) => Cell::Text(text.as_str().into()),
        serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => Cell::Integer(number),
            (None, Some(number)) => Cell::Real(number),
            (None, None) => return Condition::Else,
        },
        _ => return Condition::Else,
    };
    Condition::Compare(column, order, cell)
}

/// The columns that a predicate asks for; `None` if it may ask for all.
pub(super) fn columns(predicate: &Predicate, sheet: &Sheet) -> Option<Vec<usize>> {
    let path = |path: &FilterPath| Some(vec![sheet.column(&path.column()?.name)?]);
    let term = |term: &Term| match term {
        Term::Literal(_) | Term::Long(_) | Term::OneOf(_) | Term::Pattern(_) => Some(Vec::new()),
        Term::Path(inner) => path(inner),
        Term::Function(_, inner) => match &**inner {
            Term::Path(inner) => path(inner),
            _ => None,
        },
    };
    let both = |a: Option<Vec<usize>>, b: Option<Vec<usize>>| Some([a?, b?].concat());
    match predicate {
        Predicate::And(parts) | Predicate::Or(parts) => {
            parts.iter().map(|part| columns(part, sheet)).fold(Some(Vec::new()), both)
        }
        Predicate::Not(inner) => columns(inner, sheet),
        Predicate::Compare(left, _, right) | Predicate::Matches(left, right, _) => both(term(left), term(right)),
        Predicate::Exists(inner) => path(inner),
        Predicate::Constant(_) => Some(Vec::new()),
    }
}

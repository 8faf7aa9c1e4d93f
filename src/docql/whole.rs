//! Operations on the whole result, and the values of fields.

use super::catalog::{Field, Whole};
use super::eval::{Context, List};
use super::fields;
use super::item::{Found, Item};
use super::plan::Argument;
use super::slices;
use super::value::{Value, order};
use std::cmp::Ordering;
use std::collections::HashSet;

/// Applies an operation on the whole result.
pub(super) fn apply(whole: Whole, argument: &Argument, list: List, context: Context<'_>) -> List {
    let number = if let Argument::Number(number) = argument { *number } else { 0 };
    match whole {
        Whole::First => list.into_iter().take(1).collect(),
        Whole::Last => list.into_iter().next_back().into_iter().collect(),
        Whole::Nth => slices::at(number, list.len()).map(|at| list[at].clone()).into_iter().collect(),
        Whole::Limit => list.into_iter().take(number.max(0) as usize).collect(),
        Whole::Sort => match argument {
            Argument::Field(field, descending) => sort(list, *field, *descending, context),
            _ => list,
        },
        Whole::Unique => unique_names(list, context),
        Whole::Count => {
            let count = if context.strict { list.len() } else { super::eval::unique(list).len() };
            vec![Found::plain(Item::Value { file: None, line: 0, value: count.into() })]
        }
    }
}

fn sort(list: List, field: Field, descending: bool, context: Context<'_>) -> List {
    let mut keyed: Vec<(Value<'_>, Found)> =
        list.into_iter().map(|found| (fields::value(context.library, &found, field), found)).collect();
    keyed.sort_by(|(a, _), (b, _)| {
        // What has no value comes last in either direction.
        match (a.is_something(), b.is_something()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ if descending => compare(b, a),
            _ => compare(a, b),
        }
    });
    keyed.into_iter().map(|(_, found)| found).collect()
}

fn compare(a: &Value<'_>, b: &Value<'_>) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => order(a, b).unwrap_or(Ordering::Equal),
        (Value::Text(a) | Value::Word(a), Value::Text(b) | Value::Word(b)) => {
            a.to_lowercase().cmp(&b.to_lowercase()).then_with(|| a.cmp(b))
        }
        (Value::Number(_), _) => Ordering::Less,
        (_, Value::Number(_)) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

/// One of each name, or of each value.
fn unique_names(list: List, context: Context<'_>) -> List {
    let mut seen = HashSet::new();
    list.into_iter()
        .filter(|found| {
            let key = match &found.item {
                Item::Data { tree, node, .. } => tree.to_json(*node).to_string(),
                Item::Value { value, .. } => value.to_string(),
                _ => {
                    let of = |field| {
                        fields::value(context.library, found, field)
                            .to_json()
                            .map_or(String::new(), |value| value.to_string())
                    };
                    format!("{} {}", of(Field::Kind), of(Field::Name))
                }
            };
            seen.insert(key)
        })
        .collect()
}

/// The value of a field as an item; none where the item has no such field.
pub(super) fn field_values(field: Field, found: &Found, context: Context<'_>) -> List {
    let line = match fields::value(context.library, found, Field::Line) {
        Value::Number(line) => line.as_u64().unwrap_or(0) as u32,
        _ => 0,
    };
    let value = fields::value(context.library, found, field).to_json();
    value.map(|value| Found::plain(Item::Value { file: found.item.file(), line, value })).into_iter().collect()
}

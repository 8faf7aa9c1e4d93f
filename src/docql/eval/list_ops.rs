//! Operations on the result as a whole, and values of fields.

use crate::docql::catalog;
use crate::docql::catalog::{Field, FieldSource, ListOp};
use crate::docql::nodes::asked;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::items::{Items, Run};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::lists::slices;
use crate::docql::nodes::rows::fields as table_fields;
use crate::docql::nodes::rows::row::shown;
use crate::docql::nodes::value::{Value, compare_numbers};
use crate::docql::plan::steps::{Argument, Column};
use crate::document::{compare_decimals, is_decimal};
use crate::library::NodeRef;
use crate::stdx::{Stale, sorted_by};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::HashSet;

/// Applies an operation to a list.
pub(in crate::docql) fn apply(
    whole: ListOp,
    argument: &Argument,
    list: List,
    context: Context<'_>,
) -> Result<List, Stale> {
    let number = number(argument);
    Ok(match whole {
        ListOp::First => list.into_iter().take(1).collect(),
        ListOp::Last => list.into_iter().next_back().into_iter().collect(),
        ListOp::Nth => slices::at(number, list.len()).map(|at| list[at].clone()).into_iter().collect(),
        ListOp::Limit => list.into_iter().take(number.max(0) as usize).collect(),
        ListOp::Sort => match argument {
            Argument::Field(field, descending) => sort(list, *field, *descending, context)?,
            Argument::Column(column, descending) => sort_rows(list, column, *descending, context)?,
            _ => list,
        },
        ListOp::Unique => unique_names(list, context)?,
        ListOp::Count => {
            let count = match list.as_slice() {
                _ if context.strict => list.len(),
                // Of a field that is a list what is in it is counted.
                [Found { item: Item::Value { value: serde_json::Value::Array(inside), .. }, .. }] => inside.len(),
                _ => crate::docql::nodes::lists::list::unique(list, context)?.len(),
            };
            vec![Found::plain(Item::Value { file: None, line: 0, value: count.into() })]
        }
    })
}

/// Applies an operation to packed items without unpacking them; `None` if that is not possible.
pub(super) fn apply_to_nodes(
    whole: ListOp,
    argument: &Argument,
    items: &Items,
    context: Context<'_>,
) -> Result<Option<Items>, Stale> {
    let (number, length) = (number(argument), items.len());
    Ok(Some(match whole {
        ListOp::First => items.slice(0, 1),
        ListOp::Last => items.slice(length.saturating_sub(1), length),
        ListOp::Nth => slices::at(number, length).map_or(Items::default(), |at| items.slice(at, at + 1)),
        ListOp::Limit => items.slice(0, number.max(0) as usize),
        ListOp::Sort => match (argument, items.nodes()) {
            (Argument::Field(field, descending), Some(nodes)) => {
                sort_nodes(nodes.collect(), *field, *descending, context)?
            }
            _ => return Ok(None),
        },
        ListOp::Unique | ListOp::Count => return Ok(None),
    }))
}

fn number(argument: &Argument) -> i64 {
    if let Argument::Number(number) = argument { *number } else { 0 }
}

fn sort_nodes(nodes: Vec<NodeRef>, field: Field, descending: bool, context: Context<'_>) -> Result<Items, Stale> {
    let keyed = |nodes: &[NodeRef]| {
        let of = |(at, &node): (usize, &NodeRef)| {
            if reads_text(field) || at % 1024 == 0 {
                context.check()?;
            }
            let asked = table_fields::asked(node, field, context);
            Ok((asked.unwrap_or_else(|| fields::plain_node_value(context.library, node, field)), node))
        };
        nodes.iter().enumerate().map(of).collect::<Result<Vec<_>, Stale>>()
    };
    let keyed: Vec<_> = nodes.par_chunks(4096).map(keyed).collect::<Result<_, Stale>>()?;
    drop(nodes);
    let keyed: Vec<(Value<'_>, NodeRef)> = keyed.into_iter().flatten().collect();
    let sorted = sorted_by(keyed, context.ticket, |(a, _), (b, _)| directed(a, b, descending))?;
    Ok(Items::from_iter([Run::Mixed(sorted.into_iter().map(|(_, node)| node).collect())]))
}

fn reads_text(field: Field) -> bool {
    catalog::field_source(field) == FieldSource::Text
}

fn sort(list: List, field: Field, descending: bool, context: Context<'_>) -> Result<List, Stale> {
    let mut keyed: Vec<(Value<'_>, Found)> = Vec::with_capacity(list.len());
    for (at, found) in list.into_iter().enumerate() {
        if reads_text(field) || at % 1024 == 0 {
            context.check()?;
        }
        keyed.push((asked::value(context, &found, field), found));
    }
    let sorted = sorted_by(keyed, context.ticket, |(a, _), (b, _)| directed(a, b, descending))?;
    Ok(sorted.into_iter().map(|(_, found)| found).collect())
}

/// Sorts by a column: numbers by value before texts by their code points; rows without a value come last.
fn sort_rows(list: List, column: &Column, descending: bool, context: Context<'_>) -> Result<List, Stale> {
    let mut keyed: Vec<(Option<String>, Found)> = Vec::with_capacity(list.len());
    for (at, found) in list.into_iter().enumerate() {
        if at % 1024 == 0 {
            context.check()?;
        }
        let value = asked::column_value(context, &found, &column.name, column.field);
        let text = shown(&value);
        keyed.push(((!text.is_empty()).then(|| text.into_owned()), found));
    }
    let by_value = |a: &str, b: &str| match (is_decimal(a), is_decimal(b)) {
        (true, true) => compare_decimals(a, b).unwrap_or(Ordering::Equal),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => a.cmp(b),
    };
    let sorted = sorted_by(keyed, context.ticket, |(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) => {
            if descending {
                by_value(b, a)
            } else {
                by_value(a, b)
            }
        }
        (a, b) => a.is_none().cmp(&b.is_none()),
    })?;
    Ok(sorted.into_iter().map(|(_, found)| found).collect())
}

/// Compares in the given direction; items without a value come last in both.
fn directed(a: &Value<'_>, b: &Value<'_>, descending: bool) -> Ordering {
    match (a.is_present(), b.is_present()) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ if descending => compare(b, a),
        _ => compare(a, b),
    }
}

fn compare(a: &Value<'_>, b: &Value<'_>) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare_numbers(a, b).unwrap_or(Ordering::Equal),
        (
            Value::Text(a) | Value::Word(a) | Value::Language(a),
            Value::Text(b) | Value::Word(b) | Value::Language(b),
        ) => ignoring_case(a, b).then_with(|| a.cmp(b)),
        (Value::Number(_), _) => Ordering::Less,
        (_, Value::Number(_)) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

fn ignoring_case(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() {
        let lower = |byte: u8| byte.to_ascii_lowercase();
        return a.bytes().map(lower).cmp(b.bytes().map(lower));
    }
    a.to_lowercase().cmp(&b.to_lowercase())
}

/// The first item of each kind and name, or of each value.
fn unique_names(list: List, context: Context<'_>) -> Result<List, Stale> {
    let mut seen = HashSet::new();
    let mut out = List::new();
    for (at, found) in list.into_iter().enumerate() {
        if at % 256 == 0 {
            context.check()?;
        }
        let key = match &found.item {
            Item::Data { tree, node, .. } => tree.to_json(*node).to_string(),
            Item::Value { value, .. } => value.to_string(),
            Item::Row(row) => row.to_json().to_string(),
            _ => {
                let of = |field| {
                    fields::value(context.library, &found, field)
                        .to_json()
                        .map_or(String::new(), |value| value.to_string())
                };
                format!("{} {}", of(Field::Kind), of(Field::Name))
            }
        };
        if seen.insert(key) {
            out.push(found);
        }
    }
    Ok(out)
}

/// The value of a field as an item; empty if the item has no such field.
pub(super) fn field_values(field: Field, found: &Found, context: Context<'_>) -> List {
    let line = match fields::value(context.library, found, Field::Line) {
        Value::Number(line) => line.as_u64().unwrap_or(0) as u32,
        _ => 0,
    };
    let value = asked::value(context, found, field).to_json();
    value.map(|value| Found::plain(Item::Value { file: found.item.file(), line, value })).into_iter().collect()
}

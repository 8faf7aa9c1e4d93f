//! TOML with the line of every key.

use super::tree::{ValuePlace, add, empty, extend_to_children};
use crate::document::{DataKey, DataTree, LineIndex, Problem, Scalar};
use toml::de::{DeInteger, DeTable, DeValue};

/// The tree of `text`.
pub(super) fn parse(text: &str) -> Result<DataTree, Problem> {
    let lines = LineIndex::new(text);
    let line_of = |offset: usize| lines.line(offset as u32);
    let root = DeTable::parse(text).map_err(|error| Problem {
        line: error.span().map_or(0, |span| line_of(span.start)),
        message: error.message().to_owned(),
    })?;
    let mut tree = empty();
    let index = add(&mut tree, ValuePlace::root(), Scalar::Object, 1, lines.count());
    let mut todo = Vec::new();
    push_members(&mut todo, index, root.get_ref());
    while let Some(Todo { parent, key, key_at, value, span }) = todo.pop() {
        let key_line = key_at.map(line_of);
        let (first, last) = (line_of(span.start), line_of(span.end.saturating_sub(1).max(span.start)));
        let place = ValuePlace { parent, key, key_line };
        match value {
            DeValue::Table(members) => {
                // A table's span is its header; its members come later and extend it.
                let index = add(&mut tree, place, Scalar::Object, first, first);
                push_members(&mut todo, index, members);
            }
            DeValue::Array(items) => {
                let index = add(&mut tree, place, Scalar::Array, first, last);
                for (number, item) in items.iter().enumerate().rev() {
                    let (key, span) = (DataKey::Index(number as u32), item.span());
                    todo.push(Todo { parent: index, key, key_at: None, value: item.get_ref(), span });
                }
            }
            value => {
                add(&mut tree, place, scalar(value), first, last);
            }
        }
    }
    extend_to_children(&mut tree);
    Ok(tree)
}

struct Todo<'t> {
    parent: u32,
    key: DataKey,
    key_at: Option<usize>,
    value: &'t DeValue<'t>,
    span: std::ops::Range<usize>,
}

/// Members in the order of the file; the parser sorts them by name.
fn push_members<'t>(todo: &mut Vec<Todo<'t>>, parent: u32, members: &'t DeTable<'t>) {
    let first = todo.len();
    for (key, value) in members.iter() {
        let (name, key_at) = (DataKey::Name(key.get_ref().as_ref().into()), Some(key.span().start));
        todo.push(Todo { parent, key: name, key_at, value: value.get_ref(), span: value.span() });
    }
    todo[first..].sort_by_key(|todo| std::cmp::Reverse(todo.key_at));
}

fn scalar(value: &DeValue) -> Scalar {
    match value {
        DeValue::Boolean(value) => Scalar::Bool(*value),
        DeValue::Integer(value) => integer(value),
        DeValue::Float(value) => {
            let number = value.as_str().parse().ok().and_then(serde_json::Number::from_f64);
            number.map_or_else(|| Scalar::String(value.as_str().into()), Scalar::Number)
        }
        DeValue::Datetime(value) => Scalar::String(value.to_string().into()),
        DeValue::String(value) => Scalar::String(value.as_ref().into()),
        DeValue::Array(_) => Scalar::Array,
        DeValue::Table(_) => Scalar::Object,
    }
}

fn integer(value: &DeInteger) -> Scalar {
    let digits = value.as_str();
    match i64::from_str_radix(digits, value.radix()) {
        Ok(number) => Scalar::Number(number.into()),
        Err(_) => match u64::from_str_radix(digits, value.radix()) {
            Ok(number) => Scalar::Number(number.into()),
            Err(_) => Scalar::String(digits.into()),
        },
    }
}

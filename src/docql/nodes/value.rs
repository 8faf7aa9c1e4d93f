//! Values of fields, paths and literals.

use crate::document::{DataKey, DataTree, Scalar};
use serde_json::Number;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

/// The value of a field, a path or a literal.
#[derive(Clone, Debug)]
pub(in crate::docql) enum Value<'l> {
    /// No value: RFC 9535's `Nothing`.
    Nothing,
    Null,
    Bool(bool),
    Number(Number),
    /// A decimal number of a database, exact: its digits.
    Decimal(Cow<'l, str>),
    /// A number of a query with more digits than 64 bits keep: exact where it meets a decimal number, of 64 bits where it
    /// meets one of those.
    Long(Cow<'l, str>),
    Text(Cow<'l, str>),
    /// A word of a fixed vocabulary: equality ignores case.
    Word(Cow<'l, str>),
    /// A language: equality ignores case, and which of its names it is.
    Language(Cow<'l, str>),
    List(Vec<String>),
    Json(Cow<'l, serde_json::Value>),
    Data(Arc<DataTree>, u32),
}

impl<'l> Value<'l> {
    pub(in crate::docql) fn number(value: impl Into<u64>) -> Value<'l> {
        Value::Number(value.into().into())
    }

    pub(in crate::docql) fn from_json(value: &'l serde_json::Value) -> Value<'l> {
        match value {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(value) => Value::Bool(*value),
            serde_json::Value::Number(number) => Value::Number(number.clone()),
            serde_json::Value::String(text) => Value::Text(Cow::Borrowed(text)),
            other => Value::Json(Cow::Borrowed(other)),
        }
    }

    pub(in crate::docql) fn from_data(tree: &Arc<DataTree>, node: u32) -> Value<'l> {
        match &tree.node(node).scalar {
            Scalar::Null => Value::Null,
            Scalar::Bool(value) => Value::Bool(*value),
            Scalar::Number(number) => Value::Number(number.clone()),
            Scalar::String(text) => Value::Text(Cow::Owned(text.to_string())),
            Scalar::Array | Scalar::Object => Value::Data(Arc::clone(tree), node),
        }
    }

    /// True if there is a value; empty texts and lists count as none.
    pub(in crate::docql) fn is_present(&self) -> bool {
        match self {
            Value::Nothing => false,
            Value::Text(text) | Value::Word(text) | Value::Language(text) => !text.is_empty(),
            Value::List(items) => !items.is_empty(),
            _ => true,
        }
    }

    pub(in crate::docql) fn to_json(&self) -> Option<serde_json::Value> {
        Some(match self {
            Value::Nothing => return None,
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(number) => serde_json::Value::Number(number.clone()),
            // JSON has no decimals that every reader keeps: they are texts there.
            Value::Text(text)
            | Value::Word(text)
            | Value::Language(text)
            | Value::Decimal(text)
            | Value::Long(text) => text.as_ref().into(),
            Value::List(items) => items.clone().into(),
            Value::Json(value) => value.clone().into_owned(),
            Value::Data(tree, node) => tree.to_json(*node),
        })
    }

    /// The text, if it is one; avoids the list that [`Value::texts`] allocates.
    pub(in crate::docql) fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::Word(text) | Value::Language(text) => Some(text),
            _ => None,
        }
    }

    /// Its texts, for text operators; numbers and booleans as written.
    pub(in crate::docql) fn texts(&self) -> Vec<Cow<'_, str>> {
        match self {
            Value::Text(text) | Value::Word(text) | Value::Language(text) => vec![Cow::Borrowed(text.as_ref())],
            Value::Decimal(digits) | Value::Long(digits) => vec![Cow::Borrowed(digits.as_ref())],
            Value::Number(number) => vec![Cow::Owned(number.to_string())],
            Value::Bool(value) => vec![Cow::Owned(value.to_string())],
            Value::List(items) => items.iter().map(|item| Cow::Borrowed(item.as_str())).collect(),
            Value::Json(value) => match value.as_array() {
                Some(items) => items.iter().filter_map(|item| item.as_str()).map(Cow::Borrowed).collect(),
                None => Vec::new(),
            },
            Value::Data(tree, node) => {
                let children = tree.node(*node).children.iter().map(|child| tree.node(*child));
                children
                    .filter_map(|child| {
                        if let Scalar::String(text) = &child.scalar { Some(Cow::Borrowed(text.as_ref())) } else { None }
                    })
                    .collect()
            }
            Value::Nothing | Value::Null => Vec::new(),
        }
    }

    /// RFC 9535 `length()`: characters, elements or members.
    pub(in crate::docql) fn length(&self) -> Value<'static> {
        let count = match self {
            Value::Text(text) | Value::Word(text) | Value::Language(text) => text.chars().count(),
            Value::List(items) => items.len(),
            Value::Json(value) => match value.as_ref() {
                serde_json::Value::Array(items) => items.len(),
                serde_json::Value::Object(members) => members.len(),
                _ => return Value::Nothing,
            },
            Value::Data(tree, node) => tree.node(*node).children.len(),
            _ => return Value::Nothing,
        };
        Value::number(count as u64)
    }
}

/// Compares two JSON numbers by value, exactly for integers.
pub(in crate::docql) fn compare_numbers(a: &Number, b: &Number) -> Option<Ordering> {
    let integer = |number: &Number| number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        (Some(a), None) => Some(compare_with_float(a, b.as_f64()?)),
        (None, Some(b)) => Some(compare_with_float(b, a.as_f64()?).reverse()),
        (None, None) => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

/// A whole number of 64 bits compared with one that has a fraction, to the last digit.
fn compare_with_float(whole: i128, number: f64) -> Ordering {
    // What is larger than every whole number here stays so when it is cut to 128 bits.
    let floor = number.floor();
    let fraction = if number > floor { Ordering::Less } else { Ordering::Equal };
    whole.cmp(&(floor as i128)).then(fraction)
}

/// The element that `index` selects in an array, RFC 9535 section 2.3.3.
pub(in crate::docql) fn array_element(tree: &DataTree, node: u32, index: i64) -> Option<u32> {
    let current = tree.node(node);
    if current.scalar != Scalar::Array {
        return None;
    }
    let at = if index < 0 { index + current.children.len() as i64 } else { index };
    usize::try_from(at).ok().and_then(|at| current.children.get(at)).copied()
}

/// The key of a data value as text; empty for the root.
pub(in crate::docql) fn key_text(tree: &DataTree, node: u32) -> String {
    match &tree.node(node).key {
        DataKey::Root => String::new(),
        DataKey::Index(index) => format!("[{index}]"),
        DataKey::Name(name) => name.to_string(),
    }
}

//! Values and how they compare: RFC 9535 section 2.3.5 over data, with DocQL's leniencies over nodes.

use crate::docql::plan::steps::Comparison;
use crate::document::{DataTree, Key, Scalar};
use crate::stdx::{contains_ignoring_case, ends_with_ignoring_case, starts_with_ignoring_case};
use serde_json::Number;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

/// The value of a field, a path or a literal.
#[derive(Clone, Debug)]
pub(in crate::docql) enum Value<'l> {
    /// There is none: RFC 9535's `Nothing`.
    Nothing,
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'l, str>),
    /// A word of a fixed vocabulary: equality ignores case.
    Word(Cow<'l, str>),
    List(Vec<String>),
    Json(Cow<'l, serde_json::Value>),
    Data(Arc<DataTree>, u32),
}

/// How strictly values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql) enum Rules {
    /// Over data: no coercion.
    Data,
    /// Over nodes: `"2"` equals a number field of 2.
    Nodes,
}

impl<'l> Value<'l> {
    pub(in crate::docql) fn number(value: impl Into<u64>) -> Value<'l> {
        Value::Number(value.into().into())
    }

    pub(in crate::docql) fn of_json(value: &'l serde_json::Value) -> Value<'l> {
        match value {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(value) => Value::Bool(*value),
            serde_json::Value::Number(number) => Value::Number(number.clone()),
            serde_json::Value::String(text) => Value::Text(Cow::Borrowed(text)),
            other => Value::Json(Cow::Borrowed(other)),
        }
    }

    pub(in crate::docql) fn of_data(tree: &Arc<DataTree>, node: u32) -> Value<'l> {
        match &tree.node(node).scalar {
            Scalar::Null => Value::Null,
            Scalar::Bool(value) => Value::Bool(*value),
            Scalar::Number(number) => Value::Number(number.clone()),
            Scalar::String(text) => Value::Text(Cow::Owned(text.to_string())),
            Scalar::Array | Scalar::Object => Value::Data(Arc::clone(tree), node),
        }
    }

    pub(in crate::docql) fn is_something(&self) -> bool {
        match self {
            Value::Nothing => false,
            Value::Text(text) | Value::Word(text) => !text.is_empty(),
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
            Value::Text(text) | Value::Word(text) => text.as_ref().into(),
            Value::List(items) => items.clone().into(),
            Value::Json(value) => value.clone().into_owned(),
            Value::Data(tree, node) => tree.to_json(*node),
        })
    }

    /// The text, where it is one: what most comparisons are about, without a list around it.
    fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::Word(text) => Some(text),
            _ => None,
        }
    }

    /// Its text, for text operators; numbers and booleans as they are written.
    fn texts(&self) -> Vec<Cow<'_, str>> {
        match self {
            Value::Text(text) | Value::Word(text) => vec![Cow::Borrowed(text.as_ref())],
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
            Value::Text(text) | Value::Word(text) => text.chars().count(),
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

/// Whether `left` and `right` compare as asked.
pub(in crate::docql) fn compare(left: &Value<'_>, comparison: &Comparison, right: &Value<'_>, rules: Rules) -> bool {
    let text = |test: fn(&str, &str) -> bool| {
        if let (Some(text), Some(wanted)) = (left.text(), right.text()) {
            return test(text, wanted);
        }
        let wanted = right.texts();
        left.texts().iter().any(|text| wanted.iter().any(|wanted| test(text, wanted)))
    };
    match comparison {
        Comparison::Equal => equal(left, right, rules),
        Comparison::NotEqual => !equal(left, right, rules),
        Comparison::Less => less(left, right, rules),
        Comparison::Greater => less(right, left, rules),
        Comparison::LessOrEqual => less(left, right, rules) || equal(left, right, rules),
        Comparison::GreaterOrEqual => less(right, left, rules) || equal(left, right, rules),
        Comparison::Contains => text(contains_ignoring_case),
        Comparison::StartsWith => text(starts_with_ignoring_case),
        Comparison::EndsWith => text(ends_with_ignoring_case),
        Comparison::Matches(regex) => match left.text() {
            Some(text) => regex.is_match(text),
            None => left.texts().iter().any(|text| regex.is_match(text)),
        },
        Comparison::In => match right {
            Value::Json(list) => match list.as_array() {
                Some(items) => items.iter().any(|item| equal(left, &Value::of_json(item), rules)),
                None => equal(left, right, rules),
            },
            Value::Data(tree, node) => {
                tree.node(*node).children.iter().any(|child| equal(left, &Value::of_data(tree, *child), rules))
            }
            Value::List(items) => items.iter().any(|item| equal(left, &Value::Text(Cow::Borrowed(item)), rules)),
            _ => equal(left, right, rules),
        },
    }
}

fn equal(left: &Value<'_>, right: &Value<'_>, rules: Rules) -> bool {
    match (left, right) {
        (Value::Nothing, Value::Nothing) | (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => order(a, b) == Some(Ordering::Equal),
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Word(a), Value::Word(b) | Value::Text(b)) | (Value::Text(a), Value::Word(b)) => same_word(a, b),
        (Value::Number(number), Value::Text(text)) | (Value::Text(text), Value::Number(number))
            if rules == Rules::Nodes =>
        {
            text.trim().parse::<Number>().is_ok_and(|parsed| order(&parsed, number) == Some(Ordering::Equal))
        }
        // A list of texts over nodes is equal to one of its items: `@.headers == "Name"`.
        (Value::List(items), Value::Text(text)) if rules == Rules::Nodes => items.iter().any(|item| *item == **text),
        (Value::Json(_) | Value::Data(..) | Value::List(_), Value::Json(_) | Value::Data(..) | Value::List(_)) => {
            match (left.to_json(), right.to_json()) {
                (Some(a), Some(b)) => deep_equal(&a, &b),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Words are equal ignoring case; kinds also in their long spelling (`ClassEntity`) and as plurals.
fn same_word(a: &str, b: &str) -> bool {
    let kind = |word: &str| crate::document::Kind::parse(word);
    a.eq_ignore_ascii_case(b) || a.to_lowercase() == b.to_lowercase() || (kind(a).is_some() && kind(a) == kind(b))
}

/// RFC 9535 section 2.3.5.2.2: numbers by value, arrays in order, objects without order.
fn deep_equal(a: &serde_json::Value, b: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (a, b) {
        (Number(a), Number(b)) => order(a, b) == Some(Ordering::Equal),
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| deep_equal(a, b)),
        (Object(a), Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| deep_equal(value, other)))
        }
        _ => a == b,
    }
}

fn less(left: &Value<'_>, right: &Value<'_>, rules: Rules) -> bool {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => order(a, b) == Some(Ordering::Less),
        (Value::Text(a) | Value::Word(a), Value::Text(b) | Value::Word(b)) => a < b,
        (Value::Number(a), Value::Text(b)) if rules == Rules::Nodes => {
            b.trim().parse().is_ok_and(|b| order(a, &b) == Some(Ordering::Less))
        }
        (Value::Text(a), Value::Number(b)) if rules == Rules::Nodes => {
            a.trim().parse().is_ok_and(|a| order(&a, b) == Some(Ordering::Less))
        }
        _ => false,
    }
}

/// Mathematical order of two JSON numbers, exact for integers.
pub(in crate::docql) fn order(a: &Number, b: &Number) -> Option<Ordering> {
    let integer = |number: &Number| number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

/// The children of a data value that a name or index selects; RFC 9535 sections 2.3.1 and 2.3.3.
pub(in crate::docql) fn data_index(tree: &DataTree, node: u32, index: i64) -> Option<u32> {
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
        Key::Root => String::new(),
        Key::Index(index) => format!("[{index}]"),
        Key::Name(name) => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_compare_by_value_and_nodes_coerce() {
        let number = |text: &str| Value::Number(text.parse().expect("number"));
        let text = |text: &'static str| Value::Text(text.into());
        assert!(compare(&number("1"), &Comparison::Equal, &number("1.0"), Rules::Data));
        assert!(compare(&number("9007199254740993"), &Comparison::Greater, &number("9007199254740992"), Rules::Data));
        assert!(!compare(&number("2"), &Comparison::Equal, &text("2"), Rules::Data));
        assert!(compare(&number("2"), &Comparison::Equal, &text("2"), Rules::Nodes));
        assert!(compare(&Value::Nothing, &Comparison::Equal, &Value::Nothing, Rules::Data));
        assert!(compare(&Value::Nothing, &Comparison::LessOrEqual, &Value::Nothing, Rules::Data));
        assert!(compare(&Value::Word("class".into()), &Comparison::Equal, &text("ClassEntity"), Rules::Nodes));
    }
}

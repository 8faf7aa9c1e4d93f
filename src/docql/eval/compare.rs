//! Comparison of values: RFC 9535 section 2.3.5 over data, with DocQL's leniencies over nodes.

use crate::docql::nodes::value::{Value, compare_numbers};
use crate::docql::plan::steps::Comparison;
use crate::document::{Kind, compare_decimals, is_same_language};
use crate::stdx::{contains_ignoring_case, ends_with_ignoring_case, starts_with_ignoring_case};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The comparison rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Over data: no coercion.
    Data,
    /// Over nodes: `"2"` equals a number field of 2.
    Nodes,
}

/// True if the comparison of `left` and `right` holds.
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
                Some(items) => items.iter().any(|item| equal(left, &Value::from_json(item), rules)),
                None => equal(left, right, rules),
            },
            Value::Data(tree, node) => {
                tree.node(*node).children.iter().any(|child| equal(left, &Value::from_data(tree, *child), rules))
            }
            Value::List(items) => items.iter().any(|item| equal(left, &Value::Text(Cow::Borrowed(item)), rules)),
            _ => equal(left, right, rules),
        },
    }
}

pub(super) fn equal(left: &Value<'_>, right: &Value<'_>, rules: Rules) -> bool {
    match (left, right) {
        (Value::Nothing, Value::Nothing) | (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Word(a), Value::Word(b) | Value::Text(b)) | (Value::Text(a), Value::Word(b)) => same_word(a, b),
        (Value::Language(a), Value::Language(b) | Value::Word(b) | Value::Text(b))
        | (Value::Word(a) | Value::Text(a), Value::Language(b)) => is_same_language(a, b),
        // A database without a type for yes and no writes 1 and 0, a table in a file the words.
        (Value::Number(number), Value::Bool(flag)) | (Value::Bool(flag), Value::Number(number))
            if rules == Rules::Nodes =>
        {
            number.as_i64() == Some(i64::from(*flag))
        }
        (Value::Decimal(digits), Value::Bool(flag)) | (Value::Bool(flag), Value::Decimal(digits)) => {
            compare_decimals(digits, if *flag { "1" } else { "0" }) == Some(Ordering::Equal)
        }
        (Value::Text(text), Value::Bool(flag)) | (Value::Bool(flag), Value::Text(text)) if rules == Rules::Nodes => {
            text.eq_ignore_ascii_case(if *flag { "true" } else { "false" })
        }
        // Over nodes, a list equals each of its items: `@.headers == "Name"`.
        (Value::List(items), Value::Text(text)) if rules == Rules::Nodes => items.iter().any(|item| *item == **text),
        (Value::Json(_) | Value::Data(..) | Value::List(_), Value::Json(_) | Value::Data(..) | Value::List(_)) => {
            match (left.to_json(), right.to_json()) {
                (Some(a), Some(b)) => deep_equal(&a, &b),
                _ => false,
            }
        }
        _ => by_value(left, right, rules) == Some(Ordering::Equal),
    }
}

/// Compares numbers, over nodes also with those that are written as text: to the last digit, but for a number of a query
/// that has more of them than the number of 64 bits that it meets. `None` if one is no number.
fn by_value(left: &Value<'_>, right: &Value<'_>, rules: Rules) -> Option<Ordering> {
    use Value::{Decimal, Long, Number, Text};
    match (left, right) {
        (Number(a), Number(b)) => compare_numbers(a, b),
        (Number(a), Long(b)) if a.is_f64() => a.as_f64()?.partial_cmp(&b.parse().ok()?),
        (Long(a), Number(b)) if b.is_f64() => a.parse::<f64>().ok()?.partial_cmp(&b.as_f64()?),
        (Text(_), Text(_)) => None,
        (Text(_), _) | (_, Text(_)) if rules == Rules::Data => None,
        (Decimal(a) | Long(a) | Text(a), Decimal(b) | Long(b) | Text(b)) => compare_decimals(a, b),
        (Number(a), Decimal(b) | Long(b) | Text(b)) => compare_decimals(&a.to_string(), b),
        (Decimal(a) | Long(a) | Text(a), Number(b)) => compare_decimals(a, &b.to_string()),
        _ => None,
    }
}

/// True if two words are equal ignoring case. Kinds also match their plural, and the long spelling of their family:
/// `ClassEntity` is any type, `FunctionEntity` whatever can be called.
pub(super) fn same_word(a: &str, b: &str) -> bool {
    let kind = |word: &str| Kind::parse(word);
    a.eq_ignore_ascii_case(b)
        || a.to_lowercase() == b.to_lowercase()
        || kind(a).is_some() && kind(a) == kind(b)
        || is_family(a, b)
        || is_family(b, a)
}

/// True if `long` is the spelling of a family, and `short` the name of a kind of it.
fn is_family(long: &str, short: &str) -> bool {
    match (long, Kind::parse(short)) {
        ("ClassEntity", Some(kind)) => kind.is_class(),
        ("FunctionEntity", Some(kind)) => kind.is_function(),
        _ => false,
    }
}

/// Equality of JSON values, RFC 9535 section 2.3.5.2.2: numbers by value, arrays in order, objects in any order.
pub(super) fn deep_equal(a: &serde_json::Value, b: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (a, b) {
        (Number(a), Number(b)) => compare_numbers(a, b) == Some(Ordering::Equal),
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| deep_equal(a, b)),
        (Object(a), Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| deep_equal(value, other)))
        }
        _ => a == b,
    }
}

pub(super) fn less(left: &Value<'_>, right: &Value<'_>, rules: Rules) -> bool {
    match (left, right) {
        (
            Value::Text(a) | Value::Word(a) | Value::Language(a),
            Value::Text(b) | Value::Word(b) | Value::Language(b),
        ) => a < b,
        _ => by_value(left, right, rules) == Some(Ordering::Less),
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
        let (decimal, long) =
            (|text: &'static str| Value::Decimal(text.into()), |text: &'static str| Value::Long(text.into()));
        let is = |left: &Value<'_>, comparison, right: &Value<'_>| compare(left, &comparison, right, Rules::Nodes);
        let (exact, next) = ("12345678901234567.89", "12345678901234567.90");
        assert!(
            is(&decimal(exact), Comparison::Equal, &long(exact)) && is(&decimal(exact), Comparison::Less, &long(next))
        );
        assert!(
            is(&text(exact), Comparison::Equal, &long(exact)) && is(&text(next), Comparison::Greater, &long(exact))
        );
        assert!(
            is(&decimal("0.1"), Comparison::Equal, &number("0.1"))
                && is(&decimal("5.00"), Comparison::Equal, &text("5"))
        );
        assert!(!is(&decimal("0.1000000000000000055"), Comparison::Equal, &number("0.1")));
        // A number of 64 bits is compared as one: it was never more exact than that.
        assert!(is(&number("12345678901234568.0"), Comparison::Equal, &long(exact)));
        assert!(is(&number("9007199254740993"), Comparison::Less, &long("9007199254740993.5")));
        assert!(
            !is(&decimal("5"), Comparison::Less, &text("x")) && !is(&decimal("5"), Comparison::Greater, &text("x"))
        );
        assert!(compare(&Value::Nothing, &Comparison::Equal, &Value::Nothing, Rules::Data));
        assert!(compare(&Value::Nothing, &Comparison::LessOrEqual, &Value::Nothing, Rules::Data));
        let is = |kind: &'static str, word| {
            compare(&Value::Word(kind.into()), &Comparison::Equal, &text(word), Rules::Nodes)
        };
        // A long spelling is the family, a short one the kind.
        assert!(is("class", "ClassEntity") && is("struct", "ClassEntity") && is("method", "FunctionEntity"));
        assert!(!is("struct", "class") && !is("method", "Function") && !is("class", "FunctionEntity"));
        assert!(is("term", "TermEntity") && !is("api", "TermEntity"));
    }
}

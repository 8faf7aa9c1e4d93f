//! Conditions: whether a predicate holds for an item.

use super::catalog::FilterFunction;
use super::eval::{Context, path};
use super::fields;
use super::item::{Found, Item};
use super::patterns::compile_iregexp;
use super::plan::{Comparison, Path, Predicate, Term};
use super::value::{Rules, Value, compare};
use crate::stdx::Stale;
use std::borrow::Cow;

/// Whether `predicate` holds for `found`.
pub(super) fn holds(predicate: &Predicate, found: &Found, context: Context<'_>) -> Result<bool, Stale> {
    let context = Context { file: found.item.file().or(context.file), ..context };
    Ok(match predicate {
        Predicate::Or(parts) => {
            for part in parts {
                if holds(part, found, context)? {
                    return Ok(true);
                }
            }
            false
        }
        Predicate::And(parts) => {
            for part in parts {
                if !holds(part, found, context)? {
                    return Ok(false);
                }
            }
            true
        }
        Predicate::Not(inner) => !holds(inner, found, context)?,
        Predicate::Constant(value) => *value,
        Predicate::Exists(path) => exists(path, found, context)?,
        Predicate::Compare(left, comparison, right) => {
            let rules = if matches!(found.item, Item::Data { .. }) { Rules::Data } else { Rules::Nodes };
            let (left, right) = (values(left, found, context)?, values(right, found, context)?);
            any_pair(&left, comparison, &right, rules)
        }
        Predicate::Matches(subject, pattern, function) => matches(subject, pattern, *function, found, context)?,
    })
}

/// A path with several values compares true if any of them does; one without values is `Nothing`.
fn any_pair(left: &[Value<'_>], comparison: &Comparison, right: &[Value<'_>], rules: Rules) -> bool {
    let nothing = [Value::Nothing];
    let left = if left.is_empty() { &nothing } else { left };
    let right = if right.is_empty() { &nothing } else { right };
    left.iter().any(|a| right.iter().any(|b| compare(a, comparison, b, rules)))
}

fn exists(path_of: &Path, found: &Found, context: Context<'_>) -> Result<bool, Stale> {
    if let Some(field) = path_of.field {
        return Ok(fields::value(context.library, found, field).is_something());
    }
    Ok(!path(&path_of.steps, Some(found), context)?.is_empty())
}

fn values<'l>(term: &'l Term, found: &Found, context: Context<'l>) -> Result<Vec<Value<'l>>, Stale> {
    Ok(match term {
        Term::Literal(value) => vec![Value::of_json(value)],
        Term::Pattern(_) => Vec::new(),
        Term::Path(path_of) => match path_of.field {
            Some(field) => vec![fields::value(context.library, found, field)],
            None => path(&path_of.steps, Some(found), context)?.iter().map(|found| of_item(found, context)).collect(),
        },
        Term::Function(function, inner) => vec![call(*function, inner, found, context)?],
    })
}

/// The value of an item that a path yields: data and values are themselves, nodes are their names.
fn of_item<'l>(found: &Found, context: Context<'l>) -> Value<'l> {
    match &found.item {
        Item::Data { tree, node, .. } => Value::of_data(tree, *node),
        Item::Value { value, .. } => match value {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(value) => Value::Bool(*value),
            serde_json::Value::Number(number) => Value::Number(number.clone()),
            serde_json::Value::String(text) => Value::Text(Cow::Owned(text.clone())),
            other => Value::Json(Cow::Owned(other.clone())),
        },
        _ => fields::value(context.library, found, super::catalog::Field::Name),
    }
}

fn call<'l>(
    function: FilterFunction,
    inner: &'l Term,
    found: &Found,
    context: Context<'l>,
) -> Result<Value<'l>, Stale> {
    if function == FilterFunction::Count {
        let Term::Path(path_of) = inner else { return Ok(Value::Nothing) };
        let count = match path_of.field {
            Some(field) => usize::from(fields::value(context.library, found, field).is_something()),
            None => path(&path_of.steps, Some(found), context)?.len(),
        };
        return Ok(Value::number(count as u64));
    }
    let mut values = values(inner, found, context)?;
    let only = if values.len() == 1 { values.remove(0) } else { Value::Nothing };
    Ok(match function {
        FilterFunction::Length => only.length(),
        FilterFunction::Value => only,
        _ => Value::Nothing,
    })
}

fn matches(
    subject: &Term,
    pattern: &Term,
    function: FilterFunction,
    found: &Found,
    context: Context<'_>,
) -> Result<bool, Stale> {
    let subjects = values(subject, found, context)?;
    let text = match subjects.as_slice() {
        [Value::Text(text) | Value::Word(text)] => text,
        _ => return Ok(false),
    };
    if let Term::Pattern(regex) = pattern {
        return Ok(regex.as_ref().is_some_and(|regex| regex.is_match(text)));
    }
    let patterns = values(pattern, found, context)?;
    Ok(match patterns.as_slice() {
        [Value::Text(pattern)] => {
            compile_iregexp(pattern, function == FilterFunction::Match).is_some_and(|regex| regex.is_match(text))
        }
        _ => false,
    })
}

//! Suggestions for a condition that no row meets: the nearest existing values, with counts.

use super::patterns;
use crate::docql::eval::filter;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::rows::literals::{self, Form};
use crate::docql::nodes::value::Value;
use crate::docql::plan::steps::{Comparison, FilterPath, Predicate, Term};
use crate::docql::syntax::format::quoted;
use crate::document::is_decimal;
use crate::stdx::{Stale, edit_distance, find_ignoring_case, grouped};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Rows whose values are read, at most: the nearest among them are near enough.
const MAX_ROWS: usize = 200_000;

/// Distinct values kept, at most.
const MAX_DISTINCT_VALUES: usize = 20_000;

/// Nearest values suggested, at most.
const MAX_NEAREST: usize = 3;

/// Values of a field listed although none is near, at most.
const MAX_LISTED_VALUES: usize = 8;

/// Adds hints on the values that the field of `wanted` has in the rows that pass `before`, and suggests the query
/// with the nearest of them.
pub(in crate::docql) fn explain(
    wanted: &Predicate,
    before: &[Predicate],
    rows: &Items,
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    patterns::in_condition(wanted, results);
    let Predicate::Compare(field @ Term::Path(path), comparison, Term::Literal(literal)) = wanted else {
        return Ok(());
    };
    if path.absolute {
        return Ok(());
    }
    let values = ValueStats::collect(field, before, rows, context)?;
    let name = crate::docql::plan::describe::field_name(path);
    if let Some(hint) = written_otherwise(path, literal, rows, &name, context) {
        results.hints.push(hint);
    }
    match (literal, comparison) {
        (
            serde_json::Value::String(text),
            Comparison::Equal | Comparison::Contains | Comparison::StartsWith | Comparison::EndsWith,
        ) => {
            text_values(text, &name, &values, results);
        }
        (serde_json::Value::Number(_), _) if values.numbers.0 <= values.numbers.1 => {
            let (min, max) = values.numbers;
            results.hints.push(match min == max {
                true => format!("{name} is {min} here"),
                false => format!("{name} goes from {min} to {max} here"),
            });
        }
        _ => {}
    }
    Ok(())
}

/// How the values of a column of a database are written, where the value of the query is written otherwise.
fn written_otherwise(
    path: &FilterPath,
    literal: &serde_json::Value,
    rows: &Items,
    name: &str,
    context: Context<'_>,
) -> Option<String> {
    let column = path.column()?;
    let Item::Row(row) = rows.iter().next()?.item else { return None };
    let form = Form::of(&literals::column(&row, &column.name, context.library)?)?;
    (!form.fits(literal)).then(|| format!("{name} is {}", form.said()))
}

fn text_values(text: &str, name: &str, values: &ValueStats, results: &mut Results) {
    let mut near: Vec<(usize, std::cmp::Reverse<usize>, &str)> = values
        .texts
        .iter()
        .filter_map(|(value, count)| Some((distance(text, value)?, std::cmp::Reverse(*count), value.as_str())))
        .collect();
    near.sort_unstable();
    // A value that differs only in its spelling is the one meant.
    if near.first().is_some_and(|(distance, ..)| *distance == 0) {
        near.retain(|(distance, ..)| *distance == 0);
    }
    near.truncate(MAX_NEAREST);
    let listed = |values: &[(usize, std::cmp::Reverse<usize>, &str)]| {
        let each = values.iter().map(|(_, count, value)| format!("{} {}", quoted(value), grouped(count.0)));
        each.collect::<Vec<_>>().join(" · ")
    };
    if near.is_empty() {
        if !values.texts.is_empty() && values.texts.len() <= MAX_LISTED_VALUES {
            let mut all: Vec<_> =
                values.texts.iter().map(|(value, count)| (0, std::cmp::Reverse(*count), value.as_str())).collect();
            all.sort_unstable();
            results.hints.push(format!("{name} is one of {}", listed(&all)));
        }
        return;
    }
    results.hints.push(format!("nearest {name}: {}", listed(&near)));
    let Some(place) = find_ignoring_case(&results.query, &quoted(text)) else { return };
    let with =
        |value: &str| format!("{}{}{}", &results.query[..place.start], quoted(value), &results.query[place.end..]);
    let offers: Vec<String> = near.iter().map(|(.., value)| with(value)).collect();
    results.suggestions.extend(offers);
}

/// The query with `!@.doc` for `@.doc == null`: what a node does not have is nothing, which is not null (RFC 9535, 2.3.5).
pub(super) fn without_null(query: &str) -> Option<String> {
    static NULL: LazyLock<Option<regex::Regex>> =
        LazyLock::new(|| regex::Regex::new(r"(@(?:\.\w+)+)\s*==\s*null\b").ok());
    let asked = NULL.as_ref()?.replace_all(query, "!$1");
    (asked != query).then(|| asked.into_owned())
}

/// The distance of a value from the one asked for; `None` if they are unrelated.
fn distance(asked: &str, value: &str) -> Option<usize> {
    let plain = |text: &str| text.trim().trim_start_matches('.').to_lowercase();
    let (asked, value) = (plain(asked), plain(value));
    if asked.is_empty() || value.is_empty() {
        return None;
    }
    if asked == value {
        return Some(0);
    }
    let length = asked.chars().count();
    let limit = (length / 3).clamp(1, 3).min(length.saturating_sub(1));
    let distance = edit_distance(&asked, &value, limit);
    if distance <= limit {
        return Some(distance);
    }
    let part = length >= 3 && value.contains(&asked) || value.chars().count() * 2 >= length && asked.contains(&value);
    part.then_some(limit + 1)
}

/// The values of a field in some rows: texts with counts, and the range of numbers.
struct ValueStats {
    texts: HashMap<String, usize>,
    numbers: (f64, f64),
}

impl ValueStats {
    fn collect(field: &Term, before: &[Predicate], rows: &Items, context: Context<'_>) -> Result<ValueStats, Stale> {
        let mut values = ValueStats { texts: HashMap::new(), numbers: (f64::INFINITY, f64::NEG_INFINITY) };
        'rows: for found in rows.iter().take(MAX_ROWS) {
            context.check()?;
            for condition in before {
                if !filter::holds(condition, &found, context)? {
                    continue 'rows;
                }
            }
            for value in filter::values_of(field, &found, context)? {
                values.add(&value);
            }
        }
        Ok(values)
    }

    fn add(&mut self, value: &Value<'_>) {
        match value {
            Value::Text(text) | Value::Word(text) | Value::Language(text) if text.len() <= 200 => {
                self.add_text(text);
                if let Some(number) = text.parse::<f64>().ok().filter(|_| is_decimal(text)) {
                    self.numbers = (self.numbers.0.min(number), self.numbers.1.max(number));
                }
            }
            Value::Decimal(digits) => {
                if let Ok(number) = digits.parse::<f64>() {
                    self.numbers = (self.numbers.0.min(number), self.numbers.1.max(number));
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.add_text(item)),
            Value::Number(number) => {
                if let Some(number) = number.as_f64() {
                    self.numbers = (self.numbers.0.min(number), self.numbers.1.max(number));
                }
            }
            _ => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        if let Some(count) = self.texts.get_mut(text) {
            *count += 1;
        } else if self.texts.len() < MAX_DISTINCT_VALUES {
            self.texts.insert(text.to_owned(), 1);
        }
    }
}

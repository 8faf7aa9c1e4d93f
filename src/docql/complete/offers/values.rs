//! Values of fields: distinct values with counts, ranges of numbers, coverage of fields.

use crate::docql::catalog;
use crate::docql::catalog::{Field, FieldRow, Operator, ValueType};
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::candidates::matching::fit;
use crate::docql::complete::place::counts::{CountedValues, ValueKey, counted};
use crate::docql::complete::place::narrowed;
use crate::docql::complete::place::narrowed::ListSample;
use crate::docql::complete::place::scope::is_filter_hole;
use crate::docql::nodes::evidence::{CERTAINTIES, Evidence};
use crate::docql::nodes::fields;
use crate::docql::nodes::value::Value;
use crate::docql::syntax::tree::Segment;
use crate::document::{KINDS, Visibility};
use crate::library::{ChangeState, Library};
use std::collections::HashMap;

/// Bytes of a value worth listing, at most.
const MAX_VALUE_BYTES: usize = 120;

/// Distinct numbers listed one by one, at most; of more, quantiles are listed.
const MAX_LISTED_NUMBERS: usize = 12;

/// The distinct values of a field in the list being filtered, with counts under the filter's other conditions.
pub(in crate::docql::complete) fn values(
    row: &FieldRow,
    operator: Operator,
    library: &Library,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let Some(rows) = narrowed::list_sample("\"\"", Some(row.field), library, request) else { return Vec::new() };
    let Some(counted_values) = rows.counts(row.field, || counts_by_row(row.field, &rows, library, request)) else {
        return Vec::new();
    };
    let (counts, exact) = &*counted_values;
    let detail = if *exact { row.name.to_owned() } else { format!("{}, about", row.name) };
    if row.value == ValueType::Number && counts.len() > MAX_LISTED_NUMBERS && request.typed.is_empty() {
        return quantiles(counts, row, operator);
    }
    let mut out = counted(counts.iter().map(|(key, count)| (key, *count)), &detail, request);
    if row.field == Field::Path && matches!(operator, Operator::Contains | Operator::StartsWith) {
        out.splice(0..0, directories(counts, &detail, request));
        out.sort_by_key(|candidate| fit(&candidate.label, request.typed));
    }
    // Values that the language knows and that no row has tell at least what there could be.
    if out.is_empty() {
        let begins = |candidate: &Candidate| fit(&candidate.label, request.typed).is_some_and(|fit| fit <= 1);
        let known = known_values(row, request).into_iter().filter(begins);
        out.extend(known.map(|candidate| Candidate { count: Some(0), ..candidate }));
    }
    out
}

/// The directories that paths begin with, each with the number of rows below it.
fn directories(paths: &HashMap<ValueKey, u64>, detail: &str, request: &Request<'_>) -> Vec<Candidate> {
    let mut below: HashMap<ValueKey, u64> = HashMap::new();
    for ((path, is_text), count) in paths {
        for (at, _) in path.match_indices('/') {
            *below.entry((path[..=at].to_owned(), *is_text)).or_default() += count;
        }
    }
    counted(below.iter().map(|(key, count)| (key, *count)), detail, request)
}

/// The values a field can have in any workspace.
pub(in crate::docql::complete) fn known_values(row: &FieldRow, request: &Request<'_>) -> Vec<Candidate> {
    let words: Vec<&str> = match row.field {
        Field::Visibility => [Visibility::Public, Visibility::Protected, Visibility::Internal, Visibility::Private]
            .into_iter()
            .filter_map(Visibility::id)
            .collect(),
        Field::Changed => ChangeState::ALL.into_iter().map(ChangeState::id).collect(),
        Field::Broken => vec!["file", "anchor"],
        Field::Certainty => CERTAINTIES.to_vec(),
        Field::Evidence => Evidence::ALL.into_iter().map(Evidence::id).collect(),
        Field::Kind => KINDS.iter().filter(|row| row.kind.in_outline()).map(|row| row.id).collect(),
        _ => Vec::new(),
    };
    let mut fitting: Vec<(u8, &str)> =
        words.into_iter().filter_map(|word| Some((fit(word, request.typed)?, word))).collect();
    fitting.sort_by_key(|(fit, _)| *fit);
    fitting.into_iter().map(|(_, word)| request.text_value(word, CandidateKind::Value).detail(row.name)).collect()
}

/// Frequencies of values in the sample; `None` if the ticket went stale.
fn counts_by_row(field: Field, rows: &ListSample, library: &Library, request: &Request<'_>) -> Option<CountedValues> {
    let mut counts: HashMap<ValueKey, u64> = HashMap::new();
    let each = rows.each as u64;
    for (number, found) in rows.sample.iter().enumerate() {
        if number % 256 == 0 && request.ticket.is_stale() {
            return None;
        }
        match fields::value(library, found, field) {
            Value::Text(text) | Value::Word(text) | Value::Language(text)
                if text.len() <= MAX_VALUE_BYTES && !text.contains('\n') =>
            {
                *counts.entry((text.into_owned(), true)).or_default() += each;
            }
            Value::Number(number) => *counts.entry((number.to_string(), false)).or_default() += each,
            Value::List(items) => items.into_iter().for_each(|item| *counts.entry((item, true)).or_default() += each),
            _ => {}
        }
    }
    Some((counts, each == 1))
}

/// Quantiles of many distinct numbers, as likely bounds of a condition, each with the number of rows the condition
/// would keep.
fn quantiles(counts: &HashMap<ValueKey, u64>, row: &FieldRow, operator: Operator) -> Vec<Candidate> {
    let mut sorted: Vec<(f64, &str, u64)> =
        counts.iter().filter_map(|((text, _), count)| Some((text.parse().ok()?, text.as_str(), *count))).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: u64 = sorted.iter().map(|(.., count)| count).sum();
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    let range = format!("{} {}–{}", row.name, first.1, last.1);
    // The index of the smallest value that `share` percent of the rows do not exceed.
    let quantile = |share: u64| {
        let mut below = 0;
        sorted.iter().position(|(.., count)| {
            below += count;
            below * 100 >= total * share
        })
    };
    let kept = |at: usize| -> u64 {
        let keeps = |other: usize| match operator {
            Operator::Less => other < at,
            Operator::LessOrEqual => other <= at,
            Operator::Greater => other > at,
            Operator::GreaterOrEqual => other >= at,
            Operator::NotEqual => other != at,
            _ => other == at,
        };
        sorted.iter().enumerate().filter(|(other, _)| keeps(*other)).map(|(_, (.., count))| count).sum()
    };
    let places = match operator {
        Operator::Greater | Operator::GreaterOrEqual => [50, 90, 99, 10, 0, 100],
        _ => [50, 10, 90, 99, 0, 100],
    };
    let mut out: Vec<Candidate> = Vec::new();
    for share in places {
        let Some(at) = quantile(share) else { continue };
        let text = sorted[at].1;
        let what = match share {
            0 => "the smallest".to_owned(),
            50 => "the median".to_owned(),
            100 => "the largest".to_owned(),
            share => format!("{share} % are not larger"),
        };
        if !out.iter().any(|there| there.label == text) {
            out.push(Candidate::new(CandidateKind::Value, text, text).detail(range.clone()).count(kept(at)).doc(what));
        }
    }
    out
}

/// Rows sampled for the coverage of fields, about.
const COVERAGE_ROWS: usize = 200;

/// True if reading a field takes more than columns: a text to be read and parsed.
fn is_costly(row: &FieldRow) -> bool {
    row.value == ValueType::List || matches!(catalog::field_source(row.field), catalog::FieldSource::Text)
}

/// Adds to each field the share of the list's rows that have it; fields that no row has come last.
pub(in crate::docql::complete) fn cover_fields(
    candidates: &mut Vec<Candidate>,
    before: &[Segment],
    library: &Library,
    request: &Request<'_>,
) {
    // After a step of the operand itself (`@.parent().`), the rows are different ones.
    if before.last().is_none_or(|last| !is_filter_hole(last)) {
        return;
    }
    let hole = if request.before.trim_end().ends_with('.') { "name" } else { "@.name" };
    let Some(rows) = narrowed::list_sample(hole, None, library, request) else { return };
    let looked: Vec<_> = rows.sample.iter().step_by((rows.sample.len() / COVERAGE_ROWS).max(1)).collect();
    if looked.is_empty() {
        return;
    }
    let mut covered: Vec<(bool, Candidate)> = Vec::new();
    for candidate in std::mem::take(candidates) {
        let field = catalog::field(&candidate.label).filter(|_| candidate.kind == CandidateKind::Field);
        let Some(row) = field.filter(|row| !is_costly(row)) else {
            covered.push((false, candidate));
            continue;
        };
        let have = looked.iter().filter(|found| fields::value(library, found, row.field).is_present()).count();
        let detail = format!("{} {}%", row.value.label(), (have * 100).div_ceil(looked.len()));
        covered.push((have == 0, candidate.detail(detail)));
    }
    covered.sort_by_key(|(missing, _)| *missing);
    candidates.extend(covered.into_iter().map(|(_, candidate)| candidate));
}

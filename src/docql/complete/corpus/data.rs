//! Keys and values of data files and front matter; columns of tables and the values in them.

use crate::docql::catalog::Shape;
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::place::counts::{ValueKey, counted};
use crate::docql::complete::place::narrowed;
use crate::docql::complete::place::scope::is_filter_hole;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::rows::literals::{self, Form};
use crate::docql::nodes::value::Value;
use crate::docql::syntax::token::{Dialect, TokenKind, tokens};
use crate::docql::syntax::tree::{Expression, ExpressionKind, Segment, SegmentKind, Selector, SelectorKind};
use crate::document::{DataKey, Span};
use crate::library::Library;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Bytes of a value worth listing, at most.
const MAX_VALUE_BYTES: usize = 120;

/// The keys of the data at this path, followed by the steps `behind`.
pub(in crate::docql::complete) fn keys(
    before: &[Segment],
    behind: &str,
    library: &Library,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let end = before.last().map_or(1, |segment| segment.span.end as usize);
    let mark = before.iter().rposition(is_filter_hole);
    let dotted = request.before.trim_end().ends_with('.');
    let path = match mark {
        Some(mark) => {
            // `@`, then the steps after it.
            let steps = before.get(mark + 1).and_then(|step| request.before.get(step.span.start as usize..end));
            let hole = if dotted { "x" } else { "@.x" };
            narrowed::list_query(hole, request).map(|list| format!("{list}{}", steps.unwrap_or_default()))
        }
        None => request.before.get(..end).map(|path| format!("{path}{behind}")),
    };
    let mut counts: HashMap<String, u64> = HashMap::new();
    let mut told: HashMap<String, (String, Option<Form>)> = HashMap::new();
    let path = path.map(|path| few_rows(path, before, request, "[0]"));
    let items = path.map_or_else(Default::default, |path| narrowed::run_query(&path, library, request));
    for found in narrowed::sample(&items).0 {
        if let Item::Row(row) = &found.item {
            for column in &row.sheet.columns {
                *counts.entry(column.clone()).or_default() += 1;
                if !told.contains_key(column)
                    && let Some(schema) = literals::column(row, column, library)
                {
                    told.insert(column.clone(), (schema.declared.to_lowercase(), Form::of(&schema)));
                }
            }
        }
        let Item::Data { tree, node, .. } = &found.item else { continue };
        for child in &tree.node(*node).children {
            if let DataKey::Name(name) = &tree.node(*child).key {
                *counts.entry(name.to_string()).or_default() += 1;
            }
        }
    }
    let mut keys: Vec<(String, u64)> = counts.into_iter().collect();
    keys.sort_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
    let with_told = |(key, count): (String, u64)| {
        let candidate = candidate(&key, dotted, request).count(count);
        match told.get(&key) {
            Some((declared, form)) => {
                let declared = if declared.is_empty() { "column" } else { declared };
                candidate.detail(declared).doc(form.map_or(String::new(), |form| format!("is {}", form.said())))
            }
            None => candidate.detail("key"),
        }
    };
    keys.into_iter().map(with_told).collect()
}

/// The path, of rows only `some` of each table: a table may have a million.
fn few_rows(path: String, before: &[Segment], request: &Request<'_>, some: &str) -> String {
    match path.strip_suffix("[*]").filter(|_| request.shape(before) == Shape::Rows) {
        Some(rows) => format!("{rows}{some}"),
        None => path,
    }
}

/// A key after a dot; one that is not a valid name goes into brackets.
fn candidate(key: &str, dotted: bool, request: &Request<'_>) -> Candidate {
    if is_name(key) || !dotted {
        return Candidate::new(CandidateKind::Field, key, key);
    }
    let dot = request.before.trim_end().len() - 1;
    let bracket = format!("[{}]", crate::docql::syntax::format::quoted(key));
    let replace = Span::new(dot as u32, request.replace.end);
    Candidate { replace: Some(replace), ..Candidate::new(CandidateKind::Field, key, bracket) }
}

/// Whether a key can stand behind a dot.
pub(in crate::docql::complete) fn is_name(key: &str) -> bool {
    matches!(tokens(key, Dialect::Lenient).as_slice(), [token] if token.kind == TokenKind::Name)
}

/// The distinct values of a path in the data being filtered, under the filter's other conditions.
pub(in crate::docql::complete) fn values(
    scope: &[Segment],
    left: &Expression,
    library: &Library,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let path = left.span.of(request.before).trim().trim_start_matches(['@', '＠']);
    let list = narrowed::list_query("\"\"", request).map(|list| few_rows(list, scope, request, "[0:2000]"));
    let Some(list) = list else { return Vec::new() };
    let column = if request.shape(scope) == Shape::Rows { column_of(left) } else { None };
    if let Some(counts) = column.and_then(|name| column_values(&list, name, library, request)) {
        return counted(counts.iter().map(|(key, count)| (key, *count)), "value", request);
    }
    let query = format!("{list}{path}");
    let mut counts: HashMap<(String, bool), u64> = HashMap::new();
    let items = narrowed::run_query(&query, library, request);
    for found in narrowed::sample(&items).0 {
        let value = match &found.item {
            Item::Data { tree, node, .. } => tree.to_json(*node),
            Item::Value { value, .. } => value.clone(),
            _ => continue,
        };
        match value {
            serde_json::Value::String(text) if text.len() <= MAX_VALUE_BYTES => {
                *counts.entry((text, true)).or_default() += 1
            }
            serde_json::Value::String(_) | serde_json::Value::Array(_) | serde_json::Value::Object(_) => {}
            other => *counts.entry((other.to_string(), false)).or_default() += 1,
        }
    }
    counted(counts.iter().map(|(key, count)| (key, *count)), "value", request)
}

/// The column that a path from a row names, if it names nothing else.
fn column_of(left: &Expression) -> Option<&str> {
    let ExpressionKind::Path { absolute: false, segments } = &left.kind else { return None };
    match segments.as_slice() {
        [Segment { kind: SegmentKind::Member(name), .. }] => Some(&name.text),
        [Segment { kind: SegmentKind::Bracket(selectors), .. }] => match selectors.as_slice() {
            [Selector { kind: SelectorKind::Name(name), .. }] => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The values that the rows of a list have in a column, as they are written in queries; `None` if they have no such
/// column.
fn column_values(list: &str, name: &str, library: &Library, request: &Request<'_>) -> Option<HashMap<ValueKey, u64>> {
    let mut counts: HashMap<ValueKey, u64> = HashMap::new();
    let mut form = None;
    let items = narrowed::run_query(list, library, request);
    for found in narrowed::sample(&items).0 {
        let Item::Row(row) = &found.item else { return None };
        let form = *form.get_or_insert_with(|| Form::of(&literals::column(row, name, library)?));
        let (text, is_text) = match row.value(name)? {
            Value::Number(number) if form == Some(Form::Flag) && matches!(number.as_i64(), Some(0 | 1)) => {
                ((number.as_i64() == Some(1)).to_string(), false)
            }
            Value::Number(number) => (number.to_string(), false),
            Value::Decimal(digits) => (digits.into_owned(), false),
            Value::Null => ("null".to_owned(), false),
            Value::Text(text) if text.len() <= MAX_VALUE_BYTES => (text.into_owned(), true),
            _ => continue,
        };
        *counts.entry((text, is_text)).or_default() += 1;
    }
    Some(counts)
}

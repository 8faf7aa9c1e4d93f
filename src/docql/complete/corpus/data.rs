//! Keys and values of data files and front matter; columns of tables and the values in them.

use crate::docql::catalog::Shape;
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::place::narrowed;
use crate::docql::complete::place::scope::is_filter_hole;
use crate::docql::nodes::item::Item;
use crate::docql::syntax::token::{Dialect, TokenKind, tokens};
use crate::docql::syntax::tree::{Expression, Segment};
use crate::document::{Key, Span};
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
    let path = path.map(|path| few_rows(path, before, request, "[0]"));
    let items = path.map_or_else(Default::default, |path| narrowed::run_query(&path, library, request));
    for found in narrowed::sample(&items).0 {
        if let Item::Row(row) = &found.item {
            row.sheet.columns.iter().for_each(|column| *counts.entry(column.clone()).or_default() += 1);
        }
        let Item::Data { tree, node, .. } = &found.item else { continue };
        for child in &tree.node(*node).children {
            if let Key::Name(name) = &tree.node(*child).key {
                *counts.entry(name.to_string()).or_default() += 1;
            }
        }
    }
    let mut keys: Vec<(String, u64)> = counts.into_iter().collect();
    keys.sort_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
    keys.into_iter().map(|(key, count)| candidate(&key, dotted, request).detail("key").count(count)).collect()
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
    let Some(query) = list.map(|list| format!("{list}{path}")) else {
        return Vec::new();
    };
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
    crate::docql::complete::place::counts::counted(counts.iter().map(|(key, count)| (key, *count)), "value", request)
}

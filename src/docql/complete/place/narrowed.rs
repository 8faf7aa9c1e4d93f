//! The list that the filter at the caret applies to, narrowed by the filter's other conditions.

use crate::docql::catalog::Field;
use crate::docql::complete::Request;
use crate::docql::complete::place::counts::CountedValues;
use crate::docql::complete::place::holdings::Holdings;
use crate::docql::eval::run::run;
use crate::docql::nodes::lists::item::Found;
use crate::docql::nodes::lists::items::Items;
use crate::docql::plan::compile::compile;
use crate::docql::syntax::parse::parse;
use crate::docql::syntax::token::Dialect;
use crate::docql::syntax::tree::{Expression, ExpressionKind, Segment, SegmentKind, SelectorKind};
use crate::library::Library;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Rows sampled, at most: enough to be representative, few enough for every key press.
const MAX_SAMPLE_ROWS: usize = 20_000;

/// Queries of which it is kept what their items hold, at most.
const MAX_HOLDINGS: usize = 16;

/// A cache of the last list: the next key press mostly asks about the same one.
#[derive(Debug, Default)]
pub struct ListCache {
    last: Mutex<Option<Arc<ListSample>>>,
    /// What the workspace holds, and what the last items before the caret do, by the query that finds them; of one
    /// revision of the library.
    holdings: Mutex<(u64, HashMap<String, Holdings>)>,
}

impl ListCache {
    /// What the items of `query` hold, computed by `of` unless cached.
    pub(in crate::docql::complete) fn holdings(
        &self,
        query: &str,
        library: &Library,
        of: impl FnOnce() -> Holdings,
    ) -> Holdings {
        let mut known = locked(&self.holdings);
        if known.0 != library.revision() || known.1.len() > MAX_HOLDINGS {
            *known = (library.revision(), HashMap::new());
        }
        if let Some(holdings) = known.1.get(query) {
            return holdings.clone();
        }
        drop(known);
        let holdings = of();
        locked(&self.holdings).1.insert(query.to_owned(), holdings.clone());
        holdings
    }
}

/// A sample of a list, with statistics.
#[derive(Debug)]
pub(in crate::docql::complete) struct ListSample {
    /// The query of the list, and the revision of the library it was run on.
    query: String,
    revision: u64,
    /// Evenly spaced rows.
    pub sample: Vec<Found>,
    /// Number of rows that each sampled row stands for.
    pub each: usize,
    /// Frequencies of values by field.
    counts: Mutex<HashMap<Field, Arc<CountedValues>>>,
}

impl ListSample {
    /// The frequencies of a field's values, computed by `of` unless cached.
    pub(in crate::docql::complete) fn counts(
        &self,
        field: Field,
        of: impl FnOnce() -> Option<CountedValues>,
    ) -> Option<Arc<CountedValues>> {
        if let Some(known) = locked(&self.counts).get(&field) {
            return Some(Arc::clone(known));
        }
        let counts = Arc::new(of()?);
        locked(&self.counts).insert(field, Arc::clone(&counts));
        Some(counts)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A sample of the list that the filter at the caret applies to, narrowed by its other conditions. `hole` completes
/// the text at the caret: a value or a field. If `column` is a one-byte column, its values are counted over all rows.
/// `None` if the ticket went stale.
pub(in crate::docql::complete) fn list_sample(
    hole: &str,
    column: Option<Field>,
    library: &Library,
    request: &Request<'_>,
) -> Option<Arc<ListSample>> {
    let query = list_query(hole, request)?;
    let is_it = |rows: &Arc<ListSample>| {
        let lacks = |field: Field| {
            crate::docql::complete::place::counts::is_column(field) && !locked(&rows.counts).contains_key(&field)
        };
        rows.query == query && rows.revision == library.revision() && !column.is_some_and(lacks)
    };
    if let Some(rows) = locked(&request.lists.last).as_ref().filter(|rows| is_it(rows)) {
        return Some(Arc::clone(rows));
    }
    let items = run_query(&query, library, request);
    request.ticket.check().ok()?;
    let (sample, each) = sample(&items);
    let sample: Vec<Found> = sample.collect();
    let counts = column.and_then(|field| {
        Some((field, Arc::new((crate::docql::complete::place::counts::by_column(field, &items, library)?, true))))
    });
    let counts = Mutex::new(counts.into_iter().collect());
    let rows = Arc::new(ListSample { query, revision: library.revision(), sample, each, counts });
    *locked(&request.lists.last) = Some(Arc::clone(&rows));
    Some(rows)
}

/// The query for the list that the filter at the caret applies to, narrowed by its other conditions.
pub(in crate::docql::complete) fn list_query(hole: &str, request: &Request<'_>) -> Option<String> {
    let mut text = format!("{}{hole}{}", request.before, request.after);
    let closers = parse(&text, Dialect::Lenient).closers;
    text.push_str(&closers);
    let query = parse(&text, Dialect::Lenient).query;
    within(&text, &query.segments, "$", request.before.len() as u32)
}

/// The query for the list of the innermost filter around `at`; `start` is the query that `segments` continue.
fn within(text: &str, segments: &[Segment], start: &str, at: u32) -> Option<String> {
    let (bracket, filter) = segments.iter().find_map(|segment| {
        let SegmentKind::Bracket(selectors) = &segment.kind else { return None };
        let filter = selectors.iter().find_map(|selector| match &selector.kind {
            SelectorKind::Filter(filter) if selector.span.start <= at && at <= selector.span.end => Some(filter),
            _ => None,
        })?;
        Some((segment, filter))
    })?;
    let first = segments.first()?.span.start;
    let path = format!("{start}{}", text.get(first as usize..bracket.span.start as usize)?);
    let mut conditions = Vec::new();
    collect_conjuncts(filter, at, text, &mut conditions);
    let narrowed = format!("{path}[?({})]", conditions.join(" && "));
    let list = match conditions.is_empty() || compile(&narrowed).is_err() {
        true => format!("{path}[*]"),
        false => narrowed,
    };
    let inner = paths(filter)
        .into_iter()
        .find_map(|(absolute, segments)| within(text, segments, if absolute { "$" } else { &list }, at));
    Some(inner.unwrap_or(list))
}

/// Collects the conditions joined by `&&` with the one at `at`: they hold whatever it becomes.
fn collect_conjuncts(expression: &Expression, at: u32, text: &str, out: &mut Vec<String>) {
    let holds = |part: &&Expression| part.span.start <= at && at <= part.span.end;
    match &expression.kind {
        ExpressionKind::Group(inner) => collect_conjuncts(inner, at, text, out),
        ExpressionKind::Or(parts) => {
            if let Some(part) = parts.iter().rev().find(holds) {
                collect_conjuncts(part, at, text, out);
            }
        }
        ExpressionKind::And(parts) => {
            let here = parts.iter().rposition(|part| holds(&part)).unwrap_or(parts.len());
            for (number, part) in parts.iter().enumerate() {
                if number == here {
                    collect_conjuncts(part, at, text, out);
                } else {
                    out.extend(text.get(part.span.range()).map(|text| format!("({text})")));
                }
            }
        }
        _ => {}
    }
}

/// The paths in an expression, each with true if it starts at `$`.
fn paths(expression: &Expression) -> Vec<(bool, &[Segment])> {
    match &expression.kind {
        ExpressionKind::Path { absolute, segments } => vec![(*absolute, segments.as_slice())],
        ExpressionKind::Or(parts) | ExpressionKind::And(parts) | ExpressionKind::Function(_, parts) => {
            parts.iter().flat_map(paths).collect()
        }
        ExpressionKind::Not(inner) | ExpressionKind::Group(inner) => paths(inner),
        ExpressionKind::Compare(left, _, right) => [paths(left), paths(right)].concat(),
        ExpressionKind::Literal(_) | ExpressionKind::Error => Vec::new(),
    }
}

/// Runs a query; empty if it does not compile or the ticket went stale.
pub(in crate::docql::complete) fn run_query(query: &str, library: &Library, request: &Request<'_>) -> Items {
    let outcome = compile(query).ok().and_then(|plan| run(&plan, library, request.ticket).ok());
    outcome.map(|outcome| outcome.items).unwrap_or_default()
}

/// Evenly spaced rows, and the number of rows that each stands for.
pub(in crate::docql::complete) fn sample(items: &Items) -> (impl Iterator<Item = Found> + '_, usize) {
    let step = items.len().div_ceil(MAX_SAMPLE_ROWS).max(1);
    ((0..items.len()).step_by(step).filter_map(|at| items.get(at)), step)
}

//! The list that a filter looks at, under the conditions that hold beside the caret.

use super::Request;
use crate::docql::compile::{compile, run};
use crate::docql::item::Found;
use crate::docql::items::Items;
use crate::docql::parse::parse;
use crate::docql::syntax::{Expression, ExpressionKind, Segment, SegmentKind, SelectorKind};
use crate::docql::token::Dialect;
use crate::library::Library;

/// Most rows that are looked at one by one: enough to be telling, few enough for every key.
const SAMPLE: usize = 20_000;

/// The rows that the filter at the caret is asked about, under its other conditions. `hole` is what would
/// make the text at the caret whole: a value, a field.
pub(super) fn rows(hole: &str, library: &Library, request: &Request<'_>) -> Items {
    list(hole, request).map_or_else(Items::default, |list| found(&list, library, request))
}

/// The query for all that the filter at the caret is asked about, under its other conditions.
pub(super) fn list(hole: &str, request: &Request<'_>) -> Option<String> {
    let mut text = format!("{}{hole}{}", request.before, request.after);
    let closers = parse(&text, Dialect::Lenient).closers;
    text.push_str(&closers);
    let query = parse(&text, Dialect::Lenient).query;
    within(&text, &query.segments, "$", request.before.len() as u32)
}

/// The list of the innermost filter around `at`, where `start` is what `segments` go on from.
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
    beside(filter, at, text, &mut conditions);
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

/// The conditions that hold whatever stands at `at`: those joined to it with "and".
fn beside(expression: &Expression, at: u32, text: &str, out: &mut Vec<String>) {
    let holds = |part: &&Expression| part.span.start <= at && at <= part.span.end;
    match &expression.kind {
        ExpressionKind::Group(inner) => beside(inner, at, text, out),
        ExpressionKind::Or(parts) => {
            if let Some(part) = parts.iter().rev().find(holds) {
                beside(part, at, text, out);
            }
        }
        ExpressionKind::And(parts) => {
            let here = parts.iter().rposition(|part| holds(&part)).unwrap_or(parts.len());
            for (number, part) in parts.iter().enumerate() {
                if number == here {
                    beside(part, at, text, out);
                } else {
                    out.extend(text.get(part.span.range()).map(|text| format!("({text})")));
                }
            }
        }
        _ => {}
    }
}

/// The paths in an expression, and whether they start at `$`.
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

/// What a query finds; nothing if it cannot be read or newer work has been asked for.
pub(super) fn found(query: &str, library: &Library, request: &Request<'_>) -> Items {
    let outcome = compile(query).ok().and_then(|plan| run(&plan, library, request.ticket).ok());
    outcome.map(|outcome| outcome.items).unwrap_or_default()
}

/// Rows evenly taken from all, and how many rows each of them stands for.
pub(super) fn sample(items: &Items) -> (impl Iterator<Item = Found> + '_, usize) {
    let step = items.len().div_ceil(SAMPLE).max(1);
    ((0..items.len()).step_by(step).filter_map(|at| items.get(at)), step)
}

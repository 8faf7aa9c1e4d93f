//! The candidates for each expectation of the parser.

use crate::docql::catalog;
use crate::docql::catalog::{ArgumentKind, CatalogKind, FIELDS, Shape};
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::corpus::names;
use crate::docql::complete::offers::conditions::{after_operand_path, closer, operands, operators, terms, values};
use crate::docql::complete::offers::steps::{after_step, brackets, members};
use crate::docql::complete::place::scope::in_filter;
use crate::docql::syntax::parser::Expectation;
use crate::docql::syntax::tree::Segment;

/// The candidates for an expectation of the parser.
pub(in crate::docql::complete) fn offers(
    context: &Expectation,
    request: &Request<'_>,
    closers: &str,
) -> Vec<Candidate> {
    match context {
        Expectation::Start if request.after.trim_start().starts_with(['$', '＄', '￥', '¥']) => Vec::new(),
        Expectation::Start => {
            let start = Candidate::new(CandidateKind::Root, "$", "$").detail("a DocQL path").doc("starts a query");
            crate::docql::complete::candidates::rank::ranked(vec![start], request.typed)
        }
        Expectation::Member { before, descendant } => members(before, *descendant, request),
        Expectation::Step(before) if in_filter(before) => after_operand_path(before, request, closers),
        // A name without a dot before it: the dot was forgotten.
        Expectation::Step(before) if !request.typed.is_empty() && request.shape(before) != Shape::Count => {
            members(before, false, request).into_iter().map(Candidate::dotted).collect()
        }
        Expectation::Step(before) => after_step(before, request),
        Expectation::Bracket(before) => brackets(before, request),
        Expectation::Argument { before, name, .. } => arguments(before, name, request),
        Expectation::Operand(scope) => operands(scope, request),
        Expectation::Operator { left, .. } => operators(left, request, closers),
        Expectation::Value { scope, left, operator } => values(scope, left, *operator, request),
        Expectation::ArgumentEnd => closer(closers),
        Expectation::Term => terms(request, closers),
    }
}

/// The expected tokens, in short.
pub(in crate::docql::complete) fn expected(context: &Expectation, request: &Request<'_>) -> Vec<String> {
    let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match context {
        Expectation::Start => list(&["$", "words"]),
        Expectation::Member { before, .. } if before.is_empty() => {
            catalog::ROWS.iter().filter(|row| row.kind == CatalogKind::Root).map(|row| row.name.to_owned()).collect()
        }
        Expectation::Member { .. } => {
            let bare = Request { library: None, ..*request };
            offers(context, &bare, "").into_iter().take(8).map(|candidate| candidate.label).collect()
        }
        Expectation::Step(before) if in_filter(before) => {
            list(&["==", "!=", "~=", "=~", "startsWith", "in", "&&", ")"])
        }
        Expectation::Step(_) => list(&[".", "["]),
        Expectation::Bracket(_) => list(&["*", "0", "1:3", "?(@.…)"]),
        Expectation::Argument { .. } => list(&["\"text\"", "/regex/", ")"]),
        Expectation::Operand(_) => list(&["@.field", "!", "("]),
        Expectation::Operator { .. } => list(&["==", "!=", "~=", "=~", "<", ">", "startsWith", "in"]),
        Expectation::Value { .. } => list(&["\"text\"", "number", "true", "/regex/"]),
        Expectation::ArgumentEnd => list(&[")"]),
        Expectation::Term => list(&["&&", "||", ")"]),
    }
}

/// Candidates for the argument of the step `name`.
fn arguments(before: &[Segment], name: &crate::docql::syntax::tree::Name, request: &Request<'_>) -> Vec<Candidate> {
    let root = before.is_empty().then(|| catalog::root(&name.text)).flatten();
    let Some(row) = root.or_else(|| catalog::step(&name.text, request.shape(before), true)) else { return Vec::new() };
    let numbers = |numbers: &[&str], detail: &str| {
        let number = |number: &&str| Candidate::new(CandidateKind::Value, *number, *number).detail(detail).doc(row.doc);
        crate::docql::complete::candidates::rank::ranked(numbers.iter().map(number).collect(), request.typed)
    };
    match row.argument {
        ArgumentKind::FieldName => field_names(request),
        ArgumentKind::Depth => numbers(&["1", "2", "3"], "steps"),
        ArgumentKind::Number => numbers(&["10", "3", "1", "0"], "number"),
        ArgumentKind::Nothing => closer(")"),
        _ => request.library.map_or(Vec::new(), |library| names::arguments(before, row, name, library, request)),
    }
}

/// Quoted field names; after `-`, for a descending order.
fn field_names(request: &Request<'_>) -> Vec<Candidate> {
    let (down, typed) = match request.typed.strip_prefix('-') {
        Some(typed) => ("-", typed),
        None => ("", request.typed),
    };
    let candidates = FIELDS
        .iter()
        .map(|row| {
            let name = format!("{down}{}", row.name);
            Candidate { label: row.name.to_owned(), ..request.text_value(&name, CandidateKind::Field) }
                .detail(row.value.label())
                .doc(row.doc)
        })
        .collect();
    let mut out = crate::docql::complete::candidates::rank::ranked(candidates, typed);
    out.iter_mut().for_each(|candidate| candidate.label.insert_str(0, down));
    out
}

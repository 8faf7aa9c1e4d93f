//! Which offers answer what the parser was waiting for.

use super::conditions::{after_operand_path, closer, operands, operators, terms, values};
use super::steps::after_step;
use super::steps::brackets;
use super::steps::members;
use super::{Candidate, CandidateKind, Request, names};
use crate::docql::catalog;
use crate::docql::catalog::{FIELDS, Shape, Sort, Takes};
use crate::docql::complete::scope::in_filter;
use crate::docql::syntax::parser::Context;
use crate::docql::syntax::tree::Segment;

/// The candidates for what the parser is waiting for.
pub(super) fn offers(context: &Context, request: &Request<'_>, closers: &str) -> Vec<Candidate> {
    match context {
        Context::Start if request.after.trim_start().starts_with(['$', '＄', '￥', '¥']) => Vec::new(),
        Context::Start => {
            let start = Candidate::new(CandidateKind::Root, "$", "$").detail("a DocQL path").doc("starts a query");
            super::rank::ranked(vec![start], request.typed)
        }
        Context::Member { before, descendant } => members(before, *descendant, request),
        Context::Step(before) if in_filter(before) => after_operand_path(before, request, closers),
        // A name without the dot before it: the dot is what was forgotten.
        Context::Step(before) if !request.typed.is_empty() && request.shape(before) != Shape::Count => {
            members(before, false, request).into_iter().map(Candidate::dotted).collect()
        }
        Context::Step(before) => after_step(before, request),
        Context::Bracket(before) => brackets(before, request),
        Context::Argument { before, name, .. } => arguments(before, name, request),
        Context::Operand(scope) => operands(scope, request),
        Context::Operator { left, .. } => operators(left, request, closers),
        Context::Value { scope, left, operator } => values(scope, left, *operator, request),
        Context::ArgumentEnd => closer(closers),
        Context::Term => terms(request, closers),
    }
}

/// What is expected, in a few words.
pub(super) fn next(context: &Context, request: &Request<'_>) -> Vec<String> {
    let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match context {
        Context::Start => list(&["$", "words"]),
        Context::Member { before, .. } if before.is_empty() => {
            catalog::ROWS.iter().filter(|row| row.sort == Sort::Root).map(|row| row.name.to_owned()).collect()
        }
        Context::Member { .. } => {
            let bare = Request { library: None, ..*request };
            offers(context, &bare, "").into_iter().take(8).map(|candidate| candidate.label).collect()
        }
        Context::Step(before) if in_filter(before) => list(&["==", "!=", "~=", "=~", "startsWith", "in", "&&", ")"]),
        Context::Step(_) => list(&[".", "["]),
        Context::Bracket(_) => list(&["*", "0", "1:3", "?(@.…)"]),
        Context::Argument { .. } => list(&["\"text\"", "/regex/", ")"]),
        Context::Operand(_) => list(&["@.field", "!", "("]),
        Context::Operator { .. } => list(&["==", "!=", "~=", "=~", "<", ">", "startsWith", "in"]),
        Context::Value { .. } => list(&["\"text\"", "number", "true", "/regex/"]),
        Context::ArgumentEnd => list(&[")"]),
        Context::Term => list(&["&&", "||", ")"]),
    }
}

/// What may stand between the parentheses of the step `name`.
fn arguments(before: &[Segment], name: &crate::docql::syntax::tree::Name, request: &Request<'_>) -> Vec<Candidate> {
    let Some(row) = catalog::step(&name.text, request.shape(before), true) else { return Vec::new() };
    let numbers = |numbers: &[&str], detail: &str| {
        let number = |number: &&str| Candidate::new(CandidateKind::Value, *number, *number).detail(detail).doc(row.doc);
        super::rank::ranked(numbers.iter().map(number).collect(), request.typed)
    };
    match row.takes {
        Takes::FieldName => field_names(request),
        Takes::Depth => numbers(&["1", "2", "3"], "steps"),
        Takes::Number => numbers(&["10", "3", "1", "0"], "number"),
        Takes::Nothing => closer(")"),
        _ => request.library.map_or(Vec::new(), |library| names::arguments(before, row, name, library, request)),
    }
}

/// Names of fields in quotes; behind `-`, for an order that goes down.
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
    let mut out = super::rank::ranked(candidates, typed);
    out.iter_mut().for_each(|candidate| candidate.label.insert_str(0, down));
    out
}

//! Candidates in filters: operands, operators, values, connectives, closing characters.

use crate::docql::catalog;
use crate::docql::catalog::{FieldRow, FilterFunctionRow, Operator, OperatorRow, Shape, ValueType};
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::candidates::rank::ranked;
use crate::docql::complete::corpus::data;
use crate::docql::complete::offers::fields::{field_candidate, fits_shape, likely_fields};
use crate::docql::complete::offers::values;
use crate::docql::complete::place::scope::is_filter_hole;
use crate::docql::syntax::tree::{Expression, ExpressionKind, Segment};

/// Candidates for the start of a condition.
pub(in crate::docql::complete) fn operands(scope: &[Segment], request: &Request<'_>) -> Vec<Candidate> {
    let shape = request.shape(scope);
    if request.quote.is_some() {
        return Vec::new();
    }
    let has_keys = matches!(shape, Shape::Data | Shape::Rows);
    let mut fields: Vec<Candidate> = if has_keys {
        request.library.map_or(Vec::new(), |library| data::keys(scope, "", library, request))
    } else {
        likely_fields(scope, shape).filter(|row| fits_shape(row.field, shape)).map(field_candidate).collect()
    };
    if let Some(library) = request.library.filter(|_| !has_keys) {
        values::cover_fields(&mut fields, scope, library, request);
    }
    let others = [
        Candidate::new(CandidateKind::Operator, "!", "!").detail("not").doc("what follows must not hold"),
        Candidate::new(CandidateKind::Operator, "(", "(").detail("group").doc("groups conditions"),
    ];
    let all = fields.into_iter().chain(others).chain(catalog::FILTER_FUNCTIONS.iter().map(function)).collect();
    let at = |candidate: Candidate| match candidate.kind {
        CandidateKind::Field if !data::is_name(&candidate.label) => {
            let key = format!("@[{}]", crate::docql::syntax::format::quoted(&candidate.label));
            Candidate { caret: key.len() + 1, insert: format!("{key} "), label: key, ..candidate }
        }
        CandidateKind::Field => {
            let (label, insert) = (format!("@.{}", candidate.label), format!("@.{} ", candidate.insert));
            Candidate { caret: insert.len(), label, insert, ..candidate }
        }
        _ => candidate,
    };
    ranked(all, request.typed).into_iter().map(at).collect()
}

/// A filter function, with a tab stop for its path and one for its pattern, if it takes one.
fn function(row: &FilterFunctionRow) -> Candidate {
    let name = row.name;
    let candidate = match row.arguments {
        1 => Candidate::new(CandidateKind::Function, format!("{name}(@.…)"), format!("{name}(@.)")).caret_back(1),
        _ => {
            let insert = format!("{name}(@., \"\")");
            let (path, pattern) = (name.len() + 3, insert.len() - 2);
            Candidate::new(CandidateKind::Function, format!("{name}(@.…, text)"), insert).caret_at(path, &[pattern])
        }
    };
    let signature = candidate.label.clone();
    candidate.detail("function").signature(signature).doc(row.doc).example(row.example)
}

/// The operators for a type of field, likeliest first.
pub(in crate::docql::complete) fn operators_of(value: ValueType) -> impl Iterator<Item = &'static OperatorRow> {
    let mut rows: Vec<&OperatorRow> = catalog::OPERATORS.iter().filter(|row| row.on.contains(&value)).collect();
    // For text, a substring search is likelier than an exact comparison.
    if matches!(value, ValueType::Text | ValueType::List) {
        rows.sort_by_key(|row| row.name != "~=");
    }
    rows.into_iter()
}

/// An operator, followed by a space.
pub(in crate::docql::complete) fn operator(row: &OperatorRow) -> Candidate {
    Candidate::new(CandidateKind::Operator, row.name, format!("{} ", row.name))
        .detail(row.doc)
        .signature(format!("@.field {} value", row.name))
        .doc(row.doc)
        .example(row.example)
}

fn field_of(left: &Expression) -> Option<&'static FieldRow> {
    match &left.kind {
        ExpressionKind::Path { segments, .. } => {
            segments.last()?.kind.name().and_then(|name| catalog::field(&name.text))
        }
        _ => None,
    }
}

/// Candidates after an operand.
pub(in crate::docql::complete) fn operators(left: &Expression, request: &Request<'_>, closers: &str) -> Vec<Candidate> {
    let is_number =
        matches!(&left.kind, ExpressionKind::Function(name, _) if matches!(name.text.as_str(), "length" | "count"));
    let is_condition =
        matches!(&left.kind, ExpressionKind::Function(name, _) if matches!(name.text.as_str(), "match" | "search"));
    if is_condition {
        return terms(request, closers);
    }
    let other = if is_number { ValueType::Number } else { ValueType::Text };
    let value = field_of(left).map_or(other, |row| row.value);
    let mut out: Vec<Candidate> = operators_of(value).map(operator).collect();
    // A field alone is a condition, a number is not.
    if !is_number {
        out.extend(terms(request, closers));
    }
    ranked_operators(out, request.typed)
}

/// Ranks operators by the typed text; an alias (`=`, `contains`) finds its operator.
fn ranked_operators(candidates: Vec<Candidate>, typed: &str) -> Vec<Candidate> {
    let alias = catalog::OPERATORS
        .iter()
        .find(|row| typed.len() > 1 && row.aliases.iter().any(|alias| alias.starts_with(typed)))
        .map(|row| row.name);
    match alias {
        Some(name) => candidates.into_iter().filter(|candidate| candidate.label == name).collect(),
        None => ranked(candidates, typed),
    }
}

/// Candidates after `@.field`: operators before further steps.
pub(in crate::docql::complete) fn after_operand_path(
    before: &[Segment],
    request: &Request<'_>,
    closers: &str,
) -> Vec<Candidate> {
    let value = before
        .last()
        .and_then(|last| last.kind.name())
        .and_then(|name| catalog::field(&name.text))
        .map_or(ValueType::Text, |row| row.value);
    let gap = if request.before.ends_with(' ') { "" } else { " " };
    let mut out: Vec<Candidate> = operators_of(value).map(|row| operator(row).prefixed(gap)).collect();
    if before.last().is_some_and(is_filter_hole) {
        // Only `@` so far.
        out =
            vec![Candidate::new(CandidateKind::Operator, ".", ".").detail("a field").doc("begins the name of a field")];
    }
    out.extend(terms(request, closers));
    ranked_operators(out, request.typed)
}

/// Candidates for the right side of a comparison.
pub(in crate::docql::complete) fn values(
    scope: &[Segment],
    left: &Expression,
    operator: Operator,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let row = field_of(left);
    let mut out = match (row, request.library) {
        (_, Some(library)) if matches!(request.shape(scope), Shape::Data | Shape::Rows) => {
            data::values(scope, left, library, request)
        }
        (Some(row), Some(library)) if operator != Operator::Matches => values::values(row, operator, library, request),
        (Some(row), None) if operator != Operator::Matches => values::known_values(row, request),
        _ => Vec::new(),
    };
    let in_list = request.before.trim_end().ends_with(['[', ',']);
    if operator == Operator::In && !in_list && request.quote.is_none() {
        for candidate in &mut out {
            candidate.insert = format!("[{}]", candidate.insert);
            candidate.caret = candidate.insert.len() - 1;
        }
    }
    if out.is_empty() && request.typed.is_empty() && request.quote.is_none() {
        out.push(empty_literal(operator, row.map(|row| row.value)));
    }
    out
}

/// A literal to be filled in.
fn empty_literal(operator: Operator, value: Option<ValueType>) -> Candidate {
    match (operator, value) {
        (Operator::Matches, _) => Candidate::new(CandidateKind::Value, "/regex/", "//")
            .caret_back(1)
            .detail("expression")
            .doc("matches somewhere; flags i m s x may follow"),
        (Operator::In, _) => {
            Candidate::new(CandidateKind::Value, "[\"…\"]", "[\"\"]").caret_back(2).detail("list").doc("one of these")
        }
        (_, Some(ValueType::Number)) => Candidate::new(CandidateKind::Value, "1", "1").detail("number"),
        _ => Candidate::new(CandidateKind::Value, "\"…\"", "\"\"").caret_back(1).detail("text"),
    }
}

/// Candidates after a condition.
pub(in crate::docql::complete) fn terms(request: &Request<'_>, closers: &str) -> Vec<Candidate> {
    let gap = if request.before.ends_with(' ') { "" } else { " " };
    let join = |symbol: &str, detail: &str, doc: &str| {
        let end = if request.after.starts_with(|c: char| !c.is_whitespace() && !")]".contains(c)) { " " } else { "" };
        Candidate::new(CandidateKind::Operator, symbol, format!("{gap}{symbol} @.{end}"))
            .caret_back(end.len())
            .detail(detail)
            .doc(doc)
    };
    let mut out = closer(closers);
    out.push(join("&&", "and", "both must hold"));
    out.push(join("||", "or", "either may hold"));
    ranked(out, request.typed)
}

/// The candidate that closes everything open, if something is.
pub(in crate::docql::complete) fn closer(closers: &str) -> Vec<Candidate> {
    if closers.is_empty() {
        return Vec::new();
    }
    vec![Candidate::new(CandidateKind::Closer, closers, closers).detail("close").doc("closes everything that is open")]
}

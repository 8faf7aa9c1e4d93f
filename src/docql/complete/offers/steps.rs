//! Candidates along a path: roots, steps, selectors, fields.

use crate::docql::catalog;
use crate::docql::catalog::{ArgumentKind, CatalogKind, FIELDS, Field, FieldRow, Row, Shape, ValueType};
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::candidates::rank::ranked;
use crate::docql::complete::corpus::data;
use crate::docql::complete::corpus::roots;
use crate::docql::complete::offers::fields::{field_candidate, fits_shape, likely_fields};
use crate::docql::complete::offers::likely;
use crate::docql::complete::offers::values;
use crate::docql::complete::place::holdings::holdings;
use crate::docql::complete::place::scope::in_filter;
use crate::docql::syntax::suggest::shape_label;
use crate::docql::syntax::tree::{Segment, SegmentKind};

fn row_candidate(row: &Row) -> Candidate {
    let name = row.name;
    let (kind, label, insert, back) = match (row.kind, row.argument) {
        (CatalogKind::Root, _) => (CandidateKind::Root, name.to_owned(), name.to_owned(), 0),
        (CatalogKind::List, _) => (CandidateKind::List, name.to_owned(), name.to_owned(), 0),
        (_, ArgumentKind::Nothing | ArgumentKind::Depth) => {
            (CandidateKind::Function, format!("{name}()"), format!("{name}()"), 0)
        }
        (_, ArgumentKind::Number) => (CandidateKind::Function, format!("{name}(n)"), format!("{name}()"), 1),
        (_, ArgumentKind::Name) => (CandidateKind::Function, format!("{name}(name)"), format!("{name}(\"\")"), 2),
        (_, ArgumentKind::FieldName) => (CandidateKind::Function, format!("{name}(field)"), format!("{name}(\"\")"), 2),
        _ => (CandidateKind::Function, format!("{name}(text)"), format!("{name}(\"\")"), 2),
    };
    let yields = shape_label(row.yields);
    let signature = format!("{label} → {yields}");
    Candidate::new(kind, label, insert)
        .caret_back(back)
        .detail(yields)
        .signature(signature)
        .doc(row.doc)
        .example(row.example)
}

/// A function that yields all where its argument is left out, by its name in the plural: `tables` for `table(text)`.
fn without_argument(row: &Row) -> Option<Candidate> {
    let takes = matches!(row.argument, ArgumentKind::Name | ArgumentKind::Text);
    let is_plural = |alias: &&&str| alias.strip_prefix(row.name) == Some("s");
    let name = *row.aliases.iter().find(is_plural).filter(|_| takes && row.kind == CatalogKind::Function)?;
    let yields = shape_label(row.yields);
    let candidate = Candidate::new(CandidateKind::List, name, name);
    Some(candidate.detail(yields).signature(format!("{name} → {yields}")).doc(row.doc).example(row.example))
}

/// The steps, each function that can do without its argument with its plural before it: in a filter how many there are
/// is asked for oftener than one of them.
fn with_plurals(steps: Vec<Candidate>, rows: &[&'static Row]) -> Vec<Candidate> {
    let plural = |step: &Candidate| {
        let name = step.label.split('(').next().unwrap_or_default();
        rows.iter().filter(|row| row.name == name).find_map(|row| without_argument(row))
    };
    steps.into_iter().flat_map(|step| plural(&step).into_iter().chain([step])).collect()
}

/// True if the last of these segments of a filter is a field that holds a number: nothing can follow it.
fn ends_in_number(before: &[Segment]) -> bool {
    let last = before.last().and_then(|last| last.kind.name());
    let field = last.and_then(|name| catalog::field(&name.text));
    field.is_some_and(|row| row.value == ValueType::Number)
}

/// The rows that may follow, without those that could not give anything here.
fn fruitful(
    rows: impl Iterator<Item = &'static Row>,
    before: &[Segment],
    request: &Request<'_>,
) -> impl Iterator<Item = &'static Row> {
    let library = request.library.filter(|_| !in_filter(before));
    let known = library.and_then(|library| Some((library, holdings(before, library, request)?)));
    rows.filter(move |row| known.as_ref().is_none_or(|(library, known)| known.may_yield(row, library, request)))
}

/// The steps that may follow `before`, which yields `shape`, and give something.
fn steps_after(before: &[Segment], shape: Shape, request: &Request<'_>) -> impl Iterator<Item = &'static Row> {
    fruitful(catalog::steps_for(shape), before, request)
}

/// The fields that items of `shape` can have, likeliest first, without those that none of them has.
fn fields_of(before: &[Segment], shape: Shape, request: &Request<'_>) -> impl Iterator<Item = &'static FieldRow> {
    let library = request.library.filter(|_| !in_filter(before));
    let known = library.and_then(|library| Some((library, holdings(before, library, request)?)));
    let has = move |row: &&FieldRow| known.as_ref().is_none_or(|(library, known)| known.may_have(row, before, library));
    likely_fields(before, shape).filter(move |row| fits_shape(row.field, shape)).filter(has)
}

fn roots(request: &Request<'_>) -> Vec<Candidate> {
    let rows = catalog::ROWS.iter().filter(|row| row.kind == CatalogKind::Root);
    let mut roots: Vec<Candidate> = fruitful(rows, &[], request).map(row_candidate).collect();
    if let Some(library) = request.library {
        roots::count_roots(&mut roots, library);
        let counts = library.counts();
        if counts.symbols > counts.sections {
            // Where there is more code than prose, it is asked first.
            let place = |roots: &[Candidate], name: &str| {
                roots.iter().position(|root| root.label.trim_start_matches('.') == name)
            };
            if let (Some(content), Some(code)) = (place(&roots, "content"), place(&roots, "code"))
                && content < code
            {
                roots.swap(content, code);
            }
        }
    }
    roots
}

/// Candidates after a dot.
pub(in crate::docql::complete) fn members(
    before: &[Segment],
    descendant: bool,
    request: &Request<'_>,
) -> Vec<Candidate> {
    if before.is_empty() && !descendant {
        let mut out = ranked(roots(request), request.typed);
        if out.is_empty() && request.library.is_some() {
            let anywhere = Request { library: None, ..*request };
            out = ranked(roots(&anywhere), request.typed).into_iter().map(|root| root.count(0)).collect();
        }
        out.extend(complete_name(before, request));
        if out.is_empty() {
            out = misplaced(request);
        }
        return out;
    }
    let shape = if descendant { Shape::Nodes } else { request.shape(before) };
    let filter = in_filter(before);
    if matches!(shape, Shape::Data | Shape::Rows) {
        return data_members(before, shape, request);
    }
    if filter && ends_in_number(before) {
        return Vec::new();
    }
    let is_other = |row: &&Row| likely::is_other_of_two(row, before, shape);
    let rows: Vec<&'static Row> = steps_after(before, shape, request).filter(|row| !is_other(row)).collect();
    let mut steps: Vec<Candidate> = rows.iter().map(|row| row_candidate(row)).collect();
    likely::sort(&mut steps, before, shape);
    if filter {
        steps = with_plurals(steps, &rows);
    }
    let fields: Vec<&FieldRow> = fields_of(before, shape, request).collect();
    let mut all: Vec<Candidate> = if filter {
        fields.into_iter().map(field_candidate).chain(steps).collect()
    } else if request.typed.is_empty() {
        steps.into_iter().chain(fields.into_iter().map(field_candidate)).collect()
    } else {
        // Likely fields come before unlikely steps.
        let likely = likely::fields(before, shape);
        let (first, last): (Vec<_>, Vec<_>) = fields.into_iter().partition(|row| likely.contains(&row.name));
        let rare = steps.split_off(likely::count(&steps, before, shape));
        let fields = |rows: Vec<&FieldRow>| -> Vec<Candidate> { rows.into_iter().map(field_candidate).collect() };
        [steps, fields(first), rare, fields(last)].concat()
    };
    if matches!(shape, Shape::Code | Shape::Content) {
        all.retain(|candidate| candidate.kind != CandidateKind::Field);
    }
    if filter && let Some(library) = request.library {
        values::cover_fields(&mut all, before, library, request);
    }
    let mut out = ranked(all, request.typed);
    if out.is_empty() && request.library.is_some() {
        // Who types what is not here learns that it is not.
        let anywhere = Request { library: None, ..*request };
        return members(before, descendant, &anywhere).into_iter().map(|candidate| candidate.count(0)).collect();
    }
    out.extend(complete_name(before, request));
    out
}

/// Keys of the data, then operations on the whole.
fn data_members(before: &[Segment], shape: Shape, request: &Request<'_>) -> Vec<Candidate> {
    let keys = request.library.map_or(Vec::new(), |library| data::keys(before, "", library, request));
    let wholes = catalog::steps_for(shape).filter(|_| !in_filter(before)).map(row_candidate);
    ranked(keys.into_iter().chain(wholes).collect(), request.typed)
}

/// Candidates with the missing root inserted, for `$.class`.
fn misplaced(request: &Request<'_>) -> Vec<Candidate> {
    let mut out = Vec::new();
    for (shape, root) in [(Shape::Code, "code"), (Shape::Content, "content")] {
        let begins = |row: &&Row| row.name.starts_with(request.typed);
        for row in steps_after(&[], shape, request).filter(begins) {
            let mut candidate = row_candidate(row).prefixed(&format!("{root}."));
            candidate.label = format!("{root}.{}", candidate.label);
            out.push(candidate);
        }
    }
    out.truncate(12);
    out
}

/// For a completely typed name, candidates that keep it and add what can follow.
fn complete_name(before: &[Segment], request: &Request<'_>) -> Vec<Candidate> {
    let typed = request.typed;
    // Not if text already follows.
    if !request.after.trim_start().trim_start_matches([')', ']']).is_empty() {
        return Vec::new();
    }
    if before.is_empty() && catalog::root(typed).is_some() {
        return vec![all().prefixed(typed), filter().prefixed(typed)];
    }
    match catalog::field(typed).filter(|_| in_filter(before)) {
        Some(row) => super::conditions::operators_of(row.value)
            .map(|operator| super::conditions::operator(operator).prefixed(&format!("{typed} ")))
            .collect(),
        None => Vec::new(),
    }
}

fn all() -> Candidate {
    Candidate::new(CandidateKind::Selector, "[*]", "[*]").detail("all").doc("every item")
}

fn filter() -> Candidate {
    Candidate::new(CandidateKind::Selector, "[?(@.…)]", "[?(@.)]")
        .caret_back(2)
        .detail("filter")
        .doc("those for which a condition holds")
}

/// Candidates after a complete step.
pub(in crate::docql::complete) fn after_step(before: &[Segment], request: &Request<'_>) -> Vec<Candidate> {
    let shape = request.shape(before);
    if shape == Shape::Count {
        return Vec::new();
    }
    if before.is_empty() {
        return roots(request).into_iter().map(Candidate::dotted).collect();
    }
    let first = Candidate::new(CandidateKind::Selector, "[0]", "[0]")
        .detail("first of each list")
        .doc("the first item; negative numbers count from the end");
    let fields = FIELDS.iter().filter(|row| row.field == Field::Name && fits_shape(row.field, shape));
    let mut steps: Vec<Candidate> =
        steps_after(before, shape, request).map(row_candidate).chain(fields.map(field_candidate)).collect();
    likely::sort(&mut steps, before, shape);
    let steps = steps.into_iter().map(Candidate::dotted);
    if matches!(shape, Shape::Values | Shape::Code | Shape::Content) {
        return steps.collect();
    }
    match before.last().map(|last| &last.kind) {
        // After a bracket, another step is likelier than another bracket.
        Some(SegmentKind::Bracket(_)) => steps.chain([filter(), first]).collect(),
        _ => [all(), filter(), first].into_iter().chain(steps).collect(),
    }
}

/// Candidates in brackets.
pub(in crate::docql::complete) fn brackets(before: &[Segment], request: &Request<'_>) -> Vec<Candidate> {
    let shape = if before.is_empty() { Shape::Workspace } else { request.shape(before) };
    if request.quote.is_some() {
        return ranked(named_members(before, shape, request), request.typed);
    }
    let selector = |label: &str, insert: &str, detail: &str, doc: &str| -> Candidate {
        Candidate::new(CandidateKind::Selector, label, insert).detail(detail).doc(doc)
    };
    let mut out = vec![
        selector("?(@.…)", "?(@.)]", "filter", "those for which a condition holds").caret_back(2),
        selector("0", "0]", "first", "the first item of each list"),
        selector("-1", "-1]", "last", "the last item of each list"),
        selector("*", "*]", "all", "every item"),
        selector("0:3", "0:3]", "slice", "from the first up to, not including, the fourth"),
        selector("::2", "::2]", "slice", "every second"),
    ];
    if matches!(shape, Shape::Data | Shape::Rows) {
        out.extend(named_members(before, shape, request));
    }
    let mut out = ranked(out, request.typed);
    if request.typed.starts_with(char::is_alphabetic) && shape != Shape::Workspace {
        out.extend(filtered_fields(before, shape, request));
    }
    let is_number = request.typed.parse::<i64>().is_ok();
    if is_number && !out.iter().any(|candidate| candidate.label == request.typed) {
        let insert = format!("{}]", request.typed);
        out.insert(0, selector(request.typed, &insert, "index", "the item at this place of each list"));
    }
    out
}

/// Filters for a field name typed right after the bracket.
fn filtered_fields(before: &[Segment], shape: Shape, request: &Request<'_>) -> Vec<Candidate> {
    let fields = match shape {
        Shape::Data | Shape::Rows => {
            request.library.map_or(Vec::new(), |library| data::keys(before, "[*]", library, request))
        }
        _ => likely_fields(before, shape).filter(|row| fits_shape(row.field, shape)).map(field_candidate).collect(),
    };
    let filter = |field: Candidate| {
        let (label, insert) = (format!("?(@.{} …)", field.label), format!("?(@.{} )]", field.insert));
        let kind = CandidateKind::Selector;
        Candidate { label, caret: insert.len() - 2, insert, kind, ..field }
    };
    ranked(fields, request.typed).into_iter().map(filter).collect()
}

/// Members by name in quotes: `["toc"]`, `["a key"]`.
fn named_members(before: &[Segment], shape: Shape, request: &Request<'_>) -> Vec<Candidate> {
    let names: Vec<Candidate> = match shape {
        Shape::Workspace => roots(request),
        Shape::Data | Shape::Rows => {
            request.library.map_or(Vec::new(), |library| data::keys(before, "", library, request))
        }
        _ => {
            let lists = steps_after(before, shape, request).filter(|row| row.kind == CatalogKind::List);
            lists.map(row_candidate).chain(fields_of(before, shape, request).map(field_candidate)).collect()
        }
    };
    let quoted = |name: Candidate| {
        let insert = format!("{}]", request.literal(&name.label));
        let label = if request.quote.is_some() { name.label.clone() } else { format!("\"{}\"", name.label) };
        Candidate {
            caret: insert.len(),
            label,
            insert,
            kind: CandidateKind::Selector,
            stops: Vec::new(),
            replace: None,
            ..name
        }
    };
    names.into_iter().map(quoted).collect()
}

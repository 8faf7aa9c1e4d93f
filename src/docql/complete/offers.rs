//! Offers of the language: roots, steps, selectors, fields, operators, values, closers.

use super::{Candidate, CandidateKind, Request, corpus, likely, ranked};
use crate::docql::catalog::{self, FIELDS, Field, Row, Sort, Takes, ValueType};
use crate::docql::hit::Shape;
use crate::docql::parse::Context;
use crate::docql::syntax::{Expression, ExpressionKind, Segment, SegmentKind};

/// The candidates for what the parser is waiting for.
pub(super) fn offers(context: &Context, request: &Request<'_>, closers: &str) -> Vec<Candidate> {
    match context {
        Context::Start => {
            ranked(vec![simple("$", "$", CandidateKind::Root, "a DocQL path", "Starts a query.")], request.typed)
        }
        Context::Member { before, descendant } => members(before, *descendant, request),
        Context::Step(before) if in_filter(before) => after_operand_path(before, request, closers),
        Context::Step(before) => after_step(before, request),
        Context::Bracket(before) => brackets(before, request),
        Context::Argument { before, name, .. } => arguments(before, name.text.as_str(), request),
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
            offers(context, request, "").into_iter().take(8).map(|candidate| candidate.label).collect()
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

/// Whether the path to the caret runs through a filter that is being typed.
fn in_filter(before: &[Segment]) -> bool {
    before.iter().any(|segment| matches!(&segment.kind, SegmentKind::Bracket(selectors) if selectors.is_empty()))
}

fn simple(label: &str, insert: &str, kind: CandidateKind, detail: &str, doc: &str) -> Candidate {
    Candidate {
        label: label.to_owned(),
        caret: insert.len(),
        insert: insert.to_owned(),
        kind,
        detail: detail.to_owned(),
        count: None,
        doc: doc.to_owned(),
    }
}

fn row_candidate(row: &Row) -> Candidate {
    let kind = match row.sort {
        Sort::Root => CandidateKind::Root,
        Sort::List => CandidateKind::List,
        Sort::Function => CandidateKind::Function,
    };
    let (label, insert, back) = match (row.sort, row.takes) {
        (Sort::Root | Sort::List, _) => (row.name.to_owned(), row.name.to_owned(), 0),
        (_, Takes::Nothing | Takes::Depth) => (format!("{}()", row.name), format!("{}()", row.name), 0),
        (_, Takes::Number) => (format!("{}(n)", row.name), format!("{}()", row.name), 1),
        (_, Takes::Name) => (format!("{}(name)", row.name), format!("{}(\"\")", row.name), 2),
        (_, Takes::FieldName) => (format!("{}(field)", row.name), format!("{}(\"\")", row.name), 2),
        _ => (format!("{}(text)", row.name), format!("{}(\"\")", row.name), 2),
    };
    Candidate {
        caret: insert.len() - back,
        label,
        insert,
        kind,
        detail: crate::docql::suggest::shape_label(row.yields).to_owned(),
        count: None,
        doc: format!("{} — e.g. {}", row.doc, row.example),
    }
}

fn field_candidate(row: &catalog::FieldRow) -> Candidate {
    simple(row.name, row.name, CandidateKind::Field, row.value.label(), row.doc)
}

fn members(before: &[Segment], descendant: bool, request: &Request<'_>) -> Vec<Candidate> {
    if before.is_empty() && !descendant {
        let mut roots: Vec<Candidate> =
            catalog::ROWS.iter().filter(|row| row.sort == Sort::Root).map(row_candidate).collect();
        if let Some(library) = request.library {
            corpus::count_roots(&mut roots, library);
        }
        let mut out = ranked(roots, request.typed);
        out.extend(complete_name(before, request));
        if out.is_empty() {
            out = misplaced(request.typed);
        }
        return out;
    }
    let shape = if descendant { Shape::Nodes } else { request.shape(before) };
    let filter = in_filter(before);
    if shape == Shape::Data {
        return request
            .library
            .map_or(Vec::new(), |library| ranked(corpus::data_keys(before, library, request), request.typed));
    }
    let steps = catalog::steps_for(shape).map(row_candidate);
    let fields = likely_fields(before).filter(|row| fits_shape(row.field, shape)).map(field_candidate);
    let mut steps: Vec<Candidate> = steps.collect();
    likely::sort(&mut steps, before, shape);
    let mut all: Vec<Candidate> =
        if filter { fields.chain(steps).collect() } else { steps.into_iter().chain(fields).collect() };
    if matches!(shape, Shape::Code | Shape::Content) {
        all.retain(|candidate| candidate.kind != CandidateKind::Field);
    }
    if filter && let Some(library) = request.library {
        corpus::cover_fields(&mut all, before, library, request);
    }
    let mut out = ranked(all, request.typed);
    out.extend(complete_name(before, request));
    out
}

/// `$.class` → the candidate that puts the missing root in.
fn misplaced(typed: &str) -> Vec<Candidate> {
    let mut out = Vec::new();
    for (shape, root) in [(Shape::Code, "code"), (Shape::Content, "content")] {
        for row in catalog::steps_for(shape).filter(|row| row.name.starts_with(typed)) {
            let mut candidate = row_candidate(row);
            candidate.label = format!("{root}.{}", candidate.label);
            candidate.insert = format!("{root}.{}", candidate.insert);
            candidate.caret += root.len() + 1;
            out.push(candidate);
        }
    }
    out.truncate(12);
    out
}

/// A name typed to its end: what may follow it is offered as well, with the name kept.
fn complete_name(before: &[Segment], request: &Request<'_>) -> Vec<Candidate> {
    let typed = request.typed;
    let known = catalog::root(typed).is_some_and(|_| before.is_empty());
    if known {
        return vec![
            simple("[*]", &format!("{typed}[*]"), CandidateKind::Selector, "all", "Every item."),
            inner(&format!("{typed}[?(@.)]"), 2, "[?(@.…)]", "those for which a condition holds"),
        ];
    }
    match catalog::field(typed).filter(|_| in_filter(before)) {
        Some(row) => operators_of(row.value)
            .map(|operator| {
                simple(
                    operator.name,
                    &format!("{typed} {} ", operator.name),
                    CandidateKind::Operator,
                    operator.doc,
                    operator.example,
                )
            })
            .collect(),
        None => Vec::new(),
    }
}

fn inner(insert: &str, back: usize, label: &str, doc: &str) -> Candidate {
    Candidate { caret: insert.len() - back, ..simple(label, insert, CandidateKind::Selector, "filter", doc) }
}

/// All fields, those first that what is being filtered is mostly asked for.
fn likely_fields(before: &[Segment]) -> impl Iterator<Item = &'static catalog::FieldRow> {
    let first = likely::fields(before);
    let mut rows: Vec<&catalog::FieldRow> = FIELDS.iter().collect();
    rows.sort_by_key(|row| first.iter().position(|name| *name == row.name).unwrap_or(first.len()));
    rows.into_iter()
}

/// Fields that items of a shape can have.
fn fits_shape(field: Field, shape: Shape) -> bool {
    use Field::*;
    let of_files =
        [Name, Path, Extension, Directory, Language, Size, Lines, Title, Modified, Repository, Kind, Content];
    let of_sections = [
        Title,
        Level,
        Line,
        EndLine,
        Kind,
        Path,
        File,
        Extension,
        Directory,
        Language,
        Anchor,
        Text,
        Content,
        Code,
        Url,
        Alt,
        Headers,
        Rows,
        Columns,
        RowCount,
        ColumnCount,
        Lines,
        Parent,
        Repository,
        Name,
        Page,
    ];
    match shape {
        Shape::Files => of_files.contains(&field),
        Shape::Sections => of_sections.contains(&field),
        Shape::Symbols => !matches!(
            field,
            Anchor | Url | Alt | Headers | Rows | Columns | RowCount | ColumnCount | Page | Code | Files | Score
        ),
        Shape::Structure | Shape::Repositories => matches!(field, Name | Path | Kind | Files | Directory),
        Shape::Excerpts => matches!(
            field,
            Text | Line
                | EndLine
                | Kind
                | Path
                | File
                | Extension
                | Directory
                | Language
                | Parent
                | Lines
                | QualifiedName
                | Repository
        ),
        Shape::Nodes => field != Files,
        _ => false,
    }
}

fn after_step(before: &[Segment], request: &Request<'_>) -> Vec<Candidate> {
    let shape = request.shape(before);
    if shape == Shape::Count {
        return Vec::new();
    }
    if before.is_empty() {
        let mut roots: Vec<Candidate> =
            catalog::ROWS.iter().filter(|row| row.sort == Sort::Root).map(row_candidate).map(dotted).collect();
        if let Some(library) = request.library {
            corpus::count_roots(&mut roots, library);
        }
        return roots;
    }
    let mut out = Vec::new();
    if !matches!(shape, Shape::Values | Shape::Code | Shape::Content) {
        out.push(simple("[*]", "[*]", CandidateKind::Selector, "all", "Every item."));
        out.push(inner("[?(@.)]", 2, "[?(@.…)]", "Those for which a condition holds."));
        out.push(simple(
            "[0]",
            "[0]",
            CandidateKind::Selector,
            "first of each list",
            "The first item; negative numbers count from the end.",
        ));
    }
    let fields = FIELDS.iter().filter(|row| row.field == Field::Name && fits_shape(row.field, shape));
    let mut steps: Vec<Candidate> =
        catalog::steps_for(shape).map(row_candidate).chain(fields.map(field_candidate)).collect();
    likely::sort(&mut steps, before, shape);
    out.extend(steps.into_iter().map(dotted));
    out
}

/// The same with the dot that leads to it.
fn dotted(mut candidate: Candidate) -> Candidate {
    candidate.label.insert(0, '.');
    candidate.insert.insert(0, '.');
    candidate.caret += 1;
    candidate
}

fn brackets(before: &[Segment], request: &Request<'_>) -> Vec<Candidate> {
    let mut out = vec![
        simple("*", "*]", CandidateKind::Selector, "all", "Every item."),
        inner("?(@.)]", 2, "?(@.…)", "Those for which a condition holds."),
        simple("0", "0]", CandidateKind::Selector, "first", "The first item of each list."),
        simple("-1", "-1]", CandidateKind::Selector, "last", "The last item of each list."),
        simple("0:3", "0:3]", CandidateKind::Selector, "slice", "From the first up to, not including, the fourth."),
    ];
    if request.shape(before) == Shape::Data {
        out.push(Candidate {
            caret: 1,
            ..simple("\"name\"", "\"\"]", CandidateKind::Selector, "member", "The member with this name.")
        });
    }
    ranked(out, request.typed)
}

fn arguments(before: &[Segment], name: &str, request: &Request<'_>) -> Vec<Candidate> {
    let Some(row) = catalog::step(name, request.shape(before), true) else { return Vec::new() };
    match row.takes {
        Takes::FieldName => ranked(FIELDS.iter().map(field_candidate).collect(), request.typed)
            .into_iter()
            .map(|candidate| text_value(&candidate.label, CandidateKind::Field, &candidate.detail, None, request))
            .collect(),
        Takes::Depth => {
            ["1", "2", "3"].iter().map(|depth| simple(depth, depth, CandidateKind::Value, "steps", row.doc)).collect()
        }
        Takes::Number => ["10", "3", "1"]
            .iter()
            .map(|number| simple(number, number, CandidateKind::Value, "number", row.doc))
            .collect(),
        Takes::Nothing => closer(")"),
        _ => request.library.map_or(Vec::new(), |library| corpus::arguments(before, row, library, request)),
    }
}

/// A text as a literal in the quotes that are open, or double ones.
pub(super) fn text_value(
    text: &str,
    kind: CandidateKind,
    detail: &str,
    count: Option<u64>,
    request: &Request<'_>,
) -> Candidate {
    let quote = request.quote.map_or('"', |quote| crate::docql::token::ascii_twin(quote).unwrap_or(quote));
    let insert = match quote {
        '\'' => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
        _ => crate::docql::quoted(text),
    };
    Candidate {
        label: text.to_owned(),
        caret: insert.len(),
        insert,
        kind,
        detail: detail.to_owned(),
        count,
        doc: String::new(),
    }
}

fn operands(scope: &[Segment], request: &Request<'_>) -> Vec<Candidate> {
    let shape = request.shape(scope);
    if request.quote.is_some() {
        return Vec::new();
    }
    let mut out: Vec<Candidate> = likely_fields(scope)
        .filter(|row| fits_shape(row.field, shape))
        .map(|row| Candidate {
            label: format!("@.{}", row.name),
            ..simple(row.name, &format!("@.{} ", row.name), CandidateKind::Field, row.value.label(), row.doc)
        })
        .collect();
    out.push(simple("!", "!", CandidateKind::Operator, "not", "What follows must not hold."));
    out.push(simple("(", "(", CandidateKind::Operator, "group", "Groups conditions."));
    for row in catalog::FILTER_FUNCTIONS {
        out.push(Candidate {
            caret: row.name.len() + 3,
            ..simple(
                &format!("{}()", row.name),
                &format!("{}(@.)", row.name),
                CandidateKind::Function,
                "function",
                row.doc,
            )
        });
    }
    ranked(out, request.typed)
}

fn operators_of(value: ValueType) -> impl Iterator<Item = &'static catalog::OperatorRow> {
    // What is compared as text is looked for more often than it is spelled out.
    let text_first = value == ValueType::Text;
    let mut rows: Vec<&catalog::OperatorRow> =
        catalog::OPERATORS.iter().filter(|row| row.on.contains(&value)).collect();
    if text_first {
        rows.sort_by_key(|row| row.name != "~=");
    }
    rows.into_iter()
}

fn field_of(left: &Expression) -> Option<&'static catalog::FieldRow> {
    match &left.kind {
        ExpressionKind::Path { segments, .. } => {
            segments.last()?.kind.name().and_then(|name| catalog::field(&name.text))
        }
        _ => None,
    }
}

fn operators(left: &Expression, request: &Request<'_>, closers: &str) -> Vec<Candidate> {
    let is_number =
        matches!(&left.kind, ExpressionKind::Function(name, _) if matches!(name.text.as_str(), "length" | "count"));
    let other = if is_number { ValueType::Number } else { ValueType::Text };
    let value = field_of(left).map_or(other, |row| row.value);
    let mut out: Vec<Candidate> = operators_of(value)
        .map(|row| simple(row.name, &format!("{} ", row.name), CandidateKind::Operator, row.doc, row.example))
        .collect();
    // A field alone is a condition, a length is not.
    if !is_number {
        out.extend(terms(request, closers));
    }
    ranked(out, request.typed)
}

/// After `@.field`: an operator is likelier than another step.
fn after_operand_path(before: &[Segment], request: &Request<'_>, closers: &str) -> Vec<Candidate> {
    let value = before
        .last()
        .and_then(|last| last.kind.name())
        .and_then(|name| catalog::field(&name.text))
        .map_or(ValueType::Text, |row| row.value);
    let gap = if request.before.ends_with(' ') { "" } else { " " };
    let mut out: Vec<Candidate> = operators_of(value)
        .map(|row| simple(row.name, &format!("{gap}{} ", row.name), CandidateKind::Operator, row.doc, row.example))
        .collect();
    if matches!(before.last(), Some(Segment { kind: SegmentKind::Bracket(selectors), .. }) if selectors.is_empty()) {
        // Only `@` so far.
        out.insert(0, simple(".", ".", CandidateKind::Operator, "a field", "Begins the name of a field."));
    }
    out.extend(terms(request, closers));
    ranked(out, request.typed)
}

fn values(
    scope: &[Segment],
    left: &Expression,
    operator: crate::docql::syntax::Operator,
    request: &Request<'_>,
) -> Vec<Candidate> {
    use crate::docql::syntax::Operator;
    let row = field_of(left);
    let mut out = match (row, request.library) {
        (_, Some(library)) if request.shape(scope) == Shape::Data => corpus::data_values(scope, left, library, request),
        (Some(row), Some(library)) if operator != Operator::Matches => {
            corpus::values(row, scope, left, library, request)
        }
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
        match (operator, row.map(|row| row.value)) {
            (Operator::Matches, _) => out.push(Candidate {
                caret: 1,
                ..simple(
                    "/regex/",
                    "//",
                    CandidateKind::Value,
                    "expression",
                    "Matches somewhere; flags i m s x may follow.",
                )
            }),
            (Operator::In, _) => out.push(Candidate {
                caret: 2,
                ..simple("[\"…\"]", "[\"\"]", CandidateKind::Value, "list", "One of these.")
            }),
            (_, Some(ValueType::Number)) => out.push(simple("1", "1", CandidateKind::Value, "number", "")),
            _ => out.push(Candidate { caret: 1, ..simple("\"…\"", "\"\"", CandidateKind::Value, "text", "") }),
        }
    }
    out
}

fn terms(request: &Request<'_>, closers: &str) -> Vec<Candidate> {
    let gap = if request.before.ends_with(' ') { "" } else { " " };
    let mut out = closer(closers);
    out.push(simple("&&", &format!("{gap}&& @."), CandidateKind::Operator, "and", "Both must hold."));
    out.push(simple("||", &format!("{gap}|| @."), CandidateKind::Operator, "or", "Either may hold."));
    ranked(out, request.typed)
}

fn closer(closers: &str) -> Vec<Candidate> {
    if closers.is_empty() {
        return Vec::new();
    }
    vec![simple(closers, closers, CandidateKind::Closer, "close", "Closes everything that is open.")]
}

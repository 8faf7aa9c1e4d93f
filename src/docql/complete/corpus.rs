//! Offers of the corpus: names, titles, values with their counts, coverage of fields.

use super::offers::text_value;
use super::{Candidate, CandidateKind, Request, fit};
use crate::docql::catalog::{Action, Content, FieldRow, Row, Select};
use crate::docql::compile::{compile, run};
use crate::docql::fields;
use crate::docql::item::{Found, Item};
use crate::docql::syntax::{Expression, Segment, SegmentKind};
use crate::docql::value::Value;
use crate::document::{Key, Kind};
use crate::library::{Letters, Library, NodeRef};
use std::collections::HashMap;

/// Most rows that are looked at for values: enough to be telling, few enough for every key.
const SAMPLE: usize = 20_000;
/// Most names that are gathered before ranking.
const NAMES: usize = 5_000;

/// Up to so many symbols are compared with every key.
const FEW_SYMBOLS: u32 = 200_000;

/// How many of what each root yields.
pub(super) fn count_roots(roots: &mut [Candidate], library: &Library) {
    let counts = library.counts();
    for candidate in roots {
        candidate.count = match candidate.label.trim_start_matches('.') {
            "toc" => Some(u64::from(counts.symbols) + u64::from(counts.sections)),
            "content" => Some(u64::from(counts.sections)),
            "code" => Some(u64::from(counts.symbols)),
            "files" => Some(u64::from(counts.files)),
            "repos" => Some(library.repositories().len() as u64),
            _ => None,
        };
    }
}

/// Names or titles for the argument of a function.
pub(super) fn arguments(before: &[Segment], row: &Row, library: &Library, request: &Request<'_>) -> Vec<Candidate> {
    let wanted = |kind: Kind, flags| match row.action {
        Action::Symbols(select) => crate::docql::select::is(select, kind, flags),
        Action::Content(Content::Heading(_) | Content::Section) => kind == Kind::Heading,
        _ => false,
    };
    if matches!(row.action, Action::Symbols(Select::Comment)) || request.ticket.is_stale() {
        return Vec::new();
    }
    if matches!(row.action, Action::Content(Content::Grep | Content::Search)) {
        let named = |outline: &crate::library::Outline<'_>, at| {
            outline.kind(at).is_symbol() || outline.kind(at) == Kind::Heading
        };
        return if request.typed.chars().count() < 2 { Vec::new() } else { gather(library, request, named) };
    }
    if let [_, .., last] = before {
        return inside(row, last.span.end as usize, library, request);
    }
    let level = if let Action::Content(Content::Heading(level)) = row.action { level } else { 0 };
    let mut names = gather(library, request, |outline, at| {
        wanted(outline.kind(at), outline.flags(at)) && (level == 0 || outline.level(at) == level)
    });
    if names.is_empty() && !request.typed.is_empty() && matches!(row.action, Action::Symbols(_)) {
        names = gather(library, request, |outline, at| outline.kind(at).is_symbol());
        for candidate in &mut names {
            candidate.doc = format!("not for {}(): {}", row.name, candidate.detail);
        }
    }
    names
}

/// The names that a function would find inside what the steps before it yield.
fn inside(row: &Row, end: usize, library: &Library, request: &Request<'_>) -> Vec<Candidate> {
    let Some(path) = request.before.get(..end) else { return Vec::new() };
    let mut counts: HashMap<String, (u64, String)> = HashMap::new();
    for found in found_by(&format!("{path}.{}(\"*\")", row.name), library, request) {
        let hit = crate::docql::hit(library, &found);
        let place = format!("{} {}:{}", hit.kind.id(), hit.path, hit.line);
        counts.entry(hit.name).or_insert((0, place)).0 += 1;
    }
    let mut names: Vec<_> =
        counts.into_iter().filter_map(|(name, of)| Some((fit(&name, request.typed)?, name, of))).collect();
    names.sort_by(|a, b| (a.0, std::cmp::Reverse(a.2.0), &a.1).cmp(&(b.0, std::cmp::Reverse(b.2.0), &b.1)));
    let candidate = |(_, name, (count, place)): (u8, String, (u64, String))| {
        text_value(&name, CandidateKind::Name, &place, Some(count), request)
    };
    names.into_iter().map(candidate).collect()
}

/// What a query finds, as far as candidates need it.
fn found_by(query: &str, library: &Library, request: &Request<'_>) -> Vec<Found> {
    let outcome = compile(query).ok().and_then(|plan| run(&plan, library, request.ticket).ok());
    outcome.map_or(Vec::new(), |outcome| outcome.items.first(SAMPLE))
}

/// Names of the corpus for search words.
pub(super) fn words(typed: &str, library: &Library, ticket: &crate::stdx::Ticket) -> Vec<Candidate> {
    if typed.chars().count() < 2 {
        return Vec::new();
    }
    let request = Request { before: "", typed, quote: None, library: Some(library), ticket };
    let mut names =
        gather(library, &request, |outline, at| outline.kind(at).is_symbol() || outline.kind(at) == Kind::Heading);
    names.truncate(12);
    for candidate in &mut names {
        candidate.insert =
            if candidate.label.contains(' ') { format!("\"{}\"", candidate.label) } else { candidate.label.clone() };
        candidate.caret = candidate.insert.len();
    }
    names
}

/// Distinct names that fit what is typed: best fit, then how often, then spelling.
fn gather(
    library: &Library,
    request: &Request<'_>,
    wanted: impl Fn(&crate::library::Outline<'_>, u32) -> bool,
) -> Vec<Candidate> {
    let mut names: HashMap<&str, (u8, u64, NodeRef)> = HashMap::new();
    let mut take = |node: NodeRef| {
        let Some(outline) = library.outline(node.file) else { return true };
        let name = outline.name(node.node);
        if !name.is_empty() && wanted(&outline, node.node) {
            if let Some((_, count, _)) = names.get_mut(name) {
                *count += 1;
            } else if let Some(fit) = fit(name, request.typed) {
                names.insert(name, (fit, 1, node));
            }
        }
        names.len() < NAMES && !request.ticket.is_stale()
    };
    let needle: String = request.typed.chars().flat_map(char::to_lowercase).collect();
    if !needle.is_empty() && !needle.contains('\n') {
        let named = library.named(&needle, request.ticket).unwrap_or_default();
        let _ = named.into_iter().all(&mut take);
    }
    // With a few letters, initials and letters in order count as well as parts.
    if needle.is_empty() || needle.chars().count() >= 3 || library.counts().symbols < FEW_SYMBOLS {
        let wanted = Letters::of(&needle);
        'files: for (file, outline) in library.outlines() {
            let letters = library.letters(file, request.ticket).unwrap_or_default();
            for (node, letters) in (0..outline.len()).zip(letters) {
                if node % 1024 == 0 && request.ticket.is_stale() {
                    break 'files;
                }
                // What the letters are a part of was taken above.
                if !letters.hold(wanted) || (!needle.is_empty() && outline.lower_name(node).contains(&needle)) {
                    continue;
                }
                if !take(NodeRef { file, node }) {
                    break 'files;
                }
            }
        }
    }
    let mut sorted: Vec<(&str, (u8, u64, NodeRef))> = names.into_iter().collect();
    sorted.sort_by(|(a, (fit_a, count_a, node_a)), (b, (fit_b, count_b, node_b))| {
        (fit_a, a.len().min(40) / 8, std::cmp::Reverse(count_a), a, node_a).cmp(&(
            fit_b,
            b.len().min(40) / 8,
            std::cmp::Reverse(count_b),
            b,
            node_b,
        ))
    });
    sorted.truncate(super::MOST);
    sorted.into_iter().map(|(name, (_, count, node))| named(library, name, count, node, request)).collect()
}

fn named(library: &Library, name: &str, count: u64, node: NodeRef, request: &Request<'_>) -> Candidate {
    let place = library.outline(node.file).map_or(String::new(), |outline| {
        format!("{} {}:{}", outline.kind(node.node).id(), library.file(node.file).path, outline.line(node.node))
    });
    text_value(name, CandidateKind::Name, &place, Some(count), request)
}

/// The rows that the list before the filter has, under the conditions already typed.
fn rows(scope: &[Segment], until: Option<u32>, library: &Library, request: &Request<'_>) -> Vec<Found> {
    let Some((mark, path)) = scope.split_last() else { return Vec::new() };
    let end = path.last().map_or(1, |segment| segment.span.end as usize);
    let Some(list) = request.before.get(..end) else { return Vec::new() };
    let typed =
        until.and_then(|until| request.before.get(mark.span.start as usize..until as usize)).unwrap_or_default();
    let condition = typed.trim().trim_start_matches('(').trim_end().trim_end_matches("&&").trim_end();
    let narrowed = format!("{list}[?({condition})]");
    let all = format!("{list}[*]");
    let usable = !condition.is_empty() && !condition.ends_with(['|', '!', '(']) && !condition.contains("||");
    found_by(if usable && compile(&narrowed).is_ok() { &narrowed } else { &all }, library, request)
}

/// The distinct values that a field has in the list, with counts.
pub(super) fn values(
    row: &FieldRow,
    scope: &[Segment],
    left: &Expression,
    library: &Library,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let mut counts: HashMap<(String, bool), u64> = HashMap::new();
    for (number, found) in rows(scope, Some(left.span.start), library, request).iter().enumerate() {
        if number % 256 == 0 && request.ticket.is_stale() {
            return Vec::new();
        }
        match fields::value(library, found, row.field) {
            Value::Text(text) | Value::Word(text) if text.len() <= 120 && !text.contains('\n') => {
                *counts.entry((text.into_owned(), true)).or_default() += 1
            }
            Value::Number(number) => *counts.entry((number.to_string(), false)).or_default() += 1,
            Value::List(items) => items.into_iter().for_each(|item| *counts.entry((item, true)).or_default() += 1),
            _ => {}
        }
    }
    counted(counts, row.name, request)
}

/// The distinct values that a path has over the data that is filtered.
pub(super) fn data_values(
    scope: &[Segment],
    left: &Expression,
    library: &Library,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let path = left.span.of(request.before).trim().trim_start_matches(['@', '＠']);
    let Some(query) = filtered_data(scope, request).map(|list| format!("{list}{path}")) else { return Vec::new() };
    let mut counts: HashMap<(String, bool), u64> = HashMap::new();
    for found in found_by(&query, library, request) {
        let Item::Data { tree, node, .. } = &found.item else { continue };
        match tree.to_json(*node) {
            serde_json::Value::String(text) if text.len() <= 120 => *counts.entry((text, true)).or_default() += 1,
            serde_json::Value::Array(_) | serde_json::Value::Object(_) => {}
            other => *counts.entry((other.to_string(), false)).or_default() += 1,
        }
    }
    counted(counts, "value", request)
}

/// The query for all that a filter over data is asked about.
fn filtered_data(scope: &[Segment], request: &Request<'_>) -> Option<String> {
    let (_, path) = scope.split_last()?;
    Some(format!("{}[*]", request.before.get(..path.last()?.span.end as usize)?))
}

/// Values as candidates: the best fit, then the most frequent. `true` for those that are texts.
fn counted(counts: HashMap<(String, bool), u64>, detail: &str, request: &Request<'_>) -> Vec<Candidate> {
    let mut fitting: Vec<(u8, u64, String, bool)> = counts
        .into_iter()
        .filter_map(|((text, quoted), count)| Some((fit(&text, request.typed)?, count, text, quoted)))
        .collect();
    fitting.sort_by(|a, b| (a.0, std::cmp::Reverse(a.1), &a.2).cmp(&(b.0, std::cmp::Reverse(b.1), &b.2)));
    fitting
        .into_iter()
        .map(|(_, count, text, quoted)| match quoted {
            true => text_value(&text, CandidateKind::Value, detail, Some(count), request),
            false => Candidate {
                label: text.clone(),
                caret: text.len(),
                insert: text,
                kind: CandidateKind::Value,
                detail: detail.to_owned(),
                count: Some(count),
                doc: String::new(),
            },
        })
        .collect()
}

/// Adds to each field how many of the list's rows have it, from a sample; fields that none has come last.
pub(super) fn cover_fields(
    candidates: &mut Vec<Candidate>,
    before: &[Segment],
    library: &Library,
    request: &Request<'_>,
) {
    const LOOKED_AT: usize = 200;
    let Some(mark) = before.iter().rposition(is_mark) else { return };
    let sample = rows(&before[..=mark], None, library, request);
    let step = (sample.len() / LOOKED_AT).max(1);
    let looked: Vec<&Found> = sample.iter().step_by(step).collect();
    if looked.is_empty() {
        return;
    }
    let mut covered: Vec<(bool, Candidate)> = Vec::new();
    for mut candidate in std::mem::take(candidates) {
        let field = crate::docql::catalog::field(&candidate.label).filter(|_| candidate.kind == CandidateKind::Field);
        let costly = |row: &&FieldRow| {
            matches!(row.value, crate::docql::catalog::ValueType::List)
                || matches!(
                    row.name,
                    "text" | "content" | "source" | "code" | "doc" | "signature" | "lines" | "rowCount" | "columnCount"
                )
        };
        let Some(row) = field.filter(|row| !costly(row)) else {
            covered.push((false, candidate));
            continue;
        };
        let have = looked.iter().filter(|found| fields::value(library, found, row.field).is_something()).count();
        candidate.detail = format!("{} {}%", row.value.label(), have * 100 / looked.len());
        covered.push((have == 0, candidate));
    }
    covered.sort_by_key(|(missing, _)| *missing);
    candidates.extend(covered.into_iter().map(|(_, candidate)| candidate));
}

/// Whether this is the place of a filter that is being typed.
fn is_mark(segment: &Segment) -> bool {
    matches!(&segment.kind, SegmentKind::Bracket(selectors) if selectors.is_empty())
}

/// The keys that data at this path has.
pub(super) fn data_keys(before: &[Segment], library: &Library, request: &Request<'_>) -> Vec<Candidate> {
    let end = before.last().map_or(1, |segment| segment.span.end as usize);
    let mark = before.iter().rposition(is_mark);
    let path = match mark {
        Some(mark) => {
            // `@`, then the steps after it.
            let steps = before.get(mark + 1).and_then(|step| request.before.get(step.span.start as usize..end));
            filtered_data(&before[..=mark], request).map(|list| format!("{list}{}", steps.unwrap_or_default()))
        }
        None => request.before.get(..end).map(str::to_owned),
    };
    let mut counts: HashMap<String, u64> = HashMap::new();
    for found in path.map_or(Vec::new(), |path| found_by(&path, library, request)) {
        let Item::Data { tree, node, .. } = &found.item else { continue };
        for child in &tree.node(*node).children {
            if let Key::Name(name) = &tree.node(*child).key {
                *counts.entry(name.to_string()).or_default() += 1;
            }
        }
    }
    let mut keys: Vec<(String, u64)> = counts.into_iter().collect();
    keys.sort_by(|a, b| (std::cmp::Reverse(a.1), &a.0).cmp(&(std::cmp::Reverse(b.1), &b.0)));
    keys.into_iter()
        .map(|(key, count)| Candidate {
            label: key.clone(),
            caret: key.len(),
            insert: key,
            kind: CandidateKind::Field,
            detail: "key".to_owned(),
            count: Some(count),
            doc: String::new(),
        })
        .collect()
}

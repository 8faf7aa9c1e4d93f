//! Items → hits: the plain data that screens and reports show.

use super::node_hit::{Names, node_hit, node_query};
use crate::docql::catalog::{DEEPEST, Relation};
use crate::docql::eval::run::Outcome;
use crate::docql::nodes::fields;
use crate::docql::nodes::hit::{CALL, CALL_BY_NAME, Group, Hit, REFERENCE, Results, Shape, TEXT};
use crate::docql::nodes::item::{Excerpt, Found, Item};
use crate::docql::nodes::items::{Items, Run};
use crate::docql::nodes::value::key_text;
use crate::docql::plan::steps::{Plan, Step};
use crate::document::{Kind, NodeKey, Span};
use crate::library::{FileId, Library};
use crate::stdx::{Stale, Ticket};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Longest name or snippet of a hit, in bytes; screens cut further.
const LONGEST: usize = 400;

/// Hits that one thread makes at a time: neighbours are of the same file more often than not.
const READ_TOGETHER: usize = 16;

/// What is known of an answer apart from its items.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The query as it was run.
    pub query: String,
    /// What the rows are.
    pub shape: Shape,
    /// Whether the order is by rank.
    pub ranked: bool,
    /// Files read, of how many, where the answer may be incomplete.
    pub partial: Option<(u32, u32)>,
}

/// The first `limit` items of an outcome as hits, and what is known of the rest.
pub fn present(plan: &Plan, outcome: &Outcome, library: &Library, limit: usize) -> Results {
    // Nobody can overtake a ticket of one's own.
    present_while(plan, outcome, library, limit, &Ticket::forever()).unwrap_or_else(|Stale| unreachable!())
}

/// The same, until newer work is asked for.
pub fn present_while(
    plan: &Plan,
    outcome: &Outcome,
    library: &Library,
    limit: usize,
    ticket: &Ticket,
) -> Result<Results, Stale> {
    let heading = Heading {
        query: plan.canonical().to_owned(),
        shape: plan.shape(),
        ranked: plan.ranked,
        partial: partial(plan, library),
    };
    let mut results = fill(heading, &outcome.items, library, limit, ticket)?;
    if let Some(count) = outcome.count {
        results.shape = Shape::Count;
        results.total = 1;
        results.hits.push(count_hit(count));
        results.groups.push(Group { path: "".into(), language: "data", total: 1, hits: 0..1 });
    }
    if results.total == 0 {
        super::no_results::explain(plan, library, &mut results, ticket)?;
    } else if let Some(Step::Relation(Relation::Tests, steps)) = plan.steps.last() {
        results.notes.push(format!(
            "tests within {} of calls; .tests({}) looks further",
            told(*steps),
            further(*steps)
        ));
    }
    Ok(results)
}

/// So many steps, in words.
pub(super) fn told(steps: u32) -> String {
    if steps == 1 { "one step".to_owned() } else { format!("{steps} steps") }
}

/// The number of steps to look for tests in where so many were not enough.
pub(super) fn further(steps: u32) -> u32 {
    (2 * steps).min(DEEPEST)
}

/// The first `limit` of `items` as hits.
pub fn present_items(heading: Heading, items: &[Found], library: &Library, limit: usize) -> Results {
    let items = Items::from(items.to_vec());
    fill(heading, &items, library, limit, &Ticket::forever()).unwrap_or_else(|Stale| unreachable!())
}

fn fill(heading: Heading, items: &Items, library: &Library, limit: usize, ticket: &Ticket) -> Result<Results, Stale> {
    let groups = groups(items, library, limit.min(items.len()), ticket)?;
    // Most of the time goes into reading the texts that rows quote.
    let hits_of = |found: &[Found]| {
        let mut names = Names::default();
        let hit = |found: &Found| {
            ticket.check()?;
            Ok(hit_among(library, found, &mut names))
        };
        found.iter().map(hit).collect::<Result<Vec<Hit>, Stale>>()
    };
    let hits: Vec<Vec<Hit>> =
        items.first(limit).par_chunks(READ_TOGETHER).map(hits_of).collect::<Result<_, Stale>>()?;
    Ok(Results {
        query: heading.query,
        shape: heading.shape,
        hits: hits.into_iter().flatten().collect(),
        total: items.len(),
        at_least: false,
        files: groups.len(),
        groups,
        ranked: heading.ranked,
        partial: heading.partial,
        is_provisional: false,
        notes: Vec::new(),
        tried: Vec::new(),
        hints: Vec::new(),
        suggestions: Vec::new(),
    })
}

/// How far an index that the plan needs has come; `None` when it is complete or not needed.
fn partial(plan: &Plan, library: &Library) -> Option<(u32, u32)> {
    use crate::library::Needs;
    let missing = match plan.needs() {
        Needs::Files | Needs::Named(_) => false,
        Needs::Structure => !library.is_complete(),
        Needs::Text(_) => !library.is_text_complete(),
        Needs::FullText | Needs::Vectors => !(library.is_complete() && library.is_text_complete()),
    };
    missing.then(|| (library.indexed() as u32, library.files().len() as u32))
}

/// Runs of items with the same path become groups; ranked results may have several of one file.
fn groups(items: &Items, library: &Library, loaded: usize, ticket: &Ticket) -> Result<Vec<Group>, Stale> {
    let mut groups: Vec<Group> = Vec::new();
    let mut index = 0;
    let mut steps = 0_usize;
    let mut add = |path: &str, of: &dyn Fn() -> (Arc<str>, &'static str), count: usize| {
        steps += 1;
        if steps.is_multiple_of(1024) {
            ticket.check()?;
        }
        let (start, end) = (index.min(loaded), (index + count).min(loaded));
        index += count;
        match groups.last_mut() {
            Some(last) if *last.path == *path => {
                last.total += count;
                last.hits.end = end.max(last.hits.start);
            }
            _ => {
                let (path, language) = of();
                groups.push(Group { path, language, total: count, hits: start..end });
            }
        }
        Ok(())
    };
    for run in items.runs() {
        match run {
            Run::Nodes(file, nodes) => {
                let entry = library.file(*file);
                add(&entry.path, &|| (Arc::clone(&entry.path), entry.format.id), nodes.len())?;
            }
            Run::Lines(file, lines) => {
                let entry = library.file(*file);
                add(&entry.path, &|| (Arc::clone(&entry.path), entry.format.id), lines.len())?;
            }
            Run::Mixed(nodes) => {
                for node in nodes {
                    let entry = library.file(node.file);
                    add(&entry.path, &|| (Arc::clone(&entry.path), entry.format.id), 1)?;
                }
            }
            Run::Files(files) => {
                for &file in files {
                    let entry = library.file(file);
                    add(&entry.path, &|| (Arc::clone(&entry.path), entry.format.id), 1)?;
                }
            }
            Run::Found(list) => {
                for found in list {
                    let (path, language) = place(library, &found.item);
                    add(&path, &|| (Arc::clone(&path), language), 1)?;
                }
            }
        }
    }
    Ok(groups)
}

fn place(library: &Library, item: &Item) -> (Arc<str>, &'static str) {
    match item {
        Item::Directory(path) => (path.rsplit_once('/').map_or("", |(parent, _)| parent).into(), "directory"),
        Item::Repository(_) => ("".into(), "repository"),
        _ => match item.file() {
            Some(file) => (Arc::clone(&library.file(file).path), library.file(file).format.id),
            None => ("".into(), "data"),
        },
    }
}

fn count_hit(count: usize) -> Hit {
    Hit { name: count.to_string(), role: "count", ..Hit::new("".into(), Kind::Value, NodeKey(String::new())) }
}

/// One item as a hit.
pub fn hit(library: &Library, found: &Found) -> Hit {
    hit_among(library, found, &mut Names::default())
}

fn hit_among(library: &Library, found: &Found, names: &mut Names) -> Hit {
    let (path, _) = place(library, &found.item);
    let mut hit = match &found.item {
        Item::Node(node) => node_hit(library, *node, found, path, names),
        Item::File(file) => file_hit(library, *file, found, path),
        Item::Excerpt(excerpt) => excerpt_hit(library, excerpt, path),
        Item::Directory(directory) => Hit {
            name: directory.rsplit('/').next().unwrap_or(directory).to_owned(),
            query: format!("$.structure[?(@.path=={})]", crate::docql::syntax::format::quoted(directory)),
            drillable: true,
            role: "dir",
            ..Hit::new(path, Kind::Directory, NodeKey::file(directory))
        },
        Item::Repository(number) => {
            let repository = library.repositories().get(*number as usize);
            let name = repository.map_or(String::new(), |repository| repository.name.clone());
            Hit {
                query: format!("$.repos[?(@.name=={})]", crate::docql::syntax::format::quoted(&name)),
                context: repository.map_or(String::new(), |repository| repository.path.clone()),
                name,
                drillable: true,
                role: "repo",
                ..Hit::new(path, Kind::Repository, NodeKey(format!("repository#{number}")))
            }
        }
        Item::Data { tree, node, .. } => {
            let value = tree.node(*node);
            let key = key_text(tree, *node);
            let json = tree.to_json(*node).to_string();
            Hit {
                name: cut(if key.is_empty() { "$".to_owned() } else { key }),
                snippet: cut(json),
                line: value.line,
                end_line: value.end_line,
                role: "value",
                ..Hit::new(Arc::clone(&path), Kind::Value, NodeKey(format!("{path}#{}", tree.path(*node))))
            }
        }
        Item::Value { line, value, .. } => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let name = cut(text.lines().next().unwrap_or_default().to_owned());
            Hit {
                name,
                line: *line,
                end_line: *line,
                role: "value",
                ..Hit::new(Arc::clone(&path), Kind::Value, NodeKey(format!("{path}#L{line}:{}", cut(text))))
            }
        }
    };
    hit.score = found.score;
    hit.why = found.why.clone();
    hit.depth = found.depth;
    hit
}

fn file_hit(library: &Library, file: FileId, found: &Found, path: Arc<str>) -> Hit {
    let entry = library.file(file);
    let mut hit = Hit {
        name: entry.name().to_owned(),
        context: library.title(file).to_owned(),
        query: format!("$.files[?(@.path=={})]", crate::docql::syntax::format::quoted(&entry.path)),
        drillable: true,
        role: entry.format.id,
        ..Hit::new(path, Kind::File, NodeKey::file(&entry.path))
    };
    show_site(library, file, found, &mut hit);
    hit
}

/// Shows the line of the place that led to an item: a call.
pub(super) fn show_site(library: &Library, file: FileId, found: &Found, hit: &mut Hit) {
    let (Some(site), Ok(text)) = (found.site, library.text(file)) else { return };
    // Counting is cheaper than a table of lines that is used once.
    let before = &text.as_bytes()[..(site.start as usize).min(text.len())];
    let line = memchr::memchr_iter(b'\n', before).count() as u32 + 1;
    let (snippet, marks) = marked_line(&text, site);
    hit.snippet = snippet;
    hit.snippet_marks = marks;
    hit.line = line;
    hit.end_line = line;
    hit.span = site;
    hit.role = if found.by_name { CALL_BY_NAME } else { CALL };
    hit.more = found.calls.saturating_sub(1);
}

fn excerpt_hit(library: &Library, excerpt: &Excerpt, path: Arc<str>) -> Hit {
    let role = match excerpt.kind {
        Kind::Match => TEXT,
        Kind::Reference => REFERENCE,
        other => other.id(),
    };
    let key = match excerpt.kind {
        Kind::Match => NodeKey::line(&path, excerpt.line),
        _ => NodeKey(format!("{path}#L{}:{}", excerpt.line, excerpt.span.start)),
    };
    let around = fields::enclosing(library, excerpt);
    let mut hit = Hit {
        line: excerpt.line,
        end_line: excerpt.end_line,
        span: excerpt.mark,
        role,
        context: around
            .and_then(|node| library.outline(node.file).map(|outline| outline.name(node.node).to_owned()))
            .unwrap_or_default(),
        query: around.and_then(|node| node_query(library, node, &mut Names::default())).unwrap_or_default(),
        ..Hit::new(path, excerpt.kind, key)
    };
    if excerpt.kind == Kind::Chunk {
        hit.span = excerpt.span;
        hit.name = cut(fields::excerpt_text(library, excerpt).lines().next().unwrap_or_default().trim().to_owned());
        return hit;
    }
    if let Ok(text) = library.text(excerpt.file) {
        (hit.name, hit.name_marks) = marked_line(&text, excerpt.mark);
    }
    hit
}

/// The line around a mark without the space around it, cut if it is very long, and the mark in it. Costs
/// as much as the line is long: hits of one file may be as many as its lines.
fn marked_line(text: &str, mark: Span) -> (String, Vec<Range<usize>>) {
    let (head, tail) = text.as_bytes().split_at((mark.start as usize).min(text.len()));
    let start = memchr::memrchr(b'\n', head).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', tail).map_or(text.len(), |at| head.len() + at);
    let whole = Span::of_range(start..end).of(text).trim_end_matches('\r');
    let lead = whole.len() - whole.trim_start().len();
    let at = (mark.start as usize).saturating_sub(start).min(whole.len());
    let mut from = lead.min(at);
    if at.saturating_sub(from) > LONGEST / 2 {
        from = at - LONGEST / 4;
        while !whole.is_char_boundary(from) {
            from -= 1;
        }
    }
    let shown = cut(whole[from..].trim_end().to_owned());
    let begin = at - from;
    let end = (begin + mark.len() as usize).min(shown.len());
    let fits = begin < end && shown.is_char_boundary(begin) && shown.is_char_boundary(end);
    (shown, fits.then_some(begin..end).into_iter().collect())
}

pub(in crate::docql) fn cut(mut text: String) -> String {
    if text.len() > LONGEST {
        let mut end = LONGEST;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
    text
}

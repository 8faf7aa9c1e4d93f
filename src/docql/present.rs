//! Items → hits: the plain data that screens and reports show.

use super::catalog::Field;
use super::eval::Outcome;
use super::fields;
use super::hit::{Group, Hit, Results, Shape};
use super::item::{Excerpt, Found, Item};
use super::locate::locate;
use super::plan::Plan;
use super::value::{Value, key_text};
use crate::document::{Family, Kind, NodeKey, Span};
use crate::library::{FileId, Library, NodeRef};
use std::ops::Range;
use std::sync::Arc;

/// Longest name or snippet of a hit, in bytes; screens cut further.
const LONGEST: usize = 400;

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
    let heading = Heading {
        query: plan.canonical().to_owned(),
        shape: plan.shape(),
        ranked: plan.ranked,
        partial: partial(plan, library),
    };
    let mut results = present_items(heading, &outcome.items, library, limit);
    if let Some(count) = outcome.count {
        results.shape = Shape::Count;
        results.total = 1;
        results.hits.push(count_hit(count));
        results.groups.push(Group { path: "".into(), language: "data", total: 1, hits: 0..1 });
    }
    if results.total == 0 {
        super::zero::explain(plan, library, &mut results);
    }
    results
}

/// The first `limit` of `items` as hits.
pub fn present_items(heading: Heading, items: &[Found], library: &Library, limit: usize) -> Results {
    let groups = groups(items.iter().map(|found| place(library, &found.item)), limit.min(items.len()));
    Results {
        query: heading.query,
        shape: heading.shape,
        hits: items.iter().take(limit).map(|found| hit(library, found)).collect(),
        total: items.len(),
        files: groups.len(),
        groups,
        ranked: heading.ranked,
        partial: heading.partial,
        hints: Vec::new(),
        suggestions: Vec::new(),
    }
}

/// How far an index that the plan needs has come; `None` when it is complete or not needed.
fn partial(plan: &Plan, library: &Library) -> Option<(u32, u32)> {
    use crate::library::Needs;
    let missing = match plan.needs() {
        Needs::Files | Needs::Named(_) => false,
        Needs::Structure => !library.is_complete(),
        Needs::Text(_) => !library.is_text_complete(),
        Needs::FullText => !(library.is_complete() && library.is_text_complete()),
    };
    missing.then(|| (library.indexed() as u32, library.files().len() as u32))
}

/// Runs of items with the same path become groups; ranked results may have several of one file.
fn groups(paths: impl Iterator<Item = (Arc<str>, &'static str)>, loaded: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, (path, language)) in paths.enumerate() {
        let end = (index + 1).min(loaded);
        match groups.last_mut() {
            Some(last) if last.path == path => {
                last.total += 1;
                last.hits.end = end.max(last.hits.start);
            }
            _ => groups.push(Group { path, language, total: 1, hits: index.min(loaded)..end }),
        }
    }
    groups
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
    Hit { name: count.to_string(), kind: Kind::Value, role: "count", ..blank("".into(), NodeKey(String::new())) }
}

fn blank(path: Arc<str>, key: NodeKey) -> Hit {
    Hit {
        key,
        path,
        kind: Kind::Value,
        name: String::new(),
        line: 0,
        end_line: 0,
        level: 0,
        snippet: String::new(),
        name_marks: Vec::new(),
        snippet_marks: Vec::new(),
        role: "",
        context: String::new(),
        span: Span::default(),
        query: String::new(),
        score: None,
        depth: 0,
        drillable: false,
    }
}

/// One item as a hit.
pub fn hit(library: &Library, found: &Found) -> Hit {
    let (path, _) = place(library, &found.item);
    let mut hit = match &found.item {
        Item::Node(node) => node_hit(library, *node, found, path),
        Item::File(file) => file_hit(library, *file, found, path),
        Item::Excerpt(excerpt) => excerpt_hit(library, excerpt, path),
        Item::Directory(directory) => Hit {
            kind: Kind::Directory,
            name: directory.rsplit('/').next().unwrap_or(directory).to_owned(),
            query: format!("$.structure[?(@.path=={})]", super::quoted(directory)),
            drillable: true,
            role: "dir",
            ..blank(path, NodeKey::file(directory))
        },
        Item::Repository(number) => {
            let repository = library.repositories().get(*number as usize);
            let name = repository.map_or(String::new(), |repository| repository.name.clone());
            Hit {
                kind: Kind::Repository,
                query: format!("$.repos[?(@.name=={})]", super::quoted(&name)),
                context: repository.map_or(String::new(), |repository| repository.path.clone()),
                name,
                drillable: true,
                role: "repo",
                ..blank(path, NodeKey(format!("repository#{number}")))
            }
        }
        Item::Data { tree, node, .. } => {
            let value = tree.node(*node);
            let key = key_text(tree, *node);
            let json = tree.to_json(*node).to_string();
            Hit {
                kind: Kind::Value,
                name: cut(if key.is_empty() { "$".to_owned() } else { key }),
                snippet: cut(json),
                line: value.line,
                end_line: value.end_line,
                role: "value",
                ..blank(Arc::clone(&path), NodeKey(format!("{path}#{}", tree.path(*node))))
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
                ..blank(Arc::clone(&path), NodeKey(format!("{path}#L{line}:{}", cut(text))))
            }
        }
    };
    hit.score = found.score;
    hit.depth = found.depth;
    hit
}

fn file_hit(library: &Library, file: FileId, found: &Found, path: Arc<str>) -> Hit {
    let entry = library.file(file);
    let mut hit = Hit {
        kind: Kind::File,
        name: entry.name().to_owned(),
        context: library.title(file).to_owned(),
        query: format!("$.files[?(@.path=={})]", super::quoted(&entry.path)),
        drillable: true,
        role: entry.format.id,
        ..blank(path, NodeKey::file(&entry.path))
    };
    show_site(library, file, found, &mut hit);
    hit
}

fn node_hit(library: &Library, node: NodeRef, found: &Found, path: Arc<str>) -> Hit {
    let Some(outline) = library.outline(node.file) else { return blank(path, NodeKey(String::new())) };
    let at = node.node;
    let kind = outline.kind(at);
    let mut hit = Hit {
        kind,
        name: cut(outline.name(at).to_owned()),
        line: outline.line(at),
        end_line: outline.end_line(at),
        level: outline.level(at),
        span: outline.span(at),
        role: role(kind, outline.level(at)),
        context: fields::parent_name(library, node).to_owned(),
        query: node_query(library, node).unwrap_or_default(),
        drillable: kind.is_class() || matches!(kind, Kind::Heading | Kind::Module) || at + 1 < outline.end(at),
        ..blank(Arc::clone(&path), node_key(library, node, &path))
    };
    if found.site.is_some() {
        show_site(library, node.file, found, &mut hit);
    } else {
        hit.snippet = snippet(library, node, kind, outline.detail(at));
    }
    if hit.name.is_empty() {
        hit.name = std::mem::take(&mut hit.snippet);
    }
    hit
}

/// A query that yields this node alone, as far as names allow.
fn node_query(library: &Library, node: NodeRef) -> Option<String> {
    let outline = library.outline(node.file)?;
    let (kind, entry) = (outline.kind(node.node), library.file(node.file));
    let name = if kind.is_symbol() {
        member_name(&fields::qualified_name(library, node), entry.format.id, kind)
    } else {
        outline.name(node.node).to_owned()
    };
    let own = outline.lower_name(node.node);
    let needs_line = own.is_empty() || own.contains(['*', '?']) || !(kind.is_symbol() || kind == Kind::Heading);
    // A heading is looked for as a part of titles, a symbol by its whole name.
    let twin = |at: u32| match kind {
        Kind::Heading => outline.kind(at) == kind && outline.lower_name(at).contains(&*own),
        _ => outline.kind(at).family() == kind.family() && outline.lower_name(at) == own,
    };
    let ambiguous = needs_line || (0..outline.len()).filter(|&at| twin(at)).nth(1).is_some();
    Some(locate(&entry.path, kind, &name, if ambiguous { outline.line(node.node) } else { 0 }))
}

/// For a query the last two parts of a qualified name are enough, and short.
fn member_name(qualified: &str, language: &str, kind: Kind) -> String {
    if !kind.is_symbol() {
        return qualified.to_owned();
    }
    let separator = if matches!(language, "rust" | "cpp" | "c" | "ruby" | "php") { "::" } else { "." };
    let parts: Vec<&str> = qualified.split(separator).collect();
    parts[parts.len().saturating_sub(if kind.is_class() { 1 } else { 2 })..].join(".")
}

fn node_key(library: &Library, node: NodeRef, path: &str) -> NodeKey {
    // The slugs of names from the outside in; a line makes equal ones distinct without reading the document.
    let Some(outline) = library.outline(node.file) else { return NodeKey::file(path) };
    let mut parts: Vec<String> =
        outline.ancestors(node.node).map(|at| crate::document::slug(outline.name(at))).collect();
    parts.reverse();
    let own = outline.name(node.node);
    parts.push(if own.is_empty() { outline.kind(node.node).id().to_owned() } else { crate::document::slug(own) });
    let same = |other: u32| {
        outline.kind(other) == outline.kind(node.node)
            && outline.name(other) == own
            && outline.parent(other) == outline.parent(node.node)
    };
    let start = outline.parent(node.node).map_or(0, |parent| parent + 1);
    let before = (start..node.node).filter(|&other| same(other)).count();
    let suffix = if before == 0 { String::new() } else { format!("~{}", before + 1) };
    NodeKey(format!("{path}#{}:{}{suffix}", outline.kind(node.node).id(), parts.join("/")))
}

fn role(kind: Kind, level: u8) -> &'static str {
    match kind {
        Kind::Heading => ["", "H1", "H2", "H3", "H4", "H5", "H6"].get(usize::from(level)).copied().unwrap_or("H"),
        _ if kind.is_symbol() => "def",
        _ if kind.family() == Family::Section => kind.id(),
        _ => kind.id(),
    }
}

fn snippet(library: &Library, node: NodeRef, kind: Kind, detail: &str) -> String {
    let field = match kind {
        _ if kind.is_symbol() => Field::Signature,
        Kind::Heading => return String::new(),
        Kind::Import | Kind::Api => return cut(detail.to_owned()),
        Kind::CodeBlock | Kind::Diagram => Field::Code,
        _ => Field::Text,
    };
    match fields::value(library, &Found::plain(Item::Node(node)), field) {
        Value::Text(text) => {
            cut(text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned())
        }
        _ => String::new(),
    }
}

/// Shows the line of the place that led to an item: a call.
fn show_site(library: &Library, file: FileId, found: &Found, hit: &mut Hit) {
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
    hit.role = if found.by_name { "~call" } else { "call" };
    if found.calls > 1 {
        hit.snippet.push_str(&format!("  (+{} more)", found.calls - 1));
    }
}

fn excerpt_hit(library: &Library, excerpt: &Excerpt, path: Arc<str>) -> Hit {
    let role = match excerpt.kind {
        Kind::Match => "text",
        Kind::Reference => "ref",
        other => other.id(),
    };
    let key = match excerpt.kind {
        Kind::Match => NodeKey::line(&path, excerpt.line),
        _ => NodeKey(format!("{path}#L{}:{}", excerpt.line, excerpt.span.start)),
    };
    let around = fields::enclosing(library, excerpt);
    let mut hit = Hit {
        kind: excerpt.kind,
        line: excerpt.line,
        end_line: excerpt.end_line,
        span: excerpt.mark,
        role,
        context: around
            .and_then(|node| library.outline(node.file).map(|outline| outline.name(node.node).to_owned()))
            .unwrap_or_default(),
        query: around.and_then(|node| node_query(library, node)).unwrap_or_default(),
        ..blank(path, key)
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

fn cut(mut text: String) -> String {
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

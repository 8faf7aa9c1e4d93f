//! Nodes → hits: the row, what tells it apart from others of its file, and a query that yields it.

use super::catalog::Field;
use super::fields;
use super::hit::Hit;
use super::item::{Found, Item};
use super::locate::locate;
use super::present::{blank, cut, show_site};
use super::value::Value;
use crate::document::{Family, Kind, NodeKey};
use crate::library::{Library, NodeRef};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// The nodes of a file by name, for the hits of a page: they stand by file, and a file may have as many
/// nodes as a page has hits.
#[derive(Debug, Default)]
pub(super) struct Names<'l> {
    /// The first of the file's nodes that was asked about.
    first: Option<NodeRef>,
    /// From the second hit of a file on: its nodes by lower-case name, and its headings.
    index: Option<Index<'l>>,
}

/// Nodes by lower-case name.
#[derive(Debug)]
struct Index<'l> {
    by_name: HashMap<Cow<'l, str>, Vec<u32>>,
    headings: Vec<u32>,
}

/// With fewer nodes a look at all is as good.
const FEW: u32 = 256;

impl<'l> Names<'l> {
    /// The nodes of the file that may be taken for `node`: those of its name, and for a heading all headings.
    fn like(&mut self, library: &'l Library, node: NodeRef) -> Cow<'_, [u32]> {
        let Some(outline) = library.outline(node.file) else { return Cow::Borrowed(&[]) };
        let own = outline.lower_name(node.node);
        let is_heading = |at: u32| outline.kind(at) == Kind::Heading;
        let same_file = self.first.is_some_and(|first| first.file == node.file);
        if !same_file || self.first == Some(node) || outline.len() < FEW {
            if !same_file {
                (self.first, self.index) = (Some(node), None);
            }
            let wanted = |&at: &u32| match is_heading(node.node) {
                true => is_heading(at),
                false => outline.lower_name(at) == own,
            };
            return Cow::Owned((0..outline.len()).filter(wanted).collect());
        }
        let index = self.index.get_or_insert_with(|| {
            let mut by_name: HashMap<Cow<'l, str>, Vec<u32>> = HashMap::new();
            for at in 0..outline.len() {
                by_name.entry(outline.lower_name(at)).or_default().push(at);
            }
            Index { by_name, headings: (0..outline.len()).filter(|&at| is_heading(at)).collect() }
        });
        if is_heading(node.node) {
            return Cow::Borrowed(&index.headings);
        }
        Cow::Borrowed(index.by_name.get(&own).map_or(&[], Vec::as_slice))
    }
}

/// A node as a hit.
pub(super) fn node_hit<'l>(
    library: &'l Library,
    node: NodeRef,
    found: &Found,
    path: Arc<str>,
    names: &mut Names<'l>,
) -> Hit {
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
        query: node_query(library, node, names).unwrap_or_default(),
        drillable: kind.is_class() || matches!(kind, Kind::Heading | Kind::Module) || at + 1 < outline.end(at),
        ..blank(Arc::clone(&path), node_key(library, node, &path, names))
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
pub(super) fn node_query<'l>(library: &'l Library, node: NodeRef, names: &mut Names<'l>) -> Option<String> {
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
    let ambiguous = needs_line || names.like(library, node).iter().filter(|&&at| twin(at)).nth(1).is_some();
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

fn node_key<'l>(library: &'l Library, node: NodeRef, path: &str, names: &mut Names<'l>) -> NodeKey {
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
    let before = names.like(library, node).iter().filter(|&&other| other < node.node && same(other)).count();
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

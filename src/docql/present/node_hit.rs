//! Node → hit: its text, a key that is unique in its file, and a query that yields it.

use crate::docql::catalog::Field;
use crate::docql::eval::navigate::has_children;
use crate::docql::nodes::callables::signature::declaration;
use crate::docql::nodes::fields;
use crate::docql::nodes::hit::{DEFINITION, Hit, NAMESAKE};
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::matched::cut;
use crate::docql::nodes::names::locate::{database_table, locate};
use crate::docql::nodes::outline::Members;
use crate::docql::nodes::rows::fields::told;
use crate::docql::nodes::value::Value;
use crate::docql::present::site::show_site;
use crate::document::{Family, Kind, NodeKey};
use crate::library::{FileId, Library, NodeRef, Outline};
use std::collections::HashMap;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// An index of the nodes of one file by name, for the hits of a page: hits are grouped by file, and scanning all
/// nodes for each hit would be quadratic.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    file: Option<FileId>,
    /// The last node that was asked about, and how many of the file before it.
    last: Option<NodeRef>,
    further: usize,
    /// The last node looked up, with its lookalikes.
    like_of: Option<NodeRef>,
    like: Vec<u32>,
    /// From the second hit of a file on: each node with a hash of its name in lower case, sorted.
    by_name: Vec<(u64, u32)>,
    /// The titles of all headings in lower case, a line each.
    titles: Option<String>,
    /// A file and the members of its types that are written outside of them.
    members: Option<(FileId, Members)>,
    /// With `by_name`: the nodes of each hash, once they were asked for, and for each node the number of those before
    /// it that are like it in the same place.
    groups: HashMap<u64, Vec<u32>>,
    ranks: Vec<u32>,
}

impl NameIndex {
    fn members(&mut self, file: FileId, outline: &Outline<'_>) -> &Members {
        if self.members.as_ref().is_some_and(|(known, _)| *known != file) {
            self.members = None;
        }
        &self.members.get_or_insert_with(|| (file, Members::of(outline))).1
    }

    /// Takes the node that is asked about next.
    fn begin(&mut self, node: NodeRef) {
        if self.file != Some(node.file) {
            let members = self.members.take();
            *self = NameIndex { file: Some(node.file), members, ..NameIndex::default() };
        } else if self.last != Some(node) {
            self.further += 1;
        }
        self.last = Some(node);
    }

    /// Whether the titles of two headings hold `title`, which is in lower case.
    fn is_in_two_titles(&mut self, outline: &Outline<'_>, title: &str) -> bool {
        let titles = self.titles.get_or_insert_with(|| {
            let headings = (0..outline.len()).filter(|&at| outline.kind(at) == Kind::Heading);
            headings.map(|at| outline.lower_name(at).replace('\n', " ") + "\n").collect()
        });
        let Some(first) = titles.find(title) else { return false };
        let next = titles[first..].find('\n').map_or(titles.len(), |end| first + end + 1);
        titles[next..].contains(title)
    }

    /// The nodes that have the name of `node`.
    fn lookalikes(&mut self, library: &Library, node: NodeRef) -> &[u32] {
        self.begin(node);
        if self.like_of == Some(node) {
            return &self.like;
        }
        let Some(outline) = library.outline(node.file) else { return &[] };
        let is_first = self.further == 0;
        self.like_of = Some(node);
        let own = outline.lower_name(node.node);
        let name = outline.name(node.node);
        let is_alike = |at: &u32| {
            let other = outline.name(*at);
            other == name
                || if other.is_ascii() { other.eq_ignore_ascii_case(&own) } else { outline.lower_name(*at) == own }
        };
        self.like = if is_first {
            (0..outline.len()).filter(is_alike).collect()
        } else {
            if self.by_name.is_empty() {
                self.by_name = (0..outline.len()).map(|at| (folded_hash(outline, at), at)).collect();
                self.by_name.sort_unstable();
            }
            let (hash, by_name) = (folded_hash(outline, node.node), &self.by_name);
            let group = self.groups.entry(hash).or_insert_with(|| {
                let start = by_name.partition_point(|(other, _)| *other < hash);
                let same = by_name[start..].iter().take_while(|(other, _)| *other == hash);
                same.map(|(_, at)| *at).filter(is_alike).collect()
            });
            group.clone()
        };
        &self.like
    }
}

impl NameIndex {
    /// How many nodes of the same name, kind and parent stand before `node`; `None` for the first node of a file, for
    /// which it is not worth to count them all.
    fn rank(&mut self, outline: &Outline<'_>, node: NodeRef) -> Option<usize> {
        self.begin(node);
        if self.further == 0 {
            return None;
        }
        if self.ranks.is_empty() {
            let mut seen: HashMap<(u64, u8, Option<u32>), u32> = HashMap::new();
            let mut rank = |at: u32| {
                let alike = (folded_hash(*outline, at), outline.kind(at) as u8, outline.parent(at));
                let count = seen.entry(alike).or_insert(0);
                *count += 1;
                *count - 1
            };
            self.ranks = (0..outline.len()).map(&mut rank).collect();
        }
        self.ranks.get(node.node as usize).map(|rank| *rank as usize)
    }
}

/// A hash of a node's name in lower case.
fn folded_hash(outline: Outline<'_>, at: u32) -> u64 {
    let name = outline.name(at);
    let mut small = [0; 64];
    match small.get_mut(..name.len()).filter(|_| name.is_ascii()) {
        Some(folded) => {
            folded.copy_from_slice(name.as_bytes());
            folded.make_ascii_lowercase();
            xxh3_64(folded)
        }
        None => xxh3_64(outline.lower_name(at).as_bytes()),
    }
}

/// Presents a node as a hit.
pub(super) fn node_hit(library: &Library, node: NodeRef, found: &Found, path: Arc<str>, names: &mut NameIndex) -> Hit {
    let Some(outline) = library.outline(node.file) else { return Hit::new(path, Kind::Value, NodeKey(String::new())) };
    let kind = outline.kind(node.node);
    let hit = Hit {
        query: node_query(library, node, names).unwrap_or_default(),
        // Of a table of a database the rows are what is inside.
        drillable: kind == Kind::Table && library.file(node.file).is_database()
            || has_children(library, node, names.members(node.file, &outline)),
        ..outlined(
            (library, &outline),
            node,
            found,
            Hit::new(Arc::clone(&path), kind, node_key(library, node, &path, names)),
        )
    };
    named(library, node, found, hit, true)
}

/// Presents a node as what is written of it in a line or a record.
pub(super) fn written_node(library: &Library, node: NodeRef, found: &Found, path: Arc<str>) -> Hit {
    let nameless = NodeKey(String::new());
    let Some(outline) = library.outline(node.file) else { return Hit::new(path, Kind::Value, nameless) };
    let hit = outlined((library, &outline), node, found, Hit::new(path, outline.kind(node.node), nameless));
    named(library, node, found, hit, false)
}

/// A hit with what the outline says of the node.
fn outlined((library, outline): (&Library, &Outline<'_>), node: NodeRef, found: &Found, hit: Hit) -> Hit {
    let (at, kind) = (node.node, hit.kind);
    Hit {
        name: cut(outline.name(at).to_owned()),
        line: outline.line(at),
        end_line: outline.end_line(at),
        level: outline.level(at),
        span: outline.span(at),
        role: if found.by_name() { NAMESAKE } else { role(kind, outline.level(at)) },
        context: fields::parent_name(library, node).to_owned(),
        ..hit
    }
}

/// A hit with the site that it stands for, or with its snippet, by which it is called if it has no name; one that has a
/// name has a snippet only where it `is_shown`.
fn named(library: &Library, node: NodeRef, found: &Found, mut hit: Hit, is_shown: bool) -> Hit {
    if found.site.is_some() {
        show_site(library, node.file, found, &mut hit);
    } else if is_shown || hit.name.is_empty() {
        let detail = library.outline(node.file).map_or("", |outline| outline.detail(node.node));
        hit.snippet = snippet(library, node, hit.kind, detail);
    }
    if hit.name.is_empty() {
        hit.name = std::mem::take(&mut hit.snippet);
    }
    hit
}

/// A query that yields this node alone, as far as names allow.
pub(super) fn node_query(library: &Library, node: NodeRef, names: &mut NameIndex) -> Option<String> {
    let outline = library.outline(node.file)?;
    let (kind, entry) = (outline.kind(node.node), library.file(node.file));
    let name = if kind.is_symbol() {
        member_name(&fields::qualified_name(library, node), entry.format.id, kind)
    } else {
        outline.name(node.node).to_owned()
    };
    if kind == Kind::Table && entry.is_database() {
        return Some(database_table(&entry.path, &name));
    }
    let own = outline.lower_name(node.node);
    let needs_line = own.is_empty() || own.contains(['*', '?']) || !(kind.is_symbol() || kind == Kind::Heading);
    let twin = |at: u32| outline.kind(at).family() == kind.family() && outline.lower_name(at) == own;
    names.begin(node);
    let ambiguous = needs_line
        || match kind {
            // A heading is found by a substring of its title, a symbol by its whole name.
            Kind::Heading => names.is_in_two_titles(&outline, &own),
            _ => names.lookalikes(library, node).iter().filter(|&&at| twin(at)).nth(1).is_some(),
        };
    Some(locate(&entry.path, kind, &name, if ambiguous { outline.line(node.node) } else { 0 }))
}

/// The last two parts of a qualified name, which suffice for a query and are short.
fn member_name(qualified: &str, language: &str, kind: Kind) -> String {
    if !kind.is_symbol() {
        return qualified.to_owned();
    }
    let separator = if matches!(language, "rust" | "cpp" | "c" | "ruby" | "php") { "::" } else { "." };
    let parts: Vec<&str> = qualified.split(separator).collect();
    parts[parts.len().saturating_sub(if kind.is_class() { 1 } else { 2 })..].join(".")
}

fn node_key(library: &Library, node: NodeRef, path: &str, names: &mut NameIndex) -> NodeKey {
    // The slugs of names from the outside in; a number makes equal ones distinct without reading the document.
    let Some(outline) = library.outline(node.file) else { return NodeKey::file(path) };
    let mut parts: Vec<String> =
        outline.ancestors(node.node).map(|at| crate::document::slug(outline.name(at))).collect();
    parts.reverse();
    let own = outline.name(node.node);
    parts.push(if own.is_empty() { outline.kind(node.node).id().to_owned() } else { crate::document::slug(own) });
    // A slug knows no capitals: `ReadRequest` and `readRequest` would be one.
    let same = |other: u32| {
        outline.kind(other) == outline.kind(node.node)
            && outline.lower_name(other) == outline.lower_name(node.node)
            && outline.parent(other) == outline.parent(node.node)
    };
    let before = match names.rank(&outline, node) {
        Some(rank) => rank,
        None => names.lookalikes(library, node).iter().filter(|&&other| other < node.node && same(other)).count(),
    };
    let suffix = if before == 0 { String::new() } else { format!("~{}", before + 1) };
    NodeKey(format!("{path}#{}:{}{suffix}", outline.kind(node.node).id(), parts.join("/")))
}

fn role(kind: Kind, level: u8) -> &'static str {
    match kind {
        Kind::Heading => ["", "H1", "H2", "H3", "H4", "H5", "H6"].get(usize::from(level)).copied().unwrap_or("H"),
        _ if kind.is_symbol() => DEFINITION,
        _ if kind.family() == Family::Section => kind.id(),
        _ => kind.id(),
    }
}

/// Signs around a term that is emphasized.
const EMPHASIS: [char; 3] = ['*', '_', '`'];

fn snippet(library: &Library, node: NodeRef, kind: Kind, detail: &str) -> String {
    let field = match kind {
        _ if kind.is_symbol() => Field::Signature,
        Kind::Heading => return String::new(),
        Kind::Import | Kind::Api => return cut(detail.to_owned()),
        Kind::CodeBlock | Kind::Diagram => Field::Code,
        Kind::Table if library.file(node.file).is_database() => {
            return told(library, node).map(cut).unwrap_or_default();
        }
        _ => Field::Text,
    };
    match fields::value(library, &Found::plain(Item::Node(node)), field) {
        Value::Text(text) if kind.is_symbol() => cut(declaration(&text).to_owned()),
        Value::Text(text) if kind == Kind::Term => {
            let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
            let name = library.outline(node.file).map_or("", |outline| outline.name(node.node));
            // What sets a term off from what is said of it is no part of either.
            let parts = line.split_once(name).filter(|_| !name.is_empty());
            let bare = parts.map(|(before, behind)| {
                format!("{}{name}{}", before.trim_end_matches(EMPHASIS), behind.trim_start_matches(EMPHASIS))
            });
            cut(bare.unwrap_or_else(|| line.to_owned()))
        }
        Value::Text(text) => {
            cut(text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned())
        }
        _ => String::new(),
    }
}

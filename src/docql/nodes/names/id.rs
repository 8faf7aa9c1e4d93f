//! Ids of nodes: unique in a workspace, and the same however the rest of the file is edited.
//!
//! `src/server.rs#method:Server.close`, `docs/guide.md#heading:guide/install`: path, kind, the names from the outside
//! in as the file writes them. Where a language overloads, the types of the parameters follow: `read(byte[],int)`.
//! What is still alike – the branches of an `#if`, two sections "Example" – is told apart by its own text
//! (`~k3f2`): never by its order, unless the texts are the same too. What has no name is always told by its text.

use crate::docql::nodes::callables::signature::signature;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::rows::places::RowSections;
use crate::document::{Family, Kind, Span, TypePlace, slug};
use crate::library::{FileId, Library, NodeRef, Outline};
use std::collections::HashMap;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Bytes of one name in an id: what is longer is cut, and told apart by a hash of all of it.
const MAX_LABEL_BYTES: usize = 80;

/// Ids of items, one after the other: what was looked up in a file serves its other items.
pub struct Ids<'l> {
    library: &'l Library,
    namesakes: Namesakes,
    sections: RowSections<'l>,
}

impl<'l> Ids<'l> {
    /// Makes ids of the items of `library`.
    pub fn new(library: &'l Library) -> Ids<'l> {
        Ids { library, namesakes: Namesakes::default(), sections: RowSections::new(library) }
    }

    /// The id of an item; `None` for what has none: repositories, values, rows of databases that are no sections.
    pub fn of(&mut self, item: &Item) -> Option<String> {
        Some(match item {
            Item::Node(node) => id(self.library, *node, &mut self.namesakes),
            Item::File(file) => self.library.file(*file).path.to_string(),
            Item::Directory(path) | Item::Unread(path) => path.to_string(),
            Item::Excerpt(excerpt) => {
                let path = &self.library.file(excerpt.file).path;
                match excerpt.kind {
                    Kind::Match => format!("{path}#L{}", excerpt.line),
                    Kind::Chunk => format!("{path}#L{}-L{}", excerpt.line, excerpt.end_line),
                    _ => format!("{path}#L{}:{}", excerpt.line, excerpt.span.start),
                }
            }
            Item::Row(row) => match self.sections.of(item) {
                Some(section) => id(self.library, section, &mut self.namesakes),
                // A row that stands in no text has no place there either.
                None if row.record().is_some() => return None,
                None => format!("{}#L{}", self.library.file(row.sheet.file?).path, row.line()),
            },
            Item::Repository(_) | Item::Data { .. } | Item::Value { .. } => return None,
        })
    }
}

impl std::fmt::Debug for Ids<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ids").finish_non_exhaustive()
    }
}

/// What tells the nodes of one file from others of their kind and name, for the ids of a page: looking through all nodes
/// for each, or through all namesakes, would be quadratic.
#[derive(Debug, Default)]
pub(in crate::docql) struct Namesakes {
    file: Option<FileId>,
    /// From the second question about a file on.
    alike: HashMap<u64, Vec<u32>>,
    /// Names and marks of nodes, of all namesakes at once.
    told: HashMap<u32, String>,
}

impl Namesakes {
    /// The names of a node from the outside in, with a mark where others have the same.
    fn told(&mut self, ids: &FileIds<'_>, at: u32) -> String {
        let (outline, own) = (&ids.outline, alike(&ids.outline, at));
        if self.file != Some(ids.file) {
            *self = Namesakes { file: Some(ids.file), ..Namesakes::default() };
            let kind = outline.kind(at);
            let same = |other: &u32| outline.kind(*other) == kind && alike(outline, *other) == own;
            self.told.extend(ids.told(&(0..outline.len()).filter(same).collect::<Vec<u32>>()));
        } else if !self.told.contains_key(&at) {
            if self.alike.is_empty() {
                (0..outline.len()).for_each(|node| self.alike.entry(alike(outline, node)).or_default().push(node));
            }
            self.told.extend(ids.told(self.alike.get(&own).map_or(&[], Vec::as_slice)));
        }
        self.told.get(&at).cloned().unwrap_or_default()
    }
}

/// A hash of kind and name, as an id has it.
fn alike(outline: &Outline<'_>, at: u32) -> u64 {
    xxh3_64_with_seed(label(outline, at).as_bytes(), outline.kind(at) as u64)
}

/// The id of a node. A file that cannot be read, or is no longer what was indexed, gives the id its nodes had.
pub(in crate::docql) fn id(library: &Library, node: NodeRef, namesakes: &mut Namesakes) -> String {
    let path = &library.file(node.file).path;
    let Some(outline) = library.outline(node.file) else { return path.to_string() };
    let ids = FileIds { library, file: node.file, outline };
    format!("{path}#{}:{}", ids.outline.kind(node.node).id(), namesakes.told(&ids, node.node))
}

/// The nodes of a file.
struct FileIds<'l> {
    library: &'l Library,
    file: FileId,
    outline: Outline<'l>,
}

impl FileIds<'_> {
    /// The names from the outside in, with what overloading adds.
    fn stem(&self, at: u32) -> String {
        let mut stem = names(&self.outline, at);
        if self.outline.kind(at).is_function()
            && let Some(types) = parameter_types(self.library, NodeRef { file: self.file, node: at })
        {
            stem.push('(');
            stem.push_str(&types.join(","));
            stem.push(')');
        }
        stem
    }

    /// The names of nodes that share kind and name, in document order, each with what tells it from the others.
    fn told(&self, nodes: &[u32]) -> Vec<(u32, String)> {
        let mut by_stem: HashMap<String, Vec<u32>> = HashMap::new();
        nodes.iter().for_each(|&at| by_stem.entry(self.stem(at)).or_default().push(at));
        let told = by_stem.iter().flat_map(|(stem, nodes)| {
            nodes.iter().zip(self.marks(nodes)).map(move |(&at, mark)| (at, format!("{stem}{mark}")))
        });
        told.collect()
    }

    /// What tells nodes with the same names apart: a mark of the head, else of all of the text, else the number among
    /// those with the same text. One that stands alone needs none.
    fn marks(&self, nodes: &[u32]) -> Vec<String> {
        let is_named = |at: u32| !self.outline.name(at).is_empty();
        if let [only] = nodes
            && is_named(*only)
        {
            return vec![String::new()];
        }
        let heads: Vec<u64> = nodes.iter().map(|&at| self.hash(at, false)).collect();
        let mut with_head: HashMap<u64, u32> = HashMap::new();
        heads.iter().for_each(|head| *with_head.entry(*head).or_default() += 1);
        let mut with_text: HashMap<String, u32> = HashMap::new();
        let mark = |(&at, head): (&u32, &u64)| {
            if is_named(at) && with_head.get(head) == Some(&1) {
                return format!("~{}", short(*head));
            }
            let text = short(self.hash(at, true));
            let same = with_text.entry(text.clone()).and_modify(|same| *same += 1).or_insert(1);
            if *same == 1 { format!("~{text}") } else { format!("~{text}.{same}") }
        };
        nodes.iter().zip(&heads).map(mark).collect()
    }

    /// A hash of the text of a node and of the heads around it: all of it, or up to its body.
    fn hash(&self, at: u32, whole: bool) -> u64 {
        let outline = &self.outline;
        let Ok(text) = self.library.node_text(self.file) else { return 0 };
        let head = |at: u32| {
            let (span, body) = (outline.span(at), outline.body(at));
            if body.is_empty() { span } else { Span::new(span.start, body.start.clamp(span.start, span.end)) }
        };
        let own = if whole { outline.span(at) } else { head(at) };
        let start = xxh3_64(own.of(&text).trim().as_bytes());
        let around = outline.ancestors(at).filter(|&at| outline.kind(at) == Kind::Impl);
        around.fold(start, |hash, at| xxh3_64_with_seed(head(at).of(&text).trim().as_bytes(), hash))
    }
}

/// The types of the parameters of a function, where its language tells functions apart by them.
pub fn parameter_types(library: &Library, of: NodeRef) -> Option<Vec<String>> {
    let lexis = library.file(of.file).format.lexis?;
    let head = parameters(library, of)?;
    Some(list_parts(&head, true).into_iter().map(|part| parameter_type(part, lexis.types.place)).collect())
}

/// The text between the brackets behind the name of a function, where its language tells functions apart by it.
pub(in crate::docql) fn parameters(library: &Library, of: NodeRef) -> Option<String> {
    let lexis = library.file(of.file).format.lexis?;
    if !lexis.types.overloads {
        return None;
    }
    let (outline, text) = (library.outline(of.file)?, library.node_text(of.file).ok()?);
    let (name, span, body) = (outline.name_span(of.node), outline.span(of.node), outline.body(of.node));
    let end = if body.is_empty() { span.end } else { body.start.max(name.end) };
    let head = signature(text.get(name.end as usize..end as usize)?, Some(lexis));
    after_type_parameters(&head).map(str::to_owned)
}

/// The names of a node and of what it lies in, from the outside in: sections joined by `/`, symbols by `.`.
pub(super) fn names(outline: &Outline<'_>, at: u32) -> String {
    let mut parts: Vec<(String, bool)> = Vec::new();
    let mut next = Some(at);
    while let Some(node) = next {
        let is_section = is_section(outline.kind(node));
        if !outline.name(node).is_empty() {
            parts.push((label(outline, node), is_section));
        }
        if outline.kind(node).names_owner() && !outline.detail(node).is_empty() {
            parts.push((tidy(outline.detail(node)), false));
        }
        next = outline.home(node);
    }
    let mut out = String::new();
    for (label, is_section) in parts.into_iter().rev() {
        if !out.is_empty() {
            out.push(if is_section { '/' } else { '.' });
        }
        out.push_str(&label);
    }
    out
}

fn is_section(kind: Kind) -> bool {
    kind.family() == Family::Section
}

fn label(outline: &Outline<'_>, at: u32) -> String {
    let name = outline.name(at);
    if is_section(outline.kind(at)) { tidy(&slug(name)) } else { tidy(name) }
}

/// A name as one word of an id: of a long one the beginning, and what tells it from others that begin so.
fn tidy(name: &str) -> String {
    let (whole, name) = (name, &name[..name.floor_char_boundary(MAX_LABEL_BYTES)]);
    let mut out = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            _ if letter.is_whitespace() => {
                if !out.ends_with('-') {
                    out.push('-');
                }
            }
            _ if letter.is_control() => {}
            _ => out.push(letter),
        }
    }
    if name.len() < whole.len() {
        out.push('-');
        out.push_str(&short(xxh3_64(whole.as_bytes())));
    }
    out
}

/// Twenty bits as four letters that are not mistaken for each other.
fn short(hash: u64) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    (0..4).map(|at| LETTERS[(hash >> (at * 5)) as usize & 31] as char).collect()
}

/// The inside of the brackets behind a function's name and its type parameters.
fn after_type_parameters(head: &str) -> Option<&str> {
    let mut angles = 0usize;
    let open = head.bytes().position(|byte| {
        match byte {
            b'<' => angles += 1,
            b'>' => angles = angles.saturating_sub(1),
            _ => {}
        }
        byte == b'(' && angles == 0
    })?;
    let mut depth = 0usize;
    for (at, byte) in head.bytes().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return head.get(open + 1..at);
        }
    }
    None
}

/// The parts of a list between its commas; `<` and `>` are brackets where types have arguments in them.
pub(in crate::docql) fn list_parts(list: &str, angles: bool) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'<' | b'>' if !angles => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The type of a parameter without its name and default, in one word.
fn parameter_type(parameter: &str, place: TypePlace) -> String {
    let written = parameter.split('=').next().unwrap_or_default().trim();
    let written = match place {
        TypePlace::Colon => written.split_once(':').map_or(written, |(_, after)| after),
        TypePlace::Before => {
            let name = written.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
            // A type alone has no name behind it.
            if name.trim_end().is_empty() || name.ends_with([':', '.']) { written } else { name }
        }
        TypePlace::After | TypePlace::BeforeSigil | TypePlace::Nowhere => written,
    };
    // `final int x`, `@Nullable String s`: words in front of the type are no part of it.
    let is_word_before = |word: &&str| word.starts_with('@') || *word == "final";
    let words: Vec<&str> = written.split_whitespace().skip_while(is_word_before).collect();
    tidy(&words.join(" ")).replace(",-", ",")
}

//! What the code in a document names: a snippet has no file of its own, so types are known by their names, and what is
//! called by the types that the snippet names.

use crate::docql::nodes::links::{Target, is_link, resolve};
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::names::qualified::package;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::relations::names::lookup::{declarations_named, owner_name};
use crate::document::{Kind, LexemeKind, Lexis, lexemes};
use crate::library::{FileId, Library, NodeRef};
use std::collections::HashSet;

/// Bytes of a snippet that are read.
const MAX_BYTES: usize = 64 << 10;

/// Declarations of one name that are told apart no further: more of them say nothing.
const MAX_NAMESAKES: usize = 5;

/// The code of a block in a document.
struct Snippet<'l> {
    library: &'l Library,
    /// A file in its language.
    sample: FileId,
    text: String,
    lexis: &'static Lexis,
}

/// The declarations in the workspace that a block of code names, in its order, and the files that it takes in.
pub(super) fn definitions(library: &Library, block: NodeRef) -> List {
    let mut out = taken_in(library, block);
    let Some(snippet) = Snippet::of(library, block) else { return out };
    let names = snippet.names();
    let mut seen = HashSet::new();
    for (name, is_called) in &names {
        let meant = snippet.meant(name, *is_called, &names);
        out.extend(meant.into_iter().filter(|node| seen.insert(*node)).map(|node| node_item(node.file, node.node)));
    }
    out
}

/// The declarations that a name in a block of code means.
pub(super) fn named(library: &Library, block: NodeRef, name: &str) -> Vec<NodeRef> {
    let Some(snippet) = Snippet::of(library, block) else { return Vec::new() };
    let names = snippet.names();
    let is_called = names.iter().any(|(known, is_called)| known == name && *is_called);
    snippet.meant(name, is_called, &names)
}

/// The files that stand for a block, or for a part of it: `include::…`.
fn taken_in(library: &Library, block: NodeRef) -> List {
    let Some(outline) = library.outline(block.file) else { return List::new() };
    let links = (block.node + 1..outline.end(block.node)).filter(|at| is_link(outline.kind(*at)));
    links
        .filter_map(|at| match resolve(library, block.file, outline.detail(at)) {
            Target::Item(item @ Item::File(_)) => Some(Found::plain(item)),
            _ => None,
        })
        .collect()
}

impl<'l> Snippet<'l> {
    fn of(library: &'l Library, block: NodeRef) -> Option<Snippet<'l>> {
        let outline = library.outline(block.file)?;
        let language = outline.detail(block.node);
        let is_its = |file: &FileId| {
            let entry = library.file(*file);
            !language.is_empty() && (entry.format.is_called(language) || entry.extension() == language)
        };
        let sample = library.file_ids().find(is_its)?;
        let lexis = library.file(sample).format.lexis?;
        let text = library.node_text(block.file).ok()?;
        let body = outline.body(block.node).of(&text);
        let text = body[..body.floor_char_boundary(MAX_BYTES)].to_owned();
        Some(Snippet { library, sample, text, lexis })
    }

    /// The names in the text, each once, and whether it is called somewhere.
    fn names(&self) -> Vec<(String, bool)> {
        let mut names: Vec<(String, bool)> = Vec::new();
        let mut places: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
        for lexeme in lexemes(&self.text, self.lexis) {
            let name = lexeme.span.of(&self.text);
            if !matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call) || self.lexis.keywords.contains(&name) {
                continue;
            }
            let at = *places.entry(name).or_insert_with(|| {
                names.push((name.to_owned(), false));
                names.len() - 1
            });
            names[at].1 |= lexeme.kind == LexemeKind::Call;
        }
        names
    }

    fn meant(&self, name: &str, is_called: bool, names: &[(String, bool)]) -> Vec<NodeRef> {
        let kind = |node: &NodeRef| self.library.outline(node.file).map(|outline| outline.kind(node.node));
        let all = declarations_named(self.library, name, self.sample);
        let types: Vec<NodeRef> = all.iter().copied().filter(|node| kind(node).is_some_and(Kind::is_class)).collect();
        if !types.is_empty() {
            return self.likely(types);
        }
        if !is_called {
            return Vec::new();
        }
        let is_named = |owner: &str| names.iter().any(|(known, _)| known == owner);
        let fits = |node: &NodeRef| owner_name(self.library, *node).is_none_or(is_named);
        self.likely(all.into_iter().filter(fits).collect())
    }

    /// Those whose package the snippet imports, else those outside of tests, unless there are too many.
    fn likely(&self, mut all: Vec<NodeRef>) -> Vec<NodeRef> {
        let mut keep = |wanted: &dyn Fn(&NodeRef) -> bool| {
            let kept: Vec<NodeRef> = all.iter().copied().filter(wanted).collect();
            if !kept.is_empty() {
                all = kept;
            }
        };
        keep(&|node| {
            let package = package(self.library, *node);
            package.contains('.') && self.text.contains(package.as_str())
        });
        keep(&|node| !is_of_tests(&self.library.file(node.file).path));
        if all.len() > MAX_NAMESAKES { Vec::new() } else { all }
    }
}

/// Whether a file is among tests, by its path.
fn is_of_tests(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| matches!(part.to_ascii_lowercase().as_str(), "test" | "tests" | "spec" | "__tests__" | "testdata"))
}

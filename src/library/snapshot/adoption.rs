//! Members that are written outside of their type: impl blocks, receivers, extensions.

use crate::document::{Kind, NodeFlags};
use crate::library::files::entries::{FileEntry, FileId};
use crate::library::segment::outline::{NodeRef, Outline};
use std::collections::HashMap;

/// The files of a snapshot and their nodes.
pub(super) struct Outlines<'l> {
    pub files: &'l [FileEntry],
    /// `None` while a file is not indexed.
    pub of: &'l dyn Fn(FileId) -> Option<Outline<'l>>,
}

impl<'l> Outlines<'l> {
    fn file(&self, id: FileId) -> &'l FileEntry {
        &self.files[id.0 as usize]
    }

    fn all(&self) -> impl Iterator<Item = (FileId, Outline<'l>)> {
        (0..self.files.len() as u32).map(FileId).filter_map(|id| Some((id, (self.of)(id)?)))
    }
}

/// Methods and their types, both ways.
#[derive(Debug, Default)]
pub(super) struct Adoption {
    owner: HashMap<NodeRef, NodeRef>,
    members: HashMap<NodeRef, Vec<NodeRef>>,
}

impl Adoption {
    /// Finds the type of every member that stands outside of one. Of several types with the right name
    /// the nearest wins: the same file, then the same directory, then the longest common path.
    pub(super) fn resolve(outlines: &Outlines<'_>) -> Adoption {
        let mut types: HashMap<&str, Vec<NodeRef>> = HashMap::new();
        let mut orphans: Vec<(NodeRef, &str)> = Vec::new();
        for (file, outline) in outlines.all() {
            // In Lua a variable holds a table, and that has what is written for it.
            let is_of_lua = outlines.file(file).format.id == "lua";
            let holds = |kind: Kind| is_of_lua && matches!(kind, Kind::Variable | Kind::Constant);
            for node in 0..outline.len() {
                let at = NodeRef { file, node };
                let kind = outline.kind(node);
                if kind.is_class() || kind == Kind::Alias || holds(kind) {
                    types.entry(outline.name(node)).or_default().push(at);
                } else if kind == Kind::Impl {
                    orphans.extend(
                        outline.children(Some(node)).map(|node| (NodeRef { file, node }, outline.name(at.node))),
                    );
                } else if kind.names_owner() && !outline.detail(node).is_empty() {
                    orphans.push((at, outline.detail(node)));
                }
            }
        }
        let mut adoption = Adoption::default();
        for (member, name) in orphans {
            let candidates = types.get(name).map(Vec::as_slice).unwrap_or_default();
            if let Some(owner) = nearest(outlines, member, candidates) {
                adoption.owner.insert(member, owner);
                adoption.members.entry(owner).or_default().push(member);
            } else if let Some(function) = constructor(outlines, member, name) {
                adoption.members.entry(function).or_default().push(member);
            }
        }
        adoption
    }

    pub(super) fn owner(&self, member: NodeRef) -> Option<NodeRef> {
        self.owner.get(&member).copied()
    }

    pub(super) fn members(&self, owner: NodeRef) -> &[NodeRef] {
        self.members.get(&owner).map(Vec::as_slice).unwrap_or_default()
    }
}

/// JavaScript: the function beside a method or property on whose prototype that is set. It is no type, but holds what makes one.
fn constructor(outlines: &Outlines<'_>, member: NodeRef, name: &str) -> Option<NodeRef> {
    let outline = (outlines.of)(member.file)?;
    let is_set = outline.flags(member.node).has(NodeFlags::LAMBDA) || outline.kind(member.node) == Kind::Property;
    let mut beside = outline.children(outline.parent(member.node)).filter(|_| is_set);
    let node = beside.find(|&at| outline.kind(at) == Kind::Function && outline.name(at) == name)?;
    Some(NodeRef { file: member.file, node })
}

fn nearest(outlines: &Outlines<'_>, member: NodeRef, candidates: &[NodeRef]) -> Option<NodeRef> {
    let language = outlines.file(member.file).format.id;
    // C++: a method is written in the namespace of its type, which is in no other type.
    let own =
        if matches!(language, "c" | "cpp") && candidates.len() > 1 { scopes(outlines, member) } else { Vec::new() };
    let is_beside = |candidate: NodeRef| !own.is_empty() && scopes(outlines, candidate) == own;
    candidates
        .iter()
        .copied()
        .filter(|candidate| related(outlines.file(candidate.file).format.id, language))
        .filter(|candidate| language != "rust" || is_seen(outlines, member, *candidate))
        // Lua: many files call a table alike, and each has its own.
        .filter(|candidate| language != "lua" || candidate.file == member.file)
        .max_by_key(|candidate| {
            let is_type = (outlines.of)(candidate.file).is_some_and(|outline| outline.kind(candidate.node).is_class());
            // What is written in the same file may be of a type in another one there, which its path names.
            let is_here = candidate.file == member.file;
            (
                is_here,
                is_beside(*candidate),
                closeness(outlines, member, *candidate),
                is_type,
                std::cmp::Reverse(*candidate),
            )
        })
}

/// Rust: false for a type of a function that the member is not in.
fn is_seen(outlines: &Outlines<'_>, member: NodeRef, type_: NodeRef) -> bool {
    let Some(outline) = (outlines.of)(type_.file) else { return true };
    let holds = |at: &u32| outline.kind(*at).is_function() || outline.kind(*at) == Kind::Test;
    let around = outline.ancestors(type_.node).find(holds);
    around.is_none_or(|around| {
        member.file == type_.file && outline.span(around).contains(outline.span(member.node).start)
    })
}

/// The names of the modules and types around a node, innermost first; `namespace a::b {` is two of them.
fn scopes<'l>(outlines: &Outlines<'l>, node: NodeRef) -> Vec<&'l str> {
    let Some(outline) = (outlines.of)(node.file) else { return Vec::new() };
    let is_scope = |at: &u32| outline.kind(*at) == Kind::Module || outline.kind(*at).is_class();
    outline.ancestors(node.node).filter(is_scope).flat_map(|at| outline.name(at).rsplit("::")).collect()
}

/// Languages whose files declare and define each other's things.
fn related(a: &str, b: &str) -> bool {
    let family = |id: &str| match id {
        "c" | "cpp" => 1,
        "javascript" | "typescript" | "tsx" | "vue" | "svelte" | "astro" => 2,
        "java" | "kotlin" => 3,
        _ => 0,
    };
    a == b || (family(a) != 0 && family(a) == family(b))
}

/// Same file: the deeper the common scope, the closer. Other files: the longer the common directory path.
fn closeness(outlines: &Outlines<'_>, a: NodeRef, b: NodeRef) -> (u8, usize) {
    if a.file == b.file {
        let Some(outline) = (outlines.of)(a.file) else { return (0, 0) };
        let scopes = |node: u32| {
            let mut scopes: Vec<u32> = outline
                .ancestors(node)
                .filter(|&at| outline.kind(at) == Kind::Module || outline.kind(at).is_function())
                .collect();
            scopes.reverse();
            scopes
        };
        let (mine, theirs) = (scopes(a.node), scopes(b.node));
        let common = mine.iter().zip(&theirs).take_while(|(x, y)| x == y).count();
        // A type in a scope that the member cannot see is further away than one outside of it.
        return (3, common * 2 + usize::from(theirs.len() == common));
    }
    let directory = |file: FileId| outlines.file(file).directory().to_owned();
    let (mine, theirs) = (directory(a.file), directory(b.file));
    if mine == theirs {
        return (2, 0);
    }
    let common = mine.split('/').zip(theirs.split('/')).take_while(|(x, y)| x == y).count();
    (1, common)
}

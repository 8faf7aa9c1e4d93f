//! Terms of documents that are called like declarations: in relations of code they stand for what is declared.

use crate::docql::nodes::context::Context;
use crate::document::Kind;
use crate::library::{Library, NamePart, NodeRef};

/// Declarations of the name of a term, at most: of more nobody knows which is described.
const MAX_DECLARED: usize = 20;

/// The targets, those that are terms replaced by what is declared by their name, if anything is.
pub(super) fn with_declared(targets: Vec<NodeRef>, context: Context<'_>) -> Vec<NodeRef> {
    let library = context.library;
    let is_term =
        |node: &NodeRef| library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Term);
    if !targets.iter().any(is_term) {
        return targets;
    }
    let mut out = Vec::new();
    for target in targets {
        let declared = if is_term(&target) { declared(library, target) } else { Vec::new() };
        if declared.is_empty() {
            out.push(target);
            continue;
        }
        if let (Some(seen), Some(outline)) = (context.seen, library.outline(target.file)) {
            let name = outline.name(target.node);
            seen.note(format!("{name} is described there: what is declared by that name is asked about"));
        }
        out.extend(declared);
    }
    let mut seen = std::collections::HashSet::new();
    out.retain(|node| seen.insert(*node));
    out
}

/// What is declared by the name of a term: `Spider.update_settings()` by that of a member of that type, if there is one.
fn declared(library: &Library, term: NodeRef) -> Vec<NodeRef> {
    let Some(outline) = library.outline(term.file) else { return Vec::new() };
    let written = outline.name(term.node);
    let plain = written.split('(').next().unwrap_or_default().trim();
    let is_sign = |c: char| !c.is_alphanumeric() && c != '_';
    let mut parts = plain.split(['.', '#', ':']).filter(|part| !part.is_empty()).rev();
    let (Some(name), owner) = (parts.next(), parts.next()) else { return Vec::new() };
    if name.contains(is_sign) {
        return Vec::new();
    }
    let mut found = Vec::new();
    library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
        let of = library.outline(node.file).filter(|of| of.kind(node.node).is_symbol() && of.name(node.node) == name);
        if let Some(of) = of {
            let parent = of.parent(node.node).map_or("", |parent| of.name(parent));
            found.push((node, owner.is_some_and(|owner| owner == parent)));
        }
        found.len() <= MAX_DECLARED
    });
    if found.len() > MAX_DECLARED {
        return Vec::new();
    }
    let is_owned = found.iter().any(|(_, is_owned)| *is_owned);
    found.into_iter().filter(|(_, owned)| *owned == is_owned).map(|(node, _)| node).collect()
}

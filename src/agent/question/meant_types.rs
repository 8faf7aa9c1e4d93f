//! Which types of the workspace a name means that parts are asked of: one of several that are called alike, or one by what
//! it lies in.

use super::relations::{Meant, last_part};
use crate::docql::quoted;
use crate::document::Kind;
use crate::library::{Library, NamePart, role};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Places that a sentence names, at most.
const MAX_NAMED: usize = 3;

/// The types that are meant by a name, if one is called so. Where one is to be told from others, `is_one_wanted`, those of
/// the program come before those of tests and examples, and those of what is called like the workspace before others.
pub(super) fn meant(name: &str, is_one_wanted: bool, library: &Library) -> Option<Meant> {
    let paths = declared_in(last_part(name), library);
    if paths.is_empty() {
        return None;
    }
    let class = format!("$.code.class({})", quoted(name));
    let all = || Some(Meant { query: class.clone(), aside: String::new() });
    if name != last_part(name) || !is_one_wanted || paths.len() == 1 {
        return all();
    }
    let is_own = |path: &&Arc<str>| library.find(path).is_some_and(|file| role(library.file(file)).is_none());
    let project = library.roots().first().map(|root| root.name.to_lowercase()).unwrap_or_default();
    let is_of_project = |path: &&Arc<str>| {
        let mut parts = path.split('/').rev().skip(1);
        parts.any(|part| part.to_lowercase() == project)
    };
    let mut kept: Vec<&Arc<str>> = paths.iter().filter(is_own).collect();
    if kept.is_empty() {
        kept = paths.iter().collect();
    }
    // The package of the project is what others of it are made for.
    let namesakes: Vec<&Arc<str>> = kept.iter().copied().filter(|path| is_of_project(path)).collect();
    let roots =
        namesakes.iter().filter(|path| path.split('/').next().is_some_and(|first| first.to_lowercase() == project));
    let roots: Vec<&Arc<str>> = roots.copied().collect();
    if let ([one], _) | (_, [one]) = (&roots[..], &namesakes[..]) {
        kept = vec![one];
    }
    let others: Vec<&Arc<str>> = paths.iter().filter(|path| !kept.contains(path)).collect();
    let listed = |paths: &[&Arc<str>]| {
        let more = paths.len().saturating_sub(MAX_NAMED);
        let named: Vec<&str> = paths.iter().take(MAX_NAMED).map(|path| &***path).collect();
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!("{}{more}", named.join(", "))
    };
    if others.is_empty() {
        return Some(Meant { query: class, aside: format!("{name} is declared in {}: {}", kept.len(), listed(&kept)) });
    }
    let is_in: Vec<String> = kept.iter().map(|path| quoted(path)).collect();
    let query = format!("{class}[?(@.path in [{}])]", is_in.join(", "));
    Some(Meant { query, aside: format!("that of {}; others are declared in {}", listed(&kept), listed(&others)) })
}

/// The interfaces, traits and protocols that are meant by a name: who asks what implements one does not ask for what is
/// called so otherwise. The types of that name where none is one; nothing where no type is called so.
pub(super) fn implemented(name: &str, library: &Library) -> Option<Meant> {
    if name != last_part(name) {
        return None;
    }
    let (mut is_type, mut kinds) = (false, BTreeSet::new());
    library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
        let outline = library.outline(node.file).filter(|outline| outline.name(node.node) == name);
        if let Some(kind) = outline.map(|outline| outline.kind(node.node)).filter(|kind| kind.is_class()) {
            is_type = true;
            if matches!(kind, Kind::Interface | Kind::Trait | Kind::Protocol) {
                kinds.insert(kind.id());
            }
        }
        true
    });
    let query = match (&kinds.into_iter().collect::<Vec<_>>()[..], is_type) {
        ([], false) => return None,
        ([], true) => format!("$.code.class({})", quoted(name)),
        ([kind], _) => format!("$.code.{kind}({})", quoted(name)),
        (kinds, _) => {
            let kinds: Vec<String> = kinds.iter().map(|kind| quoted(kind)).collect();
            format!("$.code.class({})[?(@.kind in [{}])]", quoted(name), kinds.join(", "))
        }
    };
    Some(Meant { query, aside: String::new() })
}

/// The files that declare a type of this name.
fn declared_in(name: &str, library: &Library) -> BTreeSet<Arc<str>> {
    let mut paths = BTreeSet::new();
    library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
        let outline = library.outline(node.file);
        let is_one =
            outline.is_some_and(|outline| outline.kind(node.node).is_class() && outline.name(node.node) == name);
        if is_one {
            paths.insert(Arc::clone(&library.file(node.file).path));
        }
        true
    });
    paths
}

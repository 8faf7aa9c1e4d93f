//! Who calls whom, by name: call sites are known by the hash of the name that is called.

use super::eval::{Context, List, Stale};
use super::fields;
use super::item::{Found, Item};
use super::outline::node as node_item;
use crate::document::{Kind, LexemeKind, Span, lexemes};
use crate::library::{FileId, Library, NodeRef, Outline};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

fn node_found(node: NodeRef) -> Found {
    node_item(node.file, node.node)
}

/// Breadth first: direct callers, then theirs. A symbol is listed at its smallest depth, once.
pub(super) fn callers(targets: &[NodeRef], depth: u32, context: Context<'_>) -> Result<List, Stale> {
    let mut seen: HashSet<NodeRef> = HashSet::new();
    let mut level: Vec<NodeRef> = targets.to_vec();
    let mut out = List::new();
    for step in 1..=depth {
        let mut next = Vec::new();
        for mut found in direct_callers(&level, context)? {
            let fresh = match &found.item {
                Item::Node(node) => seen.insert(*node),
                _ => true,
            };
            if fresh {
                if let Item::Node(node) = &found.item {
                    next.push(*node);
                }
                found.depth = step;
                out.push(found);
            }
        }
        level = next;
    }
    Ok(out)
}

/// A name that is called, and the types whose callables of that name are meant; one entry however many
/// callables share it.
struct Called<'l> {
    name: &'l str,
    /// One file of the language.
    file: FileId,
    /// The types of each callable.
    owners: Vec<Vec<&'l str>>,
}

/// What calls any of `targets`, by file and place.
fn direct_callers(targets: &[NodeRef], context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let mut called: HashMap<(&str, &str), Called<'_>> = HashMap::new();
    let mut found = List::new();
    for &target in targets {
        context.check()?;
        let Some(outline) = library.outline(target.file) else { continue };
        let kind = outline.kind(target.node);
        if kind.is_class() {
            found.extend(super::uses::uses(library, target));
            continue;
        }
        let owners = fields::owner_names(&outline, target.node);
        // Calls of a constructor name its type.
        let is_constructor = kind == Kind::Constructor;
        let name = if is_constructor { owners.first().copied().unwrap_or_default() } else { outline.name(target.node) };
        if name.is_empty() || !kind.is_symbol() {
            continue;
        }
        let language = family(library.file(target.file).format.id);
        let entry = called.entry((name, language)).or_insert(Called { name, file: target.file, owners: Vec::new() });
        if !entry.owners.contains(&owners) {
            entry.owners.push(owners);
        }
    }
    let called: Vec<Called<'_>> = called.into_values().collect();
    let sites: Result<Vec<List>, Stale> = called.par_iter().map(|called| call_sites(called, context)).collect();
    found.extend(sites?.into_iter().flatten());
    found.sort_by_key(|found| (found.item.file(), found.site));
    Ok(found)
}

/// The symbols in which a name is called, with the place of the call.
fn call_sites(called: &Called<'_>, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let language = library.file(called.file).format.id;
    let mut out = List::new();
    let mut texts: Option<(FileId, std::sync::Arc<str>)> = None;
    for (file, offset) in library.call_sites(called.name) {
        if !related(library, file, called.file) {
            continue;
        }
        if texts.as_ref().is_none_or(|(held, _)| *held != file) {
            context.check()?;
            let Ok(text) = library.peek_text(file) else { continue };
            texts = Some((file, text));
        }
        let Some((_, text)) = &texts else { continue };
        let site = Span::new(offset, offset + called.name.len() as u32);
        if site.of(text) != called.name || is_declaration(library, file, offset) {
            continue;
        }
        let Some(before) = text.get(..offset as usize) else { continue };
        if !called.owners.iter().any(|owners| qualifier_fits(before, owners, language)) {
            continue;
        }
        let caller = library.outline(file).and_then(|outline| enclosing_symbol(&outline, offset));
        let item = caller.map_or(Item::File(file), |node| Item::Node(NodeRef { file, node }));
        out.push(Found { item, score: None, depth: 1, site: Some(site) });
    }
    Ok(out)
}

/// The type that a callable belongs to, as its own file has it.
fn owner_name(library: &Library, node: NodeRef) -> Option<&str> {
    let outline = library.outline(node.file)?;
    let callable = matches!(outline.kind(node.node), Kind::Method | Kind::Constructor | Kind::Function);
    fields::owner_names(&outline, node.node).into_iter().next().filter(|_| callable)
}

/// Languages that can call each other's functions by name.
pub(super) fn related(library: &Library, a: FileId, b: FileId) -> bool {
    family(library.file(a).format.id) == family(library.file(b).format.id)
}

fn family(language: &str) -> &str {
    match language {
        "c" | "cpp" => "c",
        "javascript" | "typescript" | "tsx" => "javascript",
        "java" | "kotlin" => "java",
        other => other,
    }
}

pub(super) fn is_declaration(library: &Library, file: FileId, offset: u32) -> bool {
    let Some(outline) = library.outline(file) else { return false };
    outline.enclosing(offset, |kind| kind.is_symbol()).is_some_and(|node| outline.name_span(node).contains(offset))
}

/// Whether a call after the text `before` can reach a callable of the types `owners`: `Other::run(` does
/// not call `Mine::run`. It is decided by what is written alone, so that the answer does not depend on
/// which other files are known. Lower-case qualifiers are variables or modules and say nothing.
fn qualifier_fits(before: &str, owners: &[&str], language: &str) -> bool {
    let trimmed = before.trim_end_matches("::").trim_end_matches('.');
    let start = trimmed
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + trimmed[at..].chars().next().map_or(1, char::len_utf8));
    let qualifier = &trimmed[start..];
    let by_path = before.ends_with("::");
    let is_constant = !by_path && !qualifier.contains(char::is_lowercase);
    let is_type =
        qualifier.starts_with(char::is_uppercase) && qualifier.len() > 1 && qualifier != "Self" && !is_constant;
    if trimmed.len() == before.len() || !is_type || owners.contains(&qualifier) {
        return true;
    }
    match language {
        // Namespaces begin with capitals, too.
        "c" | "cpp" | "javascript" | "typescript" | "tsx" if owners.is_empty() => true,
        // What stands before a dot is a value: an exported variable, a constant, a variant.
        "go" => !owners.is_empty(),
        "rust" | "cpp" | "php" => !by_path,
        _ => false,
    }
}

/// The function around a place, else the outermost declaration.
fn enclosing_symbol(outline: &Outline<'_>, offset: u32) -> Option<u32> {
    outline
        .enclosing(offset, |kind| kind.is_function() || kind == Kind::Test)
        .or_else(|| outline.enclosing(offset, |kind| kind.is_symbol() && kind != Kind::Module))
}

/// Breadth first: what is called directly, then what that calls.
pub(super) fn callees(targets: &[NodeRef], depth: u32, context: Context<'_>) -> Result<List, Stale> {
    let mut seen: HashSet<NodeRef> = HashSet::new();
    let mut level: Vec<NodeRef> = targets.to_vec();
    let mut out = List::new();
    for step in 1..=depth {
        let mut next = Vec::new();
        for target in &level {
            context.check()?;
            for mut found in called_in(context.library, *target) {
                if let Item::Node(node) = &found.item
                    && seen.insert(*node)
                {
                    next.push(*node);
                    found.depth = step;
                    out.push(found);
                }
            }
        }
        level = next;
    }
    out.sort_by_key(
        |found| if let Item::Node(node) = &found.item { (found.depth, Some(*node)) } else { (found.depth, None) },
    );
    Ok(out)
}

fn called_in(library: &Library, target: NodeRef) -> List {
    let (Some(outline), Some(lexis)) = (library.outline(target.file), library.file(target.file).format.lexis) else {
        return Vec::new();
    };
    let Ok(text) = library.text(target.file) else { return Vec::new() };
    let body = outline.span(target.node);
    let mut names: Vec<&str> = lexemes(body.of(&text), lexis)
        .filter(|lexeme| lexeme.kind == LexemeKind::Call)
        .map(|lexeme| lexeme.span.of(body.of(&text)))
        .filter(|name| !lexis.keywords.contains(name) && *name != outline.name(target.node))
        .collect();
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    names.iter().flat_map(|name| best_named(library, name, target)).map(node_found).collect()
}

/// The callables and types of a name that are nearest to `from`: same type, file, directory, then any.
pub(super) fn best_named(library: &Library, name: &str, from: NodeRef) -> Vec<NodeRef> {
    let mut all: Vec<(u8, NodeRef)> = Vec::new();
    let owner = owner_name(library, from);
    library.nodes_named(&super::names::lower(name), |node| {
        if let Some(outline) = library.outline(node.file)
            && outline.name(node.node) == name
            && (outline.kind(node.node).is_function() || outline.kind(node.node).is_class())
            && related(library, node.file, from.file)
        {
            let same_type = owner.is_some() && owner_name(library, node) == owner;
            let distance = if same_type {
                0
            } else if node.file == from.file {
                1
            } else if library.file(node.file).directory() == library.file(from.file).directory() {
                2
            } else {
                3
            };
            all.push((distance, node));
        }
        true
    });
    let nearest = all.iter().map(|(distance, _)| *distance).min();
    all.retain(|(distance, _)| Some(*distance) == nearest);
    all.into_iter().map(|(_, node)| node).collect()
}

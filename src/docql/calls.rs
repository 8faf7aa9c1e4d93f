//! Who calls whom, by name: call sites are known by the hash of the name that is called.

use super::eval::{Context, List};
use super::fields;
use super::item::{Found, Item};
use super::outline::node as node_item;
use crate::document::{Kind, LexemeKind, Span, lexemes};
use crate::library::{FileId, Library, NodeRef, Outline};
use crate::stdx::{Stale, sorted_by};
use rayon::prelude::*;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

fn node_found(node: NodeRef) -> Found {
    node_item(node.file, node.node)
}

/// Breadth first: direct callers, then theirs. A symbol is listed at its smallest depth, once.
pub(super) fn callers(targets: &[NodeRef], depth: u32, context: Context<'_>) -> Result<List, Stale> {
    let mut seen: HashSet<NodeRef> = HashSet::new();
    // What calls something that itself only shares a name is no surer than that.
    let (mut sure, mut doubtful): (Vec<NodeRef>, Vec<NodeRef>) = (targets.to_vec(), Vec::new());
    let mut out = List::new();
    for step in 1..=depth {
        let levels = [std::mem::take(&mut sure), std::mem::take(&mut doubtful)];
        for (level, by_name) in levels.iter().zip([false, true]).filter(|(level, _)| !level.is_empty()) {
            for mut found in direct_callers(level, context)? {
                found.by_name |= by_name;
                let fresh = match &found.item {
                    Item::Node(node) => seen.insert(*node),
                    _ => true,
                };
                if fresh {
                    if let Item::Node(node) = &found.item {
                        if found.by_name { doubtful.push(*node) } else { sure.push(*node) }
                    }
                    found.depth = step;
                    out.push(found);
                }
            }
        }
    }
    Ok(out)
}

/// A name that is called, and the callables that are meant; one entry however many share the name.
struct Called<'l> {
    name: &'l str,
    /// One file of the language.
    file: FileId,
    /// Each distinct kind of callable.
    callables: Vec<Callable<'l>>,
    /// Whether no other callable of the language has the name.
    unique: bool,
}

/// What of a callable decides which calls can mean it.
#[derive(PartialEq)]
struct Callable<'l> {
    /// The types it belongs to.
    owners: Vec<&'l str>,
    /// For a function inside of a function: where it can be seen.
    reach: Option<(FileId, Span)>,
    /// Its file, in which an unqualified call most likely means it.
    file: FileId,
}

/// How sure it is that a call means one of the callables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    No,
    /// The name is the same, and nothing speaks against it.
    ByName,
    /// The type before it, or the place, says so.
    Sure,
}

/// What calls any of `targets`: sure ones first, then by file and place.
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
        let around = outline.ancestors(target.node).find(|&at| outline.kind(at).is_function());
        let reach = around.filter(|_| !is_constructor).map(|at| (target.file, outline.span(at)));
        // A constructor is called by the name of its type, a function inside of a function by its own.
        let free = is_constructor || (reach.is_some() && kind != Kind::Method);
        let callable = Callable { owners: if free { Vec::new() } else { owners }, reach, file: target.file };
        let language = family(library.file(target.file).format.id);
        let entry = called.entry((name, language)).or_insert_with(|| Called {
            name,
            file: target.file,
            callables: Vec::new(),
            unique: false,
        });
        if !entry.callables.contains(&callable) {
            entry.callables.push(callable);
        }
    }
    let mut called: Vec<Called<'_>> = called.into_values().collect();
    mark_unique(&mut called, context)?;
    let sites: Result<Vec<List>, Stale> = called.par_iter().map(|called| call_sites(called, context)).collect();
    found.extend(sites?.into_iter().flatten());
    let place = |found: &Found| (found.by_name, found.item.file(), found.site);
    sorted_by(found, context.ticket, |a, b| place(a).cmp(&place(b)))
}

/// So many names are looked for one by one; for more of them one look at every callable is cheaper.
const FEW_NAMES: usize = 8;

/// Finds out which of the names no other callable of the language has.
fn mark_unique(called: &mut [Called<'_>], context: Context<'_>) -> Result<(), Stale> {
    let library = context.library;
    if called.len() <= FEW_NAMES {
        for one in called {
            let mut count = 0;
            for node in library.named(&super::names::lower(one.name), context.ticket)? {
                let Some(outline) = library.outline(node.file) else { continue };
                let same = outline.kind(node.node).is_function() && outline.name(node.node) == one.name;
                count += usize::from(same && related(library, node.file, one.file));
            }
            one.unique = count < 2;
        }
        return Ok(());
    }
    let names: HashSet<&str> = called.iter().map(|one| one.name).collect();
    let files: Vec<FileId> = library.file_ids().collect();
    let in_file = |&file: &FileId| {
        context.check()?;
        let Some(outline) = library.outline(file) else { return Ok(Vec::new()) };
        let of_name = |node| names.get(outline.name(node)).map(|name| (*name, family(library.file(file).format.id)));
        Ok((0..outline.len()).filter(|&node| outline.kind(node).is_function()).filter_map(of_name).collect())
    };
    let parts: Vec<Vec<(&str, &str)>> = files.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    for (number, part) in parts.into_iter().flatten().enumerate() {
        if number % 1024 == 0 {
            context.check()?;
        }
        *counts.entry(part).or_default() += 1;
    }
    for one in called {
        let of = (one.name, family(library.file(one.file).format.id));
        one.unique = counts.get(&of).is_none_or(|count| *count < 2);
    }
    Ok(())
}

/// The symbols in which a name is called, with the place of the first call and how many there are.
fn call_sites(called: &Called<'_>, context: Context<'_>) -> Result<List, Stale> {
    let sites = context.library.call_sites(called.name);
    context.check()?;
    let by_file: Vec<&[(FileId, u32)]> = sites.chunk_by(|(a, _), (b, _)| a == b).collect();
    let parts: Vec<List> = by_file
        .par_iter()
        .map(|sites| match sites.first() {
            Some((file, _)) if related(context.library, *file, called.file) => {
                context.check()?;
                Ok(call_sites_in(called, *file, sites, context.library))
            }
            _ => Ok(List::new()),
        })
        .collect::<Result<_, Stale>>()?;
    Ok(parts.into_iter().flatten().collect())
}

fn call_sites_in(called: &Called<'_>, file: FileId, sites: &[(FileId, u32)], library: &Library) -> List {
    let mut out = List::new();
    let Ok(text) = library.peek_text(file) else { return out };
    for &(_, offset) in sites {
        let site = Span::new(offset, offset + called.name.len() as u32);
        if site.of(&text) != called.name || is_declaration(library, file, offset) {
            continue;
        }
        let Some(before) = text.get(..offset as usize) else { continue };
        let place = Place { library, file, offset, before, imported: OnceCell::new() };
        let fit = called.callables.iter().map(|callable| place.fit(callable)).max().unwrap_or(Fit::No);
        if fit == Fit::No {
            continue;
        }
        let caller = library.outline(file).and_then(|outline| enclosing_symbol(&outline, offset));
        let item = caller.map_or(Item::File(file), |node| Item::Node(NodeRef { file, node }));
        let by_name = fit == Fit::ByName && !called.unique;
        match out.last_mut() {
            Some(last) if last.item.identity() == item.identity() => {
                last.calls += 1;
                last.by_name &= by_name;
            }
            _ => out.push(Found { depth: 1, site: Some(site), calls: 1, by_name, ..Found::plain(item) }),
        }
    }
    out
}

/// A place where a name is called.
struct Place<'p> {
    library: &'p Library,
    file: FileId,
    offset: u32,
    /// The text before the name.
    before: &'p str,
    /// Whether what stands before the name is imported, once that has been asked.
    imported: OnceCell<bool>,
}

impl Place<'_> {
    /// Whether the call can mean `callable`. It is decided by what is written alone, so that the answer does
    /// not depend on which other files are known.
    fn fit(&self, callable: &Callable<'_>) -> Fit {
        if callable.reach.is_some_and(|(file, span)| file != self.file || !span.contains(self.offset)) {
            return Fit::No;
        }
        let language = self.library.file(callable.file).format.id;
        let by_path = self.before.ends_with("::");
        let trimmed = self.before.trim_end_matches("::").trim_end_matches("->").trim_end_matches('.');
        if trimmed.len() == self.before.len() {
            return self.unqualified(callable, language);
        }
        let start = trimmed
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| at + trimmed[at..].chars().next().map_or(1, char::len_utf8));
        let qualifier = &trimmed[start..];
        if callable.owners.contains(&qualifier) {
            return Fit::Sure;
        }
        if matches!(qualifier, "self" | "Self" | "this" | "super" | "cls" | "static" | "parent") {
            return if self.is_inside(&callable.owners) { Fit::Sure } else { Fit::No };
        }
        if callable.owners.is_empty() && language == "rust" && !by_path {
            // What stands before a dot is a value, and a value has only methods.
            return Fit::No;
        }
        // A package function (`http.Serve`) is nobody's method.
        if !callable.owners.is_empty()
            && matches!(language, "go" | "python")
            && *self.imported.get_or_init(|| self.imports(qualifier))
        {
            return Fit::No;
        }
        if !is_type_name(qualifier, by_path) {
            return Fit::ByName;
        }
        match language {
            // Namespaces begin with capitals, too.
            "c" | "cpp" | "javascript" | "typescript" | "tsx" if callable.owners.is_empty() => Fit::ByName,
            // What stands before a dot is a value: an exported variable, a constant, a variant.
            "go" if !callable.owners.is_empty() => Fit::ByName,
            "rust" | "cpp" | "php" if !by_path => Fit::ByName,
            _ => Fit::No,
        }
    }

    /// A bare call reaches functions; methods only where the language lets the receiver go unsaid.
    fn unqualified(&self, callable: &Callable<'_>, language: &str) -> Fit {
        let near = self.file == callable.file;
        if callable.owners.is_empty() {
            return if near || callable.reach.is_some() { Fit::Sure } else { Fit::ByName };
        }
        let receiver_needed =
            matches!(language, "rust" | "go" | "python" | "javascript" | "typescript" | "tsx" | "php");
        match (receiver_needed, self.is_inside(&callable.owners)) {
            (true, _) => Fit::No,
            (false, true) => Fit::Sure,
            (false, false) => Fit::ByName,
        }
    }

    /// Whether the place lies in one of these types, or in a method written outside of it.
    fn is_inside(&self, owners: &[&str]) -> bool {
        let Some(outline) = self.library.outline(self.file) else { return false };
        let Some(node) = outline.enclosing(self.offset, |kind| kind.is_function()) else { return false };
        fields::owner_names(&outline, node).iter().any(|owner| owners.contains(owner))
            || outline.ancestors(node).any(|at| outline.kind(at).is_class() && owners.contains(&outline.name(at)))
    }

    fn imports(&self, name: &str) -> bool {
        let Some(outline) = self.library.outline(self.file) else { return false };
        (0..outline.len()).any(|at| outline.kind(at) == Kind::Import && outline.name(at) == name)
    }
}

/// `Server` is written like a type; `LIMIT` before a dot like a constant, `server` like a value or a module.
fn is_type_name(qualifier: &str, by_path: bool) -> bool {
    let is_constant = !by_path && !qualifier.contains(char::is_lowercase);
    qualifier.starts_with(char::is_uppercase) && qualifier.len() > 1 && !is_constant
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

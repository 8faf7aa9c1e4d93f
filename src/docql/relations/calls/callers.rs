//! Callers by name: call sites are indexed by a hash of the called name.

use super::call_places::{CallPlace, call_places};
use super::call_site::CallSite;
use super::callable::Callable;
use crate::docql::nodes::called::is_local;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::relations::names::ambiguity::{DeclarationTable, Declarations};
use crate::docql::relations::names::lookup::{Near, enclosing_symbol, is_declaration, language_family};
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::Span;
use crate::library::{FileId, NodeRef};
use crate::stdx::{Stale, sorted_by};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The callers of `targets` up to `steps` hops, breadth first. A symbol is listed once, where it is first reached.
/// An ambiguous call counts as `ambiguous_cost` hops.
pub(in crate::docql::relations) fn callers(
    targets: &[NodeRef],
    steps: u32,
    ambiguous_cost: u32,
    context: Context<'_>,
) -> Result<List, Stale> {
    let mut seen: HashSet<NodeRef> = HashSet::new();
    let near = Near::of(targets, context.library);
    // The symbols reached at each cost: those over certain calls only, and those over an ambiguous one, whose
    // callers are no more certain.
    let mut reached: BTreeMap<u32, [Vec<Reached>; 2]> = BTreeMap::new();
    let start = targets.iter().map(|&node| Reached { node, depth: 0 }).collect();
    reached.insert(0, [start, Vec::new()]);
    let mut out = List::new();
    while let Some((so_far, levels)) = reached.pop_first() {
        for (level, by_name) in levels.iter().zip([false, true]).filter(|(level, _)| !level.is_empty()) {
            let depth = level.iter().map(|reached| reached.depth).min().unwrap_or(0) + 1;
            let nodes: Vec<NodeRef> = level.iter().map(|reached| reached.node).collect();
            for mut found in direct_callers(&nodes, context)? {
                let total = so_far + if found.by_name() { ambiguous_cost } else { 1 };
                if by_name {
                    found.evidence = Some(Evidence::Name);
                }
                let fresh = match &found.item {
                    _ if total > steps => false,
                    Item::Node(node) => seen.insert(*node),
                    _ => true,
                };
                if fresh {
                    if let (Item::Node(node), true) = (&found.item, total < steps) {
                        let level = reached.entry(total).or_default();
                        level[usize::from(found.by_name())].push(Reached { node: *node, depth });
                    }
                    found.depth = depth;
                    found.distance = found.item.file().map_or(2, |file| near.distance(context.library, file));
                    out.push(found);
                }
            }
        }
    }
    Ok(out)
}

/// A symbol that calls a target, directly or indirectly.
struct Reached {
    node: NodeRef,
    /// Number of calls to the target.
    depth: u32,
}

/// A called name with the callables that share it.
struct CalledName<'l> {
    name: &'l str,
    /// Some file of the language.
    file: FileId,
    /// The distinct callables of the name.
    callables: Vec<Callable<'l>>,
    /// The files in which they have the name, if that is one they are imported under.
    aliased_in: Option<HashSet<FileId>>,
}

/// The direct callers of `targets`: certain ones first, then by file and position.
fn direct_callers(targets: &[NodeRef], context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let mut called: HashMap<(&str, &'static str), CalledName<'_>> = HashMap::new();
    let mut aliased: HashMap<(&str, NodeRef), CalledName<'_>> = HashMap::new();
    let mut names: HashSet<(&str, &'static str)> = HashSet::new();
    let table = TypeTable::new(context);
    let is_type =
        |target: &&NodeRef| library.outline(target.file).is_some_and(|outline| outline.kind(target.node).is_class());
    let (types, functions): (Vec<NodeRef>, Vec<NodeRef>) = targets.iter().partition(is_type);
    let used = super::uses::uses(&types, &table.modules, context)?;
    let mut found: List = used.into_iter().map(|(_, found)| found).collect();
    for target in functions {
        context.check()?;
        let Some((name, callable)) = Callable::from_node(library, target) else { continue };
        let language = language_family(library.file(target.file).format.id);
        callable.note_lacks(&table);
        names.insert((name, language));
        names.extend(callable.owner_names().map(|owner| (owner, language)));
        for (file, alias) in table.modules.aliases(target) {
            let aliased_in = Some(HashSet::new());
            let entry = aliased.entry((alias, target)).or_insert_with(|| CalledName {
                name: alias,
                file: target.file,
                callables: Callable::from_node(library, target).map(|(_, callable)| callable).into_iter().collect(),
                aliased_in,
            });
            entry.aliased_in.get_or_insert_default().insert(file);
        }
        let entry = called.entry((name, language)).or_insert_with(|| CalledName {
            name,
            file: target.file,
            callables: Vec::new(),
            aliased_in: None,
        });
        if !entry.callables.contains(&callable) {
            entry.callables.push(callable);
        }
    }
    let declarations = Declarations::tabulate(names, context)?;
    let called: Vec<CalledName<'_>> = called.into_values().chain(aliased.into_values()).collect();
    found.extend(call_sites(&called, (&declarations, &table), context)?);
    let place = |found: &Found| (found.by_name(), found.item.file(), found.site);
    sorted_by(found, context.ticket, |a, b| place(a).cmp(&place(b)))
}

/// The symbols that call some names, each with its first call site of a name and the further ones.
fn call_sites(
    called: &[CalledName<'_>],
    (declarations, table): (&DeclarationTable<'_>, &TypeTable<'_>),
    context: Context<'_>,
) -> Result<List, Stale> {
    let places = call_places(called.iter().map(|called| (called.name, called.file)), context)?;
    let by_file: Vec<&[CallPlace]> = places.chunk_by(|a, b| a.file == b.file).collect();
    let in_file = |places: &&[CallPlace]| call_sites_in(called, places, (declarations, table), context);
    let parts: Vec<List> = by_file.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    Ok(parts.into_iter().flatten().collect())
}

/// The same in one file.
fn call_sites_in(
    called: &[CalledName<'_>],
    places: &[CallPlace],
    (declarations, table): (&DeclarationTable<'_>, &TypeTable<'_>),
    context: Context<'_>,
) -> Result<List, Stale> {
    let library = table.library;
    let mut out = List::new();
    let Some(file) = places.first().map(|place| place.file) else { return Ok(out) };
    let imports = Imports::new(library, file);
    let types = FileTypes::new(table, &imports);
    let Ok(text) = library.peek_text(file) else { return Ok(out) };
    let language = language_family(library.file(file).format.id);
    let lexis = library.file(file).format.lexis;
    // The last caller of each name, by its index.
    let mut last: HashMap<u32, usize> = HashMap::new();
    for &CallPlace { offset, called: number, .. } in places {
        context.check()?;
        let Some(called) = called.get(number as usize) else { continue };
        if called.aliased_in.as_ref().is_some_and(|files| !files.contains(&file)) {
            continue;
        }
        let site = Span::new(offset, offset + called.name.len() as u32);
        if site.of(&text) != called.name || is_declaration(library, file, offset) {
            continue;
        }
        let Some(before) = text.get(..offset as usize) else { continue };
        let caller = library.outline(file).and_then(|outline| enclosing_symbol(&outline, offset));
        let starts = caller.and_then(|node| Some(library.outline(file)?.span(node).start)).unwrap_or(0) as usize;
        if lexis.is_some_and(|lexis| is_local(&text, lexis, starts..site.start as usize, called.name)) {
            continue;
        }
        let place = CallSite::new(&types, offset, before, called.name, declarations);
        let fit = called.callables.iter().map(|callable| place.fit(callable)).max().flatten();
        // Under a name that is not its own it is only what the import says.
        let Some(fit) = fit.filter(|fit| called.aliased_in.is_none() || *fit > Evidence::Name) else { continue };
        let item = caller.map_or(Item::File(file), |node| Item::Node(NodeRef { file, node }));
        // A bare name that is asked for wherever it is declared means one of those, whichever it is.
        let asked = if place.qualifiers.is_empty() { called.callables.len().max(1) } else { 1 };
        let unique = declarations.get(&(called.name, language)).is_none_or(|known| known.callables <= asked);
        let tells = || !types.is_common(called.name) && called.callables.iter().any(|one| place.tells(one.node));
        let is_telling = unique && (fit > Evidence::Name || tells());
        let evidence = Some(if is_telling { fit.max(Evidence::Unique) } else { fit });
        match last.get(&number).and_then(|&last| out.get_mut(last)) {
            Some(last) if last.item.identity() == item.identity() => {
                last.further.push(site);
                last.evidence = last.evidence.max(evidence);
            }
            _ => {
                last.insert(number, out.len());
                out.push(Found { depth: 1, site: Some(site), evidence, ..Found::plain(item) });
            }
        }
    }
    Ok(out)
}

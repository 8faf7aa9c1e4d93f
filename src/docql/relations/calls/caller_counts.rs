//! Caller counts of many declarations at once, for sorting hits by callers.

use super::call_places::{CallPlace, call_places};
use super::call_site::CallSite;
use super::callable::Callable;
use super::uses::uses;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Hit;
use crate::docql::relations::names::ambiguity::{DeclarationTable, Declarations};
use crate::docql::relations::names::lookup::{enclosing_symbol, is_declaration, language_family};
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{NodeKey, Span};
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::{Stale, Ticket};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Callables of one name and language, each with the index of its hit.
struct CountedName<'l> {
    name: &'l str,
    /// Some file of the language.
    file: FileId,
    callables: Vec<(usize, Callable<'l>)>,
}

/// The number of callers of each hit that is a declaration, equal to `.callers().count()`. Other hits have no entry.
///
/// # Errors
/// If the ticket went stale.
pub fn caller_counts(hits: &[Hit], library: &Library, ticket: &Ticket) -> Result<HashMap<NodeKey, u32>, Stale> {
    let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
    let mut called: HashMap<(&str, &'static str), CountedName<'_>> = HashMap::new();
    let mut names: HashSet<(&str, &'static str)> = HashSet::new();
    let mut types = Vec::new();
    for (at, hit) in hits.iter().enumerate() {
        ticket.check()?;
        let Some(node) = declaration_of(library, hit) else { continue };
        if hit.kind.is_class() {
            types.push((at, node));
            continue;
        }
        let Some((name, callable)) = Callable::from_node(library, node) else { continue };
        let language = language_family(library.file(node.file).format.id);
        names.insert((name, language));
        names.extend(callable.owner_names().map(|owner| (owner, language)));
        let entry =
            called.entry((name, language)).or_insert(CountedName { name, file: node.file, callables: Vec::new() });
        entry.callables.push((at, callable));
    }
    let declarations = Declarations::tabulate(names, context)?;
    let table = TypeTable::new(context);
    let called: Vec<CountedName<'_>> = called.into_values().collect();
    let places = call_places(called.iter().map(|called| (called.name, called.file)), context)?;
    let by_file: Vec<&[CallPlace]> = places.chunk_by(|a, b| a.file == b.file).collect();
    let calls = by_file.par_iter().map(|places| count_callers(&called, places, (&declarations, &table), context));
    let counted: Vec<Vec<(usize, u32)>> = calls.collect::<Result<_, Stale>>()?;
    let mut counts: HashMap<usize, u32> =
        called.iter().flat_map(|called| &called.callables).map(|(at, _)| (*at, 0)).collect();
    counts.extend(types.iter().map(|(at, _)| (*at, 0)));
    let nodes: Vec<NodeRef> = types.iter().map(|(_, node)| *node).collect();
    let used = uses(&nodes, &table.modules, context)?.into_iter().map(|(number, _)| (types[number].0, 1));
    for (at, count) in counted.into_iter().flatten().chain(used) {
        *counts.entry(at).or_default() += count;
    }
    Ok(counts.into_iter().map(|(at, count)| (hits[at].key.clone(), count)).collect())
}

/// The declaration that a hit shows, or a site of.
fn declaration_of(library: &Library, hit: &Hit) -> Option<NodeRef> {
    if !hit.kind.is_symbol() {
        return None;
    }
    let file: FileId = library.find(&hit.path)?;
    let outline = library.outline(file)?;
    let is_it = |node: &u32| {
        outline.kind(*node) == hit.kind
            && (outline.line(*node)..=outline.end_line(*node)).contains(&hit.line)
            && outline.name(*node) == hit.name
    };
    let node = (0..outline.len()).filter(is_it).max_by_key(|&node| outline.line(node))?;
    Some(NodeRef { file, node })
}

/// Counts the symbols in one file that call each callable of some names.
fn count_callers(
    called: &[CountedName<'_>],
    places: &[CallPlace],
    (declarations, table): (&DeclarationTable<'_>, &TypeTable<'_>),
    context: Context<'_>,
) -> Result<Vec<(usize, u32)>, Stale> {
    let library = table.library;
    let Some(file) = places.first().map(|place| place.file) else { return Ok(Vec::new()) };
    let imports = Imports::new(library, file);
    let types = FileTypes::new(table, &imports);
    let Ok(text) = library.peek_text(file) else { return Ok(Vec::new()) };
    // The last symbol counted as a caller of each callable, and how many have been.
    let mut counts: HashMap<usize, (Option<u32>, u32)> = HashMap::new();
    for &CallPlace { offset, called: number, .. } in places {
        context.check()?;
        let Some(called) = called.get(number as usize) else { continue };
        let site = Span::new(offset, offset + called.name.len() as u32);
        let Some(before) = text.get(..offset as usize).filter(|_| site.of(&text) == called.name) else { continue };
        if is_declaration(library, file, offset) {
            continue;
        }
        let place = CallSite::new(&types, offset, before, called.name, declarations);
        let caller = library.outline(file).and_then(|outline| enclosing_symbol(&outline, offset));
        for (at, callable) in &called.callables {
            let known = counts.get(at);
            if known.is_none_or(|(last, _)| *last != caller) && place.fit(callable).is_some() {
                let count = known.map_or(0, |(_, count)| *count);
                counts.insert(*at, (caller, count + 1));
            }
        }
    }
    Ok(counts.into_iter().map(|(at, (_, count))| (at, count)).collect())
}

//! Callers by name: call sites are indexed by a hash of the called name.

use super::call_places::{CallPlace, call_places};
use super::call_site::CallSite;
use super::callable::Callable;
use super::called_names::{CalledName, CalledNames, named_otherwise};
use super::constructors::constructions::Constructions;
use super::constructors::inherited::Inherited;
use super::constructors::initializers::Inheritance;
use super::constructors::made::Made;
use super::constructors::target_typed::TargetTyped;
use super::dispatch::Dispatch;
use super::renamed;
use super::supers;
use crate::docql::nodes::callables::called::is_local;
use crate::docql::nodes::callables::heads::is_of_type_in_c;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::relations::left_out::LeftOut;
use crate::docql::relations::names::ambiguity::{DeclarationTable, Declarations};
use crate::docql::relations::names::c::tags;
use crate::docql::relations::names::lookup::{Near, enclosing_symbol, is_declaration, start_of_own};
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
    // The symbols reached at each cost: those over certain calls only, those over one that a type above may pass on, and
    // those over an ambiguous one, whose callers are no more certain.
    let mut reached: BTreeMap<u32, [Vec<Reached>; 3]> = BTreeMap::new();
    let called = tags::called(context.library, targets);
    let start = called.into_iter().map(|node| Reached { node, depth: 0 }).collect();
    reached.insert(0, [start, Vec::new(), Vec::new()]);
    let mut out = List::new();
    while let Some((so_far, levels)) = reached.pop_first() {
        let known = [Evidence::Receiver, Evidence::Dispatch(None), Evidence::Name];
        for (level, before) in levels.iter().zip(known).filter(|(level, _)| !level.is_empty()) {
            let depth = level.iter().map(|reached| reached.depth).min().unwrap_or(0) + 1;
            let nodes: Vec<NodeRef> = level.iter().map(|reached| reached.node).collect();
            let direct = if so_far == 0 { direct_callers(&nodes, context)? } else { further_callers(&nodes, context)? };
            for mut found in direct {
                let total = so_far + if found.doubt() > 0 { ambiguous_cost } else { 1 };
                found.evidence = found.evidence.map(|evidence| evidence.behind(before));
                let fresh = match &found.item {
                    _ if total > steps => false,
                    Item::Node(node) => seen.insert(*node),
                    _ => true,
                };
                if fresh {
                    if let (Item::Node(node), true) = (&found.item, total < steps) {
                        let level = reached.entry(total).or_default();
                        level[usize::from(found.doubt())].push(Reached { node: *node, depth });
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

/// How callers are listed.
#[derive(Clone, Copy)]
struct Listed {
    /// True if the callables of a name are told apart: a symbol may be a caller of several.
    apart: bool,
    /// True if each place of a call counts, instead of the surest ones of what calls.
    each_place: bool,
}

/// A search for callers.
struct Search<'p, 'l> {
    called: Vec<CalledName<'l>>,
    listed: Listed,
    declarations: DeclarationTable<'l>,
    table: &'p TypeTable<'l>,
    dispatch: Dispatch<'p, 'l>,
    /// Calls that nothing but their name speaks for, where much else has it.
    left_out: LeftOut,
}

/// The direct callers of `targets`: certain ones first, then by file and position.
fn direct_callers(targets: &[NodeRef], context: Context<'_>) -> Result<List, Stale> {
    if let [target] = targets
        && let Some(known) = context.seen.and_then(|seen| seen.known.callers(*target))
    {
        return Ok(known.to_vec());
    }
    let listed = Listed { apart: false, each_place: false };
    let found = found_callers(targets, listed, context)?.into_iter().map(|(_, found)| found).collect();
    sorted_by(found, context.ticket, |a, b| place(a).cmp(&place(b)))
}

/// The direct callers of symbols that were reached themselves, in the same order. Each is a target of its own: nobody
/// asked for all of a name.
fn further_callers(nodes: &[NodeRef], context: Context<'_>) -> Result<List, Stale> {
    let known = |node: NodeRef| context.seen.and_then(|seen| seen.known.callers(node));
    let (mut found, mut unknown) = (List::new(), Vec::new());
    for &node in nodes {
        match known(node) {
            Some(callers) => found.extend(callers.iter().cloned()),
            None => unknown.push(node),
        }
    }
    found.extend(callers_of_each(&unknown, context)?.into_iter().flatten());
    sorted_by(found, context.ticket, |a, b| place(a).cmp(&place(b)))
}

/// The direct callers of each of `targets`, in its place: what `callers` finds for it alone. Each file is read once for
/// all of them.
pub(in crate::docql) fn callers_of_each(targets: &[NodeRef], context: Context<'_>) -> Result<Vec<List>, Stale> {
    let library = context.library;
    let mut out = vec![List::new(); targets.len()];
    let listed = Listed { apart: true, each_place: false };
    for (number, found) in found_callers(targets, listed, context)? {
        out[number].push(found);
    }
    let finish = |(list, target): (&mut List, &NodeRef)| {
        context.check()?;
        list.sort_by_key(place);
        let mut seen: HashSet<NodeRef> = HashSet::new();
        list.retain(|found| if let Item::Node(node) = found.item { seen.insert(node) } else { true });
        let near = Near::of(&[*target], library);
        for found in list.iter_mut() {
            found.distance = found.item.file().map_or(2, |file| near.distance(library, file));
        }
        Ok(())
    };
    out.par_iter_mut().zip(targets).try_for_each(finish)?;
    Ok(out)
}

/// A place of a call: the index of what is called, where these are told apart, and how that is known.
pub(in crate::docql::relations) struct Called {
    pub of: usize,
    pub file: FileId,
    pub span: Span,
    pub evidence: Option<Evidence>,
}

/// The places where `targets` are called, which are told `apart` or count as one.
pub(in crate::docql::relations) fn places_of_calls(
    targets: &[NodeRef],
    apart: bool,
    context: Context<'_>,
) -> Result<Vec<Called>, Stale> {
    let found = found_callers(targets, Listed { apart, each_place: true }, context)?;
    let places = found.into_iter().flat_map(|(of, found)| {
        let (file, evidence) = (found.item.file(), found.evidence);
        let spans = found.site.into_iter().chain(found.further);
        spans.filter_map(move |span| Some(Called { of, file: file?, span, evidence }))
    });
    Ok(places.collect())
}

fn place(found: &Found) -> (u8, Option<FileId>, Option<Span>) {
    (found.doubt(), found.item.file(), found.site)
}

/// The direct callers of `targets`, each with the index of one that it calls, where these are told `apart`.
fn found_callers(targets: &[NodeRef], listed: Listed, context: Context<'_>) -> Result<Vec<(usize, Found)>, Stale> {
    let (library, apart) = (context.library, listed.apart);
    let table = TypeTable::new(context);
    let is_type = |target: NodeRef| library.outline(target.file).is_some_and(|of| of.kind(target.node).is_class());
    let (types, functions): (Vec<usize>, Vec<usize>) = (0..targets.len()).partition(|&at| is_type(targets[at]));
    let type_nodes: Vec<NodeRef> = types.iter().map(|&at| targets[at]).collect();
    let used = super::uses::uses(&type_nodes, &table, context)?;
    let mut found: Vec<(usize, Found)> = used.into_iter().map(|(of, found)| (types[of], found)).collect();
    let inherited = Inherited::new(targets, &table, context)?;
    let renamed = renamed::further_names(&functions, targets, &table, context)?;
    let mut names = CalledNames::new(&table, &inherited, apart);
    for at in functions {
        context.check()?;
        names.add(at, targets[at]);
    }
    let inheritance = Inheritance::new(targets, &table, context)?;
    inheritance.by_names().into_iter().for_each(|(at, callable)| names.add_below(at, callable));
    found.extend(inheritance.callers(context)?);
    let (called, names) = names.into_parts();
    let declarations = Declarations::tabulate(names, context)?;
    let all: Vec<(usize, Callable<'_>)> =
        (0..targets.len()).filter_map(|at| Some((at, Callable::from_node(library, targets[at])?.1))).collect();
    found.extend(supers::callers(&all, apart, &table, context)?);
    let constructors: Vec<(usize, Callable<'_>)> =
        all.into_iter().filter(|(_, callable)| callable.is_constructor()).collect();
    found.extend(made_otherwise((targets, &constructors), &inherited, (&table, &declarations), context)?);
    let called: Vec<CalledName<'_>> = called.chain(named_otherwise(renamed, targets, context)).collect();
    let dispatch = Dispatch::new(&table);
    let search = Search { called, listed, declarations, table: &table, dispatch, left_out: LeftOut::default() };
    found.extend(search.call_sites(context)?);
    if let ([called], false) = (search.called.as_slice(), apart) {
        search.left_out.tell(&called.name, called.file, context);
    }
    Ok(found)
}

/// What calls the `constructors` among `targets` by no name of their own or of their types.
fn made_otherwise<'l>(
    (targets, constructors): (&[NodeRef], &[(usize, Callable<'l>)]),
    inherited: &Inherited<'_, 'l>,
    (table, declarations): (&TypeTable<'l>, &DeclarationTable<'l>),
    context: Context<'l>,
) -> Result<Vec<(usize, Found)>, Stale> {
    let mut found = Constructions { table, declarations }.callers(constructors, context)?;
    found.extend(TargetTyped { table, declarations }.callers(constructors, context)?);
    found.extend(inherited.callers(constructors, context)?);
    let of_heirs = constructors
        .iter()
        .flat_map(|(at, one)| inherited.as_heirs(targets[*at], one).into_iter().map(|(_, heir)| (*at, heir)));
    let of_heirs: Vec<(usize, Callable<'l>)> = of_heirs.collect();
    for made in [constructors, of_heirs.as_slice()] {
        found.extend(Made { table, declarations }.callers(made, context)?);
    }
    Ok(found)
}

impl<'l> Search<'_, 'l> {
    /// The symbols that call the names, each with its first call site of a name and the further ones.
    fn call_sites(&self, context: Context<'l>) -> Result<Vec<(usize, Found)>, Stale> {
        let places = call_places(self.called.iter().map(|called| (&*called.name, called.file)), context)?;
        let by_file: Vec<&[CallPlace]> = places.chunk_by(|a, b| a.file == b.file).collect();
        let in_file = |places: &&[CallPlace]| self.call_sites_in(places, context);
        let parts: Vec<Vec<(usize, Found)>> = by_file.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
        Ok(parts.into_iter().flatten().collect())
    }

    /// The same in one file.
    fn call_sites_in(&self, places: &[CallPlace], context: Context<'l>) -> Result<Vec<(usize, Found)>, Stale> {
        let library = self.table.library;
        let mut out: Vec<(usize, Found)> = Vec::new();
        let Some(file) = places.first().map(|place| place.file) else { return Ok(out) };
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        let Ok(text) = library.peek_text(file) else { return Ok(out) };
        let lexis = library.lexis(file);
        // The last caller of each name or callable, by its place in the list.
        let mut last: HashMap<(u32, usize), usize> = HashMap::new();
        for &CallPlace { offset, called: number, .. } in places {
            context.check()?;
            let Some(called) = self.called.get(number as usize) else { continue };
            if called.aliased_in.as_ref().is_some_and(|files| !files.contains(&file)) {
                continue;
            }
            let site = Span::new(offset, offset + called.name.len() as u32);
            if site.of(&text) != called.name || is_declaration(library, file, offset) {
                continue;
            }
            let Some(before) = text.get(..offset as usize) else { continue };
            let caller = library.outline(file).and_then(|outline| enclosing_symbol(&outline, offset));
            if caller.is_some_and(|node| is_of_type_in_c(library, NodeRef { file, node }, offset)) {
                continue;
            }
            let start = |node| Some(start_of_own(&library.outline(file)?, &text, (node, &*called.name)));
            let starts = || caller.and_then(start).unwrap_or(0) as usize;
            let is_own = |lexis| is_local(&text, lexis, starts()..site.start as usize, &called.name);
            if lexis.is_some_and(|lexis| lexis.bare_calls && is_own(lexis)) {
                continue;
            }
            let place = CallSite::new(&types, offset, before, &called.name, &self.declarations);
            let item = caller.map_or(Item::File(file), |node| Item::Node(NodeRef { file, node }));
            let together = if self.listed.apart { 1 } else { called.callables.len().max(1) };
            for (part, callables) in called.callables.chunks(together).enumerate() {
                let Some(evidence) = self.evidence(&place, called, callables) else {
                    self.left_out.count(&place);
                    continue;
                };
                match last.get(&(number, part)).and_then(|&last| out.get_mut(last)) {
                    Some((_, last)) if !self.listed.each_place && last.item.identity() == item.identity() => {
                        last.add_site(site, Some(evidence));
                    }
                    _ => {
                        last.insert((number, part), out.len());
                        let of = callables.first().map_or(0, |(of, _)| *of);
                        let evidence = Some(evidence);
                        out.push((of, Found { depth: 1, site: Some(site), evidence, ..Found::plain(item.clone()) }));
                    }
                }
            }
        }
        Ok(out)
    }

    /// How a call of a name is known to mean one of `callables`; `None` if it means none of them.
    fn evidence(
        &self,
        place: &CallSite<'_, 'l>,
        called: &CalledName<'l>,
        callables: &[(usize, Callable<'l>)],
    ) -> Option<Evidence> {
        if called.is_renamed {
            return callables.iter().filter_map(|(_, callable)| place.fit_renamed(callable)).max();
        }
        // A bare name that is asked for wherever it is declared means one of those, whichever it is.
        let asked = if self.listed.apart { 1 } else { called.functions() };
        place.evidence(callables, (asked, called.aliased_in.is_some()), &self.dispatch)
    }
}

//! Callers by name: call sites are indexed by a hash of the called name.

use super::call_places::{CallPlace, call_places};
use super::call_site::CallSite;
use super::callable::Callable;
use super::constructions::Constructions;
use super::dispatch::Dispatch;
use super::inherited::Inheritance;
use super::made::Made;
use super::renamed::{self, Renamed};
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
use crate::docql::relations::names::facades::name_in_java;
use crate::docql::relations::names::lookup::{Near, enclosing_symbol, is_declaration, language_family, start_of_own};
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::ruby::model::MAKES;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::Span;
use crate::library::{FileId, NodeRef};
use crate::stdx::{Stale, sorted_by};
use rayon::prelude::*;
use std::borrow::Cow;
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

/// A called name with the callables that share it.
struct CalledName<'l> {
    name: Cow<'l, str>,
    /// Some file of the language.
    file: FileId,
    /// The callables of the name, each with the index of its symbol.
    callables: Vec<(usize, Callable<'l>)>,
    /// The files in which they have the name, if that is one they are imported under.
    aliased_in: Option<HashSet<FileId>>,
    /// True if they have the name by no import.
    is_renamed: bool,
}

impl<'l> CalledName<'l> {
    fn new(name: Cow<'l, str>, file: FileId) -> CalledName<'l> {
        CalledName { name, file, callables: Vec::new(), aliased_in: None, is_renamed: false }
    }

    /// The functions among the callables: others of the name are not counted among its declarations.
    fn functions(&self) -> usize {
        self.callables.iter().filter(|(_, callable)| callable.is_function).count()
    }
}

/// A search for callers.
struct Search<'p, 'l> {
    called: Vec<CalledName<'l>>,
    /// True if the callables of a name are told apart: a symbol may be a caller of several.
    apart: bool,
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
    let found = found_callers(targets, false, context)?.into_iter().map(|(_, found)| found).collect();
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
    for (number, found) in found_callers(targets, true, context)? {
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

fn place(found: &Found) -> (u8, Option<FileId>, Option<Span>) {
    (found.doubt(), found.item.file(), found.site)
}

/// The direct callers of `targets`, each with the index of one that it calls, where these are told `apart`.
fn found_callers(targets: &[NodeRef], apart: bool, context: Context<'_>) -> Result<Vec<(usize, Found)>, Stale> {
    let library = context.library;
    // A name of constructors and of functions is looked up in two ways.
    let mut called: HashMap<(&str, &'static str, bool), CalledName<'_>> = HashMap::new();
    let mut aliased: HashMap<(&str, NodeRef), CalledName<'_>> = HashMap::new();
    let mut in_java: HashMap<(String, usize), CalledName<'_>> = HashMap::new();
    let mut names: HashSet<(&str, &'static str)> = HashSet::new();
    let table = TypeTable::new(context);
    let is_type = |target: NodeRef| library.outline(target.file).is_some_and(|of| of.kind(target.node).is_class());
    let (types, functions): (Vec<usize>, Vec<usize>) = (0..targets.len()).partition(|&at| is_type(targets[at]));
    let type_nodes: Vec<NodeRef> = types.iter().map(|&at| targets[at]).collect();
    let used = super::uses::uses(&type_nodes, &table, context)?;
    let mut found: Vec<(usize, Found)> = used.into_iter().map(|(of, found)| (types[of], found)).collect();
    let renamed = renamed::further_names(&functions, targets, &table, context)?;
    for at in functions {
        context.check()?;
        let target = targets[at];
        let Some((name, callable)) = Callable::from_node(library, target) else { continue };
        let language = language_family(library.file(target.file).format.id);
        // Ruby makes values by one name, whatever their type.
        let name = if language == "ruby" && callable.is_constructor() { MAKES } else { name };
        callable.note_lacks(&table);
        names.insert((name, language));
        names.extend(callable.owner_names().map(|owner| (owner, language)));
        let empty = |name| CalledName::new(Cow::Borrowed(name), target.file);
        for (file, alias) in table.modules.aliases(target) {
            let entry = aliased.entry((alias, target)).or_insert_with(|| empty(alias));
            if entry.callables.is_empty() {
                entry.callables.extend(Callable::from_node(library, target).map(|(_, callable)| (at, callable)));
            }
            entry.aliased_in.get_or_insert_default().insert(file);
        }
        for alias in table.modules.renamed.of(target) {
            names.insert((alias, language));
            let entry = called.entry((alias, language, false)).or_insert_with(|| empty(alias));
            entry.callables.extend(Callable::from_node(library, target).map(|(_, callable)| (at, callable)));
        }
        if let Some(given) = name_in_java(library, target).filter(|given| given != name) {
            let entry =
                in_java.entry((given.clone(), at)).or_insert_with(|| CalledName::new(Cow::Owned(given), target.file));
            entry.callables.extend(Callable::from_node(library, target).map(|(_, callable)| (at, callable)));
        }
        let key = (name, language, apart && callable.is_constructor());
        called.entry(key).or_insert_with(|| empty(name)).callables.push((at, callable));
    }
    let inheritance = Inheritance::new(targets, &table, context)?;
    for (at, callable) in inheritance.by_names() {
        names.insert((callable.name, "python"));
        let empty = || CalledName::new(Cow::Borrowed(callable.name), callable.file);
        called.entry((callable.name, "python", apart)).or_insert_with(empty).callables.push((at, callable));
    }
    found.extend(inheritance.callers(context)?);
    let declarations = Declarations::tabulate(names, context)?;
    let all: Vec<(usize, Callable<'_>)> =
        (0..targets.len()).filter_map(|at| Some((at, Callable::from_node(library, targets[at])?.1))).collect();
    found.extend(supers::callers(&all, apart, &table, context)?);
    let constructors: Vec<(usize, Callable<'_>)> =
        all.into_iter().filter(|(_, callable)| callable.is_constructor()).collect();
    found.extend(Constructions { table: &table, declarations: &declarations }.callers(&constructors, context)?);
    found.extend(Made { table: &table, declarations: &declarations }.callers(&constructors, context)?);
    let called: Vec<CalledName<'_>> = called
        .into_values()
        .chain(in_java.into_values())
        .chain(aliased.into_values())
        .chain(named_otherwise(renamed, targets, context))
        .collect();
    let dispatch = Dispatch::new(&table);
    let search = Search { called, apart, declarations, table: &table, dispatch, left_out: LeftOut::default() };
    found.extend(search.call_sites(context)?);
    if let ([called], false) = (search.called.as_slice(), apart) {
        search.left_out.tell(&called.name, called.file, context);
    }
    Ok(found)
}

/// The further names of `targets`, each with the files where it is one.
fn named_otherwise<'l>(renamed: Vec<Renamed>, targets: &[NodeRef], context: Context<'l>) -> Vec<CalledName<'l>> {
    let mut all: HashMap<(String, usize), CalledName<'l>> = HashMap::new();
    for Renamed { of, file, name } in renamed {
        let empty = || {
            let callable = Callable::from_node(context.library, targets[of]).map(|(_, callable)| (of, callable));
            let new = CalledName::new(Cow::Owned(name.clone()), targets[of].file);
            CalledName { callables: callable.into_iter().collect(), is_renamed: true, ..new }
        };
        let entry = all.entry((name.clone(), of)).or_insert_with(empty);
        entry.aliased_in.get_or_insert_default().insert(file);
    }
    all.into_values().collect()
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
            let together = if self.apart { 1 } else { called.callables.len().max(1) };
            for (part, callables) in called.callables.chunks(together).enumerate() {
                let Some(evidence) = self.evidence(&place, called, callables) else {
                    self.left_out.count(&place);
                    continue;
                };
                match last.get(&(number, part)).and_then(|&last| out.get_mut(last)) {
                    Some((_, last)) if last.item.identity() == item.identity() => last.add_site(site, Some(evidence)),
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
        let asked = if self.apart { 1 } else { called.functions() };
        place.evidence(callables, (asked, called.aliased_in.is_some()), &self.dispatch)
    }
}

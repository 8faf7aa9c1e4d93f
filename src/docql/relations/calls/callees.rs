//! Callees: each call in a symbol is matched against all declarations of the called name, as for callers.

use super::call_site::CallSite;
use super::callable::Callable;
use super::fit::call_fit::Fit;
use super::supers;
use crate::docql::nodes::callables::called::is_local;
use crate::docql::nodes::callables::heads::is_of_type_in_c;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::relations::names::ambiguity::{DeclarationTable, Declarations};
use crate::docql::relations::names::c::linkage::without_prototypes;
use crate::docql::relations::names::lookup::{distance, is_declaration, language_family, nearest};
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::names::qualifiers::qualified;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::ruby::model::MAKES;
use crate::docql::relations::typing::ruby::types::weighed;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, LexemeKind, Span, lexemes};
use crate::library::{FileId, Library, NodeRef, Outline};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The callees of `targets` up to `depth` hops, breadth first. Ambiguous ones are marked as by name.
pub(in crate::docql::relations) fn callees(
    targets: &[NodeRef],
    depth: u32,
    context: Context<'_>,
) -> Result<List, Stale> {
    let mut seen: HashSet<NodeRef> = HashSet::new();
    let mut level: Vec<NodeRef> = targets.to_vec();
    let mut out = List::new();
    for step in 1..=depth {
        let called = CallTargets::collect(&level, context)?;
        let parts: Vec<List> = called
            .calls
            .par_iter()
            .map(|calls| {
                context.check()?;
                Ok(called.callees_of(calls, context.library))
            })
            .collect::<Result<_, Stale>>()?;
        let mut next = Vec::new();
        for mut found in parts.into_iter().flatten() {
            if let Item::Node(node) = found.item
                && seen.insert(node)
            {
                next.push(node);
                found.depth = step;
                out.push(found);
            }
        }
        level = next;
    }
    let place = |found: &Found| if let Item::Node(node) = found.item { Some(node) } else { None };
    out.sort_by_key(|found| (found.depth, found.by_name(), found.distance, place(found)));
    Ok(out)
}

/// What the call of the name at `mark` means, if it is one.
pub(in crate::docql::relations) fn called_at(caller: NodeRef, mark: Span, context: Context<'_>) -> Result<List, Stale> {
    let Some(mut calls) = SymbolCalls::in_symbol(caller, context.library) else { return Ok(List::new()) };
    calls.places.retain(|place| place.start == mark.start as usize);
    calls.is_whole = false;
    if calls.places.is_empty() {
        return Ok(List::new());
    }
    let called = CallTargets::of_calls(vec![calls], context)?;
    Ok(called.calls.iter().flat_map(|calls| called.callees_of(calls, context.library)).collect())
}

/// The calls in one symbol: the bytes of the called names in its file.
struct SymbolCalls {
    caller: NodeRef,
    text: Arc<str>,
    places: Vec<std::ops::Range<usize>>,
    /// False if one of the calls is asked for.
    is_whole: bool,
}

impl SymbolCalls {
    fn in_symbol(caller: NodeRef, library: &Library) -> Option<SymbolCalls> {
        let (outline, lexis) = (library.outline(caller.file)?, library.lexis(caller.file)?);
        let text = library.text(caller.file).ok()?;
        let body = outline.span(caller.node);
        let is_call = |place: &std::ops::Range<usize>| {
            let is_name = |name: &str| {
                !lexis.is_keyword_at(&text, place.start, name)
                    && !is_local(&text, lexis, body.start as usize..place.start, name)
            };
            text.get(place.clone()).is_some_and(is_name)
                && !is_declaration(library, caller.file, place.start as u32)
                && !is_of_type_in_c(library, caller, place.start as u32)
        };
        let places = lexemes(body.of(&text), lexis)
            .filter(|lexeme| lexeme.kind == LexemeKind::Call)
            .map(|lexeme| (body.start + lexeme.span.start) as usize..(body.start + lexeme.span.end) as usize)
            .filter(is_call)
            .collect();
        Some(SymbolCalls { caller, text, places, is_whole: true })
    }

    fn name(&self, place: &std::ops::Range<usize>) -> &str {
        self.text.get(place.clone()).unwrap_or_default()
    }
}

/// A declaration that a call may refer to.
struct Candidate<'l> {
    node: NodeRef,
    /// `None` for a type.
    callable: Option<Callable<'l>>,
}

impl<'l> Candidate<'l> {
    fn from_node(library: &'l Library, node: NodeRef) -> Option<Candidate<'l>> {
        let is_type = library.outline(node.file)?.kind(node.node).is_class();
        let callable = Callable::from_node(library, node).map(|(_, callable)| callable).filter(|_| !is_type);
        (is_type || callable.is_some()).then_some(Candidate { node, callable })
    }

    fn fit(&self, as_type: &CallSite<'_, '_>, as_function: &CallSite<'_, '_>) -> Fit {
        self.callable.as_ref().map_or_else(|| as_type.fit_type(self.node), |callable| as_function.fit(callable))
    }
}

/// JavaScript: true for a method of an interface, which is called where nothing tells the type below that it is called on.
fn is_stated(library: &Library, node: NodeRef) -> bool {
    let around = |outline: Outline<'_>| Some(outline.kind(outline.parent(node.node)?) == Kind::Interface);
    let is_script = language_family(library.file(node.file).format.id) == "javascript";
    is_script && library.outline(node.file).and_then(around) == Some(true)
}

/// The functions and types that may be called by a name in the language of `file`; in Python with those that have it as
/// a further one, in C with the macros that give it to others, and with those.
fn called_as(table: &TypeTable<'_>, name: &str, file: FileId) -> Vec<NodeRef> {
    let library = table.library;
    let mut out = table.called(name, file);
    let language = language_family(library.file(file).format.id);
    if language == "python" {
        out.extend(table.modules.renamed.meant(name));
    }
    if language == "c" {
        for node in library.declared(name) {
            if let Some(meaning) = table.modules.stands_for(node) {
                out.push(node);
                out.extend(table.called(&meaning, file));
            }
        }
        out.sort_unstable();
        out.dedup();
    }
    out
}

/// The constructors of a type that have another name than it; those with its name are found by that.
fn constructors(library: &Library, node: NodeRef) -> Vec<NodeRef> {
    let Some(outline) = library.outline(node.file).filter(|outline| outline.kind(node.node).is_class()) else {
        return Vec::new();
    };
    let is_meant = |at: &u32| outline.kind(*at) == Kind::Constructor && outline.name(*at) != outline.name(node.node);
    outline.children(Some(node.node)).filter(is_meant).map(|at| NodeRef { file: node.file, node: at }).collect()
}

/// The calls of some symbols, and the declarations they can refer to.
struct CallTargets<'l> {
    calls: Vec<SymbolCalls>,
    /// Callables and types by called name and language family.
    candidates: HashMap<(String, &'static str), Vec<Candidate<'l>>>,
    declarations: DeclarationTable<'l>,
    table: TypeTable<'l>,
}

impl<'l> CallTargets<'l> {
    fn collect(callers: &[NodeRef], context: Context<'l>) -> Result<CallTargets<'l>, Stale> {
        let library = context.library;
        let calls: Vec<SymbolCalls> =
            callers.par_iter().filter_map(|&caller| SymbolCalls::in_symbol(caller, library)).collect();
        CallTargets::of_calls(calls, context)
    }

    fn of_calls(calls: Vec<SymbolCalls>, context: Context<'l>) -> Result<CallTargets<'l>, Stale> {
        let library = context.library;
        context.check()?;
        let mut files = BTreeMap::new();
        for calls in &calls {
            let language = language_family(library.file(calls.caller.file).format.id);
            for place in &calls.places {
                files.entry((calls.name(place), language)).or_insert(calls.caller.file);
            }
        }
        let table = TypeTable::new(context);
        let candidates: HashMap<(String, &'static str), Vec<Candidate<'l>>> = files
            .into_par_iter()
            .map(|((name, language), file)| {
                context.check()?;
                let called = called_as(&table, name, file).into_iter();
                let candidates = called.filter_map(|node| Candidate::from_node(library, node)).collect();
                Ok(((name.to_owned(), language), candidates))
            })
            .collect::<Result<_, Stale>>()?;
        let mut names: HashSet<(&'l str, &'static str)> = HashSet::new();
        for ((_, language), candidates) in &candidates {
            for candidate in candidates {
                let name = library.outline(candidate.node.file).map(|outline| outline.name(candidate.node.node));
                let owners = candidate.callable.iter().flat_map(Callable::owner_names);
                let called = candidate.callable.as_ref().map(|callable| callable.name).or(name);
                names.extend(called.into_iter().chain(owners).map(|name| (name, *language)));
            }
        }
        Ok(CallTargets { calls, candidates, declarations: Declarations::tabulate(names, context)?, table })
    }

    /// What a name means that stands for something with another name, by an import.
    fn renamed(&self, types: &FileTypes<'_, 'l>, offset: u32, name: &str, before: &str) -> Option<NodeRef> {
        if !self.qualifiers(types.imports.file, before).is_empty()
            || !types.imports.has_at(name, offset)
            || types.is_variable(name, offset)
        {
            return None;
        }
        let Some(Meaning::Declared(node)) = types.meaning(types.imports.file, offset, &[], name) else { return None };
        let outline = self.table.library.outline(node.file)?;
        let kind = outline.kind(node.node);
        (outline.name(node.node) != name && (kind.is_function() || kind.is_class())).then_some(node)
    }

    fn qualifiers<'t>(&self, file: FileId, before: &'t str) -> Vec<&'t str> {
        qualified(before, language_family(self.table.library.language(file)) == "javascript").1
    }

    /// Those of `candidates` that the call at a site means, and how that is known.
    fn meant<'p>(
        &self,
        candidates: &[Candidate<'l>],
        caller: NodeRef,
        site: &impl Fn() -> CallSite<'p, 'l>,
    ) -> Vec<(NodeRef, Evidence)>
    where
        'l: 'p,
    {
        let library = self.table.library;
        // A call site caches one list of candidates, so types and functions get one each.
        let (as_type, as_function) = (site(), site());
        let fits = candidates.iter().filter_map(|one| Some((one.fit(&as_type, &as_function)?, one.node)));
        // A macro is called as well as what it stands for.
        let (macros, fits): (Vec<_>, Vec<_>) =
            fits.partition(|(_, node): &(Evidence, NodeRef)| self.table.modules.stands_for(*node).is_some());
        let mut out: Vec<(NodeRef, Evidence)> = macros.into_iter().map(|(evidence, node)| (node, evidence)).collect();
        let Some(best) = fits.iter().map(|(fit, _)| *fit).max() else { return out };
        let targets: Vec<NodeRef> = fits.iter().filter(|(fit, _)| *fit == best).map(|(_, node)| *node).collect();
        let (stated, targets) =
            targets.into_iter().partition(|node| best == Evidence::Name && is_stated(library, *node));
        let mut targets: Vec<NodeRef> = without_prototypes(library, targets);
        targets.extend::<Vec<NodeRef>>(stated);
        let name = as_function.name;
        let tells = |node: NodeRef| {
            let callable = candidates.iter().find(|it| it.node == node).and_then(|it| it.callable.as_ref());
            let tells = callable.map_or_else(|| as_function.is_bound(node), |it| as_function.tells(it));
            tells && !as_function.types.is_common(name)
        };
        let is_one = || {
            let language = language_family(library.file(caller.file).format.id);
            let declared = self.declarations.get(&(name, language));
            declared.is_none_or(|declarations| declarations.callables < 2)
        };
        let is_telling = targets.len() == 1 && is_one() && (best > Evidence::Name || tells(targets[0]));
        let evidence = if is_telling { best.max(Evidence::Unique) } else { best };
        // Of several candidates, the nearest are the likeliest.
        let by_name = evidence == Evidence::Name;
        let targets = if by_name { nearest(library, targets, caller) } else { targets };
        for node in targets {
            out.push((node, evidence));
            // Who makes a value of a type calls what sets it up, whatever that is called.
            let made = without_prototypes(library, constructors(library, node));
            out.extend(made.into_iter().map(|node| (node, evidence)));
        }
        out
    }

    /// The callees of one symbol, each once, with the confidence of its surest call.
    fn callees_of(&self, calls: &SymbolCalls, library: &'l Library) -> List {
        let language = language_family(library.file(calls.caller.file).format.id);
        let imports = Imports::new(library, calls.caller.file);
        let types = FileTypes::new(&self.table, &imports);
        let mut found: BTreeMap<NodeRef, Fit> = BTreeMap::new();
        for place in &calls.places {
            let name = calls.name(place);
            let before = calls.text.get(..place.start).unwrap_or_default();
            if let Some(node) = self.renamed(&types, place.start as u32, name, before) {
                let known = found.entry(node).or_default();
                *known = (*known).max(Some(Evidence::Import));
                continue;
            }
            if language == "ruby" && name == MAKES {
                for (node, evidence) in types.made_in_ruby(place.start as u32) {
                    let known = found.entry(node).or_default();
                    *known = (*known).max(Some(evidence));
                }
            }
            let candidates = self.candidates.get(&(name.to_owned(), language));
            let site = || CallSite::new(&types, place.start as u32, before, name, &self.declarations);
            let mut meant = candidates.map(|all| self.meant(all, calls.caller, &site)).unwrap_or_default();
            if meant.is_empty() {
                meant.extend(types.otherwise_named(
                    place.start as u32,
                    &self.qualifiers(calls.caller.file, before),
                    name,
                ));
            }
            for (node, evidence) in meant {
                let known = found.entry(node).or_default();
                *known = (*known).max(Some(evidence));
            }
        }
        if calls.is_whole
            && let Some(supers) = supers::called_by(&self.table, calls.caller)
        {
            let evidence = |node| weighed(&supers.above, node, calls.caller.file, Evidence::OwnType);
            found.extend(supers.above.iter().map(|&node| (node, Some(evidence(node)))));
        }
        let item = |(node, evidence): (NodeRef, Fit)| {
            let distance = distance(library, calls.caller.file, node.file);
            Found { evidence, distance, ..node_item(node.file, node.node) }
        };
        found.into_iter().map(item).collect()
    }
}

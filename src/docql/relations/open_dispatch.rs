//! What stays open of calls through types above: those through what is declared elsewhere, and on which types what only an
//! interface declares is run.

use super::calls::dispatch::{block_trait, declares_only};
use super::names::lookup::words_of_declaration;
use super::queries::query_of;
use super::steps::implementations_of_each;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::names::qualified::{enclosing_node, parent_name};
use crate::docql::nodes::supertypes::supertype_names;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::names::lookup::same_language_family;
use crate::docql::relations::types::go_library::{Interface, TELLING};
use crate::docql::relations::types::go_signatures;
use crate::docql::relations::types::hierarchy::all_supertypes;
use crate::docql::relations::types::implementations::embedded_unknown;
use crate::docql::relations::types::inheritance::is_class;
use crate::docql::relations::types::members::members_named;
use crate::docql::syntax::format::quoted;
use crate::document::Kind;
use crate::library::{Library, NamePart, NodeRef};
use crate::stdx::Stale;

/// Python: what is above a type only to say how it is made.
const OF_NOBODY: &[&str] = &["object", "ABC", "Generic", "NamedTuple", "Protocol", "TypedDict"];

/// Types that are named, at most.
const MAX_NAMED: usize = 3;

/// What the callers of a method leave open that is called through a type above, and a query that leads on; `in_vain` if
/// nobody was found.
pub(super) fn remarks(
    (target, targets): (NodeRef, &[NodeRef]),
    in_vain: bool,
    context: Context<'_>,
) -> Result<(Vec<String>, Option<String>), Stale> {
    let library = context.library;
    let Some(outline) = library.outline(target.file) else { return Ok(Default::default()) };
    let (name, owner) = (outline.name(target.node), parent_name(library, target));
    if !outline.kind(target.node).is_function() || owner.is_empty() {
        return Ok(Default::default());
    }
    let home = enclosing_node(library, target).filter(|home| is_class(library, *home));
    if home.is_some_and(|home| declares_only(library, home, target)) {
        return Ok(match implementing(target, targets, context)? {
            Some(types) => {
                let query = format!("{}.implementations().callers()", query_of(library, target));
                let said = format!("{name} is implemented by {types}: calls on their values are those of {query}");
                (vec![said], Some(query))
            }
            None => Default::default(),
        });
    }
    let above = above_elsewhere(library, target, home, in_vain);
    let said = format!("{owner} implements {above}, not declared here: calls of {name} through that are not followed");
    Ok((if above.is_empty() { Vec::new() } else { vec![said] }, None))
}

/// The types that implement a method, in words, but for those whose methods are asked about as well.
fn implementing(target: NodeRef, targets: &[NodeRef], context: Context<'_>) -> Result<Option<String>, Stale> {
    let mut found = implementations_of_each(&[target], context)?.pop().unwrap_or_default();
    found.retain(|found| !matches!(found.item, Item::Node(node) if targets.contains(&node)));
    let owner = |item: &Item| if let Item::Node(node) = item { parent_name(context.library, *node) } else { "" };
    let mut owners: Vec<&str> =
        found.iter().map(|found| owner(&found.item)).filter(|owner| !owner.is_empty()).collect();
    owners.dedup();
    let named = owners.iter().take(MAX_NAMED).copied().collect::<Vec<_>>().join(", ");
    Ok(match owners.len().checked_sub(MAX_NAMED) {
        _ if owners.is_empty() => None,
        None | Some(0) => Some(named),
        Some(more) => Some(format!("{named} and {more} more")),
    })
}

/// What a method implements or overrides that is declared elsewhere, as far as that is written; empty if nothing.
fn above_elsewhere(library: &Library, target: NodeRef, home: Option<NodeRef>, in_vain: bool) -> String {
    let name = library.outline(target.file).map_or("", |outline| outline.name(target.node));
    match library.language(target.file) {
        "rust" => return block_trait(library, target).filter(|(_, is_here)| !is_here).unwrap_or_default().0,
        "go" => {
            let arity = |method: NodeRef| go_signatures::arity(library, method);
            let types: Vec<NodeRef> = home.into_iter().flat_map(|of| all_of(library, of)).collect();
            let has = |&(of, count): &(&str, usize)| {
                let mut own = types.iter().flat_map(|home| members_named(library, *home, of)).chain([target]);
                own.any(|own| name_of(library, own) == of && arity(own) == Some((count, false)))
            };
            let is_it = |(_, methods): &&Interface| methods.iter().any(|of| of.0 == name) && methods.iter().all(has);
            return TELLING.iter().find(is_it).map_or(String::new(), |(of, _)| (*of).to_owned());
        }
        _ => {}
    }
    let Some(home) = home else { return String::new() };
    let words = words_of_declaration(library, target);
    let is_marked = ["override", "Override", "@Override"].iter().any(|word| words.contains(*word));
    // Without a mark any type above may have it: that is said where nobody seems to call it.
    if !is_marked && !in_vain || !overridden(library, target).is_empty() {
        return String::new();
    }
    let types = std::iter::once(home).chain(all_supertypes(library, home));
    let is_here = |name: &str| {
        let is_it = |node: &NodeRef| same_language_family(library, node.file, home.file);
        OF_NOBODY.contains(&name) || library.declared(name).iter().any(is_it)
    };
    let mut names: Vec<String> = types.flat_map(|of| supertype_names(library, of)).collect();
    names.retain(|name| !is_here(name));
    names.truncate(MAX_NAMED);
    names.join(" or ")
}

/// Go: says what an interface embeds that leaves its implementations open.
pub(in crate::docql) fn embedded_elsewhere(library: &Library, interface: NodeRef) -> Option<String> {
    let unknown = embedded_unknown(library, interface);
    let owner = match library.outline(interface.file)?.kind(interface.node) {
        Kind::Interface => name_of(library, interface),
        _ => parent_name(library, interface),
    };
    let said = || {
        let embedded = unknown.join(", ");
        format!("{owner} embeds {embedded}, not declared here: these have the rest of its methods")
    };
    (!unknown.is_empty()).then(said)
}

fn name_of(library: &Library, node: NodeRef) -> &str {
    library.outline(node.file).map_or("", |outline| outline.name(node.node))
}

/// A type and all above it.
fn all_of(library: &Library, of: NodeRef) -> Vec<NodeRef> {
    [vec![of], all_supertypes(library, of)].concat()
}

/// Where the references of what a method implements or overrides are listed.
pub(super) fn named_above(library: &Library, target: NodeRef) -> Vec<String> {
    let name = library.outline(target.file).map_or("", |outline| outline.name(target.node));
    let of = |above: NodeRef| {
        let of = library.outline(above.file)?;
        let (kind, type_) = (of.kind(above.node).id(), of.name(above.node));
        let query = format!("$.code.{kind}({}).method({}).callers()", quoted(type_), quoted(name));
        Some(format!("calls through {type_} are those of {query}"))
    };
    overridden(library, target).into_iter().filter_map(of).collect()
}

/// The types above, with a method that `target` implements or overrides.
pub(in crate::docql) fn overridden(library: &Library, target: NodeRef) -> Vec<NodeRef> {
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    let Some(home) = enclosing_node(library, target) else { return Vec::new() };
    let Some(own) = library.outline(home.file) else { return Vec::new() };
    if !outline.kind(target.node).is_function() || !own.kind(home.node).is_class() {
        return Vec::new();
    }
    let name = outline.name(target.node);
    let is_called =
        |node: NodeRef| library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_function());
    let mut out: Vec<NodeRef> = all_supertypes(library, home)
        .into_iter()
        .filter(|&above| above != home && members_named(library, above, name).iter().any(|member| is_called(*member)))
        .collect();
    if library.file(target.file).format.id == "go" {
        out.extend(structural(library, home, name).into_iter().filter(|&node| node != home));
    }
    out.sort_unstable();
    out.dedup();
    out.truncate(MAX_NAMED);
    out
}

/// Go: interfaces with a method of the name all of whose methods the type `home` has.
fn structural(library: &Library, home: NodeRef, name: &str) -> Vec<NodeRef> {
    let mut out = Vec::new();
    library.nodes_named(&lower(name), NamePart::Whole, |node| {
        let Some(outline) = library.outline(node.file) else { return true };
        let owner = outline.parent(node.node).filter(|&above| outline.kind(above) == Kind::Interface);
        if let Some(owner) = owner.filter(|_| outline.name(node.node) == name) {
            let mut methods = outline.children(Some(owner)).filter(|&at| outline.kind(at) == Kind::Method);
            if methods.all(|method| !members_named(library, home, outline.name(method)).is_empty()) {
                out.push(NodeRef { file: node.file, node: owner });
            }
        }
        true
    });
    out
}

//! What a name in a text means: by the call that it is in, its qualifiers, the imports and the modules around it. What is
//! no more than a guess by the bare name is marked as such, and what is declared elsewhere has no definition here.
//!
//! - `meant`: what one name in code means, and where it leads if that is not here.
//! - `scopes`: what scopes and types around a name tell: variables, own members, imports, modules.
//! - `written`: the name that is marked in a text, or the type of a variable that is declared there.
//! - `known_names`: the names on some lines, for a list to choose from.

pub(in crate::docql) mod known_names;
mod meant;
mod scopes;
mod written;

use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::links::{Target, is_link, resolve};
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::relations::code_blocks;
use crate::docql::relations::names::c::linkage::is_prototype;
use crate::docql::relations::names::lookup::nearest_named;
use crate::docql::relations::names::rust::modules::file_of as file_of_module;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Family, Kind, Span};
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Stale;
pub(in crate::docql) use meant::Away;
use meant::{Meant, Names};
use std::collections::HashMap;
use written::{name_at, type_at};

/// Definitions: of the names that excerpts mark; of the others in the list, with prototypes replaced by their definition.
/// `symbols` tells what the others stand for.
pub(super) fn definitions(
    list: &List,
    symbols: impl Fn(&List) -> Vec<NodeRef>,
    context: Context<'_>,
) -> Result<List, Stale> {
    let library = context.library;
    let (marks, others): (List, List) = list.iter().cloned().partition(|found| marked(found, library).is_some());
    let mut out = of_names(&marks, context)?;
    if out.is_empty() {
        for target in symbols(&others) {
            context.check()?;
            of_symbol(library, target, &mut out);
        }
    }
    Ok(out)
}

/// Where the name that the only item of a list marks leads to, if that is not in the workspace: `errors` of `errors.New`;
/// with the name.
pub(in crate::docql) fn declared_elsewhere(
    list: &List,
    context: Context<'_>,
) -> Result<Option<(String, Option<Away>)>, Stale> {
    let [found] = list.as_slice() else { return Ok(None) };
    let Some(excerpt) = marked(found, context.library) else { return Ok(None) };
    let Ok(text) = context.library.text(excerpt.0) else { return Ok(None) };
    let table = TypeTable::new(context);
    let mut names = Names::new(&table, context);
    let (file, name) = excerpt;
    let of = match names.meant(file, &text, name)? {
        Meant::Elsewhere(of) => Some(of),
        _ => None,
    };
    Ok(Some((name.of(&text).to_owned(), of)))
}

/// The one name that an excerpt marks, with its file.
fn marked(found: &Found, library: &Library) -> Option<(FileId, Span)> {
    let Item::Excerpt(excerpt) = &found.item else { return None };
    let text = library.peek_text(excerpt.file).ok()?;
    let name = name_at(&text, excerpt.mark).or_else(|| type_at(&text, excerpt.mark, library.lexis(excerpt.file)?));
    Some((excerpt.file, name?))
}

fn of_names(marks: &List, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let table = TypeTable::new(context);
    let mut names = Names::new(&table, context);
    let mut out = List::new();
    let mut places = HashMap::new();
    for found in marks {
        let Some((file, name)) = marked(found, library) else { continue };
        let Ok(text) = library.text(file) else { continue };
        let Meant::Declared(all) = names.meant(file, &text, name)? else { continue };
        for (node, evidence) in all {
            let place = *places.entry(node).or_insert_with(|| {
                out.push(Found { evidence, ..contents(library, node) });
                out.len() - 1
            });
            let known = &mut out[place];
            // One place that tells is enough.
            if known.by_name() && evidence != Some(Evidence::Name) {
                known.evidence = evidence;
            }
        }
    }
    out.sort_by_key(Found::by_name);
    Ok(out)
}

/// A declaration, or the file with what it declares.
fn contents(library: &Library, node: NodeRef) -> Found {
    let file = file_of_module(library, node);
    file.map_or_else(|| node_item(node.file, node.node), |file| Found::plain(Item::File(file)))
}

/// Adds where a symbol is defined, or where a link leads to.
fn of_symbol(library: &Library, target: NodeRef, out: &mut List) {
    let Some(outline) = library.outline(target.file) else { return };
    let kind = outline.kind(target.node);
    if is_link(kind) {
        if let Target::Item(item) = resolve(library, target.file, outline.detail(target.node)) {
            out.push(Found::plain(item));
        }
    } else if kind == Kind::CodeBlock {
        out.extend(code_blocks::definitions(library, target));
    } else if kind.family() == Family::Section {
        // A section is where it is, and not defined elsewhere.
    } else if !is_prototype(library, target) {
        out.push(node_item(target.file, target.node));
    } else if let Some(file) = file_of_module(library, target) {
        out.push(Found::plain(Item::File(file)));
    } else {
        let namesakes = nearest_named(library, outline.name(target.node), target);
        let mut defined: Vec<NodeRef> = namesakes.into_iter().filter(|node| !is_prototype(library, *node)).collect();
        // What is defined in another language has its stubs here.
        if defined.is_empty() && library.file(target.file).format.id == "python" {
            defined.push(target);
        }
        out.extend(defined.into_iter().map(|node| node_item(node.file, node.node)));
    }
}

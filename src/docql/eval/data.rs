//! Steps into data, as in RFC 9535.

use super::lone::{Around, Candidates};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::lists::slices;
use crate::docql::nodes::value::array_element;
use crate::docql::plan::steps::Pick;
use crate::document::{DataTree, Scalar};
use crate::stdx::Stale;
use std::sync::Arc;

fn value(found: &Found) -> Option<(&Arc<DataTree>, u32)> {
    match &found.item {
        Item::Data { tree, node, .. } => Some((tree, *node)),
        _ => None,
    }
}

fn child(found: &Found, node: u32) -> Found {
    match &found.item {
        Item::Data { file, tree, .. } => Found::plain(Item::Data { file: *file, tree: Arc::clone(tree), node }),
        _ => found.clone(),
    }
}

/// The children that `picks` select, by value and then by selector.
pub(in crate::docql) fn children(
    list: List,
    picks: &[Pick],
    around: Around<'_>,
    context: Context<'_>,
) -> Result<List, Stale> {
    let mut out = List::new();
    for found in &list {
        context.check()?;
        let Some((tree, node)) = value(found) else { continue };
        let inside = &tree.node(node).children;
        for pick in picks {
            let as_list = around.as_list((tree, node), pick, context);
            if as_list.is_some() {
                picked(found, pick, context, &mut out)?;
            }
            if as_list == Some(Candidates::Itself) {
                continue;
            }
            match pick {
                Pick::Name(name) => out.extend(tree.member(node, name).map(|node| child(found, node))),
                Pick::Wildcard => out.extend(inside.iter().map(|&node| child(found, node))),
                Pick::Index(index) => out.extend(array_element(tree, node, *index).map(|node| child(found, node))),
                Pick::Slice(start, end, step) => {
                    if tree.node(node).scalar == Scalar::Array {
                        out.extend(
                            slices::slice(*start, *end, *step, inside.len())
                                .into_iter()
                                .map(|at| child(found, inside[at])),
                        );
                    }
                }
                Pick::Filter(predicate) => {
                    for &node in inside {
                        let candidate = child(found, node);
                        if super::filter::holds(predicate, &candidate, context)? {
                            out.push(candidate);
                        }
                    }
                }
            }
        }
    }
    Ok(out)
}

/// Adds a value that counts as a list of one to `out`, if `pick` selects it.
fn picked(found: &Found, pick: &Pick, context: Context<'_>, out: &mut List) -> Result<(), Stale> {
    let is_picked = match pick {
        Pick::Name(_) => false,
        Pick::Wildcard => true,
        Pick::Index(index) => matches!(index, 0 | -1),
        Pick::Slice(start, end, step) => !slices::slice(*start, *end, *step, 1).is_empty(),
        Pick::Filter(predicate) => super::filter::holds(predicate, found, context)?,
    };
    out.extend(is_picked.then(|| found.clone()));
    Ok(())
}

/// The values and all their descendants, parents first, elements of arrays in order.
pub(super) fn descendants(list: List) -> List {
    let mut out = List::new();
    for found in &list {
        let Some((tree, node)) = value(found) else { continue };
        let mut todo = vec![node];
        while let Some(at) = todo.pop() {
            out.push(child(found, at));
            todo.extend(tree.node(at).children.iter().rev());
        }
    }
    out
}

//! The order of an answer: items without duplicates, by file and in document order.

use crate::docql::catalog::{Relation, Root};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::items::{Items, Run};
use crate::docql::nodes::lists::list::{List, unique};
use crate::docql::plan::steps::{Plan, Start, Step};
use crate::library::{FileId, Library};
use crate::stdx::{Stale, sorted_by};
use std::cmp::Ordering;

/// The contributions of all files, sorted as far as possible.
pub(super) enum Ordered {
    /// Completely sorted.
    Items(Items),
    /// Unsorted, because some files contribute items of other files.
    Mixed(List),
}

/// The contribution of one file.
pub(in crate::docql) enum FileItems {
    /// Items of the file itself, sorted, without duplicates.
    Own(Run),
    /// Items that include some of other files.
    Mixed(List),
}

/// What puts a related item behind others: how unsure the relation is, how far it is, whether it is a test.
type Doubt = (u8, u8, bool);

/// The sort key of an item: file, then document order unless a step defines another. Directories and repositories
/// keep their order if the plan starts from them, else they come last.
fn sort_key(plan: &Plan, found: &Found, library: &Library) -> (Doubt, u32, bool, Option<FileId>, u32, i64) {
    if matches!(plan.steps.first(), Some(Step::Root(Start::Catalog(Root::Structure | Root::Repositories)))) {
        return Default::default();
    }
    let file = found.item.file();
    let (line, number) = match &found.item {
        _ if plan.ordered => (0, 0),
        Item::Node(node) => {
            (library.outline(node.file).map_or(0, |outline| outline.line(node.node)), i64::from(node.node))
        }
        Item::Excerpt(excerpt) => (excerpt.line, i64::from(excerpt.span.start)),
        Item::Row(row) => (row.sheet.node, row.place().unwrap_or_default()),
        Item::Value { line, .. } => (*line, 0),
        _ => (0, 0),
    };
    // Items related by name only come after certain ones; of both the near ones come first, and tests behind what they test.
    let is_of_uses =
        |step: &Step| matches!(step, Step::Relation(Relation::Callers | Relation::Callees | Relation::References, _));
    let is_related = found.evidence.is_some() && !plan.ordered && plan.steps.iter().any(is_of_uses);
    // Who asks for tests wants those of the thing itself before those that happen to reach it.
    let are_tests = matches!(plan.steps.last(), Some(Step::Relation(Relation::Tests, _)));
    let steps = if are_tests { found.depth } else { 0 };
    let distance = if found.doubt() > 0 || is_related && !are_tests { found.distance } else { 0 };
    let doubt = (found.doubt(), distance, is_related && !are_tests && found.is_of_tests(library));
    (doubt, steps, file.is_none(), file, line, number)
}

/// Sorts items.
pub(in crate::docql) fn sorted(plan: &Plan, items: List, context: Context<'_>) -> Result<List, Stale> {
    let mut keyed = Vec::with_capacity(items.len());
    for (number, found) in items.into_iter().enumerate() {
        if number % 1024 == 1023 {
            context.check()?;
        }
        keyed.push((sort_key(plan, &found, context.library), found));
    }
    let by_key = |a: &Found, b: &Found| match (&a.item, &b.item) {
        (Item::Row(a), Item::Row(b)) => a.compare_keys(b),
        _ => Ordering::Equal,
    };
    let is_free = plan.ordered;
    let sorted = sorted_by(keyed, context.ticket, |a, b| {
        a.0.cmp(&b.0).then_with(|| if is_free { Ordering::Equal } else { by_key(&a.1, &b.1) })
    })?;
    Ok(sorted.into_iter().map(|(_, found)| found).collect())
}

/// Sorts nodes of one file by line, unless a step defines an order.
pub(super) fn by_line(plan: &Plan, file: FileId, mut nodes: Vec<u32>, library: &Library) -> Vec<u32> {
    if let Some(outline) = library.outline(file).filter(|_| !plan.ordered && nodes.len() > 1) {
        if outline.is_in_line_order() && nodes.is_sorted() {
            return nodes;
        }
        let key = |&node: &u32| (outline.line(node), node);
        if !nodes.is_sorted_by_key(key) {
            nodes.sort_by_key(key);
        }
    }
    nodes
}

/// True if `list` is lines of `file`, sorted and without duplicates. This saves sorting what may be a million lines.
fn is_in_order(file: FileId, list: &[Found]) -> bool {
    let place = |found: &Found| match &found.item {
        Item::Excerpt(excerpt) if found.doubt() == 0 && excerpt.file == file => {
            Some((excerpt.line, i64::from(excerpt.span.start)))
        }
        Item::Row(row) if found.doubt() == 0 && row.sheet.file == Some(file) => Some((row.sheet.node, row.number)),
        _ => None,
    };
    list.first().is_some_and(|first| place(first).is_some())
        && list.windows(2).all(|pair| place(&pair[1]).is_some_and(|second| place(&pair[0]) < Some(second)))
}

/// True if `list` is plain files, sorted and without duplicates.
pub(super) fn is_file_list(list: &[Found]) -> bool {
    let file = |found: &Found| match found {
        Found {
            item: Item::File(file),
            score: None,
            depth: 0,
            site: None,
            evidence: None,
            why: None,
            matched: None,
            ..
        } => Some(*file),
        _ => None,
    };
    list.first().is_some_and(|first| file(first).is_some())
        && list.windows(2).all(|pair| file(&pair[1]).is_some_and(|second| file(&pair[0]) < Some(second)))
}

/// Sorts the contribution of `file`.
pub(in crate::docql) fn file_items(
    plan: &Plan,
    file: FileId,
    lists: Vec<List>,
    context: Context<'_>,
) -> Result<FileItems, Stale> {
    let list: List = match <[List; 1]>::try_from(lists) {
        Ok([list]) => list,
        Err(lists) => lists.into_iter().flatten().collect(),
    };
    if is_in_order(file, &list) {
        return Ok(FileItems::Own(Run::packed(file, list)));
    }
    if list.iter().any(|found| found.doubt() > 0 || found.item.file() != Some(file)) {
        return Ok(FileItems::Mixed(list));
    }
    let mut list = unique(list, context)?;
    if !plan.ranked {
        list = sorted(plan, list, context)?;
    }
    let number = |found: &Found| match found {
        Found { item: Item::Node(node), score: None, depth: 0, site: None, .. } => Some(node.node),
        _ => None,
    };
    Ok(FileItems::Own(match list.iter().map(number).collect::<Option<Vec<u32>>>() {
        Some(nodes) => Run::Nodes(file, nodes),
        None => Run::Found(list),
    }))
}

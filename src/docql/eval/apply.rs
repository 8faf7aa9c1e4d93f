//! Applies steps to lists.

use super::lone::Around;
use crate::docql::catalog::{Axis, Content, Relation, Root};
use crate::docql::eval::start::{is_per_document, start_in, start_whole};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::{List, unique};
use crate::docql::nodes::lists::slices;
use crate::docql::plan::steps::{Argument, Pick, Start, Step};
use crate::stdx::Stale;

impl Context<'_> {
    /// Evaluates a path in a filter for one item. A method, because filters are below steps in the module order: this
    /// is the one place where evaluation recurses.
    pub(super) fn path(self, steps: &[Step], start: Option<&Found>) -> Result<List, Stale> {
        let context = self;
        let lists = match (steps.first(), start) {
            (Some(Step::Root(from)), _) => {
                let first = match (is_per_document(*from), context.file) {
                    (true, Some(file)) => start_in(*from, file, context),
                    (true, None) => Vec::new(),
                    (false, _) => start_whole(*from, context),
                };
                apply(vec![first], &steps[1..], context)?
            }
            (_, Some(found)) => apply(vec![vec![found.clone()]], steps, context)?,
            (_, None) => Vec::new(),
        };
        Ok(lists.into_iter().flatten().collect())
    }
}

/// Applies `steps` in order.
pub(in crate::docql) fn apply(mut lists: Vec<List>, steps: &[Step], context: Context<'_>) -> Result<Vec<List>, Stale> {
    let mut steps = steps;
    let mut before = None;
    while let [step, rest @ ..] = steps {
        context.check()?;
        let around = Around::of(before.replace(step), rest.first());
        steps = rest;
        if let Step::Rows(picks) = step
            && let Some(found) = searched_rows(&lists, picks, &mut steps, context)?
        {
            lists = vec![found];
            continue;
        }
        lists = match step {
            Step::Refine(picks) => {
                lists.into_iter().map(|list| refine(list, picks, context)).collect::<Result<_, _>>()?
            }
            Step::ListOp(whole, argument) => {
                vec![super::list_ops::apply(*whole, argument, lists.into_iter().flatten().collect(), context)?]
            }
            Step::Relation(relation, depth) => {
                let list = flat(lists, context)?;
                let of_keys = match relation {
                    Relation::References => super::rows::referring(&list, context)?,
                    _ => None,
                };
                vec![match of_keys {
                    Some(rows) => unique(rows, context)?,
                    None => crate::docql::relations::steps::apply(*relation, *depth, &list, context)?,
                }]
            }
            Step::Content(Content::Grep, Argument::Lines(pattern)) => {
                let all: List = lists.into_iter().flatten().collect();
                super::texts::grep::in_items(&all, pattern, context)?
            }
            Step::Content(Content::Search, argument) => {
                let words = if let Argument::Words(words) = argument { words.as_str() } else { "" };
                let list = flat(lists, context)?;
                vec![match list.first().map(|found| &found.item) {
                    Some(Item::Row(_)) => super::rows::search(words, list, context)?,
                    _ => super::texts::content::search(words, &list, context)?,
                }]
            }
            Step::Data(picks) => lists
                .into_iter()
                .map(|list| super::data::children(list, picks, around, context))
                .collect::<Result<_, _>>()?,
            Step::Named(name) => {
                lists.into_iter().map(|list| super::rows::named(list, name, context.library)).collect()
            }
            Step::Sql(sql) => vec![super::rows::sql(&flat(lists, context)?, sql, context)?],
            // The report draws or lists the directories; the items are the same.
            Step::Axis(Axis::Tree | Axis::Flat) => lists,
            Step::DataDescend => lists.into_iter().map(super::data::descendants).collect(),
            _ => one_list_each(lists, step, context)?,
        };
    }
    Ok(lists)
}

/// The rows of a table that the next step searches, where they can be had without listing all; that step is taken off.
fn searched_rows(
    lists: &[List],
    picks: &[Pick],
    steps: &mut &[Step],
    context: Context<'_>,
) -> Result<Option<List>, Stale> {
    let [list] = lists else { return Ok(None) };
    let [Step::Content(Content::Search, Argument::Words(words)), rest @ ..] = steps else { return Ok(None) };
    let found = super::rows::searched(list, picks, words, context)?;
    if found.is_some() {
        *steps = rest;
    }
    Ok(found)
}

pub(super) fn flat(lists: Vec<List>, context: Context<'_>) -> Result<List, Stale> {
    let all = lists.into_iter().flatten().collect();
    if context.strict { Ok(all) } else { unique(all, context) }
}

/// Applies a step that yields one list for each item.
pub(super) fn one_list_each(lists: Vec<List>, step: &Step, context: Context<'_>) -> Result<Vec<List>, Stale> {
    let mut out = Vec::new();
    for found in lists.into_iter().flatten() {
        context.check()?;
        out.push(match step {
            Step::Symbols(select, pattern) => super::select::symbols(*select, pattern, &found, context),
            Step::Content(content, argument) => super::texts::content::apply(*content, argument, &found, context)?,
            Step::Axis(Axis::Parent) => match super::rows::referred(&found, context)? {
                Some(rows) => rows,
                None => super::navigate::apply(Axis::Parent, &found, context),
            },
            Step::Axis(direction) => super::navigate::apply(*direction, &found, context),
            Step::Descend => super::navigate::descendants(&found, context),
            Step::Inside => super::navigate::descendants(&found, context).split_off(1),
            Step::Rows(picks) => super::rows::rows(&found, picks, context)?,
            Step::Held(root) => held(*root, &found, context),
            Step::Columns => super::rows::columns(&found, context),
            Step::Column(column) => super::rows::column_values(column, &found, context),
            Step::Field(field) => super::list_ops::field_values(*field, &found, context),
            _ => Vec::new(),
        });
    }
    Ok(out)
}

/// What a root yields of a file.
pub(in crate::docql) fn held(root: Root, found: &Found, context: Context<'_>) -> List {
    match found.item {
        Item::File(file) => start_in(Start::Catalog(root), file, context),
        _ => Vec::new(),
    }
}

/// Applies the selectors of a bracket to a list.
pub(super) fn refine(list: List, picks: &[Pick], context: Context<'_>) -> Result<List, Stale> {
    let mut out = List::new();
    for pick in picks {
        match pick {
            Pick::Wildcard => out.extend(list.iter().cloned()),
            Pick::Index(index) => out.extend(slices::at(*index, list.len()).map(|at| list[at].clone())),
            Pick::Slice(start, end, step) => {
                out.extend(slices::slice(*start, *end, *step, list.len()).into_iter().map(|at| list[at].clone()));
            }
            Pick::Filter(predicate) => {
                for (number, found) in list.iter().enumerate() {
                    if number % 256 == 255 {
                        context.check()?;
                    }
                    if super::filter::holds(predicate, found, context)? {
                        out.push(found.clone());
                    }
                }
            }
            Pick::Name(_) => {}
        }
    }
    if picks.len() > 1 && !context.strict { unique(out, context) } else { Ok(out) }
}

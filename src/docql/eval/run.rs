//! Runs a plan: each step maps lists to lists; files are evaluated in parallel, in path order.

use super::file_scan::{Collected, FileScan};
use super::order;
use super::order::Ordered;
use crate::docql::catalog::{Content, ListOp, Root};
use crate::docql::eval::apply::apply;
use crate::docql::eval::run;
use crate::docql::eval::start::{is_per_document, start_whole};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::items::{Items, Run};
use crate::docql::nodes::lists::list::{List, OnPartial, Outcome, unique};
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::plan::needs::needle;
use crate::docql::plan::steps::{Plan, Start, Step};
use crate::docql::syntax::diagnostic::{Diagnostic, Severity};
use crate::document::{DataTree, Span};
use crate::library::Library;
use crate::stdx::{Stale, Ticket};
use std::sync::Arc;

/// Evaluates `plan` over the library. Calls `on_partial` now and then if the answer grows file by file.
pub(super) fn evaluate(plan: &Plan, context: Context<'_>, on_partial: OnPartial<'_>) -> Result<Outcome, Stale> {
    let Some(Step::Root(start)) = plan.steps.first() else { return Ok(Outcome::default()) };
    let split = per_file_steps(&plan.steps);
    let whole = &plan.steps[split..];
    let counts = matches!(whole, [Step::ListOp(ListOp::Count, _)]);
    if let (true, Some(count)) = (counts, row_count(plan, &plan.steps[..split], *start, context)?) {
        return Ok(Outcome { count: Some(count), ..Outcome::default() });
    }
    if !is_per_document(*start) {
        let lists = apply(vec![start_whole(*start, context)], &plan.steps[1..split], context)?;
        return conclude(plan, lists, whole, context);
    }
    let documents = FileScan::new(plan.needle.as_deref(), &plan.steps[..split], *start, context)?;
    if takes_places(plan, whole)
        && !counts
        && let Some(lines) = documents.collect_lines(context)?
    {
        return conclude_nodes(plan, lines, whole, context);
    }
    if !whole.is_empty() && !counts {
        return match documents.collect(context)? {
            Collected::Nodes(items) => conclude_nodes(plan, listed(plan, items, whole, context)?, whole, context),
            Collected::Lists(lists) => {
                let lists = match takes_places(plan, whole) {
                    true => {
                        lists.into_iter().map(|list| order::sorted(plan, list, context)).collect::<Result<_, _>>()?
                    }
                    false => lists,
                };
                conclude(plan, lists, whole, context)
            }
        };
    }
    if counts && let Some(count) = documents.count(plan, context)? {
        return Ok(Outcome { count: Some(count), ..Outcome::default() });
    }
    // Each file's contribution is sorted separately.
    let quiet: OnPartial<'_> = &|_, _, _| {};
    match documents.ordered(plan, context, if counts { quiet } else { on_partial })? {
        Ordered::Items(items) => Ok(Outcome { items, ..Outcome::default() }),
        Ordered::Mixed(list) => conclude(plan, vec![list], whole, context),
    }
}

/// The number of rows of tables of databases that `steps` end with, where they need not be listed for that.
fn row_count(plan: &Plan, steps: &[Step], start: Start, context: Context<'_>) -> Result<Option<usize>, Stale> {
    let [before @ .., Step::Rows(picks)] = steps else { return Ok(None) };
    let tables: List = match start {
        Start::Catalog(Root::Databases) => {
            apply(vec![start_whole(start, context)], &before[1..], context)?.into_iter().flatten().collect()
        }
        Start::Catalog(Root::Tables) => {
            match FileScan::new(plan.needle.as_deref(), before, start, context)?.collect(context)? {
                Collected::Nodes(items) => items.into(),
                Collected::Lists(lists) => lists.into_iter().flatten().collect(),
            }
        }
        _ => return Ok(None),
    };
    super::rows::counted(&tables, picks, context)
}

/// The number of leading steps that apply to each file separately.
fn per_file_steps(steps: &[Step]) -> usize {
    let is_whole = |at: &usize| match &steps[*at] {
        Step::ListOp(..) | Step::Relation(..) => true,
        // Ranks are those among all files. Rows are searched with the table that they are in.
        Step::Content(Content::Search, _) => !at.checked_sub(1).is_some_and(|at| matches!(steps[at], Step::Rows(_))),
        _ => false,
    };
    (0..steps.len()).find(is_whole).unwrap_or(steps.len())
}

/// True if the next step on the whole takes items by their places: those are the places that the list shows.
fn takes_places(plan: &Plan, whole: &[Step]) -> bool {
    matches!(whole.first(), Some(Step::ListOp(..))) && !plan.ranked && !plan.strict
}

/// Items in the order in which they are shown, where the next step takes them by their places.
fn listed(plan: &Plan, items: Items, whole: &[Step], context: Context<'_>) -> Result<Items, Stale> {
    if takes_places(plan, whole) { in_order(plan, items, context) } else { Ok(items) }
}

/// Applies the steps on the result as a whole to packed nodes.
fn conclude_nodes(plan: &Plan, items: Items, whole: &[Step], context: Context<'_>) -> Result<Outcome, Stale> {
    context.check()?;
    if let [Step::ListOp(step, argument), rest @ ..] = whole
        && let Some(items) = super::list_ops::apply_to_nodes(*step, argument, &items, context)?
    {
        return conclude_nodes(plan, items, rest, context);
    }
    if whole.is_empty() {
        // Packed nodes have no duplicates.
        let items = match plan.ranked {
            true => items,
            false => in_order(plan, items, context)?,
        };
        return Ok(Outcome { items, ..Outcome::default() });
    }
    conclude(plan, vec![items.into()], whole, context)
}

/// Sorts the nodes of each file; the files are already sorted.
fn in_order(plan: &Plan, items: Items, context: Context<'_>) -> Result<Items, Stale> {
    let mut out = Items::default();
    for run in Vec::<Run>::from(items) {
        out.push(match run {
            Run::Nodes(file, nodes) => {
                context.check()?;
                Run::Nodes(file, order::by_line(plan, file, nodes, context.library))
            }
            other => other,
        });
    }
    Ok(out)
}

/// Applies the steps on the result as a whole, removes duplicates and sorts.
fn conclude(plan: &Plan, lists: Vec<List>, whole: &[Step], context: Context<'_>) -> Result<Outcome, Stale> {
    let lists = apply(lists, whole, context)?;
    if let Some(Step::ListOp(ListOp::Count, _)) = whole.last() {
        let count = lists.iter().flatten().filter_map(count_of).sum();
        return Ok(Outcome { count: Some(count), ..Outcome::default() });
    }
    let mut items: List = match <[List; 1]>::try_from(lists) {
        Ok([list]) => list,
        Err(lists) => lists.into_iter().flatten().collect(),
    };
    if !plan.strict && order::is_file_list(&items) {
        return Ok(Outcome { items: Items::packed_files(&items), ..Outcome::default() });
    }
    if !plan.strict {
        items = unique(items, context)?;
    }
    if !plan.ranked && !plan.strict {
        items = order::sorted(plan, items, context)?;
    }
    Ok(Outcome { items: items.into(), ..Outcome::default() })
}

/// The needle of the steps of `plan` before the one at `end`.
fn needle_before(plan: &Plan, end: usize) -> Option<String> {
    if plan.strict { None } else { needle(&plan.steps[..end]) }
}

/// Runs the steps of `plan` before the one at `end`.
pub(in crate::docql) fn run_prefix(plan: &Plan, end: usize, context: Context<'_>) -> Result<Items, Stale> {
    let Some(Step::Root(start)) = plan.steps.first() else { return Ok(Items::default()) };
    let steps = &plan.steps[..end];
    let split = per_file_steps(steps);
    let lists = match is_per_document(*start) {
        true => {
            // The plan's own needle may be that of a filter behind these steps.
            let needle = needle_before(plan, split);
            match FileScan::new(needle.as_deref(), &steps[..split], *start, context)?.collect(context)? {
                Collected::Nodes(items) if split == end => return Ok(items),
                Collected::Nodes(items) => vec![items.into()],
                Collected::Lists(lists) => lists,
            }
        }
        false => apply(vec![start_whole(*start, context)], &steps[1..split], context)?,
    };
    let lists = apply(lists, &steps[split..], context)?;
    Ok(unique(lists.into_iter().flatten().collect(), context)?.into())
}

fn count_of(found: &Found) -> Option<usize> {
    match &found.item {
        Item::Value { value, .. } => value.as_u64().map(|count| count as usize),
        _ => None,
    }
}

/// Runs `plan` over `library`.
///
/// # Errors
/// If the ticket went stale.
pub fn run(plan: &Plan, library: &Library, ticket: &Ticket) -> Result<Outcome, Stale> {
    run_with_progress(plan, library, ticket, &|_, _, _| {})
}

/// Runs `plan` for an answer that is shown while it grows: `on_partial` receives now and then the outcome so far, the
/// number of files done and the number of all files.
///
/// # Errors
/// If the ticket went stale.
pub fn run_with_progress(
    plan: &Plan,
    library: &Library,
    ticket: &Ticket,
    on_partial: &dyn Fn(&Outcome, usize, usize),
) -> Result<Outcome, Stale> {
    if plan.asks_changes {
        library.look_at_commit();
    }
    let seen = Seen::default();
    let context = Context { library, ticket, value: None, file: None, strict: plan.strict, seen: Some(&seen) };
    super::ahead::look_ahead(plan, |at| run_prefix(plan, at, context), context)?;
    let outcome = run::evaluate(plan, context, on_partial)?;
    let (notes, mut errors) = seen.told();
    errors.extend(crate::docql::plan::columns::unknown(plan, &seen.columns()));
    errors.extend(unread(plan, &outcome, seen.failures(), library));
    Ok(Outcome { notes, errors, columns: seen.first_columns(), lacks: seen.lacks(), ..outcome })
}

/// A count of what could not all be read is no number, and no rows because none could be read are no answer.
fn unread(plan: &Plan, outcome: &Outcome, mut failures: Vec<String>, library: &Library) -> Option<Diagnostic> {
    let asks_databases = matches!(plan.steps.first(), Some(Step::Root(Start::Catalog(Root::Databases | Root::Tables))));
    let asks_rows = outcome.count.is_some() || plan.steps.iter().any(|step| matches!(step, Step::Rows(_)));
    let is_nothing = outcome.count.unwrap_or(outcome.items.len()) == 0;
    if outcome.count.is_none() && !is_nothing {
        return None;
    }
    if failures.is_empty() && is_nothing && asks_databases && asks_rows {
        failures = super::rows::away(library);
    }
    let what = if outcome.count.is_some() { "counted" } else { "read" };
    (!failures.is_empty()).then(|| Diagnostic {
        severity: Severity::Error,
        code: "Q025",
        span: Span::new(0, plan.written.len() as u32),
        message: format!("not {what}: {}", failures.join("; ")),
        expected: Vec::new(),
        fixes: Vec::new(),
        incomplete: false,
    })
}

/// The number of items after each step of `plan`, from the second on; the first is only the starting point.
///
/// # Errors
/// If the ticket went stale.
pub fn counts(plan: &Plan, library: &Library, ticket: &Ticket) -> Result<Vec<usize>, Stale> {
    let context = Context { library, ticket, value: None, file: None, strict: plan.strict, seen: None };
    (2..=plan.steps.len()).map(|end| Ok(run::run_prefix(plan, end, context)?.len())).collect()
}

/// Runs a plan of [`compile_data`](crate::docql::compile_data) over one value.
pub fn run_data(plan: &Plan, value: &Arc<DataTree>, library: &Library) -> Vec<Found> {
    let ticket = Ticket::forever();
    let context = Context { library, ticket: &ticket, value: Some(value), file: None, strict: true, seen: None };
    run::evaluate(plan, context, &|_, _, _| {}).map(|outcome| outcome.items.into()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docql::compile;

    #[test]
    fn steps_before_the_last_look_for_the_names_that_they_need_themselves() {
        let needles = |query: &str, end: usize| {
            let plan = compile(query).expect(query);
            (needle_before(&plan, end), plan.needle)
        };
        let (before, whole) = needles("$.code.function(\"vfs_read\").callers()", 2);
        assert_eq!((before, whole), (Some("vfs_read".into()), Some("vfs_read".into())));
        let (before, whole) = needles("$.entities[?(@.name==\"vfs_read\")]", 1);
        assert_eq!((before, whole), (None, Some("vfs_read".into())));
    }
}

//! Explanations of conditions that nothing meets: how many rows there were, and which condition removed the last of them.

use super::values;
use crate::docql::eval::filter;
use crate::docql::eval::rows;
use crate::docql::eval::run;
use crate::docql::eval::selection::Selection;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::lists::items::Items;
use crate::docql::plan::describe::describe;
use crate::docql::plan::steps::{Pick, Plan, Predicate, Step};
use crate::stdx::{Stale, grouped};

/// Adds hints: the number of rows a filter saw, the condition that removed the last of them, and the nearest values.
pub(super) fn explain_filter(
    predicate: &Predicate,
    rows: FilterInput<'_>,
    (plan, at): (&Plan, usize),
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    if rows.count == 0 {
        return Ok(());
    }
    results.suggestions.extend(values::without_null(&results.query));
    let parts = match predicate {
        Predicate::And(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    if let [only] = parts {
        results.hints.push(format!("of {} {} none has {}", grouped(rows.count), rows.called, describe(only)));
        return values::explain(only, &[], &rows.listed(plan, at, context)?, context, results);
    }
    // Apply the conditions one after the other until no row is left.
    let mut steps = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        match rows.count_matching(&parts[..=number], context)? {
            0 => {
                let alone = rows.count_matching(std::slice::from_ref(part), context)?;
                let alone =
                    if alone == 0 { String::new() } else { format!(" ({} without the others)", grouped(alone)) };
                steps.push(format!("{} none{alone}", describe(part)));
                results.hints.push(format!("of {} {} {}", grouped(rows.count), rows.called, steps.join(", of these ")));
                return values::explain(part, &parts[..number], &rows.listed(plan, at, context)?, context, results);
            }
            left => steps.push(format!("{} leaves {}", describe(part), grouped(left))),
        }
    }
    Ok(())
}

/// Rows of tables that are looked at for an explanation, at most.
const MAX_EXPLAINED_ROWS: i64 = 100_000;

/// What rows are called that are no values of data.
const ROWS: &str = "rows";

/// The rows that a filter was applied to.
pub(super) struct FilterInput<'p> {
    count: usize,
    /// What they are called.
    called: &'static str,
    /// The steps that select them.
    steps: &'p [Step],
    /// The rows, unless the steps can be evaluated over columns.
    items: Option<Items>,
}

impl<'p> FilterInput<'p> {
    pub(super) fn before(plan: &'p Plan, at: usize, context: Context<'_>) -> Result<FilterInput<'p>, Stale> {
        let steps = &plan.steps[..at];
        if let Some(selection) =
            Selection::from_steps(steps, context.library).filter(|selection| selection.length == at)
        {
            return Ok(FilterInput { count: selection.count(context)?, called: ROWS, steps, items: None });
        }
        let items = run::run_prefix(plan, at, context)?;
        Ok(FilterInput { count: items.len(), called: ROWS, steps, items: Some(items) })
    }

    /// The rows of the tables that the steps before `at` select.
    pub(super) fn of_tables(plan: &'p Plan, at: usize, context: Context<'_>) -> Result<FilterInput<'p>, Stale> {
        let mut rows = Vec::new();
        for found in run::run_prefix(plan, at, context)?.iter() {
            let left = Pick::Slice(None, Some(MAX_EXPLAINED_ROWS.saturating_sub(rows.len() as i64)), None);
            rows.extend(rows::rows(&found, &[left], context)?);
        }
        Ok(FilterInput { count: rows.len(), called: ROWS, steps: &plan.steps[..at], items: Some(rows.into()) })
    }

    /// The values inside of data, which a condition on it looks at.
    pub(super) fn of_values(values: Items, (plan, at): (&'p Plan, usize)) -> FilterInput<'p> {
        FilterInput { count: values.len(), called: "values", steps: &plan.steps[..at], items: Some(values) }
    }

    /// The rows, evaluated if necessary.
    fn listed(self, plan: &Plan, at: usize, context: Context<'_>) -> Result<Items, Stale> {
        match self.items {
            Some(items) => Ok(items),
            None => run::run_prefix(plan, at, context),
        }
    }

    /// The number of rows for which all `predicates` hold.
    fn count_matching(&self, predicates: &[Predicate], context: Context<'_>) -> Result<usize, Stale> {
        let Some(items) = &self.items else {
            let Some(mut selection) = Selection::from_steps(self.steps, context.library) else { return Ok(0) };
            for predicate in predicates {
                selection.add_condition(predicate, context.library);
            }
            return selection.count(context);
        };
        let mut count = 0;
        for found in items.iter() {
            context.check()?;
            let mut all = true;
            for predicate in predicates {
                all = all && filter::holds(predicate, &found, context)?;
            }
            count += usize::from(all);
        }
        Ok(count)
    }
}

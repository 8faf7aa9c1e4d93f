//! The lists that steps pass to each other, and the outcome of a plan.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Identity};
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::noted::lacks::Lacks;
use crate::docql::syntax::diagnostic::Diagnostic;
use crate::stdx::Stale;
use std::collections::HashSet;

/// The outcome of a plan.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The items, in result order.
    pub items: Items,
    /// The result of `.count()`.
    pub count: Option<usize>,
    /// Sentences that qualify the answer.
    pub notes: Vec<String>,
    /// The columns of the first table that was asked for rows.
    pub columns: Vec<String>,
    /// What shows only in the tables that are there: columns that none of them has.
    pub errors: Vec<Diagnostic>,
    /// What else it depends on, where not every file is indexed.
    pub lacks: Lacks,
}

/// A list, as passed from step to step.
pub(in crate::docql) type List = Vec<Found>;

/// Removes duplicate items; the first occurrence stays.
pub(in crate::docql) fn unique(list: List, context: Context<'_>) -> Result<List, Stale> {
    let mut seen: HashSet<Identity> = HashSet::with_capacity(list.len());
    let mut out = List::with_capacity(list.len());
    for (number, found) in list.into_iter().enumerate() {
        if number % 1024 == 1023 {
            context.check()?;
        }
        if found.item.identity().is_none_or(|identity| seen.insert(identity)) {
            out.push(found);
        }
    }
    Ok(out)
}

/// Callback for partial answers: the outcome so far, files done, files in all.
pub(in crate::docql) type OnPartial<'w> = &'w dyn Fn(&Outcome, usize, usize);

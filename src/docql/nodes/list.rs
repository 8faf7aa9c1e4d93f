//! Lists that steps hand to each other.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::item::{Found, Identity};
use crate::docql::nodes::items::Items;
use crate::stdx::Stale;
use std::collections::HashSet;

/// What a plan found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The items, in the order of results.
    pub items: Items,
    /// For `.count()`.
    pub count: Option<usize>,
}

/// A list, as one step hands it to the next.
pub(in crate::docql) type List = Vec<Found>;

/// Leaves out items that were there before.
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

/// Told of what has been found in the first of so many files: what was found so far, files done, files in all.
pub(in crate::docql) type OnPartial<'w> = &'w dyn Fn(&Outcome, usize, usize);

//! What the callers and tests that a plan ends with leave open.

use crate::docql::eval::run::run_prefix;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::lists::item::Found;
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::lists::list::Outcome;
use crate::docql::plan::steps::Plan;
use crate::docql::relations::blind_spots::{Asked, remarks};
use crate::library::Library;
use crate::stdx::{Stale, Ticket, grouped};

/// The items that the last step of a plan was asked of, and where.
fn before_last<'a>(plan: &Plan, library: &'a Library, ticket: &'a Ticket) -> Result<(Items, Context<'a>), Stale> {
    let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
    Ok((run_prefix(plan, plan.steps.len() - 1, context)?, context))
}

/// What the callers that a plan ends with leave open.
pub(super) fn left_open(
    plan: &Plan,
    outcome: &Outcome,
    library: &Library,
    results: &mut Results,
    ticket: &Ticket,
) -> Result<(), Stale> {
    let (targets, context) = before_last(plan, library, ticket)?;
    let (total, by_name) = (outcome.items.len(), outcome.items.iter().filter(Found::by_name).count());
    if by_name > 0 {
        let (some, all) = (grouped(by_name), grouped(total));
        results.notes.push(format!("{some} of {all} by name only: nothing near tells which is meant"));
    }
    let dispatched = outcome.items.iter().filter(Found::is_dispatched).count();
    if dispatched > 0 {
        let (some, all) = (grouped(dispatched), grouped(total));
        results.notes.push(format!("{some} of {all} through a type above: another implementation may be run"));
    }
    let remarks = remarks(targets, if total == 0 { Asked::NoCallers } else { Asked::Callers }, context)?;
    results.notes.extend(remarks.said);
    // Whoever finds nothing wants to go on from there.
    if total == 0 {
        results.suggestions.extend(remarks.queries);
    }
    Ok(())
}

/// What may test something all the same: whoever calls what it overrides, or reads a property.
pub(super) fn untested(plan: &Plan, library: &Library, results: &mut Results, ticket: &Ticket) -> Result<(), Stale> {
    let (targets, context) = before_last(plan, library, ticket)?;
    let remarks = remarks(targets, Asked::NoTests, context)?;
    let of_tests = |text: String| text.replace(".callers()", ".tests()");
    results.notes.extend(remarks.said.into_iter().map(of_tests));
    results.suggestions.extend(remarks.queries.into_iter().map(of_tests));
    Ok(())
}

/// What the references of a method leave open: those of what it overrides may mean it, too.
pub(super) fn named_otherwise(
    plan: &Plan,
    library: &Library,
    results: &mut Results,
    ticket: &Ticket,
) -> Result<(), Stale> {
    let (targets, context) = before_last(plan, library, ticket)?;
    let remarks = remarks(targets, Asked::References, context)?;
    results.notes.extend(remarks.said.into_iter().map(|text| text.replace(".callers()", ".references()")));
    Ok(())
}

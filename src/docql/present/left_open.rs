//! What the callers and tests that a plan ends with leave open.

use crate::docql::catalog::Relation;
use crate::docql::eval::run::run_prefix;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::items::Items;
use crate::docql::nodes::list::Outcome;
use crate::docql::plan::steps::{Plan, Step};
use crate::docql::relations::blind_spots::{Asked, not_followed, remarks};
use crate::docql::relations::steps;
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
    let remarks = remarks(targets, if total == 0 { Asked::NoCallers } else { Asked::Callers }, context)?;
    results.notes.extend(remarks.said);
    // Whoever finds nothing wants to go on from there.
    if total == 0 {
        results.suggestions.extend(remarks.queries);
    }
    Ok(())
}

/// Says where the way to callers of callers, or to tests, may go on through a type above.
pub(super) fn ways_not_followed(
    plan: &Plan,
    outcome: &Outcome,
    library: &Library,
    results: &mut Results,
    ticket: &Ticket,
) -> Result<(), Stale> {
    let (targets, context) = before_last(plan, library, ticket)?;
    let node = |found: Found| if let Item::Node(node) = found.item { Some(node) } else { None };
    let is_of_tests = matches!(plan.steps.last(), Some(Step::Relation(Relation::Tests, _)));
    // What stands between a symbol and its tests is none of the rows.
    let between = match is_of_tests && targets.len() <= MAX_BETWEEN {
        true => steps::apply(Relation::Callers, 1, &targets.iter().collect(), context)?,
        false => outcome.items.iter().collect(),
    };
    let reached = between.into_iter().filter_map(node);
    results.notes.extend(not_followed(targets, reached, is_of_tests, context)?.said);
    Ok(())
}

/// Symbols whose callers are looked at for what stands between them and their tests, at most.
const MAX_BETWEEN: usize = 3;

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

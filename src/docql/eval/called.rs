//! Conditions on callers: those of all rows are looked for at once, where each alone would be looked for everywhere.

use super::filter::holds;
use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::item::Item;
use crate::docql::nodes::items::Items;
use crate::docql::plan::steps::{FilterPath, Pick, Plan, Predicate, Step, Term};
use crate::docql::relations::calls::callers::callers_of_each;
use crate::library::NodeRef;
use crate::stdx::Stale;

/// Rows that are not worth it.
const FEW: usize = 4;

/// Notes in `context.seen` the callers of the rows that the filters of `plan` ask for; `before` yields what the steps
/// before one lead to.
pub(in crate::docql) fn look_ahead(
    plan: &Plan,
    before: impl Fn(usize) -> Result<Items, Stale>,
    context: Context<'_>,
) -> Result<(), Stale> {
    let Some(seen) = context.seen.filter(|_| !plan.strict) else { return Ok(()) };
    for (at, step) in plan.steps.iter().enumerate() {
        let Step::Refine(picks) = step else { continue };
        let asking =
            picks.iter().position(|pick| matches!(pick, Pick::Filter(predicate) if asks_for_callers(predicate)));
        let Some(Pick::Filter(predicate)) = asking.and_then(|pick| picks.get(pick)) else { continue };
        let parts = match predicate {
            Predicate::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        // What another condition rules out is not looked for.
        let others: Vec<&Predicate> = parts.iter().filter(|part| !asks_for_callers(part)).collect();
        let mut nodes: Vec<NodeRef> = Vec::new();
        for found in before(at)?.iter() {
            context.check()?;
            let Item::Node(node) = found.item else { continue };
            let mut is_asked = !seen.knows_callers(node);
            for part in &others {
                is_asked = is_asked && holds(part, &found, context)?;
            }
            nodes.extend(is_asked.then_some(node));
        }
        if nodes.len() > FEW {
            let found = callers_of_each(&nodes, context)?;
            seen.know_callers(nodes.into_iter().zip(found));
        }
    }
    Ok(())
}

/// True if a condition depends on the direct callers of what it is about.
fn asks_for_callers(predicate: &Predicate) -> bool {
    let path = |path: &FilterPath| matches!(path.steps.first(), Some(Step::Relation(Relation::Callers, 1)));
    let term = |term: &Term| match term {
        Term::Path(inner) => path(inner),
        Term::Function(_, inner) => matches!(&**inner, Term::Path(inner) if path(inner)),
        _ => false,
    };
    match predicate {
        Predicate::Or(parts) | Predicate::And(parts) => parts.iter().any(asks_for_callers),
        Predicate::Not(inner) => asks_for_callers(inner),
        Predicate::Compare(left, _, right) | Predicate::Matches(left, right, _) => term(left) || term(right),
        Predicate::Exists(inner) => path(inner),
        Predicate::Constant(_) => false,
    }
}

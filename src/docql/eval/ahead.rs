//! Conditions on relations: those of all rows are looked for at once, where each alone would be looked for everywhere.

use super::filter::holds;
use super::lone::note_repeated;
use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::noted::known::Known;
use crate::docql::plan::steps::{FilterPath, Pick, Plan, Predicate, Step, Term};
use crate::docql::relations::calls::callers::callers_of_each;
use crate::docql::relations::calls::tested::are_tested;
use crate::docql::relations::references::{are_referenced, references_of_each};
use crate::docql::relations::steps::implementations_of_each;
use crate::document::FormatFamily;
use crate::library::NodeRef;
use crate::stdx::Stale;
use std::collections::HashSet;

/// Rows that are not worth it.
const FEW: usize = 4;

/// What a condition asks of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    relation: Relation,
    steps: u32,
    /// True if only that counts, whether the relation leads anywhere.
    is_whether: bool,
}

/// Notes in `context.seen` what the filters of `plan` ask about the relations of rows; `before` yields what the steps
/// before one lead to.
pub(in crate::docql) fn look_ahead(
    plan: &Plan,
    before: impl Fn(usize) -> Result<Items, Stale>,
    context: Context<'_>,
) -> Result<(), Stale> {
    let Some(seen) = context.seen.filter(|_| !plan.strict) else { return Ok(()) };
    note_repeated(plan, &before, seen, context)?;
    for (at, step) in plan.steps.iter().enumerate() {
        let Step::Refine(picks) = step else { continue };
        for pick in picks {
            let Pick::Filter(predicate) = pick else { continue };
            let parts = match predicate {
                Predicate::And(parts) => parts.as_slice(),
                other => std::slice::from_ref(other),
            };
            // What another condition rules out is not looked for.
            let (asking, others): (Vec<&Predicate>, Vec<&Predicate>) =
                parts.iter().partition(|part| !all_asked(part).is_empty());
            if asking.is_empty() {
                continue;
            }
            let mut nodes: Vec<NodeRef> = Vec::new();
            for found in before(at)?.iter() {
                context.check()?;
                let Item::Node(node) = found.item else { continue };
                let format = context.library.file(node.file).format;
                let mut is_asked = format.family == FormatFamily::Code;
                for part in &others {
                    is_asked = is_asked && holds(part, &found, context)?;
                }
                nodes.extend(is_asked.then_some(node));
            }
            if nodes.len() > FEW {
                let all: Vec<Asked> = asking.iter().flat_map(|part| all_asked(part)).collect();
                for asked in all {
                    note(asked, &nodes, &seen.known, context)?;
                }
            }
        }
    }
    Ok(())
}

/// Looks for what is `asked` of `nodes`.
fn note(asked: Asked, nodes: &[NodeRef], known: &Known, context: Context<'_>) -> Result<(), Stale> {
    let Asked { relation, steps, is_whether } = asked;
    match (relation, is_whether) {
        (Relation::Tests, true) => {
            let unknown = without(nodes, |node| known.leads(node, (relation, steps)).is_some());
            let found = are_tested(&unknown, steps, context)?;
            known.note_leads((relation, steps), unknown.into_iter().zip(found));
        }
        (Relation::References, true) => {
            let unknown = without(nodes, |node| known.leads(node, (relation, steps)).is_some());
            let found = are_referenced(&unknown, context)?;
            known.note_leads((relation, steps), unknown.into_iter().zip(found));
        }
        (Relation::References, false) => {
            let unknown = without(nodes, |node| known.found(node, relation).is_some());
            let found = references_of_each(&unknown, context)?;
            known.note(relation, unknown.into_iter().zip(found));
        }
        // What is below at all is below in one step.
        (Relation::Implementations, is_whether) if is_whether || steps == 1 => {
            let unknown = without(nodes, |node| known.found(node, relation).is_some());
            let found = implementations_of_each(&unknown, context)?;
            if is_whether {
                let leads = unknown.iter().zip(&found).map(|(node, found)| (*node, !found.is_empty()));
                known.note_leads((relation, steps), leads);
            }
            known.note(relation, unknown.into_iter().zip(found));
        }
        (Relation::Implementations, _) => {
            note_steps(asked, nodes, known, |level| implementations_of_each(level, context))?
        }
        // Who calls at all calls in one step.
        (Relation::Callers, true) => {
            note_steps(Asked { steps: 1, ..asked }, nodes, known, |level| callers_of_each(level, context))?;
            let leads = |node: &NodeRef| Some((*node, !known.callers(*node)?.is_empty()));
            known.note_leads((relation, steps), nodes.iter().filter_map(leads));
        }
        _ => note_steps(asked, nodes, known, |level| callers_of_each(level, context))?,
    }
    Ok(())
}

/// Looks for what is related to `nodes` in one step, for what is to that, and so on, up to so many steps as are `asked`.
fn note_steps(
    asked: Asked,
    nodes: &[NodeRef],
    known: &Known,
    find: impl Fn(&[NodeRef]) -> Result<Vec<List>, Stale>,
) -> Result<(), Stale> {
    let (mut level, mut reached) = (nodes.to_vec(), nodes.iter().copied().collect::<HashSet<NodeRef>>());
    for _ in 0..asked.steps {
        let unknown = without(&level, |node| known.found(node, asked.relation).is_some());
        let found = find(&unknown)?;
        known.note(asked.relation, unknown.into_iter().zip(found));
        let related = level.iter().filter_map(|node| known.found(*node, asked.relation));
        let next: Vec<NodeRef> =
            related.flat_map(|found| nodes_of(&found)).filter(|node| reached.insert(*node)).collect();
        level = next;
        if level.is_empty() {
            break;
        }
    }
    Ok(())
}

fn nodes_of(found: &[Found]) -> Vec<NodeRef> {
    found.iter().filter_map(|found| if let Item::Node(node) = found.item { Some(node) } else { None }).collect()
}

/// Each of `nodes` once, without those that are known.
fn without(nodes: &[NodeRef], is_known: impl Fn(NodeRef) -> bool) -> Vec<NodeRef> {
    let mut seen = HashSet::new();
    nodes.iter().copied().filter(|node| seen.insert(*node) && !is_known(*node)).collect()
}

/// What a condition asks about the relations of what it is about.
fn all_asked(predicate: &Predicate) -> Vec<Asked> {
    let whole = |path: &FilterPath| asked(path, false);
    let term = |term: &Term| match term {
        Term::Path(inner) => whole(inner),
        Term::Function(_, inner) => match &**inner {
            Term::Path(inner) => whole(inner),
            _ => None,
        },
        _ => None,
    };
    match predicate {
        Predicate::Or(parts) | Predicate::And(parts) => parts.iter().flat_map(all_asked).collect(),
        Predicate::Not(inner) => all_asked(inner),
        Predicate::Compare(left, _, right) | Predicate::Matches(left, right, _) => {
            term(left).into_iter().chain(term(right)).collect()
        }
        Predicate::Exists(inner) => asked(inner, inner.steps.len() == 1).into_iter().collect(),
        Predicate::Constant(_) => Vec::new(),
    }
}

fn asked(path: &FilterPath, is_whether: bool) -> Option<Asked> {
    match path.steps.first() {
        Some(&Step::Relation(relation, steps)) if !path.absolute => {
            let is_told = matches!(
                relation,
                Relation::Callers | Relation::Tests | Relation::References | Relation::Implementations
            );
            is_told.then_some(Asked { relation, steps, is_whether })
        }
        _ => None,
    }
}

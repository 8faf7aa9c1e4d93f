//! What a condition on callers or tests counts that is reached without a call that names it: overrides and properties.

use crate::docql::catalog::{ListOp, Relation};
use crate::docql::nodes::lists::item::Item;
use crate::docql::plan::steps::{Argument, FilterPath, Pick, Plan, Predicate, Step, Term};
use crate::docql::relations::open_dispatch::overridden;
use crate::library::{Library, NodeRef};
use crate::stdx::{Stale, Ticket, counted};

/// Results that are looked at, at most.
const MAX_LOOKED_AT: usize = 500;

/// Says how many of `items`, the results of `plan`, are called otherwise than by their names, if it asks who calls them.
pub(super) fn remark(
    plan: &Plan,
    items: impl Iterator<Item = Item>,
    library: &Library,
    ticket: &Ticket,
) -> Result<Option<String>, Stale> {
    let (is_counted, last) = match plan.steps.as_slice() {
        [.., last, Step::ListOp(ListOp::Count, Argument::None)] => (true, last),
        [.., last] => (false, last),
        [] => return Ok(None),
    };
    let Step::Refine(picks) = last else { return Ok(None) };
    let asks = |pick: &Pick| matches!(pick, Pick::Filter(predicate) if asks_for_calls(predicate));
    if !picks.iter().any(asks) {
        return Ok(None);
    }
    if is_counted {
        return Ok(Some("overrides and properties are counted, too, which no call may name".to_owned()));
    }
    let (mut overrides, mut properties) = (0, 0);
    for item in items.take(MAX_LOOKED_AT) {
        ticket.check()?;
        let Item::Node(node) = item else { continue };
        if is_property(library, node) {
            properties += 1;
        } else if !overridden(library, node).is_empty() {
            overrides += 1;
        }
    }
    let of_overrides = (overrides > 0).then(|| counted(overrides, "override"));
    let of_properties = (properties > 0).then(|| match properties {
        1 => "1 property".to_owned(),
        more => format!("{more} properties"),
    });
    let named: Vec<String> = of_overrides.into_iter().chain(of_properties).collect();
    Ok((!named.is_empty()).then(|| format!("among these: {}, which no call may name", named.join(" and "))))
}

/// True if a condition depends on the callers or tests of what it is about.
fn asks_for_calls(predicate: &Predicate) -> bool {
    let path = |path: &FilterPath| {
        path.steps.iter().any(|step| matches!(step, Step::Relation(Relation::Callers | Relation::Tests, _)))
    };
    let term = |term: &Term| match term {
        Term::Path(inner) => path(inner),
        Term::Function(_, inner) => matches!(&**inner, Term::Path(inner) if path(inner)),
        _ => false,
    };
    match predicate {
        Predicate::Or(parts) | Predicate::And(parts) => parts.iter().any(asks_for_calls),
        Predicate::Not(inner) => asks_for_calls(inner),
        Predicate::Compare(left, _, right) | Predicate::Matches(left, right, _) => term(left) || term(right),
        Predicate::Exists(inner) => path(inner),
        Predicate::Constant(_) => false,
    }
}

/// True for a method that is read like a field.
fn is_property(library: &Library, node: NodeRef) -> bool {
    let Some(outline) = library.outline(node.file).filter(|outline| outline.kind(node.node).is_function()) else {
        return false;
    };
    let marks = library.file(node.file).format.lexis.map_or(&[][..], |lexis| lexis.types.properties);
    let Ok(text) = library.text(node.file) else { return false };
    let head = outline.span(node.node).start as usize..outline.name_span(node.node).start as usize;
    text.get(head).is_some_and(|head| marks.iter().any(|mark| head.contains(mark)))
}

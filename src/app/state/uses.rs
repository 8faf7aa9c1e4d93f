//! How often what is selected is called, and how many tests reach it: looked up once the cursor rests, and told on
//! the card.

use super::layout::Focus;
use super::model::{Model, Subject};
use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::Timer;
use crate::app::update::notices;
use crate::document::NodeKey;
use crate::stdx::grouped;
use std::time::Duration;

/// How long the cursor must rest: counting costs as much as a query.
const REST: Duration = Duration::from_millis(250);

/// From how many places something is called, and how many tests reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses {
    /// Symbols that call or use it, as far as that is sure.
    pub callers: usize,
    /// Symbols that call something of its name, which may be another.
    pub by_name: usize,
    /// Tests.
    pub tests: usize,
}

/// Whether it can be called or used.
fn is_used(subject: &Subject) -> bool {
    (subject.kind.is_function() || subject.kind.is_class()) && !subject.query.is_empty()
}

/// Something is selected: its uses are counted as soon as the cursor rests on it.
pub(in crate::app) fn expect(model: &mut Model, effects: &mut Vec<Effect>) {
    model.asked.uses.cancel();
    model.asked.used = 0;
    let subject = model.subject().filter(|_| model.focus() != Focus::Prompt).filter(is_used);
    if subject.is_some_and(|subject| told(model, &subject).is_none()) {
        notices::arm(model, Timer::Uses, REST, effects);
    }
}

/// Asks for the uses of what is selected.
pub(in crate::app) fn count(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(subject) = model.subject().filter(is_used) else { return };
    let ticket = model.asked.uses.issue();
    model.asked.used = ticket.number();
    effects.push(Effect::CountUses { ticket, key: subject.key, query: subject.query });
}

/// Takes a count, unless something else is selected meanwhile.
pub(in crate::app) fn counted(model: &mut Model, ticket: u64, key: NodeKey, uses: Uses) {
    if ticket == model.asked.used {
        model.uses = Some((key, uses));
    }
}

/// What is known of the uses of what is selected.
pub fn told(model: &Model, subject: &Subject) -> Option<String> {
    let (_, uses) = model.uses.as_ref().filter(|(key, _)| *key == subject.key)?;
    let verb = if subject.kind.is_class() { "used" } else { "called" };
    let callers = match (uses.callers, uses.by_name) {
        (callers, 0) => grouped(callers),
        (0, by_name) => format!("{} by name only", grouped(by_name)),
        (callers, by_name) => format!("{}, +{} by name only", grouped(callers), grouped(by_name)),
    };
    Some(format!("{verb} by {callers} · tests {}", grouped(uses.tests)))
}

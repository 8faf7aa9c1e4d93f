//! Callers and tests of the selection, counted once the cursor rests.

use super::notices::arm;
use crate::app::lists::selection::uses::{can_be_used, uses_summary};
use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::{Timer, Uses};
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::document::NodeKey;
use std::time::Duration;

/// The time the cursor must rest: counting costs as much as a query.
const REST: Duration = Duration::from_millis(250);

/// Something is selected: its uses are counted as soon as the cursor rests on it.
pub(super) fn expect(model: &mut Model, effects: &mut Vec<Effect>) {
    model.asked.uses.cancel();
    let subject = model.subject().filter(|_| model.focus() != Focus::Prompt).filter(can_be_used);
    if subject.is_some_and(|subject| uses_summary(model, &subject).is_none()) {
        arm(model, Timer::Uses, REST, effects);
    }
}

/// Asks for the uses of what is selected.
pub(in crate::app) fn count(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(subject) = model.subject().filter(can_be_used) else { return };
    let ticket = model.asked.uses.ask();
    effects.push(Effect::CountUses { ticket, key: subject.key, query: subject.query });
}

/// Takes a count, unless something else is selected meanwhile.
pub(in crate::app) fn counted(model: &mut Model, ticket: u64, key: NodeKey, uses: Uses) {
    if model.asked.uses.is(ticket) {
        model.uses = Some((key, uses));
    }
}

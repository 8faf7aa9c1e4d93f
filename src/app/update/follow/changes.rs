//! What differs from the commit that is checked out: when it is looked for, and who follows.

use super::page;
use crate::app::protocol::effect::Effect;
use crate::app::state::changed_paths::ChangedPaths;
use crate::app::state::model::Model;

/// Looks for it: something has happened after which it may be another thing.
pub(in crate::app) fn look(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.opened {
        effects.push(Effect::FindChanges(model.asked.changes.ask()));
    }
}

/// Takes what was found, unless it was looked for again since.
pub(in crate::app) fn found(model: &mut Model, ticket: u64, changes: ChangedPaths, effects: &mut Vec<Effect>) {
    if !model.asked.changes.is(ticket) {
        return;
    }
    model.asked.changes.answered();
    let before = std::mem::replace(&mut model.changes, changes);
    let shown = model.preview.target.as_ref().map(|target| &target.path);
    // Its lines may differ from another commit by now.
    if shown.is_some_and(|path| before.of(path).is_some() || model.changes.of(path).is_some()) {
        page::load(model, effects);
    }
}

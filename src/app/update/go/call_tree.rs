//! The call tree: opened from the selected row, unfolded a branch at a time.

use super::navigation;
use crate::app::protocol::effect::{Effect, PromptReading, QueryRequest};
use crate::app::protocol::message::QueryAnswer;
use crate::app::state::call_tree::CallTree;
use crate::app::state::model::Model;
use crate::app::state::results::FIRST_PAGE;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::selection;

/// The tree of what calls the selected row, or of what it calls.
pub(in crate::app) fn open(model: &mut Model, callees: bool, effects: &mut Vec<Effect>) {
    let Some(subject) = model.subject() else { return notify(model, "nothing is selected", effects) };
    let can_be_called = subject.kind.is_function() || subject.kind.is_class();
    if subject.query.is_empty() || !can_be_called {
        return notify(model, format!("{} is nothing that is called", subject.name), effects);
    }
    let tree = CallTree::new(&subject.query, subject.key, callees);
    navigation::go(model, tree.text(), &CallTree::label(&subject.name), true, effects);
    model.results.tree = Some(tree);
}

/// Asks for what is below the selected row.
pub(in crate::app) fn ask(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(hit) = model.results.selected().cloned() else { return };
    let Some(tree) = &mut model.results.tree else { return };
    let text = tree.unfold(&hit);
    let ticket = model.asked.query.ask_beside();
    model.asked.uses.cancel();
    model.asked.branch = ticket.number();
    effects.push(Effect::RunQuery(QueryRequest {
        ticket,
        text,
        reading: PromptReading::Docql,
        recent: Vec::new(),
        live: false,
        limit: FIRST_PAGE,
    }));
}

/// Takes what is below a row.
pub(in crate::app) fn arrived(model: &mut Model, answer: QueryAnswer, effects: &mut Vec<Effect>) {
    let Some(tree) = &mut model.results.tree else { return };
    let Some(key) = tree.awaited(!answer.more_follows) else { return };
    if !answer.more_follows {
        model.asked.branch = 0;
    }
    match answer.outcome {
        Ok(results) => {
            model.results.take_branch(key, results.hits);
            selection::refresh(model);
        }
        Err(_) => notify(model, "what is below this row cannot be asked for", effects),
    }
}

//! Queries that are kept: those that were entered, whose rows were gone to, or that took long.

use crate::app::protocol::effect::{Effect, Sought};
use crate::app::protocol::saved::{PastQuery, StateRequest};
use crate::app::state::model::Model;
use std::time::Duration;

/// A query was entered: it is kept as soon as its hits are known.
pub(in crate::app) fn entered(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    given_up(model, effects);
    if is_kept(model, text) {
        model.query_history.enter(text);
    }
}

/// True if a text is worth asking again: no path, and nothing that was pasted.
fn is_kept(model: &Model, text: &str) -> bool {
    !text.trim().is_empty() && model.prompt.sought == Sought::Contents && !text.contains('\n')
}

/// A row of what is being typed was gone to or acted upon: it was meant, though nobody pressed Enter.
pub(in crate::app) fn walked(model: &mut Model, effects: &mut Vec<Effect>) {
    let text = model.prompt.line.text();
    let Some(results) = &model.results.results else { return };
    let is_shown = model.shows_answer() && is_kept(model, text);
    if !is_shown || !model.history.is_draft() || model.query_history.texts().next() == Some(text) {
        return;
    }
    let (text, hits) = (text.to_owned(), (!model.results.running).then_some(results.total));
    let query = model.query_history.note(text, hits);
    keep(Some(query), effects);
}

/// The answer to `text` is complete.
pub(in crate::app) fn answered(model: &mut Model, text: &str, elapsed: Option<Duration>, effects: &mut Vec<Effect>) {
    let total = model.results.results.as_ref().map_or(0, |results| results.total);
    keep(model.query_history.answered(text, total, elapsed), effects);
}

/// Nobody waits for the hits of what was entered any more: it is kept without them.
pub(in crate::app) fn given_up(model: &mut Model, effects: &mut Vec<Effect>) {
    keep(model.query_history.give_up(), effects);
}

/// Another query is asked than the one whose hits are waited for.
pub(in crate::app) fn overtaken(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    if model.query_history.awaits_other(text) {
        given_up(model, effects);
    }
}

/// A query is to be forgotten.
pub(in crate::app) fn forget(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    model.query_history.forget(text);
    effects.push(Effect::State(StateRequest::ForgetQuery(text.to_owned())));
}

fn keep(query: Option<PastQuery>, effects: &mut Vec<Effect>) {
    effects.extend(query.map(|query| Effect::State(StateRequest::KeepQuery(query))));
}

//! The answer to a query comes in: of the prompt, or of a branch of the call tree, as its ticket says.

use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::{QueryAnswer, Timer};
use crate::app::state::model::{Model, Waiting};
use crate::app::state::panes::Focus;
use crate::app::update::act::actions;
use crate::app::update::command::{dispatch, line};
use crate::app::update::follow::notices::arm;
use crate::app::update::follow::{open_list, page, selection};
use crate::app::update::go::{call_tree, session};
use crate::app::update::keep::query_history;
use crate::app::update::query::ask;
use crate::docql::Diagnostic;
use std::time::Duration;

/// Takes an answer, unless another question was asked since.
pub(in crate::app) fn arrived(model: &mut Model, ticket: u64, answer: QueryAnswer, effects: &mut Vec<Effect>) {
    if ticket == model.asked.branch {
        return call_tree::arrived(model, answer, effects);
    }
    if !model.asked.query.is(ticket) {
        return;
    }
    model.results.running = answer.more_follows;
    match &answer.outcome {
        Err(_) => refused(model, answer.outcome.err().unwrap_or_default(), effects),
        Ok(_) => answered(model, answer, effects),
    }
}

/// Shows the rows of an answer; what waited for them goes on.
fn answered(model: &mut Model, answer: QueryAnswer, effects: &mut Vec<Effect>) {
    let reading = model.prompt.reading();
    let text = model.asked.text.clone();
    let another = model.results.text != text || model.results.reading != Some(reading);
    if another {
        model.preview.forget_deleted();
    }
    let (complete, elapsed) = (!answer.more_follows, answer.elapsed);
    if model.results.answered(&text, reading, answer) || another {
        selection::selection_moved(model, effects);
    } else {
        selection::refresh(model);
    }
    open_list::refresh(model);
    if complete {
        ask::count_callers(model, effects);
    }
    if let Some((line, text)) = model.results.look_at.take() {
        page::look_at(model, line, &text, effects);
    }
    for waiting in std::mem::take(&mut model.awaiting) {
        // Still none: it waits on, or says why.
        match waiting {
            Waiting::Command(command) => dispatch::run(model, command, effects),
            Waiting::Line(line) => line::run(model, &line, effects),
            Waiting::Action(number) => actions::run(model, number, effects),
        }
    }
    if complete {
        line::all_loaded(model, &text, effects);
        query_history::answered(model, &text, elapsed, effects);
        session::keep(model, effects);
        if model.results.leaves_room() {
            ask::next_page(model, effects);
        }
    }
}

/// The query could not be run: the last good rows stay, and the prompt says why.
fn refused(model: &mut Model, diagnostics: Vec<Diagnostic>, effects: &mut Vec<Effect>) {
    model.results.dimmed = model.results.results.is_some();
    model.awaiting.clear();
    let unfinished = diagnostics.iter().all(|diagnostic| diagnostic.incomplete);
    if model.prompt.diagnostics.is_empty() {
        model.prompt.diagnostics = diagnostics;
    }
    if model.focus() == Focus::Prompt || unfinished {
        arm(model, Timer::QueryError, Duration::from_millis(model.settings.error_after), effects);
    } else {
        model.prompt.error_shown = true;
    }
}

//! Requests of the prompt: its text is asked, completed, or run.

use super::outs::{self, run_in};
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::{Effect, PromptReading};
use crate::app::state::model::{Model, Waiting};
use crate::app::state::panes::Focus;
use crate::app::state::prompt::PromptOut;
use crate::app::update::act::picking;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::selection;
use crate::app::update::go::session;
use crate::app::update::keep::query_history;
use crate::app::update::query::{ask, completion};
use crate::docql::{Candidate, Completions};

/// Lets the prompt carry out a command.
pub(in crate::app) fn run(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    for out in model.prompt.run(command) {
        carry_out(model, out, effects);
    }
}

/// A character is typed.
pub(in crate::app) fn type_character(model: &mut Model, character: char, effects: &mut Vec<Effect>) {
    let out = model.prompt.type_character(character);
    carry_out(model, out, effects);
}

/// Text is pasted.
pub(in crate::app) fn paste(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    let (out, note) = model.prompt.paste(text);
    carry_out(model, out, effects);
    if let Some(note) = note {
        notify(model, note, effects);
    }
}

/// Takes completions, unless the text has changed since.
pub(in crate::app) fn completions_arrived(
    model: &mut Model,
    ticket: u64,
    completions: Completions,
    effects: &mut Vec<Effect>,
) {
    if !model.asked.completions.is(ticket) {
        return;
    }
    match model.prompt.completions_arrived(completions) {
        true => ask::text_changed(model, effects),
        false => completion::expect_example(model, effects),
    }
}

/// Takes a completion with its example.
pub(in crate::app) fn example_found(model: &mut Model, ticket: u64, candidate: Candidate) {
    if model.asked.example.is(ticket) {
        model.prompt.example_found(candidate);
    }
}

fn carry_out(model: &mut Model, out: PromptOut, effects: &mut Vec<Effect>) {
    match out {
        PromptOut::Changed => ask::text_changed(model, effects),
        PromptOut::CaretMoved => completion::complete(model, effects),
        PromptOut::CandidateChosen => completion::expect_example(model, effects),
        PromptOut::Committed => committed(model, effects),
        PromptOut::Left => selection::focus(model, Focus::Results, effects),
        PromptOut::ForResults(command) => run_in(model, Focus::Results, command, effects),
    }
}

/// Enter in the prompt: runs the text as it stands and goes to the results; a wrong text says at once what
/// is wrong with it.
fn committed(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.results.resumes() && model.prompt.reading() == PromptReading::Empty {
        return session::resume(model, effects);
    }
    if let Some(query) = offered(model) {
        model.prompt.set(&query);
        model.history.typing(&query, model.prompt.sought);
    }
    if model.prompt.reading() == PromptReading::Empty {
        return selection::focus(model, Focus::Results, effects);
    }
    let text = model.prompt.line.text().to_owned();
    let shown = model.shows_answer();
    if shown && picking::is_choice(model) {
        model.history.settle();
        query_history::entered(model, &text, effects);
        return picking::accept(model, effects);
    }
    if model.prompt.reading().is_path() {
        return open_path(model, shown, effects);
    }
    model.history.typing(&text, model.prompt.sought);
    if model.prompt.is_wrong() {
        model.prompt.error_shown = true;
        model.prompt.close_popup();
        return ask::ask(model, false, effects);
    }
    model.history.settle();
    query_history::entered(model, &text, effects);
    model.set_focus(Focus::Results);
    // From here on the row is being read: later answers must not take it away.
    // Before the answer is whole nobody has chosen it, and the best one takes its place.
    let is_provisional = model.results.results.as_ref().is_some_and(|results| results.is_provisional);
    let whole = !model.results.running && !is_provisional;
    model.results.moved = model.results.selected().is_some() && (model.results.moved || whole);
    let answered = model.shows_answer() && whole;
    if answered {
        query_history::answered(model, &text, None, effects);
        selection::selection_moved(model, effects);
        // No further answer comes that would have the session kept.
        session::keep(model, effects);
    } else {
        ask::ask(model, false, effects);
    }
}

/// Enter on a path: the row that is chosen is gone into or looked at, as soon as it is there.
fn open_path(model: &mut Model, is_there: bool, effects: &mut Vec<Effect>) {
    if is_there && model.results.selected().is_none() {
        return;
    }
    model.history.typing(model.prompt.line.text(), model.prompt.sought);
    model.history.settle();
    model.set_focus(Focus::Results);
    if is_there {
        model.results.moved = true;
        selection::selection_moved(model, effects);
        return outs::enter(model, false, effects);
    }
    model.awaiting = vec![Waiting::Command(Command::Enter)];
    ask::ask(model, false, effects);
}

/// The query under the cursor of the results, where they offer queries instead of hits.
fn offered(model: &Model) -> Option<String> {
    let is_meant = model.prompt.reading() == PromptReading::Empty || (model.results.moved && model.shows_answer());
    is_meant.then(|| model.results.offered().map(str::to_owned)).flatten()
}

//! From the text of the prompt to a query.

use super::completion::complete;
use crate::app::protocol::effect::{Effect, PromptReading, QueryRequest, Sought};
use crate::app::protocol::message::Timer;
use crate::app::state::model::{Model, WhenLoaded};
use crate::app::state::panes::Focus;
use crate::app::state::results::{FIRST_PAGE, MAX_LOADED, Sort};
use crate::app::update::follow::notices::arm;
use crate::app::update::follow::selection;
use crate::app::update::keep::query_history;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// The text changed: what was asked before is stale, what is asked now runs as far as it can be read.
pub(in crate::app) fn text_changed(model: &mut Model, effects: &mut Vec<Effect>) {
    let text = model.prompt.line.text().to_owned();
    // What was to be done with a row of the question before is not for one of this.
    model.awaiting.clear();
    if !model.history.is_draft() {
        selection::leave(model);
        // What was chosen among the answers to another question is not what is looked for now.
        model.results.moved = false;
    }
    model.history.typing(&text, model.prompt.sought);
    let goes_on = |query: &&str| query.len() > text.len() && query.starts_with(&text);
    let remembers = model.prompt.sought == Sought::Contents;
    model.prompt.remembered = model.query_history.texts().find(goes_on).filter(|_| remembers).map(str::to_owned);
    if model.prompt.popup.waits {
        arm(model, Timer::Popup, Duration::from_millis(model.prompt.popup_delay), effects);
    }
    model.results.wanted = None;
    // What narrowed the rows of another question would hide those of this one.
    model.results.filter = None;
    model.results.folded.clear();
    model.results.opened.clear();
    model.results.limit = FIRST_PAGE;
    ask(model, true, effects);
    complete(model, effects);
}

/// Asks what stands in the prompt; `live` while it is being typed.
pub(in crate::app) fn ask(model: &mut Model, live: bool, effects: &mut Vec<Effect>) {
    let reading = model.prompt.reading();
    let text = if live { model.prompt.live_text() } else { asked_text(model) };
    let needs_text = reading != PromptReading::Docql && !reading.is_path();
    if reading == PromptReading::Empty || (needs_text && text.is_empty()) {
        model.asked.query.cancel();
        model.results.clear();
        model.results.reading = (reading == PromptReading::Question).then_some(PromptReading::Question);
        model.results.rebuild();
        selection::selection_moved(model, effects);
        return;
    }
    if reading == PromptReading::Docql && model.prompt.is_wrong() {
        // What cannot be read is not asked, unless it only lacks its end; the last good rows stay.
        arm(model, Timer::QueryError, Duration::from_millis(model.settings.error_after), effects);
        if model.prompt.diagnostics.iter().any(|diagnostic| !diagnostic.incomplete) {
            model.asked.query.cancel();
            model.results.running = false;
            model.results.dimmed = model.results.results.is_some();
            return;
        }
    }
    send(model, text, reading, live, effects);
}

/// The text of a committed prompt.
fn asked_text(model: &Model) -> String {
    match model.prompt.reading() {
        PromptReading::Docql => model.prompt.line.text().to_owned(),
        _ => model.prompt.words().to_owned(),
    }
}

fn send(model: &mut Model, text: String, reading: PromptReading, live: bool, effects: &mut Vec<Effect>) {
    let ticket = model.asked.query.ask();
    // Counting takes as much time as there is: nobody waits for it who asks for something else.
    model.asked.uses.cancel();
    model.asked.text = model.prompt.line.text().to_owned();
    model.asked.is_prefix = reading == PromptReading::Docql && text != model.asked.text;
    model.asked.was_early = reading == PromptReading::Words && model.progress.is_some();
    let asked = model.asked.text.clone();
    query_history::overtaken(model, &asked, effects);
    model.results.running = true;
    model.results.waited = 0;
    arm(model, Timer::Running, SECOND, effects);
    if model.results.results.is_none() {
        model.results.rebuild();
    }
    let shown = model.preview.target.as_ref().map(|target| &*target.path);
    let is_unasked = reading.is_path() && text.is_empty();
    let recent = if is_unasked { model.bookmarks.recent_files(shown) } else { Vec::new() };
    effects.push(Effect::RunQuery(QueryRequest { ticket, text, reading, live, limit: model.results.limit, recent }));
}

/// What runs has run for another second; who waits is told how many they are.
pub(in crate::app) fn one_second_more(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.results.running {
        model.results.waited += 1;
        arm(model, Timer::Running, SECOND, effects);
    }
}

/// The question in the prompt once more, whatever came of it: there are other files now.
pub(in crate::app) fn ask_anew(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.prompt.reading() != PromptReading::Empty {
        let live = model.focus() == Focus::Prompt;
        ask(model, live, effects);
    }
}

/// The same question once more: the workspace has changed, or more rows are wanted.
pub(in crate::app) fn ask_again(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.prompt.reading() != PromptReading::Empty && model.results.results.is_some() && !model.results.dimmed {
        let live = model.focus() == Focus::Prompt;
        ask(model, live, effects);
    }
}

/// The cursor is near the end of what is loaded, or all that is loaded does not fill the pane.
pub(in crate::app) fn next_page(model: &mut Model, effects: &mut Vec<Effect>) {
    more_wanted(model, (model.results.limit * 4).min(MAX_LOADED), effects);
}

/// More hits are wanted, up to `limit`.
pub(in crate::app) fn more_wanted(model: &mut Model, limit: usize, effects: &mut Vec<Effect>) {
    let is_partial = model.results.results.as_ref().is_some_and(|results| results.hits.len() < results.total);
    if limit > model.results.limit && is_partial && !model.results.running {
        model.results.limit = limit;
        ask_again(model, effects);
    }
}

/// A line behind `:` is for every hit: true if it waits until they are loaded.
pub(in crate::app) fn waits_for_all(model: &mut Model, line: &str, effects: &mut Vec<Effect>) -> bool {
    let is_partial = model.results.results.as_ref().is_some_and(|results| results.hits.len() < results.total);
    if !is_partial || model.results.limit == usize::MAX && !model.results.running {
        return false;
    }
    more_wanted(model, usize::MAX, effects);
    if model.results.running {
        model.when_loaded = Some(WhenLoaded { text: model.asked.text.clone(), line: line.to_owned() });
    }
    model.results.running
}

/// Asks for the callers of what is shown, where the order goes by them.
pub(in crate::app) fn count_callers(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(results) = model.results.results.clone().filter(|_| model.results.sort == Sort::Callers) else { return };
    let ticket = model.asked.callers.ask();
    effects.push(Effect::CountCallers { ticket, results });
}

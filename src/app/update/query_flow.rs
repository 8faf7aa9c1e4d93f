//! From the text of the prompt to a query, and from its answer to rows.

use super::dispatch;
use super::notices;
use super::picking;
use super::selection_sync;
use super::session;
use crate::app::protocol::effect::{Effect, QueryRequest, Reading};
use crate::app::protocol::message::{Answer, Timer};
use crate::app::state::call_tree;
use crate::app::state::layout::Focus;
use crate::app::state::model::Model;
use crate::app::state::query_history;
use crate::app::state::results::{FIRST_PAGE, MOST_LOADED};
use crate::app::state::results_order;
use crate::docql::{Completions, Diagnostic};
use std::time::Duration;

/// The text changed: what was asked before is stale, what is asked now runs as far as it can be read.
pub fn text_changed(model: &mut Model, effects: &mut Vec<Effect>) {
    let text = model.prompt.line.text().to_owned();
    if !model.history.is_draft() {
        selection_sync::leave(model);
        // What was chosen among the answers to another question is not what is looked for now.
        model.results.moved = false;
    }
    model.history.typing(&text);
    let goes_on = |query: &&str| query.len() > text.len() && query.starts_with(&text);
    model.prompt.remembered = model.past.texts().find(goes_on).map(str::to_owned);
    if model.prompt.popup.waits {
        notices::arm(model, Timer::Popup, Duration::from_millis(model.prompt.popup_delay), effects);
    }
    model.results.wanted = None;
    model.results.folded.clear();
    model.results.opened.clear();
    model.results.limit = FIRST_PAGE;
    ask(model, true, effects);
    complete(model, effects);
}

/// Asks for completions that know the workspace, where they would be shown: looking through all names for
/// words that nobody asked to complete would only slow down their search.
pub fn complete(model: &mut Model, effects: &mut Vec<Effect>) {
    model.asked.examples.cancel();
    model.asked.example = 0;
    let wanted = match model.prompt.reading() {
        Reading::Docql => true,
        Reading::Words => model.prompt.popup.asked,
        _ => false,
    };
    if !wanted || model.focus() != Focus::Prompt {
        model.asked.completions.cancel();
        model.prompt.values_follow = false;
        return;
    }
    let ticket = model.asked.completions.issue();
    model.asked.completion = ticket.number();
    let (text, caret) = (model.prompt.line.text().to_owned(), model.prompt.line.caret());
    model.prompt.values_follow = true;
    effects.push(Effect::Complete { ticket, text, caret });
}

/// How long nothing must be typed or chosen before an example is looked for: it costs as much as any query.
const EXAMPLE: Duration = Duration::from_millis(200);

/// Another completion is looked at: its example is looked for as soon as the keys rest.
pub fn expect_example(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.prompt.lacks_example().is_some() {
        notices::arm(model, Timer::Example, EXAMPLE, effects);
    }
}

/// Asks for an example of the completion that is looked at.
pub fn find_example(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some((all, candidate)) = model.prompt.lacks_example() else { return };
    let ticket = model.asked.examples.issue();
    model.asked.example = ticket.number();
    let (text, candidate) = (model.prompt.line.text().to_owned(), Box::new(candidate.clone()));
    effects.push(Effect::FindExample { ticket, text, all, candidate });
}

/// Takes completions, unless the text has changed since.
pub fn completions_arrived(model: &mut Model, ticket: u64, completions: Completions, effects: &mut Vec<Effect>) {
    if ticket != model.asked.completion {
        return;
    }
    match model.prompt.completions_arrived(completions) {
        true => text_changed(model, effects),
        false => expect_example(model, effects),
    }
}

/// Asks what stands in the prompt; `live` while it is being typed.
pub fn ask(model: &mut Model, live: bool, effects: &mut Vec<Effect>) {
    let reading = model.prompt.reading();
    let text = if live { model.prompt.live_text() } else { asked_text(model) };
    if reading == Reading::Empty || (reading != Reading::Docql && text.is_empty()) {
        model.asked.queries.cancel();
        model.asked.query = 0;
        model.results.clear();
        model.results.reading = (reading == Reading::Question).then_some(Reading::Question);
        model.results.rebuild();
        selection_sync::selection_moved(model, effects);
        return;
    }
    if reading == Reading::Docql && model.prompt.is_wrong() {
        // What cannot be read is not asked, unless it only lacks its end; the last good rows stay.
        notices::arm(model, Timer::QueryError, Duration::from_millis(model.settings.error_after), effects);
        if model.prompt.diagnostics.iter().any(|diagnostic| !diagnostic.incomplete) {
            model.asked.queries.cancel();
            model.asked.query = 0;
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
        Reading::Docql => model.prompt.line.text().to_owned(),
        _ => model.prompt.words().to_owned(),
    }
}

fn send(model: &mut Model, text: String, reading: Reading, live: bool, effects: &mut Vec<Effect>) {
    let ticket = model.asked.queries.issue();
    model.asked.query = ticket.number();
    model.asked.text = model.prompt.line.text().to_owned();
    let asked = model.asked.text.clone();
    query_history::overtaken(model, &asked, effects);
    model.results.running = true;
    effects.push(Effect::RunQuery(QueryRequest { ticket, text, reading, live, limit: model.results.limit }));
}

/// The question in the prompt once more, whatever came of it: there are other files now.
pub fn ask_anew(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.prompt.reading() != Reading::Empty {
        let live = model.focus() == Focus::Prompt;
        ask(model, live, effects);
    }
}

/// The same question once more: the workspace has changed, or more rows are wanted.
pub fn ask_again(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.prompt.reading() != Reading::Empty && model.results.results.is_some() && !model.results.dimmed {
        let live = model.focus() == Focus::Prompt;
        ask(model, live, effects);
    }
}

/// The cursor is near the end of what is loaded, or all that is loaded does not fill the pane.
pub fn next_page(model: &mut Model, effects: &mut Vec<Effect>) {
    more_wanted(model, (model.results.limit * 4).min(MOST_LOADED), effects);
}

/// So many hits are wanted.
pub fn more_wanted(model: &mut Model, limit: usize, effects: &mut Vec<Effect>) {
    let is_partial = model.results.results.as_ref().is_some_and(|results| results.hits.len() < results.total);
    if limit > model.results.limit && is_partial && !model.results.running {
        model.results.limit = limit;
        ask_again(model, effects);
    }
}

/// Whether the row that the user has gone to is not there yet: the answer that brings it is under way.
pub fn row_is_coming(model: &Model) -> bool {
    let results = &model.results;
    results.running && !model.toc_leads() && (results.wanted.is_some() || results.selected().is_none())
}

/// Takes an answer, unless another question was asked since.
pub fn results_arrived(model: &mut Model, ticket: u64, answer: Answer, effects: &mut Vec<Effect>) {
    if ticket == model.asked.branch {
        return call_tree::arrived(model, answer, effects);
    }
    if ticket != model.asked.query {
        return;
    }
    model.results.running = answer.more_follows;
    match answer.outcome {
        Err(diagnostics) => refused(model, diagnostics, effects),
        Ok(_) => {
            let reading = model.prompt.reading();
            let text = model.asked.text.clone();
            let another = model.results.text != text;
            if another {
                model.preview.forget_deleted();
            }
            let (complete, elapsed) = (!answer.more_follows, answer.elapsed);
            if model.results.answered(&text, reading, answer) || another {
                selection_sync::selection_moved(model, effects);
            } else {
                selection_sync::refresh(model);
            }
            query_history::refresh(model);
            if complete {
                results_order::count_callers(model, effects);
            }
            if let Some((line, text)) = model.results.look_at.take() {
                selection_sync::look_at(model, line, &text, effects);
            }
            if let Some(command) = model.awaiting.take() {
                // Still none: it waits on, or says why.
                dispatch::run(model, command, effects);
            }
            if complete {
                let total = model.results.results.as_ref().map_or(0, |results| results.total);
                query_history::answered(model, &text, total, elapsed, effects);
                if model.results.leaves_room() {
                    next_page(model, effects);
                }
            }
        }
    }
}

/// The query could not be run: the last good rows stay, and the prompt says why.
fn refused(model: &mut Model, diagnostics: Vec<Diagnostic>, effects: &mut Vec<Effect>) {
    model.results.dimmed = model.results.results.is_some();
    let unfinished = diagnostics.iter().all(|diagnostic| diagnostic.incomplete);
    if model.prompt.diagnostics.is_empty() {
        model.prompt.diagnostics = diagnostics;
    }
    if model.focus() == Focus::Prompt || unfinished {
        notices::arm(model, Timer::QueryError, Duration::from_millis(model.settings.error_after), effects);
    } else {
        model.prompt.error_shown = true;
    }
}

/// Enter in the prompt: runs the text as it stands and goes to the results; a wrong text says at once what
/// is wrong with it.
pub fn committed(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.results.resumes() && model.prompt.reading() == Reading::Empty {
        return session::resume(model, effects);
    }
    if let Some(query) = offered(model) {
        model.prompt.set(&query);
        model.history.typing(&query);
    }
    if model.prompt.reading() == Reading::Empty {
        model.set_focus(Focus::Results);
        selection_sync::selection_moved(model, effects);
        return;
    }
    let text = model.prompt.line.text().to_owned();
    let shown = model.results.text == text && !model.results.dimmed;
    if shown && picking::is_choice(model) {
        model.history.settle();
        query_history::entered(model, &text, effects);
        picking::accept(model, effects);
        return;
    }
    model.history.typing(&text);
    if model.prompt.is_wrong() {
        model.prompt.error_shown = true;
        model.prompt.close_popup();
        ask(model, false, effects);
        return;
    }
    model.history.settle();
    query_history::entered(model, &text, effects);
    model.set_focus(Focus::Results);
    // From here on the row is being read: later answers must not take it away.
    // Before the answer is whole nobody has chosen it, and the best one takes its place.
    let is_provisional = model.results.results.as_ref().is_some_and(|results| results.is_provisional);
    let whole = !model.results.running && !is_provisional;
    model.results.moved = model.results.selected().is_some() && (model.results.moved || whole);
    let answered = model.results.text == text && !model.results.dimmed && whole;
    if answered {
        let total = model.results.results.as_ref().map_or(0, |results| results.total);
        query_history::answered(model, &text, total, None, effects);
        selection_sync::selection_moved(model, effects);
    } else {
        ask(model, false, effects);
    }
}

/// The query under the cursor of the results, where they offer queries instead of hits.
pub fn offered(model: &Model) -> Option<String> {
    let empty = model.prompt.reading() == Reading::Empty || model.results.moved;
    empty.then(|| model.results.offered().map(str::to_owned)).flatten()
}

//! Commands that put a query into the prompt, or take it out again.

use crate::app::lists::panels::facets::toggled;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::{Effect, PromptReading, Sought};
use crate::app::state::history::HistoryEntry;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::state::results::Wanted;
use crate::app::update::follow::notices::{notify, notify_quits};
use crate::app::update::go::navigation;
use crate::app::update::keep::query_history;
use crate::app::update::panes::prompt;
use crate::app::update::query::ask;

/// The query in the prompt is selected: typing replaces it. Who left the finder of paths searches contents again, from
/// the query before it on.
pub(super) fn edit(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.focus() != Focus::Prompt && model.prompt.sought != Sought::Contents {
        let is_content = |place: &&HistoryEntry| place.sought == Sought::Contents && !place.text.is_empty();
        let before = model.history.trail().iter().rev().find(is_content).map(|place| place.text.clone());
        let aside = model.prompt.put_aside().map(str::to_owned);
        put(model, &aside.or(before).unwrap_or_default(), effects);
    }
    model.set_focus(Focus::Prompt);
    model.prompt.line.select();
}

/// A new DocQL query; the one before is in the history, and `/` edits it.
pub(super) fn edit_docql(model: &mut Model, effects: &mut Vec<Effect>) {
    model.set_focus(Focus::Prompt);
    model.prompt.set("$");
    prompt::run(model, Command::LineEnd, effects);
    ask::text_changed(model, effects);
}

/// The prompt finds paths from now on; where it does so already, it searches contents again. What is typed stays.
pub(super) fn find(model: &mut Model, sought: Sought, effects: &mut Vec<Effect>) {
    let types = model.focus() == Focus::Prompt;
    let back = types && model.prompt.sought == sought;
    model.set_focus(Focus::Prompt);
    model.prompt.look_for(if back { Sought::Contents } else { sought });
    ask::text_changed(model, effects);
    if !types {
        model.prompt.line.select();
    }
}

/// The prompt finds a path.
pub(super) fn find_path(model: &mut Model, sought: Sought, path: &str, effects: &mut Vec<Effect>) {
    model.set_focus(Focus::Prompt);
    model.prompt.set_to(path, sought);
    ask::text_changed(model, effects);
}

/// The search words as the DocQL query that says the same.
pub(super) fn as_docql(model: &mut Model, effects: &mut Vec<Effect>) {
    let reading = model.prompt.reading();
    if !matches!(reading, PromptReading::Words | PromptReading::Question) && !reading.is_path() {
        return notify(model, "the prompt holds no search words", effects);
    }
    let meant = model.prompt.without_sigil();
    // Another text's answer says nothing of what is typed now.
    let shown = model.results.results.as_ref().filter(|_| *model.results.text == *model.prompt.line.text());
    let answered = shown.map(|results| results.as_query.as_ref().unwrap_or(&results.query).clone());
    let query = meant.or(answered).filter(|query| query.starts_with('$')).unwrap_or_else(|| {
        let words = model.prompt.words().replace('\\', "\\\\").replace('"', "\\\"");
        format!("$.content.search(\"{words}\")")
    });
    put(model, &query, effects);
}

/// Takes search words to the letter in this way, or no longer.
pub(super) fn to_the_letter(model: &mut Model, way: &str, effects: &mut Vec<Effect>) {
    let reading = model.prompt.reading();
    if !matches!(reading, PromptReading::Words | PromptReading::Question) {
        return notify(model, "this is for search words; in a query: $.content.grep(\"Name\", \"case word\")", effects);
    }
    let text = toggled(model.prompt.line.text(), way, PromptReading::Words);
    put(model, &text, effects);
}

/// Puts a query into the prompt, where it can be edited; Enter runs it.
pub(in crate::app) fn put(model: &mut Model, query: &str, effects: &mut Vec<Effect>) {
    model.set_focus(Focus::Prompt);
    set_text(model, query, effects);
}

fn set_text(model: &mut Model, query: &str, effects: &mut Vec<Effect>) {
    model.prompt.set(query);
    ask::text_changed(model, effects);
}

/// A query was chosen from a list: it is run at once where the results have the focus.
pub(in crate::app) fn choose(model: &mut Model, query: &str, effects: &mut Vec<Effect>) {
    if model.focus() == Focus::Prompt {
        set_text(model, query, effects);
    } else {
        navigation::go(model, query, "", false, effects);
        query_history::entered(model, query, effects);
    }
}

/// A query for some of the rows that are shown was chosen: the cursor stays on its row where that is among them.
pub(in crate::app) fn narrow(model: &mut Model, query: &str, effects: &mut Vec<Effect>) {
    let selected = model.results.selected();
    let wanted = selected.map(|hit| Wanted { key: hit.key.clone(), line: hit.line, ..Wanted::default() });
    choose(model, query, effects);
    model.results.wanted = wanted;
}

/// Stops what runs; what is there stays.
pub(super) fn stop(model: &mut Model, effects: &mut Vec<Effect>) {
    model.asked.query.cancel();
    model.results.running = false;
    model.results.rebuild();
    notify(model, "stopped", effects);
}

/// Stops what runs; else clears the prompt; else, the second time, quits.
pub(super) fn interrupt(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.toast.as_ref().is_some_and(|toast| toast.quits) || model.picking {
        model.quit = true;
        model.interrupted = true;
    } else if model.results.running && !model.results.more_follows || model.results.is_asking() {
        stop(model, effects);
    } else if model.focus() == Focus::Prompt && !model.prompt.line.text().is_empty() {
        let text = model.prompt.line.text().to_owned();
        query_history::entered(model, &text, effects);
        query_history::given_up(model, effects);
        // What is cleared is a place to come back to.
        model.history.settle();
        let sought = model.prompt.sought;
        model.prompt.set_to("", sought);
        ask::text_changed(model, effects);
    } else {
        notify_quits(model, effects);
    }
}

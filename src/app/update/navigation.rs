//! Down and up through the layers, along relations, back and forward. Every move is a query.

use super::notices::say;
use super::query_flow;
use super::selection_sync;
use super::session;
use crate::app::lists::relations;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::state::bookmarks;
use crate::app::state::call_tree;
use crate::app::state::history::Place;
use crate::app::state::layout::Focus;
use crate::app::state::model::{Crumb, Model};
use crate::app::state::query_history;
use crate::app::state::results::Wanted;

/// Goes to the rows of a query: a new place in the history.
pub fn go(model: &mut Model, query: &str, label: &str, drilled: bool, effects: &mut Vec<Effect>) {
    selection_sync::leave(model);
    bookmarks::visited(model);
    let place =
        Place { text: query.to_owned(), focus: Focus::Results, drilled, label: label.to_owned(), ..Place::default() };
    model.history.enter(place);
    model.prompt.set(query);
    model.set_focus(Focus::Results);
    model.results.begin();
    model.results.wanted = None;
    model.results.text.clear();
    query_flow::ask(model, false, effects);
}

/// Enter: what is inside the selected row becomes the list; a row without an inside is looked at.
pub fn enter(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.focus() == Focus::Preview {
        if let Some(said) = model.preview.open_stop() {
            say(model, said, effects);
        }
        if model.preview.runs_out() {
            selection_sync::load(model, effects);
        }
        return;
    }
    if model.focus() != Focus::Toc && model.results.resumes() {
        return session::resume(model, effects);
    }
    if model.focus() != Focus::Toc
        && let Some(query) = model.results.offered().map(str::to_owned)
    {
        go(model, &query, "", false, effects);
        return query_history::entered(model, &query, effects);
    }
    let Some(subject) = model.subject() else { return };
    if matches!(
        model.results.rows.get(model.results.window.cursor),
        Some(crate::app::state::results_rows::Row::More(..))
    ) && model.focus() == Focus::Results
    {
        model.results.unfold();
        return selection_sync::selection_moved(model, effects);
    }
    if subject.container && !subject.query.is_empty() {
        let query = selection_sync::contents(subject.kind, &subject.path, &subject.query);
        return go(model, &query, "", true, effects);
    }
    bookmarks::visited(model);
    if model.arrangement.preview_hidden {
        model.arrangement.preview_hidden = false;
    }
    model.set_focus(Focus::Preview);
    selection_sync::refresh(model);
}

/// Backspace: up one layer. From a drill to where it started, else to what is around the selection.
pub fn up(model: &mut Model, effects: &mut Vec<Effect>) {
    match model.focus() {
        Focus::Preview if model.preview.close_record() => {}
        Focus::Preview => {
            let pane = if model.toc_leads() { Focus::Toc } else { Focus::Results };
            model.set_focus(pane);
            selection_sync::refresh(model);
        }
        Focus::Toc => {
            if model.toc.to_parent() {
                selection_sync::selection_moved(model, effects);
            }
        }
        Focus::Results | Focus::Prompt => {
            if model.history.current().drilled {
                return back(model, effects);
            }
            up_the_crumbs(model, effects);
        }
    }
}

fn up_the_crumbs(model: &mut Model, effects: &mut Vec<Effect>) {
    let present = model.prompt.line.text().to_owned();
    // The last crumb is the row itself.
    let around = model.crumbs.iter().rev().skip(1).find(|crumb| !crumb.query.is_empty() && crumb.query != present);
    let Some(crumb) = around.cloned() else { return say(model, "this is the top", effects) };
    let below = model.crumbs.iter().skip_while(|other| other.key != crumb.key).nth(1).cloned();
    go(model, &crumb.query, "", false, effects);
    model.results.wanted = below.map(wanted);
}

/// Goes along a relation from the selected row.
pub fn layer(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let Some(step) = command.layer_step() else { return };
    along(model, command, step, effects);
}

/// Goes along a relation over so many steps.
pub fn steps(model: &mut Model, command: Command, steps: u32, effects: &mut Vec<Effect>) {
    let Some(step) = command.layer_step() else { return };
    along(model, command, &step.replace("()", &format!("({steps})")), effects);
}

fn along(model: &mut Model, command: Command, step: &str, effects: &mut Vec<Effect>) {
    let Some(subject) = model.subject() else { return say(model, "nothing is selected", effects) };
    if subject.query.is_empty() {
        return say(model, "no query leads to this row; choose its declaration first", effects);
    }
    if !relations::has(&subject.query, step) {
        let said = relations::refused(&model.keymap, &subject, command);
        return say(model, said, effects);
    }
    model.last_layer = Some(command);
    let query = format!("{}{step}", subject.query);
    let label = format!("{} of {}", command.row().title, subject.name);
    go(model, &query, &label, true, effects);
}

/// Back in the history.
pub fn back(model: &mut Model, effects: &mut Vec<Effect>) {
    selection_sync::leave(model);
    match model.history.back().cloned() {
        Some(place) => restore(model, place, effects),
        None => say(model, "this is where you started", effects),
    }
}

/// Forward in the history.
pub fn forward(model: &mut Model, effects: &mut Vec<Effect>) {
    selection_sync::leave(model);
    match model.history.forward().cloned() {
        Some(place) => restore(model, place, effects),
        None => say(model, "there is nothing newer", effects),
    }
}

fn restore(model: &mut Model, place: Place, effects: &mut Vec<Effect>) {
    model.prompt.set(&place.text);
    // The place is a row of the results; the tree follows it.
    model.set_focus(Focus::Results);
    model.preview.come_back(place.reading.clone());
    if place.focus == Focus::Preview {
        model.set_focus(Focus::Preview);
    }
    model.results.begin();
    call_tree::come_back(model, &place.text, &place.label);
    (model.results.folded, model.results.opened) = (place.folded.clone(), place.opened.clone());
    model.results.text.clear();
    model.results.wanted = place.selected.clone().map(|key| Wanted { key, top: Some(place.top), ..Wanted::default() });
    query_flow::ask(model, false, effects);
}

/// Goes to what is inside a breadcrumb, where the one after it is selected; of a trail back to that place.
pub fn crumb(model: &mut Model, crumb: &Crumb, below: Option<Crumb>, effects: &mut Vec<Effect>) {
    match crumb.back {
        Some(0) => {}
        Some(steps) => {
            selection_sync::leave(model);
            let place = (0..steps).map_while(|_| model.history.back().cloned()).last();
            place.into_iter().for_each(|place| restore(model, place, effects));
        }
        None if crumb.query.is_empty() => {}
        None => {
            go(model, &crumb.query, "", false, effects);
            model.results.wanted = below.map(wanted);
        }
    }
}

fn wanted(crumb: Crumb) -> Wanted {
    Wanted { key: crumb.key, line: crumb.line, ..Wanted::default() }
}

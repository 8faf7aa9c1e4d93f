//! Down and up through the layers, along relations, back and forward. Every move is a query.

use crate::app::lists::selection::relations;
use crate::app::lists::selection::way::{contents, rows_of_server};
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::QueryAnswer;
use crate::app::state::call_tree::CallTree;
use crate::app::state::history::HistoryEntry;
use crate::app::state::model::Model;
use crate::app::state::panes::{Column, Focus};
use crate::app::state::results::Wanted;
use crate::app::state::subject::{Crumb, Subject};
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::selection;
use crate::app::update::keep::bookmarks;
use crate::app::update::query::ask::ask;
use crate::docql::{Results, Shape};
use crate::document::Kind;

/// Goes to the rows of a query: a new place in the history.
pub(in crate::app) fn go(model: &mut Model, query: &str, label: &str, drilled: bool, effects: &mut Vec<Effect>) {
    selection::leave(model);
    bookmarks::visited(model);
    let (text, label) = (query.to_owned(), label.to_owned());
    model.history.enter(HistoryEntry { text, label, focus: Focus::Results, drilled, ..HistoryEntry::default() });
    model.prompt.set(query);
    model.set_focus(Focus::Results);
    model.results.begin();
    model.results.wanted = None;
    model.results.text.clear();
    ask(model, false, effects);
}

/// Goes to one row of the list that a query yields.
pub(in crate::app) fn go_to_row(model: &mut Model, query: &str, wanted: Option<Wanted>, effects: &mut Vec<Effect>) {
    go(model, query, "", false, effects);
    model.results.wanted = wanted;
}

/// Goes into a row: what is inside becomes the list; a row without an inside is looked at, and a passage of an answer
/// where it is quoted. A function or section that is there for a line of it – a call, a match – is read at that line,
/// whatever is in it, unless `is_inside` is asked for.
pub(in crate::app) fn enter(model: &mut Model, subject: &Subject, is_inside: bool, effects: &mut Vec<Effect>) {
    let is_passage =
        model.results_lead() && model.results.results.as_ref().is_some_and(|results| results.shape == Shape::Answer);
    let is_read = subject.kind.is_function() || subject.kind == Kind::Heading;
    let is_place = is_read && (subject.site || subject.inside) && !is_inside;
    if subject.container && !subject.query.is_empty() && !is_passage && !is_place {
        let of_server = Some(&*subject.path).filter(|_| subject.kind == Kind::Directory);
        let rows = of_server.and_then(|path| rows_of_server(&model.listing, path));
        let query = rows.unwrap_or_else(|| contents(subject.kind, &subject.path, &subject.query));
        return go(model, &query, "", true, effects);
    }
    bookmarks::visited(model);
    model.arrangement.hide(Column::Right, false);
    model.set_focus(Focus::Preview);
    selection::refresh(model);
}

/// Up one layer: from a drill to where it started, else to what is around the selection.
pub(in crate::app) fn up(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.history.current().drilled {
        return back(model, effects);
    }
    let present = model.prompt.line.text().to_owned();
    // The last crumb is the row itself.
    let around = model.crumbs.iter().rev().skip(1).find(|crumb| !crumb.query.is_empty() && crumb.query != present);
    let Some(around) = around.cloned() else { return notify(model, "this is the top", effects) };
    let below = model.crumbs.iter().skip_while(|other| other.key != around.key).nth(1).cloned();
    go_to_row(model, &around.query, below.map(wanted), effects);
}

/// Goes along a relation from the selected row.
pub(in crate::app) fn relation(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let Some(step) = command.layer_step() else { return };
    along(model, command, step, effects);
}

/// Goes along a relation, up to so many hops.
pub(in crate::app) fn hops(model: &mut Model, command: Command, hops: u32, effects: &mut Vec<Effect>) {
    let Some(step) = command.layer_step() else { return };
    along(model, command, &step.replace("()", &format!("({hops})")), effects);
}

fn along(model: &mut Model, command: Command, step: &str, effects: &mut Vec<Effect>) {
    let Some(subject) = model.subject() else { return notify(model, "nothing is selected", effects) };
    if subject.query.is_empty() {
        let why = match subject.kind {
            Kind::Row => "its table has no key that leads to this row; $.sql(\"…\") can join it",
            _ => "no query leads to this row; choose its declaration first",
        };
        return notify(model, why, effects);
    }
    if !relations::has(&subject, step) {
        let why_not = relations::refused(&model.keymap, &subject, command);
        return notify(model, why_not, effects);
    }
    model.last_layer = Some(command);
    let query = format!("{}{step}", subject.query);
    let label = format!("{} of {}", command.row().title, subject.name);
    go(model, &query, &label, true, effects);
}

/// Back in the history.
pub(in crate::app) fn back(model: &mut Model, effects: &mut Vec<Effect>) {
    selection::leave(model);
    match model.history.back().cloned() {
        Some(entry) => restore(model, entry, effects),
        None => notify(model, "this is where you started", effects),
    }
}

/// Forward in the history.
pub(in crate::app) fn forward(model: &mut Model, effects: &mut Vec<Effect>) {
    selection::leave(model);
    match model.history.forward().cloned() {
        Some(entry) => restore(model, entry, effects),
        None => notify(model, "there is nothing newer", effects),
    }
}

fn restore(model: &mut Model, entry: HistoryEntry, effects: &mut Vec<Effect>) {
    model.prompt.set_to(&entry.text, entry.sought);
    // The place is a row of the results; the tree follows it.
    model.set_focus(Focus::Results);
    model.preview.come_back(entry.reading);
    if entry.focus.row().follows {
        model.set_focus(entry.focus);
    }
    model.results.begin();
    model.results.tree = CallTree::remembered(&entry.text, &entry.label);
    (model.results.folded, model.results.opened) = (entry.folded, entry.opened);
    model.results.text.clear();
    model.results.wanted = entry.selected.map(|key| Wanted { key, top: Some(entry.top), ..Wanted::default() });
    match entry.answer {
        Some(answer) => show_again(model, &answer, effects),
        None => ask(model, false, effects),
    }
}

/// Shows the answer that the question in the prompt has had.
fn show_again(model: &mut Model, answer: &Results, effects: &mut Vec<Effect>) {
    model.asked.query.cancel();
    let text = model.prompt.line.text().to_owned();
    model.asked.text.clone_from(&text);
    let answer = QueryAnswer { outcome: Ok(answer.clone()), elapsed: None, more_follows: false };
    model.results.answered(&text, model.prompt.reading(), answer);
    selection::selection_moved(model, effects);
}

/// Goes to what is inside a breadcrumb, where the one after it is selected; of a trail back to that place.
pub(in crate::app) fn crumb(model: &mut Model, crumb: &Crumb, below: Option<Crumb>, effects: &mut Vec<Effect>) {
    match crumb.back {
        Some(0) => {}
        Some(steps) => {
            selection::leave(model);
            let entry = (0..steps).map_while(|_| model.history.back().cloned()).last();
            entry.into_iter().for_each(|entry| restore(model, entry, effects));
        }
        None if crumb.query.is_empty() => {}
        None => go_to_row(model, &crumb.query, below.map(wanted), effects),
    }
}

fn wanted(crumb: Crumb) -> Wanted {
    Wanted { key: crumb.key, line: crumb.line, ..Wanted::default() }
}

//! Commands in a pane, and what it asks for in turn.

use crate::app::lists::keys::keys_of;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::{Effect, PromptReading};
use crate::app::state::model::Model;
use crate::app::state::pane::PaneOut;
use crate::app::state::panes::Focus;
use crate::app::state::results::MAX_LOADED;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::{page, selection};
use crate::app::update::go::{call_tree, links, navigation, session};
use crate::app::update::keep::query_history;
use crate::app::update::query::ask;
use std::sync::Arc;

/// Lets the pane that has the focus carry out a command.
pub(in crate::app) fn run(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    run_in(model, model.focus().acts_in(), command, effects);
}

/// Lets a pane carry out a command.
pub(in crate::app) fn run_in(model: &mut Model, pane: Focus, command: Command, effects: &mut Vec<Effect>) {
    if model.pane(pane).is_step(command) {
        selection::leave_step(model);
    }
    let listing = Arc::clone(&model.listing);
    let outs = model.pane_mut(pane).run(command, &listing);
    carry_out(model, outs, effects);
}

/// Lets the pane that has the focus, or the one that a command is for, move so many times; what it asks for in turn it asks
/// for once.
pub(in crate::app) fn run_times(model: &mut Model, command: Command, times: u32, effects: &mut Vec<Effect>) {
    let pane = if command.moves_preview() { Focus::Preview } else { model.focus().acts_in() };
    let listing = Arc::clone(&model.listing);
    let state = model.pane_mut(pane);
    let times = (times as usize).min(state.count().max(1));
    let mut all: Vec<PaneOut> = Vec::new();
    for _ in 0..times {
        let outs = state.run(command, &listing);
        // Of several notices the last one says where that has led.
        let is_told = outs.iter().any(|out| matches!(out, PaneOut::Notify(_)));
        all.retain(|known| !(outs.contains(known) || is_told && matches!(known, PaneOut::Notify(_))));
        all.extend(outs);
    }
    carry_out(model, all, effects);
}

/// Enter: what the pane does with its row, else what is inside of the row becomes the list – of each row if `is_inside`.
pub(in crate::app) fn enter(model: &mut Model, is_inside: bool, effects: &mut Vec<Effect>) {
    let results = &model.results;
    let is_asked = model.prompt.reading() != PromptReading::Empty;
    let is_offer = results.offered().is_some() || results.resumes();
    if model.focus() == Focus::Results && is_offer && is_asked && !model.shows_answer() {
        // What is offered was never looked at: it answers another text than the one that stands in the prompt.
        if !model.prompt.is_wrong() {
            return ask::ask_anew(model, effects);
        }
        model.prompt.error_shown = true;
        let keys = keys_of(&model.keymap, Command::EditQuery, 1);
        return notify(model, format!("the query cannot be run as it stands; {keys} goes back to it"), effects);
    }
    if let Some(outs) = model.pane_mut(model.focus()).enter() {
        return carry_out(model, outs, effects);
    }
    if let Some(subject) = model.subject() {
        navigation::enter(model, &subject, is_inside, effects);
    }
}

/// Backspace: up one layer.
pub(in crate::app) fn up(model: &mut Model, effects: &mut Vec<Effect>) {
    let outs = model.pane_mut(model.focus()).up();
    carry_out(model, outs, effects);
}

/// Carries out what a pane asks for.
pub(in crate::app) fn carry_out(model: &mut Model, outs: Vec<PaneOut>, effects: &mut Vec<Effect>) {
    for out in outs {
        match out {
            PaneOut::Selected => selection::selection_moved(model, effects),
            PaneOut::Walked => {
                query_history::walked(model, effects);
                selection::selection_moved(model, effects);
            }
            PaneOut::Notify(text) => notify(model, text, effects),
            PaneOut::OutlineWanted(path) => effects.push(Effect::LoadOutline(path)),
            PaneOut::MoreWanted => ask::next_page(model, effects),
            PaneOut::AllWanted => ask::more_wanted(model, MAX_LOADED, effects),
            PaneOut::BranchWanted => call_tree::ask(model, effects),
            PaneOut::PageWanted => page::load(model, effects),
            PaneOut::SearchWanted => page::search(model, effects),
            PaneOut::Link(target) => links::follow(model, &target, effects),
            PaneOut::Query(query) => {
                navigation::go(model, &query, "", false, effects);
                query_history::entered(model, &query, effects);
            }
            PaneOut::Resume => session::resume(model, effects),
            PaneOut::Clicked => {
                model.pointer.spent = true;
                enter(model, false, effects);
            }
            PaneOut::Left => {
                model.set_focus(model.leading());
                selection::refresh(model);
            }
            PaneOut::Up => navigation::up(model, effects),
        }
    }
}

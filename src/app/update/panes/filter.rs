//! Filters inside panes: lists show only rows that contain them, the preview marks them.

use super::outs::{carry_out, run_in};
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::state::line::Line;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::update::act::picking;
use crate::app::update::follow::notices::notify;
use std::sync::Arc;

/// Starts typing the filter of the pane that has the focus.
pub fn start(model: &mut Model, effects: &mut Vec<Effect>) {
    let pane = model.focus().acts_in();
    if pane == Focus::Results && model.results.results.is_none() {
        return notify(model, "there are no rows to filter", effects);
    }
    begin(model, pane);
}

/// What is typed narrows a pane from now on, also rows that are on their way.
pub(in crate::app) fn begin(model: &mut Model, pane: Focus) {
    model.set_focus(pane);
    model.filtering = Some(pane);
    field(model, pane).select();
}

/// The filter of a pane, to be typed into.
fn field(model: &mut Model, pane: Focus) -> &mut Line {
    model.pane_mut(pane).filter_mut().get_or_insert_default()
}

/// Text was typed into the filter of a pane.
pub(in crate::app) fn typed(model: &mut Model, pane: Focus, text: &str, effects: &mut Vec<Effect>) {
    field(model, pane).insert(text);
    changed(model, pane, effects);
}

/// A command was pressed while a filter is being typed.
pub(in crate::app) fn run(model: &mut Model, pane: Focus, command: Command, effects: &mut Vec<Effect>) {
    match command {
        Command::RunQuery if pane == Focus::Results && picking::is_choice(model) => picking::accept(model, effects),
        Command::RunQuery | Command::AcceptCompletion => {
            model.filtering = None;
            if model.pane(pane).filter().as_ref().is_some_and(|line| line.text().is_empty()) {
                clear(model, pane, effects);
            }
        }
        Command::LeavePrompt | Command::Interrupt => {
            model.filtering = None;
            clear(model, pane, effects);
        }
        Command::PromptDown if pane.row().finds => run_in(model, pane, Command::NextMatch, effects),
        Command::PromptUp if pane.row().finds => run_in(model, pane, Command::PreviousMatch, effects),
        Command::PromptDown => run_in(model, pane, Command::MoveDown, effects),
        Command::PromptUp => run_in(model, pane, Command::MoveUp, effects),
        Command::PromptPageDown => run_in(model, pane, Command::PageDown, effects),
        Command::PromptPageUp => run_in(model, pane, Command::PageUp, effects),
        other => {
            if field(model, pane).run(other) {
                changed(model, pane, effects);
            }
        }
    }
}

/// Filters a pane by a text; an empty one is none.
pub(in crate::app) fn set(model: &mut Model, pane: Focus, text: &str, effects: &mut Vec<Effect>) {
    if text.is_empty() {
        return clear(model, pane, effects);
    }
    field(model, pane).set(text);
    changed(model, pane, effects);
}

/// Takes the filter of a pane away.
pub(in crate::app) fn clear(model: &mut Model, pane: Focus, effects: &mut Vec<Effect>) {
    *model.pane_mut(pane).filter_mut() = None;
    changed(model, pane, effects);
}

/// The filter of a pane is another one: its rows follow.
fn changed(model: &mut Model, pane: Focus, effects: &mut Vec<Effect>) {
    let listing = Arc::clone(&model.listing);
    let outs = model.pane_mut(pane).refilter(&listing);
    carry_out(model, outs, effects);
}

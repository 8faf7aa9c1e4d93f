//! Filters inside panes: the tree and the results show only rows that contain them, the preview marks them.

use super::dispatch;
use super::notices::say;
use super::selection_sync;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::state::layout::Focus;
use crate::app::state::line::Line;
use crate::app::state::model::Model;
use crate::app::state::overlay::edit;
use std::sync::Arc;

/// Starts typing the filter of the pane that has the focus.
pub fn start(model: &mut Model, effects: &mut Vec<Effect>) {
    let pane = match model.focus() {
        Focus::Prompt => Focus::Results,
        pane => pane,
    };
    if pane == Focus::Results && model.results.results.is_none() {
        return say(model, "there are no rows to filter", effects);
    }
    model.set_focus(pane);
    model.filtering = Some(pane);
    let field = line(model, pane);
    field.get_or_insert_with(Line::default).select();
}

/// The filter of a pane.
pub fn line(model: &mut Model, pane: Focus) -> &mut Option<Line> {
    match pane {
        Focus::Toc => &mut model.toc.filter,
        Focus::Preview => &mut model.preview.find,
        Focus::Results | Focus::Prompt => &mut model.results.filter,
    }
}

/// Text was typed into the filter of a pane.
pub fn typed(model: &mut Model, pane: Focus, text: &str, effects: &mut Vec<Effect>) {
    line(model, pane).get_or_insert_with(Line::default).insert(text);
    changed(model, pane, effects);
}

/// A command was pressed while a filter is being typed.
pub fn run(model: &mut Model, pane: Focus, command: Command, effects: &mut Vec<Effect>) {
    match command {
        Command::RunQuery | Command::AcceptCompletion => {
            model.filtering = None;
            if line(model, pane).as_ref().is_some_and(|line| line.text().is_empty()) {
                *line(model, pane) = None;
                changed(model, pane, effects);
            }
        }
        Command::LeavePrompt | Command::Interrupt => {
            model.filtering = None;
            *line(model, pane) = None;
            changed(model, pane, effects);
        }
        Command::PromptDown if pane == Focus::Preview => dispatch::preview(model, Command::NextMatch, effects),
        Command::PromptUp if pane == Focus::Preview => dispatch::preview(model, Command::PreviousMatch, effects),
        Command::PromptDown => dispatch::move_in_pane(model, Command::MoveDown, effects),
        Command::PromptUp => dispatch::move_in_pane(model, Command::MoveUp, effects),
        Command::PromptPageDown => dispatch::move_in_pane(model, Command::PageDown, effects),
        Command::PromptPageUp => dispatch::move_in_pane(model, Command::PageUp, effects),
        other => {
            let field = line(model, pane).get_or_insert_with(Line::default);
            if edit(field, other) {
                changed(model, pane, effects);
            }
        }
    }
}

/// The filter of a pane is another one: its rows follow.
pub fn changed(model: &mut Model, pane: Focus, effects: &mut Vec<Effect>) {
    match pane {
        Focus::Toc if model.toc.filter.is_none() => model.toc.unfiltered(&Arc::clone(&model.listing)),
        Focus::Toc => {
            model.toc.rebuild(&Arc::clone(&model.listing));
            model.toc.to_best_match();
        }
        Focus::Preview => {
            model.preview.find_matches();
            if model.preview.find.as_ref().is_some_and(|find| !find.text().is_empty()) {
                model.preview.jump_to_match();
            }
            if model.preview.page.as_ref().is_some_and(|page| page.folds.iter().any(|fold| !fold.open)) {
                selection_sync::load(model, effects);
            }
            return selection_sync::seek(model, effects);
        }
        Focus::Results | Focus::Prompt => model.results.rebuild(),
    }
    selection_sync::selection_moved(model, effects);
}

//! Mouse events: a click selects or carries out, a double click drills, the right button lists commands, the wheel
//! scrolls the pane under it, edges of panes are dragged.

use crate::app::lists::lines::{crumbs, hints, prompt_label, results_title};
use crate::app::lists::panels::commands;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::{Mouse, MouseAction};
use crate::app::state::hit_test::ScreenTarget;
use crate::app::state::model::{Model, Pointer};
use crate::app::state::pane::PaneOut;
use crate::app::state::panes::{Focus, PANES};
use crate::app::update::command::dispatch;
use crate::app::update::command::overlay::{self, WHEEL};
use crate::app::update::follow::selection;
use crate::app::update::go::navigation;
use crate::app::update::panes::{arranging, outs};
use crate::stdx::display_width;
use std::sync::Arc;

/// The column at which the text of a pane's title starts, behind its number.
const TITLE_START: usize = 3;

/// Takes a mouse event.
pub(in crate::app) fn mouse(model: &mut Model, mouse: Mouse, effects: &mut Vec<Effect>) {
    if !model.overlays.is_empty() {
        return overlay::mouse(model, mouse, effects);
    }
    let target = model.layout().hit(mouse.column, mouse.row);
    match (mouse.action, target) {
        (MouseAction::WheelUp, target) => wheel(model, target, -WHEEL, effects),
        (MouseAction::WheelDown, target) => wheel(model, target, WHEEL, effects),
        (MouseAction::Click, ScreenTarget::Separator(column)) => model.pointer.dragged = Some(column),
        (MouseAction::Click, target) => {
            model.pointer = Pointer::default();
            click(model, target, effects);
        }
        (MouseAction::Drag, _) => arranging::drag(model, mouse.column),
        (MouseAction::Release, _) => model.pointer.dragged = None,
        (MouseAction::DoubleClick, _) if model.pointer.spent => {}
        (MouseAction::DoubleClick, ScreenTarget::Row(pane, ..)) if pane.row().follows => {}
        (MouseAction::DoubleClick, ScreenTarget::Row(..)) => outs::enter(model, false, effects),
        (MouseAction::DoubleClick, ScreenTarget::Hints(_)) => click(model, target, effects),
        (MouseAction::Menu, ScreenTarget::Row(pane, row, _)) => menu(model, pane, row, effects),
        _ => {}
    }
}

/// Selects a row as the keys would, without folding or following anything, and lists what can be done with it.
fn menu(model: &mut Model, pane: Focus, row: u16, effects: &mut Vec<Effect>) {
    if model.pane_mut(pane).point_at(usize::from(row)) {
        selection::focus(model, pane, effects);
        let menu = commands::menu(model);
        model.overlays.push(menu);
    }
}

fn wheel(model: &mut Model, target: ScreenTarget, rows: isize, effects: &mut Vec<Effect>) {
    if let (ScreenTarget::Pinned, Some(pinned)) = (target, &mut model.preview.pinned) {
        return pinned.scroll(rows);
    }
    let (ScreenTarget::Row(pane, ..) | ScreenTarget::Title(pane, _)) = target else { return };
    let mut outs = model.pane_mut(pane).scroll(rows);
    // A cursor that is only dragged along selects nothing while another pane has the focus.
    outs.retain(|out| *out != PaneOut::Selected || model.focus() == pane);
    outs::carry_out(model, outs, effects);
}

fn click(model: &mut Model, target: ScreenTarget, effects: &mut Vec<Effect>) {
    model.filtering = None;
    match target {
        ScreenTarget::Crumbs(column) => click_crumb(model, column, effects),
        ScreenTarget::Prompt(column) => {
            model.set_focus(Focus::Prompt);
            let column = usize::from(column.saturating_sub(prompt_label::prompt_start(model)));
            let caret = column_to_byte(model.prompt.line.text(), column);
            model.prompt.line.place(caret);
        }
        ScreenTarget::Tabs(column) => {
            let at = usize::from(column) * PANES.len() / usize::from(model.width.max(1));
            selection::focus(model, PANES[at.min(PANES.len() - 1)].pane, effects);
        }
        ScreenTarget::Title(pane, column) => {
            selection::focus(model, pane, effects);
            let command =
                usize::from(column).checked_sub(TITLE_START).and_then(|at| results_title::command_at(model, at));
            if let Some(command) = command.filter(|_| pane == Focus::Results) {
                dispatch::run(model, command, effects);
            }
        }
        ScreenTarget::Row(pane, row, column) => {
            model.set_focus(pane);
            if pane.row().follows {
                selection::refresh(model);
            }
            let listing = Arc::clone(&model.listing);
            let outs = model.pane_mut(pane).click(usize::from(row), usize::from(column), &listing);
            outs::carry_out(model, outs, effects);
        }
        ScreenTarget::Hints(column) => {
            let width = model.layout().hint.width;
            if let Some(command) = hints::hints(model, width).at(column) {
                dispatch::run(model, command, effects);
            }
        }
        ScreenTarget::Pinned | ScreenTarget::Separator(_) | ScreenTarget::Nothing => {}
    }
}

/// A click on a breadcrumb goes there; what it leads to below is selected.
fn click_crumb(model: &mut Model, column: u16, effects: &mut Vec<Effect>) {
    let (_, shown) = crumbs::shown_crumbs(model);
    let Some(at) = shown.iter().position(|shown| shown.columns.contains(&column)) else { return };
    let crumb = shown[at].crumb.clone().into_owned();
    let below = shown.get(at + 1).map(|below| below.crumb.clone().into_owned());
    navigation::crumb(model, &crumb, below, effects);
}

/// The byte that stands at a column of a text.
fn column_to_byte(text: &str, column: usize) -> usize {
    let mut width = 0;
    for (at, character) in text.char_indices() {
        width += display_width(character.encode_utf8(&mut [0; 4]));
        if width > column {
            return at;
        }
    }
    text.len()
}

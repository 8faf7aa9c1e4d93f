//! What the mouse does: a click selects or does what it says, a double click drills, the right button shows what
//! can be done, the wheel scrolls what is under it, edges of panes are dragged.

use super::arranging;
use super::dispatch;
use super::in_panels;
use super::links;
use super::navigation;
use super::selection_sync;
use crate::app::lists::hints;
use crate::app::lists::results_title;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::{Mouse, MouseAction};
use crate::app::state::crumbs;
use crate::app::state::layout::Focus;
use crate::app::state::layout_target::Target;
use crate::app::state::model::{Model, Pointer};
use crate::app::state::results_rows::Row;
use crate::app::state::toc::Folding;
use crate::stdx::display_width;
use std::sync::Arc;

/// Rows that one turn of the wheel scrolls.
pub const WHEEL: isize = 3;

/// Takes a mouse event.
pub fn mouse(model: &mut Model, mouse: Mouse, effects: &mut Vec<Effect>) {
    if !model.overlays.is_empty() {
        return in_panels::mouse(model, mouse, effects);
    }
    let target = model.layout().hit(mouse.column, mouse.row);
    match (mouse.action, target) {
        (MouseAction::WheelUp, target) => wheel(model, target, -WHEEL, effects),
        (MouseAction::WheelDown, target) => wheel(model, target, WHEEL, effects),
        (MouseAction::Click, Target::Separator(pane)) => model.pointer.dragged = Some(pane),
        (MouseAction::Click, target) => {
            model.pointer = Pointer::default();
            click(model, target, effects);
        }
        (MouseAction::Drag, _) => arranging::drag(model, mouse.column),
        (MouseAction::Release, _) => model.pointer.dragged = None,
        (MouseAction::DoubleClick, _) if model.pointer.spent => {}
        (MouseAction::DoubleClick, Target::Row(Focus::Preview, ..)) => {}
        (MouseAction::DoubleClick, Target::Row(..)) => navigation::enter(model, effects),
        (MouseAction::DoubleClick, Target::Hints(_)) => click(model, target, effects),
        (MouseAction::Menu, Target::Row(pane, row, _)) if point_at(model, pane, row, effects) => {
            let menu = hints::menu(model);
            model.overlays.push(menu);
        }
        _ => {}
    }
}

/// Selects a row as the keys would, without folding or following anything; false if there is none.
fn point_at(model: &mut Model, pane: Focus, row: u16, effects: &mut Vec<Effect>) -> bool {
    let row = usize::from(row);
    match pane {
        Focus::Toc if model.toc.window.top + row < model.toc.rows.len() => {
            model.toc.window.cursor = model.toc.window.top + row;
        }
        Focus::Results if model.results.is_stop(model.results.window.top + row) => {
            model.results.window.cursor = model.results.window.top + row;
            model.results.moved = true;
        }
        Focus::Preview => {}
        _ => return false,
    }
    focus(model, pane, effects);
    true
}

fn wheel(model: &mut Model, target: Target, rows: isize, effects: &mut Vec<Effect>) {
    if let (Target::Pinned, Some(pinned)) = (target, &mut model.preview.pinned) {
        return pinned.scroll(rows);
    }
    let focus = match target {
        Target::Row(focus, ..) | Target::Title(focus, _) => focus,
        _ => return,
    };
    match focus {
        Focus::Preview => {
            model.preview.scroll(rows);
            if model.preview.runs_out() {
                selection_sync::load(model, effects);
            }
        }
        Focus::Toc => {
            let count = model.toc.rows.len();
            if model.toc.window.scroll(rows, count) && model.focus() == Focus::Toc {
                selection_sync::selection_moved(model, effects);
            }
        }
        Focus::Results | Focus::Prompt => {
            let outs = model.results.scroll(rows);
            dispatch::results_outs(model, outs, effects);
        }
    }
}

fn click(model: &mut Model, target: Target, effects: &mut Vec<Effect>) {
    model.filtering = None;
    match target {
        Target::Crumbs(column) => {
            let (_, shown) = crumbs::shown(model);
            let at = shown.iter().position(|shown| shown.columns.contains(&column));
            let chosen = at.map(|at| (shown[at].crumb.clone().into_owned(), shown.get(at + 1)));
            if let Some((crumb, below)) = chosen {
                let below = below.map(|below| below.crumb.clone().into_owned());
                navigation::crumb(model, &crumb, below, effects);
            }
        }
        Target::Prompt(column) => {
            model.set_focus(Focus::Prompt);
            let caret = column_to_byte(model.prompt.line.text(), usize::from(column).saturating_sub(PROMPT_START));
            model.prompt.line.place(caret);
        }
        Target::Tabs(column) => {
            let third = usize::from(column) * 3 / usize::from(model.width.max(1));
            focus(model, [Focus::Toc, Focus::Results, Focus::Preview][third.min(2)], effects);
        }
        Target::Title(pane, column) => {
            focus(model, pane, effects);
            let command =
                usize::from(column).checked_sub(TITLE_START).and_then(|at| results_title::command_at(model, at));
            if let Some(command) = command.filter(|_| pane == Focus::Results) {
                dispatch::run(model, command, effects);
            }
        }
        Target::Row(Focus::Toc, row, column) => {
            let at = model.toc.window.top + usize::from(row);
            if at >= model.toc.rows.len() {
                return focus(model, Focus::Toc, effects);
            }
            model.set_focus(Focus::Toc);
            model.toc.window.cursor = at;
            let row = &model.toc.rows[at];
            let on_fold = usize::from(column) <= usize::from(row.depth) * 2 + 2;
            if row.folding != Folding::Leaf && on_fold {
                let outs = model.toc.toggle(at, &Arc::clone(&model.listing));
                selection_sync::toc_outs(outs, effects);
            }
            selection_sync::selection_moved(model, effects);
        }
        Target::Row(Focus::Results, row, _) => click_result(model, usize::from(row), effects),
        Target::Row(Focus::Preview, row, column) => click_preview(model, row, column, effects),
        Target::Row(pane, ..) => focus(model, pane, effects),
        Target::Hints(column) => {
            let width = model.layout().hint.width;
            if let Some(command) = hints::hints(model, width).at(column) {
                dispatch::run(model, command, effects);
            }
        }
        Target::Pinned | Target::Separator(_) | Target::Nothing => {}
    }
}

/// A click in the preview follows a link, opens a fold, or chooses the row of a table.
fn click_preview(model: &mut Model, row: u16, column: u16, effects: &mut Vec<Effect>) {
    focus(model, Focus::Preview, effects);
    let pane = &model.preview;
    if usize::from(row) < pane.sticky().len() {
        return;
    }
    let at = pane.top + usize::from(row);
    let Some(page) = pane.page.as_ref().filter(|page| page.rendered) else { return };
    // One column stands in front of the text.
    let column = usize::from(column) + pane.left;
    let link = page.lines.get(at).and_then(|line| {
        line.links.iter().find(|link| (link.columns.start..link.columns.end).contains(&(column.max(1) as u16 - 1)))
    });
    if let Some(target) = link.map(|link| link.target.clone()) {
        links::follow(model, &target, effects);
    } else if model.preview.click(at) && model.preview.runs_out() {
        selection_sync::load(model, effects);
    }
}

fn click_result(model: &mut Model, row: usize, effects: &mut Vec<Effect>) {
    model.set_focus(Focus::Results);
    let at = model.results.window.top + row;
    match model.results.rows.get(at) {
        Some(Row::Group(_)) => model.results.toggle_group(at),
        Some(Row::More(..)) => {
            model.results.window.cursor = at;
            model.results.unfold();
        }
        Some(Row::Second(_)) => model.results.window.cursor = at - 1,
        Some(_) if model.results.is_stop(at) => model.results.window.cursor = at,
        _ => {}
    }
    model.results.moved = true;
    if model.results.offered().is_some() || model.results.resumes() {
        // What is offered is there to be run; a second click would be for a row that nobody has seen yet.
        model.pointer.spent = true;
        return navigation::enter(model, effects);
    }
    selection_sync::selection_moved(model, effects);
}

/// Moves the focus to a pane, by mouse or key.
pub fn focus(model: &mut Model, pane: Focus, effects: &mut Vec<Effect>) {
    model.set_focus(pane);
    if pane == Focus::Preview {
        selection_sync::refresh(model);
    } else {
        selection_sync::selection_moved(model, effects);
    }
}

/// Where the text of a pane's title starts, behind its number.
pub const TITLE_START: usize = 3;

/// Where the text of the prompt starts.
pub const PROMPT_START: usize = 3;

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

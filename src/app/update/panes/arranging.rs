//! The focus and the widths of panes: by keys, and by dragging the edge between two.

use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::state::layout::{LayoutForm, STACK_MORE};
use crate::app::state::model::Model;
use crate::app::state::panes::{Column, Focus, PANES};
use crate::app::update::follow::selection;

/// Another pane gets the focus; the same key again hides it.
pub(in crate::app) fn move_focus(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let pane = match Focus::of_command(command) {
        Some(pane) => shown_or_hidden(model, pane),
        None => beside(model, command == Command::FocusNext),
    };
    selection::focus(model, pane, effects);
}

/// The pane after the one that has the focus, or before it, of those that can be shown.
fn beside(model: &Model, forward: bool) -> Focus {
    let layout = model.layout();
    let is_reachable = |pane: &Focus| {
        model.arrangement.zoomed || layout.form != LayoutForm::Wide || !layout.pane(*pane).body.is_empty()
    };
    let shown: Vec<Focus> = PANES.iter().map(|row| row.pane).filter(is_reachable).collect();
    let at = shown.iter().position(|pane| *pane == model.focus()).unwrap_or(0);
    shown[if forward { at + 1 } else { at + shown.len() - 1 } % shown.len()]
}

/// Shows a pane; where it has the focus already, its column is hidden as far as it has one of its own.
fn shown_or_hidden(model: &mut Model, pane: Focus) -> Focus {
    let (column, form) = (pane.row().column, model.layout().form);
    let (leaves, hides) = match column {
        Column::Left => (true, form == LayoutForm::Wide),
        Column::Main => (false, false),
        Column::Right => (form != LayoutForm::Single, form != LayoutForm::Single),
    };
    if model.focus() != pane || !leaves {
        model.arrangement.hide(column, false);
        return pane;
    }
    if hides {
        model.arrangement.hide(column, true);
    }
    Focus::Results
}

/// Panes become wider, narrower, as they were, or one of them the only one.
pub(in crate::app) fn arrange(model: &mut Model, command: Command) {
    let arrangement = &mut model.arrangement;
    match command {
        Command::Zoom => arrangement.zoomed = !arrangement.zoomed,
        Command::ResetWidths => {
            arrangement.toc_share = model.settings.toc_share;
            arrangement.preview_share = model.settings.preview_share;
            (arrangement.toc_hidden, arrangement.preview_hidden) = (false, false);
            model.preview.left = 0;
        }
        Command::Wider => arrangement.widen(4),
        _ => arrangement.widen(-4),
    }
    selection::refresh(model);
}

/// Moves the edge of a column to where the mouse is.
pub(in crate::app) fn drag(model: &mut Model, x: u16) {
    let width = u32::from(model.width.max(1));
    let percent = |cells: u32| (cells * 100).div_ceil(width) as u16;
    match model.pointer.dragged {
        Some(Column::Left) => model.arrangement.share(Column::Left, percent(u32::from(x))),
        Some(Column::Right) => {
            let share = percent(width.saturating_sub(u32::from(x) + 1));
            // With two columns the right one has the share of the left one as well.
            let is_stack = model.layout().form == LayoutForm::Stack;
            let share = if is_stack { share.saturating_sub(STACK_MORE) } else { share };
            model.arrangement.share(Column::Right, share);
        }
        Some(Column::Main) | None => {}
    }
}

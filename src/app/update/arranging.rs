//! Which pane has the focus, and how wide each is: by keys, and by dragging the edge between two.

use super::mouse::focus;
use super::selection_sync;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::state::layout::{Focus, Form, STACK_MORE};
use crate::app::state::model::Model;

/// Another pane gets the focus; the same key again hides it.
pub fn move_focus(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let order = [Focus::Toc, Focus::Results, Focus::Preview];
    let layout = model.layout();
    let reachable =
        |pane: &Focus| model.arrangement.zoomed || layout.form != Form::Wide || !layout.pane(*pane).body.is_empty();
    let shown: Vec<Focus> = order.into_iter().filter(reachable).collect();
    let at = shown.iter().position(|pane| *pane == model.focus()).unwrap_or(0);
    let pane = match command {
        Command::FocusNext => shown[(at + 1) % shown.len()],
        Command::FocusPrevious => shown[(at + shown.len() - 1) % shown.len()],
        Command::FocusToc if model.focus() == Focus::Toc && layout.form == Form::Wide => {
            model.arrangement.toc_hidden = true;
            Focus::Results
        }
        Command::FocusToc if model.focus() == Focus::Toc => Focus::Results,
        Command::FocusToc => {
            model.arrangement.toc_hidden = false;
            Focus::Toc
        }
        Command::FocusPreview if model.focus() == Focus::Preview && layout.form != Form::Single => {
            model.arrangement.preview_hidden = true;
            Focus::Results
        }
        Command::FocusPreview => {
            model.arrangement.preview_hidden = false;
            Focus::Preview
        }
        _ => Focus::Results,
    };
    focus(model, pane, effects);
}

/// Panes become wider, narrower, as they were, or one of them the only one.
pub fn arrange(model: &mut Model, command: Command) {
    let arrangement = &mut model.arrangement;
    let step: i32 = if command == Command::Wider { 4 } else { -4 };
    let moved = |share: u16, step: i32, most: i32| (i32::from(share) + step).clamp(12, most) as u16;
    match (command, arrangement.focus) {
        (Command::Zoom, _) => arrangement.zoomed = !arrangement.zoomed,
        (Command::ResetWidths, _) => {
            arrangement.toc_share = model.settings.toc_share;
            arrangement.preview_share = model.settings.preview_share;
            (arrangement.toc_hidden, arrangement.preview_hidden) = (false, false);
            model.preview.left = 0;
        }
        (_, Focus::Toc) => arrangement.toc_share = moved(arrangement.toc_share, step, 60),
        (_, Focus::Preview) => arrangement.preview_share = moved(arrangement.preview_share, step, 80),
        (_, _) => arrangement.preview_share = moved(arrangement.preview_share, -step, 80),
    }
    selection_sync::refresh(model);
}

/// Moves the edge of a pane to a column.
pub fn drag(model: &mut Model, column: u16) {
    let width = u32::from(model.width.max(1));
    let percent = |cells: u32| (cells * 100).div_ceil(width) as u16;
    let stack = model.layout().form == Form::Stack;
    match model.pointer.dragged {
        Some(Focus::Toc) => model.arrangement.toc_share = percent(u32::from(column)).clamp(12, 60),
        Some(Focus::Preview) => {
            let share = percent(width.saturating_sub(u32::from(column) + 1));
            // With two columns the preview has the share of the tree as well.
            let share = if stack { share.saturating_sub(STACK_MORE) } else { share };
            model.arrangement.preview_share = share.clamp(12, 80);
        }
        _ => {}
    }
}

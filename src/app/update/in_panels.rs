//! What keys and the mouse do in a list over the panes, and what comes of a choice in it.

use super::command_line;
use super::dispatch;
use super::links;
use super::mouse::WHEEL;
use super::settings;
use super::siblings;
use crate::app::lists::panels;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::keymap::{Context, Lookup};
use crate::app::protocol::message::{Mouse, MouseAction};
use crate::app::state::bookmarks;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Out as PanelOut, PanelKind, Shown};
use crate::app::state::query_history;
use crate::config::Key;

/// A key in the topmost list.
pub fn key(model: &mut Model, key: Key, effects: &mut Vec<Effect>) {
    // In the menu of a breadcrumb, left and right go from one breadcrumb to the next.
    if let Some(panel) = model.overlays.last()
        && let (PanelKind::Siblings(at), "") = (panel.kind, panel.line.text())
        && let Lookup::Command(command @ (Command::CharacterLeft | Command::CharacterRight)) =
            model.keymap.lookup(Context::Prompt, &[key])
    {
        let next = if command == Command::CharacterLeft { at.saturating_sub(1) } else { at + 1 };
        if let Some(panel) = siblings::panel(model, next) {
            model.overlays.pop();
            model.overlays.push(panel);
            panels::fit(model);
        }
        return;
    }
    let Some(panel) = model.overlays.last_mut() else { return };
    match key.text() {
        Some(character) => {
            if let Some(out) = panel.choose_by_number(character) {
                return self::out(model, Some(out), effects);
            }
            panel.type_text(character.encode_utf8(&mut [0; 4]));
        }
        None => {
            if let Lookup::Command(command) = model.keymap.lookup(Context::Prompt, &[key]) {
                return self::command(model, command, effects);
            }
        }
    }
    panels::fit(model);
    settings::preview_theme(model);
}

/// Lets the topmost list carry out a command.
pub fn command(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let Some(panel) = model.overlays.last_mut() else { return };
    let out = panel.run(command);
    panels::fit(model);
    self::out(model, out, effects);
}

fn out(model: &mut Model, out: Option<PanelOut>, effects: &mut Vec<Effect>) {
    match out {
        None => settings::preview_theme(model),
        Some(PanelOut::Closed) => {
            model.overlays.pop();
            settings::theme_kept(model);
        }
        Some(PanelOut::Removed(choice)) => {
            match choice {
                Choice::Edit(text) => query_history::forget(model, &text, effects),
                Choice::Place(place) => bookmarks::forget(model, &place, effects),
                _ => {}
            }
            query_history::refresh(model);
        }
        Some(PanelOut::Chosen(choice)) => {
            model.overlays.pop();
            match choice {
                Choice::Command(command) => dispatch::run(model, command, effects),
                Choice::Line(line) => command_line::run(model, &line, effects),
                Choice::Query(query) => dispatch::query_chosen(model, &query, effects),
                Choice::Edit(query) => dispatch::query_edited(model, &query, effects),
                Choice::Place(place) => bookmarks::go(model, &place, effects),
                Choice::Row(query, wanted) => siblings::go(model, &query, *wanted, effects),
                Choice::Sort(sort) => dispatch::sorted(model, sort, effects),
                Choice::Link(target) => links::follow(model, &target, effects),
                Choice::Theme(name) => settings::choose_theme(model, name, effects),
                Choice::Crash => effects.push(Effect::Crash),
                Choice::None => {}
            }
        }
    }
}

/// The mouse over the topmost list: a click chooses a row, or closes the list from outside of it.
pub fn mouse(model: &mut Model, mouse: Mouse, effects: &mut Vec<Effect>) {
    let (frame, body) = (panels::frame(model), panels::body(model));
    let Some(panel) = model.overlays.last_mut() else { return };
    match mouse.action {
        MouseAction::WheelUp | MouseAction::WheelDown => {
            let rows = if mouse.action == MouseAction::WheelUp { -WHEEL } else { WHEEL };
            panel.window.scroll(rows, panel.shown.len());
            if matches!(panel.shown.get(panel.window.cursor), Some(Shown::Title(_))) {
                panel.step(Command::MoveDown);
            }
        }
        MouseAction::Click if !frame.contains(mouse.column, mouse.row) => {
            model.pointer.spent = true;
            command(model, Command::LeavePrompt, effects);
        }
        MouseAction::Click
            if body.contains(mouse.column, mouse.row) && panel.point_at(usize::from(mouse.row - body.y)) =>
        {
            model.pointer.spent = true;
            command(model, Command::RunQuery, effects);
        }
        _ => {}
    }
}

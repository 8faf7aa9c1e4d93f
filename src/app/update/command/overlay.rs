//! Keys and the mouse in a list over the panes, and the effect of a choice in it.

use super::{dispatch, line, prompting};
use crate::app::lists::panels::{area, siblings};
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::keymap::{Context, Lookup};
use crate::app::protocol::message::{Mouse, MouseAction};
use crate::app::state::model::{Model, QueryChoice};
use crate::app::state::overlay::{Choice, PanelKind, PanelOut, Shown};
use crate::app::state::panes::Focus;
use crate::app::update::act::actions;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::open_list;
use crate::app::update::go::{links, names, navigation, places};
use crate::app::update::keep::{bookmarks, query_history, theme};
use crate::app::update::panes::{filter, results};
use crate::config::KeyPress;

/// Rows that one turn of the wheel scrolls.
pub(in crate::app) const WHEEL: isize = 3;

/// A key in the topmost list.
pub(in crate::app) fn key(model: &mut Model, key: KeyPress, effects: &mut Vec<Effect>) {
    // In the menu of a breadcrumb, left and right go from one breadcrumb to the next.
    if let Some(panel) = model.overlays.last()
        && let (PanelKind::Siblings(at), "") = (panel.kind, panel.line.text())
        && let Lookup::Command(command @ (Command::CharacterLeft | Command::CharacterRight)) =
            model.keymap.lookup(Context::Prompt, &[key])
    {
        let next = if command == Command::CharacterLeft { at.saturating_sub(1) } else { at + 1 };
        if let Some(panel) = siblings::panel(model, next) {
            model.overlays.pop();
            open_list::open(model, panel);
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
    open_list::fit(model);
    theme::preview(model);
}

/// Lets the topmost list carry out a command.
pub(in crate::app) fn command(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let Some(panel) = model.overlays.last_mut() else { return };
    let out = panel.run(command);
    open_list::fit(model);
    self::out(model, out, effects);
}

fn out(model: &mut Model, out: Option<PanelOut>, effects: &mut Vec<Effect>) {
    match out {
        None => theme::preview(model),
        Some(PanelOut::Refused(why)) => notify(model, why, effects),
        Some(PanelOut::Closed) => {
            model.overlays.pop();
            theme::leave(model);
            // Who was to choose a query and does not leaves.
            model.quit |= model.query_choice.is_some();
        }
        Some(PanelOut::Removed(choice)) => {
            match choice {
                Choice::Edit(text) => query_history::forget(model, &text, effects),
                Choice::Place(place) => bookmarks::forget(model, &place, effects),
                _ => {}
            }
            open_list::refresh(model);
        }
        Some(PanelOut::Chosen(choice)) => {
            model.overlays.pop();
            match choice {
                Choice::Command(command) => dispatch::run(model, command, effects),
                Choice::Action(number) => actions::run(model, number, effects),
                Choice::Line(line) => line::run(model, &line, effects),
                Choice::Query(query) => prompting::choose(model, &query, effects),
                Choice::Narrow(query) => prompting::narrow(model, &query, effects),
                Choice::Filter(text) => filter::set(model, Focus::Results, &text, effects),
                Choice::Edit(query) if model.query_choice.is_some() => {
                    model.query_choice = Some(QueryChoice { chosen: Some(query) });
                    model.quit = true;
                }
                Choice::Edit(query) => prompting::put(model, &query, effects),
                Choice::Place(place) => places::go(model, &place, effects),
                Choice::Row(query, wanted) => navigation::go_to_row(model, &query, Some(*wanted), effects),
                Choice::Sort(sort) => results::sort(model, sort, effects),
                Choice::Link(target) => links::follow(model, &target, effects),
                Choice::Definition(query, label) => names::go(model, &query, &label, effects),
                Choice::Theme(name) => theme::choose(model, name, effects),
                Choice::Crash => effects.push(Effect::Crash),
                Choice::None => {}
            }
        }
    }
}

/// The mouse over the topmost list: a click chooses a row, or closes the list from outside of it.
pub(in crate::app) fn mouse(model: &mut Model, mouse: Mouse, effects: &mut Vec<Effect>) {
    let (frame, body) = (area::frame(model), area::body(model));
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

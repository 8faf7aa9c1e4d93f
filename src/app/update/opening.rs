//! Lists over the panes: which command opens which, and what is said where there is nothing to list.

use super::notices::say;
use super::query_flow;
use super::settings;
use super::siblings;
use crate::app::lists::panels;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::saved::StateRequest;
use crate::app::state::bookmarks;
use crate::app::state::model::Model;
use crate::app::state::overlay::Panel;
use crate::app::state::query_history;

/// Lays the list over the panes that a command asks for.
pub fn open_panel(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let panel = match command {
        Command::Help => Some(panels::help(model)),
        Command::Palette => Some(panels::palette(model)),
        Command::QueryHistory => {
            effects.push(Effect::State(StateRequest::Read));
            Some(query_history::panel(model))
        }
        Command::ListPlaces => Some(bookmarks::panel(model)),
        Command::CrumbSiblings => siblings::innermost(model).and_then(|at| siblings::panel(model, at)),
        Command::SortResults => crate::app::state::results_order::panel(model),
        Command::WhyHit => crate::app::lists::reasons::panel(model),
        Command::Problems => Some(panels::problems(model)),
        Command::ChooseTheme => Some(settings::themes(model)),
        _ => {
            // What is counted is to be all there is, within reason.
            query_flow::more_wanted(model, crate::app::state::results::MOST_LOADED, effects);
            crate::app::lists::facets::panel(model)
        }
    };
    match panel.filter(|panel| !panel.rows.is_empty()) {
        Some(panel) => open(model, panel),
        None if command == Command::Problems => say(model, "no file was left out", effects),
        None if command == Command::CrumbSiblings => say(model, "nothing stands beside this", effects),
        None if command == Command::ListPlaces => say(model, "no bookmarks yet · b sets one", effects),
        None if command == Command::SortResults => say(model, "there are no results to order", effects),
        None if command == Command::WhyHit => say(model, "only hits of words are ranked", effects),
        None if command == Command::QueryHistory => say(model, "no earlier queries yet", effects),
        None => say(model, "there are no results to narrow", effects),
    }
}

/// Lays a list over the panes.
pub fn open(model: &mut Model, panel: Panel) {
    model.overlays.push(panel);
    let height = usize::from(panels::body(model).height);
    if let Some(panel) = model.overlays.last_mut() {
        panel.window.follow(panel.shown.len(), height);
    }
}

/// A command that does nothing without an argument was bound to a key: its argument is typed in the palette.
pub fn ask_argument(model: &mut Model, command: Command) {
    let mut panel = panels::palette(model);
    panel.type_text(&format!("{} ", command.row().title));
    open(model, panel);
}

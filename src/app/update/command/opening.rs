//! Lists over the panes: which command opens which, and what is said where there is nothing to list.

use crate::app::lists::panels::{
    bookmarks, commands, facets, help, orders, problems, query_history, reasons, siblings,
};
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::saved::StateRequest;
use crate::app::state::model::Model;
use crate::app::state::overlay::Panel;
use crate::app::state::results::MAX_LOADED;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::open_list;
use crate::app::update::keep::theme;
use crate::app::update::query::ask::more_wanted;

/// Lays the list over the panes that a command asks for.
pub(in crate::app) fn open(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    match panel(model, command, effects).filter(|panel| !panel.rows.is_empty()) {
        Some(panel) => open_list::open(model, panel),
        None => notify(model, nothing_to_list(command), effects),
    }
}

fn panel(model: &mut Model, command: Command, effects: &mut Vec<Effect>) -> Option<Panel> {
    match command {
        Command::Help => Some(help::help(model)),
        Command::Palette => Some(commands::palette(model)),
        Command::QueryHistory => {
            effects.push(Effect::State(StateRequest::Read));
            Some(query_history::panel(model))
        }
        Command::ListPlaces => Some(bookmarks::panel(model)),
        Command::CrumbSiblings => siblings::innermost(model).and_then(|at| siblings::panel(model, at)),
        Command::SortResults => orders::panel(model),
        Command::WhyHit => reasons::panel(model),
        Command::Problems => Some(problems::panel(model)),
        Command::ChooseTheme => Some(theme::list(model)),
        Command::Facets => {
            // What is counted is to be all there is, within reason. More of a ranked list would be another one.
            if !model.results.narrows_in_place() {
                more_wanted(model, MAX_LOADED, effects);
            }
            facets::panel(model)
        }
        _ => None,
    }
}

fn nothing_to_list(command: Command) -> &'static str {
    match command {
        Command::Problems => "no file was left out",
        Command::CrumbSiblings => "nothing stands beside this",
        Command::ListPlaces => "no bookmarks yet · b sets one",
        Command::SortResults => "there are no results to order",
        Command::WhyHit => "only hits of words are ranked",
        Command::QueryHistory => "no earlier queries yet",
        _ => "there are no results to narrow",
    }
}

/// A command that does nothing without an argument was bound to a key: its argument is typed in the palette.
pub(super) fn ask_argument(model: &mut Model, command: Command) {
    let mut panel = commands::palette(model);
    panel.type_text(&format!("{} ", command.row().title));
    open_list::open(model, panel);
}

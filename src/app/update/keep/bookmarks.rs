//! Bookmarks are set and taken away; places that the user leaves are remembered.

use crate::app::lists::keys::keys_of;
use crate::app::lists::selection::acted_on::place;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::saved::{SavedPlace, StateRequest};
use crate::app::state::model::Model;
use crate::app::update::follow::notices::notify;
use crate::stdx::clip;

/// Sets a bookmark where the user is, or takes it away.
pub(in crate::app) fn toggle(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(place) = place(model) else { return notify(model, "nothing is selected", effects) };
    let name = if place.name.is_empty() { place.location() } else { clip(&place.name, 60) };
    let request = model.bookmarks.toggle(place);
    let notice = match request {
        StateRequest::RemoveBookmark(_) => format!("no bookmark on {name} any more"),
        _ => format!("bookmark on {name} · {} lists them", keys_of(&model.keymap, Command::ListPlaces, 1)),
    };
    effects.push(Effect::State(request));
    notify(model, notice, effects);
}

/// The user leaves this place for another, or does something with it.
pub(in crate::app) fn visited(model: &mut Model) {
    if let Some(place) = place(model).filter(|place| !place.key.is_empty()) {
        model.bookmarks.visit(place);
    }
}

/// A place is to be forgotten.
pub(in crate::app) fn forget(model: &mut Model, place: &SavedPlace, effects: &mut Vec<Effect>) {
    if model.bookmarks.is_bookmarked(&place.node_key()) {
        let request = model.bookmarks.toggle(place.clone());
        effects.push(Effect::State(request));
    } else {
        model.bookmarks.forget(place);
    }
}

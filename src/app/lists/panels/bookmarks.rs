//! Bookmarks and visited places, to go to one.

use crate::app::protocol::saved::SavedPlace;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::document::Family;

/// Bookmarks and visited places as a list to choose from.
pub(in crate::app) fn panel(model: &Model) -> Panel {
    let row = |place: &SavedPlace, group: &'static str| PanelRow {
        left: match place.kind().family() {
            Family::File => String::new(),
            _ => place.kind().row().letter.to_string(),
        },
        text: if place.name.is_empty() { place.path.clone() } else { place.name.clone() },
        right: place.location(),
        doc: String::new(),
        group,
        choice: Choice::Place(Box::new(place.clone())),
    };
    let bookmarks = model.bookmarks.kept.iter().rev().map(|place| row(place, "BOOKMARKS"));
    let recent = model.bookmarks.recent.iter().filter(|place| !model.bookmarks.is_bookmarked(&place.node_key()));
    let rows = bookmarks.chain(recent.map(|place| row(place, "RECENT PLACES"))).collect();
    Panel::new(PanelKind::Places, "BOOKMARKS AND RECENT PLACES", rows)
}

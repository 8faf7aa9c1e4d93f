//! Lists that change while they are open.

use super::{bookmarks, facets, query_history};
use crate::app::state::model::Model;
use crate::app::state::overlay::{Panel, PanelKind};

/// The topmost list as it would be opened now, where it lists what changes while it is open; `None` for others.
pub(in crate::app) fn panel(model: &Model) -> Option<Panel> {
    match model.overlays.last()?.kind {
        PanelKind::History => Some(query_history::panel(model)),
        PanelKind::Places => Some(bookmarks::panel(model)),
        PanelKind::Facets => facets::panel(model),
        _ => None,
    }
}

//! The list that lies over the panes: fitted to the screen, and kept up with what it lists.

use crate::app::lists::panels::{area, refreshed};
use crate::app::state::model::Model;
use crate::app::state::overlay::Panel;

/// Lays a list over the panes.
pub(in crate::app) fn open(model: &mut Model, panel: Panel) {
    model.overlays.push(panel);
    fit(model);
}

/// Scrolls the topmost list so that its cursor is on the screen.
pub(in crate::app) fn fit(model: &mut Model) {
    let height = usize::from(area::body(model).height);
    if let Some(panel) = model.overlays.last_mut() {
        panel.window.follow(panel.shown.len(), height);
    }
}

/// The topmost list shows what is known now; it closes where nothing is left.
pub(in crate::app) fn refresh(model: &mut Model) {
    let Some(anew) = refreshed::panel(model) else { return };
    if anew.rows.is_empty() {
        model.overlays.pop();
    } else if let Some(panel) = model.overlays.last_mut() {
        panel.title = anew.title;
        panel.replace(anew.rows);
    }
}

//! Files that were left out, and why.

use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};

/// The files that were left out, each with its reason.
pub(in crate::app) fn panel(model: &Model) -> Panel {
    let rows = model.listing.skipped.iter().map(|skipped| PanelRow {
        left: String::new(),
        text: skipped.path.clone(),
        right: skipped.reason.clone(),
        doc: String::new(),
        group: "",
        choice: match model.pictures.can_open(&skipped.path) {
            true => Choice::Link(format!("/{}", skipped.path)),
            false => Choice::None,
        },
    });
    let count = model.listing.skipped.len();
    let noun = if count == 1 { "FILE" } else { "FILES" };
    Panel::new(PanelKind::Problems, format!("{count} {noun} LEFT OUT"), rows.collect())
}

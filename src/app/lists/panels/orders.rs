//! The orders of the results, to choose one.

use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::app::state::results::SORTS;

/// The orders as a list to choose from.
pub(in crate::app) fn panel(model: &Model) -> Option<Panel> {
    model.results.results.as_ref()?;
    let rows = SORTS.iter().map(|row| PanelRow {
        left: if row.sort == model.results.sort { "✓".to_owned() } else { String::new() },
        text: row.title.to_owned(),
        right: String::new(),
        doc: row.doc.to_owned(),
        group: "",
        choice: Choice::Sort(row.sort),
    });
    Some(Panel::new(PanelKind::Sorts, "ORDER OF THE RESULTS", rows.collect()))
}

//! Earlier queries, and those saved in the settings, to put one into the prompt.

use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::stdx::grouped;

/// Earlier queries as a list to choose from.
pub(in crate::app) fn panel(model: &Model) -> Panel {
    let rows = model.query_history.queries().into_iter().map(|query| {
        let here = model.query_history.is_here(query);
        let hits = match query.hits {
            None => String::new(),
            Some(1) => "1 hit".to_owned(),
            Some(hits) => format!("{} hits", grouped(hits)),
        };
        PanelRow {
            left: model.query_history.age(query.at),
            text: query.text.clone(),
            right: hits,
            doc: if here { String::new() } else { query.workspace.clone() },
            group: if here { "THIS WORKSPACE" } else { "OTHER WORKSPACES" },
            choice: Choice::Edit(query.text.clone()),
        }
    });
    let named = model.settings.queries.iter().map(|(name, query)| PanelRow {
        left: String::new(),
        text: query.clone(),
        right: name.clone(),
        doc: "saved in config.toml".to_owned(),
        group: "SAVED",
        choice: Choice::Edit(query.clone()),
    });
    Panel::new(PanelKind::History, "EARLIER QUERIES", rows.chain(named).collect())
}

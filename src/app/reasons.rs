//! Why a hit of a search is where it is: what made its score, what was tried, what each channel found.

use super::command::Command;
use super::model::Model;
use super::overlay::{Choice, Panel, PanelKind, PanelRow};

/// The reasons as a list; `None` where nothing was ranked.
pub(super) fn panel(model: &Model) -> Option<Panel> {
    let results = model.results.results.as_ref()?;
    let hit = model.results.selected().filter(|hit| hit.why.is_some() || !results.tried.is_empty())?;
    let row = |group: &'static str, text: &String| PanelRow {
        left: String::new(),
        text: text.clone(),
        right: String::new(),
        doc: String::new(),
        group,
        choice: Choice::Command(Command::FocusResults),
    };
    let own = hit.why.iter().flat_map(|why| why.iter()).map(|text| row("this hit", text));
    let whole = results.tried.iter().map(|text| row("the search", text));
    Some(Panel::new(PanelKind::Reasons, "WHY IS THIS HERE", own.chain(whole).collect()))
}

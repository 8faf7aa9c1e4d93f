//! Why a hit of a search is where it is: what made its score, what was tried, what each channel found.

use super::area::text_width;
use crate::app::protocol::command::Command;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::stdx::wrap_words;

/// The indent of a reason's further lines.
const BEHIND: &str = "  ";

/// The reasons as a list; `None` where nothing was ranked.
pub(in crate::app) fn panel(model: &Model) -> Option<Panel> {
    let results = model.results.results.as_ref()?;
    let hit = model.results.selected().filter(|hit| hit.why.is_some() || !results.tried.is_empty())?;
    let row = |group: &'static str, text: String| PanelRow {
        left: String::new(),
        text,
        right: String::new(),
        doc: String::new(),
        group,
        choice: Choice::Command(Command::FocusResults),
    };
    // What made the score is longer than a small screen is wide, and all of it counts.
    let room = text_width(model);
    let rows = |group: &'static str, text: &String| {
        let lines = wrap_words(text, room.saturating_sub(BEHIND.len()));
        let line = move |(at, line)| row(group, if at == 0 { line } else { format!("{BEHIND}{line}") });
        lines.into_iter().enumerate().map(line).collect::<Vec<_>>()
    };
    let own = hit.why.iter().flat_map(|why| why.iter()).flat_map(|text| rows("this hit", text));
    let whole = results.tried.iter().flat_map(|text| rows("the search", text));
    Some(Panel::new(PanelKind::Reasons, "WHY IS THIS HERE", own.chain(whole).collect()))
}

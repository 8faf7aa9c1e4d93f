//! The links of the document in the preview, to follow one.

use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::preview::PreviewLine;
use crate::stdx::display_width;
use std::collections::HashSet;

/// The links as a list to choose from.
pub(in crate::app) fn panel(model: &Model) -> Panel {
    let rows = links(model).into_iter().map(|(number, text, target)| PanelRow {
        left: number,
        text,
        right: target.clone(),
        doc: String::new(),
        group: "",
        choice: Choice::Link(target),
    });
    Panel::new(PanelKind::Links, "LINKS", rows.collect())
}

/// Numbers, texts and targets of the page's links. The first one on the screen has the number 1; what stands above the
/// screen comes last.
fn links(model: &Model) -> Vec<(String, String, String)> {
    let Some(page) = &model.preview.page else { return Vec::new() };
    let top = model.preview.top.min(page.lines.len());
    let lines = page.lines[top..].iter().chain(&page.lines[..top]);
    let mut links: Vec<(String, String, String)> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for (line, link) in lines.flat_map(|line| line.links.iter().map(move |link| (line, link))) {
        if known.insert(&link.target) {
            let number = links.len() + 1;
            let text = between(line, usize::from(link.columns.start), usize::from(link.columns.end));
            links.push((number.to_string(), text, link.target.clone()));
        }
    }
    links
}

/// The text of a line between two columns.
fn between(line: &PreviewLine, start: usize, end: usize) -> String {
    let mut column = 0;
    let is_inside = |character: &char| {
        let at = column;
        column += display_width(character.encode_utf8(&mut [0; 4]));
        (start..end).contains(&at)
    };
    line.text().chars().filter(is_inside).collect()
}

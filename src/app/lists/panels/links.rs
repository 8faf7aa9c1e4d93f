//! The links of the document in the preview, to follow one.

use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::preview::{PreviewLine, PreviewLink};
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
    let mut links: Vec<(String, String, String)> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    let rows = (top..page.lines.len()).chain(0..top);
    for (row, link) in rows.flat_map(|row| page.lines[row].links.iter().map(move |link| (row, link))) {
        if known.insert(&link.target) {
            let number = links.len() + 1;
            links.push((number.to_string(), whole(&page.lines[row..], link), link.target.clone()));
        }
    }
    links
}

/// The text of a link in the first of these rows, which may go on in the next ones of the same line.
fn whole(rows: &[PreviewLine], link: &PreviewLink) -> String {
    let mut columns = link.columns.clone();
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        text.push_str(&between(row, usize::from(columns.start), usize::from(columns.end)));
        let next = rows.get(at + 1).filter(|next| next.source_line == row.source_line);
        let goes_on = |other: &&PreviewLink| other.columns.start == 0 && other.target == link.target;
        let Some(other) = next.and_then(|next| next.links.iter().find(goes_on)) else { break };
        if usize::from(columns.end) < row.width() {
            break;
        }
        text.push(' ');
        columns = other.columns.clone();
    }
    text
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

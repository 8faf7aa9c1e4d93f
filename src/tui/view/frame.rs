//! The whole screen, from the model.

use super::panes::VIEWS;
use super::pictures::Overlaid;
use super::{overlay, pictures, popup, preview, prompt, status, tutorial};
use crate::app::{Focus, LayoutForm, Model, PANES, PaneArea};
use crate::stdx::display_width;
use crate::tui::colours::theme::{Role, Theme};
use crate::tui::view::canvas::{Canvas, filter_text};
use crate::tui::widgets::Pen;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

/// Draws the model; returns where the terminal's cursor stands, if it is to be seen.
pub fn draw(model: &Model, theme: &Theme, buffer: &mut Buffer) -> Option<Position> {
    draw_with_pictures(model, theme, buffer).0
}

/// The same; returns what is to be written over the cells, too.
pub fn draw_with_pictures(model: &Model, theme: &Theme, buffer: &mut Buffer) -> (Option<Position>, Vec<Overlaid>) {
    let layout = model.layout();
    buffer.set_style(buffer.area, theme.ground());
    let canvas = &mut Canvas { buffer, theme, model, layout: &layout, placed: Vec::new() };
    let cursor = cells(canvas);
    (cursor, pictures::finish(canvas))
}

/// Draws everything but graphics.
fn cells(canvas: &mut Canvas) -> Option<Position> {
    let (model, layout) = (canvas.model, canvas.layout);
    if layout.form == LayoutForm::Line {
        status::one_line(canvas);
        return None;
    }
    status::crumbs(canvas);
    let mut cursor = prompt::draw(canvas);
    status::reading(canvas);
    status::tabs(canvas);
    separators(canvas);
    for view in VIEWS {
        let place = layout.pane(view.pane);
        if place.body.is_empty() {
            continue;
        }
        (view.draw)(canvas, place, model.focus() == view.pane);
        if model.filtering == Some(view.pane) {
            cursor = filter_cursor(canvas, view.pane, place).or(cursor);
        }
    }
    preview::peek(canvas);
    status::below(canvas);
    if model.focus() == Focus::Prompt && model.overlays.is_empty() {
        popup::draw(canvas);
    }
    tutorial::draw(canvas);
    overlay::which_key(canvas);
    match overlay::draw(canvas) {
        Some(position) => Some(position),
        None if model.focus() == Focus::Prompt || model.filtering.is_some() => cursor,
        None => None,
    }
}

/// The lines between the panes.
fn separators(canvas: &mut Canvas) {
    let style = canvas.theme.role(Role::Border);
    let layout = canvas.layout;
    let preview = layout.pane(Focus::Preview);
    let places = || PANES.iter().map(|row| layout.pane(row.pane)).chain([layout.pinned]);
    for pane in places() {
        if pane.title.is_empty() || pane.title.x == 0 {
            continue;
        }
        let x = pane.title.x - 1;
        for y in pane.title.y..pane.body.y + pane.body.height {
            let below_another = pane == preview && layout.pinned.title.x == pane.title.x && layout.pinned.title.y < y;
            let symbol = match y == pane.title.y {
                true if below_another && !layout.pinned.body.is_empty() => "├",
                true => "┬",
                false => "│",
            };
            if let Some(cell) = canvas.buffer.cell_mut((x, y)) {
                cell.set_symbol(symbol).set_style(style);
            }
        }
    }
    if !layout.rule.is_empty() {
        Pen::new(canvas.buffer, layout.rule, 0).fill("─", style);
        for pane in places() {
            if !pane.title.is_empty()
                && pane.title.x > 0
                && let Some(cell) = canvas.buffer.cell_mut((pane.title.x - 1, layout.rule.y))
            {
                cell.set_symbol("┴");
            }
        }
    }
}

/// Where the caret stands while the filter of a pane is typed.
fn filter_cursor(canvas: &Canvas, pane: Focus, place: PaneArea) -> Option<Position> {
    let text = filter_text(canvas.model, pane)?;
    let area = if place.title.is_empty() { canvas.layout.tabs } else { place.title };
    // Before it stand a mark, the number and the verb, and a space behind each of the two.
    let before = pane.row().number.len() + pane.row().verb().len() + 3;
    let x = area.x + (before + display_width(text)) as u16;
    (!area.is_empty()).then(|| Position::new(x.min(area.x + area.width - 1), area.y))
}

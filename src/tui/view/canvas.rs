//! The canvas that views draw on, and the parts that all of them have: titles, visible rows, the selected one.

use crate::app::{Area, CURSOR, Focus, Layout, Line, Model, PaneArea};
use crate::pictures::Picture;
use crate::tui::colours::theme::{Role, Theme};
use crate::tui::widgets::Pen;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::sync::Arc;

/// What drawing needs.
pub struct Canvas<'c> {
    /// The cells.
    pub buffer: &'c mut Buffer,
    /// The colours.
    pub theme: &'c Theme,
    /// The model.
    pub model: &'c Model,
    /// Where everything is.
    pub layout: &'c Layout,
    /// Pictures that were drawn in half blocks so far.
    pub placed: Vec<Placed>,
}

/// The title line of a pane: number and name, what is shown, a note at the right.
pub fn title(canvas: &mut Canvas, place: PaneArea, pane: Focus, name: &str, note: &str) {
    if place.title.is_empty() {
        return;
    }
    let row = pane.row();
    let focused = canvas.model.focus() == pane;
    let border = canvas.theme.role(Role::Border);
    let style = canvas.theme.role(if focused { Role::TitleFocused } else { Role::Title });
    let mut pen = Pen::new(canvas.buffer, place.title, 0);
    pen.put(if focused { CURSOR } else { "─" }, if focused { style } else { border });
    if !note.is_empty() {
        pen.put_right("─", border).put_right(&format!(" {note} "), canvas.theme.role(Role::Dim));
    }
    pen.put(&format!("{} ", row.number), style);
    match filter_text(canvas.model, pane) {
        Some(text) => {
            pen.put(&format!("{} ", row.verb()), canvas.theme.role(Role::Key)).put(text, style).put(" ", border);
            if row.finds && note.is_empty() {
                let found = canvas.model.pane(pane).found();
                pen.put(&found, canvas.theme.role(Role::Dim)).put(" ", border);
            }
        }
        None => {
            let cells = pen.left().saturating_sub(1);
            pen.put_clipped(name, cells, style).put(" ", border);
        }
    }
    pen.fill("─", border);
}

/// The rows of a list that are on the screen, with their numbers.
pub fn visible(top: usize, count: usize, body: Area) -> impl Iterator<Item = (u16, usize)> {
    (top..count.min(top + usize::from(body.height))).enumerate().map(|(row, at)| (row as u16, at))
}

/// Marks a row as the selected one; the mark stands in a column of it, beside its text.
pub fn select(canvas: &mut Canvas, body: Area, row: u16, column: u16, focused: bool) {
    let bold = Style::default().add_modifier(Modifier::BOLD);
    let style = if focused { canvas.theme.role(Role::Selection) } else { bold };
    let area = ratatui::layout::Rect::new(body.x, body.y + row, body.width, 1).intersection(canvas.buffer.area);
    canvas.buffer.set_style(area, style);
    let column = column.min(body.width.saturating_sub(1));
    if let Some(cell) = canvas.buffer.cell_mut((body.x + column, body.y + row)) {
        cell.set_symbol(CURSOR);
    }
}

pub(super) fn filter_text(model: &Model, pane: Focus) -> Option<&str> {
    let text = model.pane(pane).filter().as_ref().map(Line::text);
    text.filter(|text| !text.is_empty() || model.filtering == Some(pane))
}

/// A picture that was drawn in half blocks, as far as it is to be seen.
#[derive(Debug)]
pub struct Placed {
    pub(super) picture: Arc<Picture>,
    pub(super) area: Rect,
    /// Rows of it above the visible ones.
    pub(super) skipped: u16,
    /// The cells as they were drawn.
    pub(super) cells: Vec<Cell>,
}

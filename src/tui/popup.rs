//! The list of completions below the prompt, and what is wrong with a query.

use super::theme::Role;
use super::view::Canvas;
use super::widgets::Pen;
use crate::app::Area;
use crate::docql::Candidate;
use crate::stdx::{clip, display_width};
use ratatui::style::Style;

/// Most rows of the list.
const MOST: usize = 8;

/// Draws the list, or the error, over the panes.
pub fn draw(canvas: &mut Canvas) {
    if canvas.model.prompt.popup_open() {
        list(canvas);
    } else if canvas.model.prompt.error().is_some() {
        error(canvas);
    }
}

/// An empty box over the panes.
pub fn clear(canvas: &mut Canvas, area: Area, style: Style) {
    for y in area.y..(area.y + area.height).min(canvas.buffer.area.height) {
        for x in area.x..(area.x + area.width).min(canvas.buffer.area.width) {
            if let Some(cell) = canvas.buffer.cell_mut((x, y)) {
                cell.reset();
                cell.set_style(style);
            }
        }
    }
}

/// An empty box with a line around it and a title in the line.
pub fn frame(canvas: &mut Canvas, area: Area, title: &str, foot: &str) {
    clear(canvas, area, canvas.theme.role(Role::Popup));
    if area.width < 2 || area.height < 2 {
        return;
    }
    let style = canvas.theme.role(Role::Popup).patch(canvas.theme.role(Role::Border));
    let (last, width) = (area.height - 1, usize::from(area.width));
    for (row, ends) in [(0, ("┌", "┐")), (last, ("└", "┘"))] {
        let text = if row == 0 { title } else { foot };
        let mut pen = Pen::new(canvas.buffer, area, row);
        pen.put_right(ends.1, style).put(ends.0, style);
        if !text.is_empty() {
            pen.put("─ ", style)
                .put_clipped(text, width.saturating_sub(6), canvas.theme.role(Role::Title))
                .put(" ", style);
        }
        pen.fill("─", style);
    }
    for row in 1..last {
        Pen::new(canvas.buffer, area, row).put_right("│", style).put("│", style);
    }
}

fn list(canvas: &mut Canvas) {
    let prompt = &canvas.model.prompt;
    let Some(completions) = &prompt.completions else { return };
    let area = canvas.layout.prompt;
    let below = canvas.model.height.saturating_sub(area.y + 1);
    let rows = completions.candidates.len().min(MOST).min(usize::from(below.saturating_sub(5)));
    if rows == 0 || area.width < 24 {
        return;
    }
    let chosen = prompt.popup.chosen;
    let top = chosen.map_or(0, |at| (at + 1).saturating_sub(rows));
    let shown = &completions.candidates[top..(top + rows).min(completions.candidates.len())];
    let doc = completions.candidates.get(chosen.unwrap_or(0)).map_or("", |candidate| candidate.doc.as_str());
    let label = shown.iter().map(|candidate| display_width(&candidate.label)).max().unwrap_or(0).clamp(8, 40);
    let details = shown.iter().map(|candidate| display_width(&detail(candidate))).max().unwrap_or(0);
    let width = (label + details + 6).max(display_width(doc) + 4).clamp(36, 76).min(usize::from(area.width)) as u16;
    let column =
        3 + display_width(canvas.model.prompt.line.text().get(..completions.replace.start as usize).unwrap_or(""))
            as u16;
    let x = column.saturating_sub(2).min(area.width.saturating_sub(width));
    let extra = if doc.is_empty() { 2 } else { 4 };
    let frame_area = Area::new(x, area.y + 1, width, rows as u16 + extra);
    let foot = format!(
        "Tab accept · ↑↓ choose · Esc close ─ {}/{}",
        chosen.map_or(0, |at| at + 1),
        completions.candidates.len()
    );
    frame(canvas, frame_area, "", &foot);
    let (theme, popup) = (canvas.theme, canvas.theme.role(Role::Popup));
    let inner = Area::new(x + 1, area.y + 2, width - 2, rows as u16);
    for (row, candidate) in shown.iter().enumerate() {
        let style = if chosen == Some(top + row) { popup.patch(theme.role(Role::PopupSelection)) } else { popup };
        let dim = if chosen == Some(top + row) { style } else { style.patch(theme.role(Role::Dim)) };
        let mut pen = Pen::new(canvas.buffer, inner, row as u16);
        let right = detail(candidate);
        pen.put_right(" ", style).put_right(&clip(&right, usize::from(width).saturating_sub(label + 6)), dim);
        pen.put(" ", style).put_clipped(&candidate.label, usize::MAX, style).fill(" ", style);
    }
    if !doc.is_empty() {
        let below = Area::new(x, inner.y + rows as u16, width, 2);
        let border = popup.patch(theme.role(Role::Border));
        Pen::new(canvas.buffer, below, 0).put_right("┤", border).put("├", border).fill("─", border);
        Pen::new(canvas.buffer, below, 1).skip(2).put_clipped(
            doc,
            usize::from(width) - 4,
            popup.patch(theme.role(Role::Dim)),
        );
    }
}

fn detail(candidate: &Candidate) -> String {
    match (candidate.count, candidate.detail.as_str()) {
        (Some(count), "") => crate::stdx::grouped(count as usize),
        (Some(count), detail) => format!("{detail}  {}", crate::stdx::grouped(count as usize)),
        (None, detail) => detail.to_owned(),
    }
}

/// Caret, reason, what was expected, and the fix that Tab applies.
fn error(canvas: &mut Canvas) {
    let prompt = &canvas.model.prompt;
    let Some(error) = prompt.error().cloned() else { return };
    let area = canvas.layout.prompt;
    let column = display_width(prompt.line.text().get(..error.span.start as usize).unwrap_or("")) as u16;
    let fix = error.fixes.first();
    let rows = 1 + u16::from(!error.expected.is_empty()) + u16::from(fix.is_some());
    let box_area = Area::new(0, area.y + 1, area.width, rows.min(canvas.model.height.saturating_sub(area.y + 1)));
    clear(canvas, box_area, canvas.theme.role(Role::Popup));
    let (red, dim) = (canvas.theme.role(Role::Error), canvas.theme.role(Role::Dim));
    let mut pen = Pen::new(canvas.buffer, box_area, 0);
    let caret = usize::from(3 + column).min(usize::from(area.width) / 2);
    pen.skip(caret).put("^ ", red).put_clipped(&error.message, usize::MAX, red);
    let mut row = 1;
    if !error.expected.is_empty() {
        let text = format!("expected  {}", error.expected.join(" "));
        Pen::new(canvas.buffer, box_area, row).skip(3).put_clipped(&text, usize::MAX, dim);
        row += 1;
    }
    if let Some(fix) = fix {
        Pen::new(canvas.buffer, box_area, row).skip(3).put("Tab ", canvas.theme.role(Role::Key)).put_clipped(
            fix,
            usize::MAX,
            Style::default(),
        );
    }
}

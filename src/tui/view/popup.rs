//! The list of completions below the prompt, and what is wrong with a query.

use crate::app::{Area, Focus};
use crate::docql::Candidate;
use crate::stdx::{clip, display_width};
use crate::tui::colours::theme::Role;
use crate::tui::view::canvas::Canvas;
use crate::tui::widgets::Pen;
use ratatui::style::Style;

/// Most rows of the list.
const MOST: usize = 8;

/// Most of them where it stands over the rows that a query narrows.
const FEW: usize = 5;

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

/// How wide the list is in cells, and how wide long names may make it.
const WIDTH: usize = 56;
const WIDEST: usize = 76;

/// A list that is narrower than this would say too little.
const NARROWEST: u16 = 36;

/// A screen that has no more columns or rows than this shows completions in one row.
const SMALL: (u16, u16) = (60, 20);

fn list(canvas: &mut Canvas) {
    let prompt = &canvas.model.prompt;
    let Some(completions) = &prompt.completions else { return };
    let (area, chosen) = (canvas.layout.prompt, prompt.popup.chosen);
    if canvas.model.width <= SMALL.0 || canvas.model.height <= SMALL.1 {
        return one_row(canvas);
    }
    let candidates = &completions.candidates;
    let about = candidates.get(chosen.unwrap_or(0)).map(about).unwrap_or_default();
    let extra = if about.is_empty() { 2 } else { 3 + about.len() as u16 };
    // The status line stays.
    let below = canvas.model.height.saturating_sub(area.y + 2);
    let beside = beside_rows(canvas);
    let most = if beside > 0 { MOST } else { FEW };
    let rows = candidates.len().min(most).min(usize::from(below.saturating_sub(extra)));
    if rows == 0 || area.width < 24 {
        return;
    }
    let top = chosen.map_or(0, |at| (at + 1).saturating_sub(rows));
    let shown = &candidates[top..(top + rows).min(candidates.len())];
    // As wide as most lists need, whatever comes into it: nothing moves while one types.
    let label = shown.iter().map(|candidate| display_width(&candidate.label)).max().unwrap_or(0).clamp(8, 40);
    let details = shown.iter().map(|candidate| display_width(&detail(candidate))).max().unwrap_or(0);
    let width = (label + details + 6).clamp(WIDTH, WIDEST).min(usize::from(area.width)) as u16;
    let start = completions.replace.start as usize;
    let column = 3 + display_width(prompt.line.text().get(..start).unwrap_or("")) as u16;
    let width = if beside > 0 { width.min(area.width - beside) } else { width };
    let x = column.saturating_sub(2).max(beside).min(area.width.saturating_sub(width));
    let height = rows as u16 + extra;
    // Where nothing is beside the rows, the first of them stay in sight.
    let y = if beside > 0 { area.y + 1 } else { canvas.model.height.saturating_sub(1 + height).max(area.y + 1) };
    let frame_area = Area::new(x, y, width, height);
    let number = match chosen {
        Some(at) => format!("{}/{}", at + 1, candidates.len()),
        None if rows < candidates.len() => format!("{rows} of {}", candidates.len()),
        None => candidates.len().to_string(),
    };
    let foot = [format!("Tab accept · ↑↓ choose · Esc close ─ {number}"), format!("Tab · ↑↓ · Esc close ─ {number}")];
    let fits = |foot: &&String| display_width(foot) + 6 <= usize::from(width);
    let foot = foot.iter().find(fits).unwrap_or(&number);
    frame(canvas, frame_area, "", foot);
    let (theme, popup) = (canvas.theme, canvas.theme.role(Role::Popup));
    let inner = Area::new(x + 1, y + 1, width - 2, rows as u16);
    for (row, candidate) in shown.iter().enumerate() {
        let style = if chosen == Some(top + row) { popup.patch(theme.role(Role::PopupSelection)) } else { popup };
        let dim = if chosen == Some(top + row) { style } else { style.patch(theme.role(Role::Dim)) };
        let mut pen = Pen::new(canvas.buffer, inner, row as u16);
        let right = clip(&detail(candidate), usize::from(width).saturating_sub(label + 6));
        pen.put_right(" ", style).put_right(&right, dim);
        let mark = if chosen == Some(top + row) { "▌" } else { " " };
        pen.put(mark, style).put_clipped(&candidate.label, usize::MAX, style).fill(" ", style);
    }
    if about.is_empty() {
        return;
    }
    let below = Area::new(x, inner.y + rows as u16, width, 1 + about.len() as u16);
    let border = popup.patch(theme.role(Role::Border));
    Pen::new(canvas.buffer, below, 0).put_right("┤", border).put("├", border).fill("─", border);
    for (row, line) in (1..).zip(&about) {
        let style = popup.patch(theme.role(Role::Dim));
        Pen::new(canvas.buffer, below, row).skip(2).put_clipped(line, usize::from(width) - 4, style);
    }
}

/// The column from which on a list covers no row that is being narrowed: that of the preview, where it is wide enough.
fn beside_rows(canvas: &Canvas) -> u16 {
    let preview = canvas.layout.pane(Focus::Preview).body;
    if preview.width >= NARROWEST { preview.x } else { 0 }
}

/// What stands at the right of a row.
fn detail(candidate: &Candidate) -> String {
    match (candidate.count, candidate.detail.as_str()) {
        (Some(count), "") => crate::stdx::grouped(count as usize),
        (Some(count), detail) => format!("{detail}  {}", crate::stdx::grouped(count as usize)),
        (None, detail) => detail.to_owned(),
    }
}

/// Signature, meaning, example: at most three lines.
fn about(candidate: &Candidate) -> Vec<String> {
    let example = match candidate.hits {
        _ if candidate.example.is_empty() => String::new(),
        None => format!("e.g. {}", candidate.example),
        Some(0) => format!("nothing here: {}", candidate.example),
        Some(1) => format!("e.g. {}  1 hit", candidate.example),
        Some(hits) => format!("e.g. {}  {} hits", candidate.example, crate::stdx::grouped(hits as usize)),
    };
    let lines = [candidate.signature.clone(), candidate.doc.clone(), example];
    // An example that is still looked for has its line already.
    let stays = |(number, line): &(usize, String)| {
        !line.is_empty() || (*number == 2 && candidate.has_example() && !candidate.signature.is_empty())
    };
    lines.into_iter().enumerate().filter(stays).map(|(_, line)| line).collect()
}

/// The chosen or first candidate below the prompt, and which of how many it is.
fn one_row(canvas: &mut Canvas) {
    let prompt = &canvas.model.prompt;
    let Some(completions) = &prompt.completions else { return };
    let at = prompt.popup.chosen.unwrap_or(0);
    let Some(candidate) = completions.candidates.get(at) else { return };
    let area = canvas.layout.prompt;
    if area.y + 2 >= canvas.model.height {
        return;
    }
    let row = Area::new(area.x, area.y + 1, area.width, 1);
    let style = canvas.theme.role(Role::Popup);
    let dim = style.patch(canvas.theme.role(Role::Dim));
    let label =
        if prompt.popup.chosen.is_some() { style.patch(canvas.theme.role(Role::PopupSelection)) } else { style };
    clear(canvas, row, style);
    let place = format!(" {} of {} ⇥ ", at + 1, completions.candidates.len());
    let right = detail(candidate);
    let mut pen = Pen::new(canvas.buffer, row, 0);
    let mark = if prompt.popup.chosen.is_some() { " ▌ " } else { "   " };
    pen.put_right(&place, dim).put(mark, style).put_clipped(&candidate.label, usize::MAX, label).put("  ", style);
    let room = pen.left();
    pen.put_clipped(&right, room, dim).fill(" ", style);
}

/// Caret, reason, what was expected, and the fix that Tab applies.
fn error(canvas: &mut Canvas) {
    let prompt = &canvas.model.prompt;
    let Some(error) = prompt.error().cloned() else { return };
    let area = canvas.layout.prompt;
    let column = display_width(prompt.line.text().get(..error.span.start as usize).unwrap_or("")) as u16;
    let fixes = &error.fixes[..error.fixes.len().min(2)];
    let rows = 1 + u16::from(!error.expected.is_empty()) + fixes.len() as u16;
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
    for (number, fix) in fixes.iter().enumerate() {
        let key = if number == 0 { "Tab " } else { " or " };
        Pen::new(canvas.buffer, box_area, row).skip(3).put(key, canvas.theme.role(Role::Key)).put_clipped(
            fix,
            usize::MAX,
            Style::default(),
        );
        row += 1;
    }
}

//! Lists over the panes, and the continuations of a prefix key.

use super::popup::frame;
use crate::app::{Area, Bound, Model, Panel, PanelKind, PanelRow, Shown, panel_body, panel_doc_lines, panel_frame};
use crate::config::spell_chord;
use crate::stdx::{display_width, wrap_words};
use crate::tui::colours::theme::Role;
use crate::tui::view::canvas::Canvas;
use crate::tui::view::canvas::visible;
use crate::tui::widgets::{Pen, scrollbar};
use ratatui::layout::Position;
use ratatui::style::Style;

/// Draws the topmost list; returns where the caret of its search field stands.
pub fn draw(canvas: &mut Canvas) -> Option<Position> {
    let model = canvas.model;
    let panel = model.overlays.last()?;
    let (area, body) = (panel_frame(model), panel_body(model));
    let count = panel.rows.len();
    frame(
        canvas,
        area,
        &format!("{} — type to search", panel.title),
        if panel.forgets() {
            "Enter choose · Del forget · Esc close"
        } else {
            "Enter choose · ↑↓ move · Esc close"
        },
    );
    let theme = canvas.theme;
    let popup = theme.role(Role::Popup);
    let field = Area::new(area.x + 1, area.y + 1, area.width.saturating_sub(2), 1);
    let sigil = if panel.kind == PanelKind::Palette { " : " } else { " ❯ " };
    let mut pen = Pen::new(canvas.buffer, field, 0);
    let shown = panel.shown.iter().filter(|row| matches!(row, Shown::Row(_))).count();
    let note = match panel.nearest {
        true => " no such command; the nearest: ".to_owned(),
        false if !panel.takes => format!(" {shown} of {count} · ↓ chooses "),
        false => format!(" {shown} of {count} "),
    };
    pen.put_right(&note, popup.patch(theme.role(Role::Dim)));
    pen.put(sigil, popup.patch(theme.role(Role::Key)));
    let x = pen.x() + display_width(panel.line.before()) as u16;
    if panel.line.text().is_empty() {
        // Letters are typed into the field, so they are no commands here.
        pen.put_clipped("type to filter; arrows or Ctrl-N/P to move", usize::MAX, popup.patch(theme.role(Role::Dim)));
    } else {
        pen.put(panel.line.text(), popup);
    }
    rows(canvas, panel, body);
    let lines = usize::from(panel_doc_lines(model));
    if let Some(row) = panel.selected().filter(|_| lines > 0 && panel.takes) {
        let dim = popup.patch(theme.role(Role::Dim));
        let below = Area::new(area.x + 1, body.y + body.height, area.width.saturating_sub(2), lines as u16);
        let mut told = wrap_words(&row.doc, usize::from(below.width.saturating_sub(2)));
        // What has no line of its own is cut at the end of the last.
        let rest = told.split_off(lines.saturating_sub(1).min(told.len()));
        told.extend((!rest.is_empty()).then(|| rest.join(" ")));
        for (at, line) in (0..).zip(&told) {
            Pen::new(canvas.buffer, below, at).skip(1).put_clipped(line, usize::MAX, dim);
        }
    }
    Some(Position::new(x.min(field.x + field.width.saturating_sub(1)), field.y))
}

fn rows(canvas: &mut Canvas, panel: &Panel, body: Area) {
    if panel.shown.is_empty() {
        let dim = canvas.theme.role(Role::Popup).patch(canvas.theme.role(Role::Dim));
        Pen::new(canvas.buffer, body, 0).skip(1).put("nothing here has these letters", dim);
        return;
    }
    let left = panel.rows.iter().map(|row| display_width(&row.left)).max().unwrap_or(0).min(18);
    for (row, at) in visible(panel.window.top, panel.shown.len(), body) {
        match panel.shown[at] {
            Shown::Title(at) => {
                let style = canvas.theme.role(Role::Popup).patch(canvas.theme.role(Role::TitleFocused));
                Pen::new(canvas.buffer, body, row).skip(1).put(panel.rows[at].group, style);
            }
            Shown::Row(index) => {
                let chosen = at == panel.window.cursor && panel.takes;
                draw_row(canvas, body, row, (&panel.rows[index], left, chosen));
            }
        }
    }
    scrollbar(canvas.buffer, canvas.theme, body, (panel.window.top, panel.shown.len()), (&[], 1));
}

fn draw_row(canvas: &mut Canvas, body: Area, row: u16, (item, left, chosen): (&PanelRow, usize, bool)) {
    let theme = canvas.theme;
    let popup = theme.role(Role::Popup);
    let style = if chosen { popup.patch(theme.role(Role::PopupSelection)) } else { popup };
    let area = Area { width: body.width.saturating_sub(1), ..body };
    let mut pen = Pen::new(canvas.buffer, area, row);
    // On the ground of the chosen row only its own colour is sure to be readable.
    let over = |role: Role| if chosen { style } else { style.patch(theme.role(role)) };
    let dim = over(Role::Dim);
    let needed = left + display_width(&item.text) + 6;
    let room = usize::from(body.width).saturating_sub(needed);
    pen.put_right(" ", style);
    pen.put_right(&crate::stdx::clip(&item.right, room), dim);
    pen.put(if chosen { "▌" } else { " " }, style);
    if left > 0 {
        pen.put(&crate::stdx::pad(&item.left, left), over(Role::Key)).put("  ", style);
    } else {
        pen.put(" ", style);
    }
    pen.put_clipped(&item.text, usize::MAX, style).fill(" ", style);
}

/// What a key is called that does this.
fn title(model: &Model, bound: Bound) -> &str {
    match bound {
        Bound::Command(command) => command.row().title,
        Bound::Action(number) => model.settings.actions.get(number).map_or("", |action| &action.label),
    }
}

/// The continuations of the keys pressed so far, at the lower right.
pub fn which_key(canvas: &mut Canvas) {
    let model = canvas.model;
    if !model.which_key || model.pending.is_empty() {
        return;
    }
    let context = model.focus().context();
    let mut rows: Vec<(String, &str)> = model
        .keymap
        .continuations(context, &model.pending)
        .map(|(keys, bound)| (spell_chord(keys), title(model, bound)))
        .collect();
    rows.sort();
    let height = (rows.len() as u16 + 2).min(model.height);
    let width = 28.min(model.width);
    let bottom = if canvas.layout.card.is_empty() { model.height } else { canvas.layout.card.y };
    let area = Area::new(model.width - width, bottom.saturating_sub(height), width, height);
    frame(canvas, area, &spell_chord(&model.pending), "Esc cancel");
    let popup = canvas.theme.role(Role::Popup);
    let inner = Area::new(area.x + 1, area.y + 1, width.saturating_sub(2), height.saturating_sub(2));
    for (row, (keys, title)) in rows.iter().enumerate() {
        Pen::new(canvas.buffer, inner, row as u16)
            .skip(1)
            .put(&format!("{keys:<4}"), popup.patch(canvas.theme.role(Role::Key)))
            .put(title, popup.patch(Style::default()));
    }
}

//! The line of hints: what can be done with the row that is selected, in its pane.

use crate::app::{Area, hints};
use crate::config::spell_chord;
use crate::tui::colours::theme::Role;
use crate::tui::view::canvas::Canvas;
use crate::tui::widgets::Pen;

/// Draws the hints that fit, the most useful first.
pub fn draw(canvas: &mut Canvas, area: Area) {
    let (model, theme) = (canvas.model, canvas.theme);
    let dim = theme.role(Role::Dim);
    let key = theme.role(Role::Key);
    if model.filtering.is_some() {
        let mut pen = Pen::new(canvas.buffer, area, 0);
        pen.put(" FILTER", theme.role(Role::TitleFocused)).put("  ", dim);
        for (chord, title) in [("Enter", "keep"), ("Esc", "clear"), ("↑↓", "move")] {
            pen.put(chord, key).put(" ", dim).put(title, dim).put("  ", dim);
        }
        return;
    }
    let hints = hints(model, area.width);
    let mut pen = Pen::new(canvas.buffer, area, 0);
    pen.put(" ", dim);
    let typed = format!(
        "{}{}",
        model.count.text(),
        if model.pending.is_empty() { String::new() } else { spell_chord(&model.pending) }
    );
    if !typed.is_empty() {
        // What is typed of keys that are not complete stands where nothing else changes its place.
        pen.put(&typed, theme.role(Role::TitleFocused)).put("…  ", dim);
        return;
    }
    if !hints.name.is_empty() {
        pen.put(hints.name, theme.role(Role::TitleFocused)).put("  ", dim);
    }
    for hint in &hints.row {
        pen.to(area.x + hint.columns.start).put(&hint.chord, key).put(" ", dim).put(hint.title, dim).put("  ", dim);
    }
    for hint in &hints.always {
        pen.to(area.x + hint.columns.start).put(&hint.chord, dim).put(" ", dim).put(hint.title, dim).put("  ", dim);
    }
}

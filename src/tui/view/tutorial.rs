//! The step of the tutorial, below everything else.

use crate::app::Area;
use crate::app::tutorial::{ROWS, STEPS, asked, skip_keys};
use crate::stdx::{display_width, wrap_words};
use crate::tui::colours::theme::Role;
use crate::tui::view::canvas::Canvas;
use crate::tui::widgets::Pen;

/// Draws the step in the rows that the layout leaves to it.
pub fn draw(canvas: &mut Canvas) {
    let model = canvas.model;
    let Some(tutorial) = &model.tutorial else { return };
    let top = model.usable_height();
    if top == model.height {
        return;
    }
    let (title, text) = match (tutorial.step(), tutorial.part()) {
        (Some(step), Some(part)) => {
            let praise = match (tutorial.praised, tutorial.part) {
                (true, 0) => "Done. Next: ",
                (true, _) => "Good. ",
                (false, _) => "",
            };
            let parts = match step.parts.len() {
                1 => String::new(),
                parts => format!(" ({} of {parts})", tutorial.part + 1),
            };
            let title = format!("TUTORIAL {} of {} ─ {praise}{}{parts}", tutorial.done + 1, STEPS.len(), step.title);
            (title, asked(part, &model.keymap))
        }
        _ => (
            "TUTORIAL ─ all ten steps are done".to_owned(),
            "That is all it takes. Esc, then q leaves; run docql in a repository of your own. \
             Look around here as long as you like."
                .to_owned(),
        ),
    };
    let theme = canvas.theme;
    let popup = theme.role(Role::Popup);
    let area = Area::new(0, top, model.width, ROWS);
    let mut pen = Pen::new(canvas.buffer, Area { height: 1, ..area }, 0);
    pen.put("─", theme.role(Role::Border));
    let note = format!(" {} skip · leave with q, it goes on here ", skip_keys(model));
    if usize::from(model.width) > display_width(&title) + display_width(&note) + 8 {
        pen.put_right("─", theme.role(Role::Border)).put_right(&note, theme.role(Role::Dim));
    }
    pen.put(" ", popup).put_clipped(&title, usize::MAX, theme.role(Role::TitleFocused)).put(" ", popup);
    pen.fill("─", theme.role(Role::Border));
    let lines = wrap_words(&text, usize::from(model.width).saturating_sub(2));
    for row in 1..ROWS {
        let mut pen = Pen::new(canvas.buffer, area, row);
        pen.put(" ", popup);
        if let Some(line) = lines.get(usize::from(row) - 1) {
            pen.put_clipped(line, usize::MAX, popup);
        }
        pen.fill(" ", popup);
    }
}

//! A bar that shows where one is, with ticks where matches are.

use crate::app::{Area, THUMB, TICK};
use crate::tui::colours::theme::{Role, Theme};
use ratatui::buffer::Buffer;

/// Draws a bar into the last column of `area`: `top` is the first of `count` rows shown, `ticks` are places
/// with a match, counted in the `range` that all of it is.
pub fn scrollbar(
    buffer: &mut Buffer,
    theme: &Theme,
    area: Area,
    (top, count): (usize, usize),
    (ticks, range): (&[usize], usize),
) {
    let height = usize::from(area.height);
    if count <= height || area.width < 2 || height == 0 {
        return;
    }
    let place = |row: usize| (row * height / count).min(height - 1);
    let thumb = place(top)..=place(top + height - 1);
    let x = area.x + area.width - 1;
    let mut marks = vec![false; height];
    for &tick in ticks {
        marks[(tick * height / range.max(1)).min(height - 1)] = true;
    }
    for (row, is_tick) in marks.into_iter().enumerate() {
        let symbol = match (is_tick, thumb.contains(&row)) {
            (true, _) => TICK,
            (false, true) => THUMB,
            (false, false) => " ",
        };
        let style = if is_tick {
            theme.role(Role::Match).remove_modifier(ratatui::style::Modifier::UNDERLINED)
        } else {
            theme.role(Role::Scrollbar)
        };
        if let Some(cell) = buffer.cell_mut((x, area.y + row as u16)) {
            cell.set_symbol(symbol).set_style(style);
        }
    }
}

//! The place of a list over the panes: update and drawing both ask here.

use crate::app::state::layout::Area;
use crate::app::state::model::Model;
use crate::stdx::display_width;

/// The cells for the rows of the topmost panel.
pub fn body(model: &Model) -> Area {
    let frame = frame(model);
    let taken = 3 + doc_lines(model);
    Area::new(frame.x + 1, frame.y + 2, frame.width.saturating_sub(2), frame.height.saturating_sub(taken))
}

/// The lines for the sentence about the chosen row: as many as the longest of the list needs, where there is room, so
/// that nothing moves while one goes through the rows.
pub fn doc_lines(model: &Model) -> u16 {
    let height = frame(model).height;
    if height < 7 {
        return 0;
    }
    let cells = usize::from(width(model).saturating_sub(4)).max(1);
    let rows = model.overlays.last().map_or(&[][..], |panel| &panel.rows);
    let longest = rows.iter().map(|row| display_width(&row.doc)).max().unwrap_or(0);
    // A line that ends before a word is not full.
    let wanted = if longest <= cells { 1 } else { (longest + longest / 8).div_ceil(cells) as u16 };
    wanted.clamp(1, if height < 16 { 1 } else { MAX_DOC_LINES })
}

/// Lines for the sentence about a row, at most.
const MAX_DOC_LINES: u16 = 3;

/// The width of a panel, its frame included.
fn width(model: &Model) -> u16 {
    model.width.saturating_sub(4).clamp(model.width.min(30), 100)
}

/// The cells that the text of a row has, beside frame, mark and scroll bar.
pub(in crate::app) fn text_width(model: &Model) -> usize {
    usize::from(width(model).saturating_sub(6))
}

/// The cells of the topmost panel, its frame included.
pub fn frame(model: &Model) -> Area {
    let width = width(model);
    let max_height = model.usable_height().saturating_sub(4).max(model.usable_height().min(8));
    // A short list takes no more than it needs, however few of its rows what is typed leaves over.
    let height =
        model.overlays.last().map_or(max_height, |panel| panel.wanted_height().clamp(max_height.min(8), max_height));
    Area::new((model.width - width) / 2, (model.usable_height() - height) / 2, width, height)
}

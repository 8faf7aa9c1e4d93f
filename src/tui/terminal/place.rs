//! The part of the terminal that the explorer is drawn on: the whole screen, or some lines below the cursor, so that
//! what stands above stays readable.

use crossterm::cursor::{MoveTo, position};
use crossterm::terminal::{Clear, ClearType, size};
use ratatui::layout::Rect;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};

/// The first line of what is drawn on, and 1; 0 for the whole screen. Global because giving the terminal back,
/// also after a panic, must know.
static TOP: AtomicU32 = AtomicU32::new(0);

/// The number of lines that are drawn on, where it is not the whole screen.
static LINES: AtomicU32 = AtomicU32::new(0);

/// The first line that is drawn on; `None` for the whole screen.
pub(in crate::tui) fn top() -> Option<u16> {
    TOP.load(Ordering::SeqCst).checked_sub(1).map(|top| top as u16)
}

fn keep(top: u16) {
    TOP.store(u32::from(top) + 1, Ordering::SeqCst);
}

/// Makes room for so many lines below the cursor, where the screen scrolls if it must. Nobody else may read from
/// the terminal meanwhile: it is asked where the cursor is.
pub(super) fn make_room(lines: u16) -> io::Result<()> {
    let (_, height) = size()?;
    let lines = lines.min(height);
    // A terminal that does not say is taken to be at its end, where shells mostly are.
    let (column, row) = position().unwrap_or((0, height.saturating_sub(1)));
    let mut out = io::stdout();
    let begun = u16::from(column > 0);
    write!(out, "\r{}", "\n".repeat(usize::from(lines.saturating_sub(1) + begun)))?;
    let top = (row + begun).min(height.saturating_sub(lines));
    keep(top);
    LINES.store(u32::from(lines), Ordering::SeqCst);
    crossterm::execute!(out, MoveTo(0, top), Clear(ClearType::FromCursorDown))
}

/// Takes what was drawn away, and leaves the cursor where it began.
pub(in crate::tui) fn clear() -> io::Result<()> {
    let Some(top) = top() else { return Ok(()) };
    // The window may have become smaller without a message about it so far.
    let lines = LINES.load(Ordering::SeqCst) as u16;
    let top = size().map_or(top, |(_, height)| top.min(height.saturating_sub(lines)));
    crossterm::execute!(io::stdout(), MoveTo(0, top), Clear(ClearType::FromCursorDown))
}

/// The cells that are drawn on, of a terminal of this size.
pub(in crate::tui) fn area(lines: Option<u16>, (width, height): (u16, u16)) -> Rect {
    match (lines, top()) {
        (Some(lines), Some(top)) => {
            let lines = lines.min(height);
            // A terminal that has become smaller has moved its lines up.
            let top = top.min(height - lines);
            keep(top);
            Rect::new(0, top, width, lines)
        }
        _ => Rect::new(0, 0, width, height),
    }
}

//! A cursor in a list and the part of the list that is on the screen.

use crate::app::protocol::command::Command;

/// Cursor, scroll position and height of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The row with the cursor.
    pub cursor: usize,
    /// The first row on the screen.
    pub top: usize,
    /// The number of rows that fit.
    pub height: usize,
}

/// Rows that stay visible above and below the cursor.
const MARGIN: usize = 2;

impl Window {
    /// Moves the cursor in a list of `count` rows.
    pub fn run(&mut self, command: Command, count: usize) {
        let (page, half) = (self.height.saturating_sub(1).max(1), (self.height / 2).max(1));
        let last = count.saturating_sub(1);
        self.cursor = match command {
            Command::MoveDown => self.cursor + 1,
            Command::MoveUp => self.cursor.saturating_sub(1),
            Command::PageDown => self.cursor + page,
            Command::PageUp => self.cursor.saturating_sub(page),
            Command::HalfPageDown => self.cursor + half,
            Command::HalfPageUp => self.cursor.saturating_sub(half),
            Command::MoveFirst => 0,
            Command::MoveLast => last,
            _ => self.cursor,
        }
        .min(last);
    }

    /// Scrolls so that the cursor is on the screen, with a few rows around it where possible.
    pub fn follow(&mut self, count: usize, height: usize) {
        self.height = height;
        let margin = MARGIN.min(height.saturating_sub(1) / 2);
        let lowest = (self.cursor + margin + 1).min(count).saturating_sub(height);
        self.top = self.top.max(lowest).min(self.cursor.saturating_sub(margin)).min(count.saturating_sub(height));
    }

    /// Scrolls by rows; the cursor is dragged along at the edges. Returns whether it was.
    pub(in crate::app) fn scroll(&mut self, rows: isize, count: usize) -> bool {
        let before = self.cursor;
        let max_top = count.saturating_sub(self.height);
        self.top = self.top.saturating_add_signed(rows).min(max_top);
        let margin = MARGIN.min(self.height.saturating_sub(1) / 2);
        let low = if self.top == 0 { 0 } else { self.top + margin };
        let high = if self.top >= max_top {
            count.saturating_sub(1)
        } else {
            self.top + self.height.saturating_sub(1 + margin)
        };
        self.cursor = self.cursor.clamp(low.min(high), high);
        before != self.cursor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_stays_on_the_screen() {
        let mut window = Window::default();
        window.follow(100, 10);
        for command in
            [Command::PageDown, Command::MoveLast, Command::HalfPageUp, Command::MoveFirst, Command::PageDown]
        {
            window.run(command, 100);
            window.follow(100, 10);
            assert!((window.top..window.top + 10).contains(&window.cursor), "{command:?} {window:?}");
        }
        assert_eq!((window.cursor, window.top), (9, 2));
        assert!(window.scroll(30, 100));
        assert!((window.top..window.top + 10).contains(&window.cursor));
        window.follow(3, 0);
        window.run(Command::MoveLast, 0);
        assert_eq!(window.cursor, 0);
    }
}

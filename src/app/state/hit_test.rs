//! Hit testing: what is at a cell of the screen, for the mouse.

use super::layout::{Layout, PaneArea};
use super::panes::{Column, Focus, PANES};

/// A place of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenTarget {
    /// The breadcrumbs, at a column.
    Crumbs(u16),
    /// The prompt, at a column counted from its start.
    Prompt(u16),
    /// The tabs, at a column.
    Tabs(u16),
    /// The title line of a pane, and the column.
    Title(Focus, u16),
    /// A row of a pane, counted from the top of its body, and the column.
    Row(Focus, u16, u16),
    /// The pinned text.
    Pinned,
    /// The line of hints, at a column.
    Hints(u16),
    /// The line between two panes; the column beside it whose width it sets.
    Separator(Column),
    /// Nothing that reacts.
    Nothing,
}

impl Layout {
    /// The place at a cell.
    pub fn hit(&self, column: u16, row: u16) -> ScreenTarget {
        if self.crumbs.contains(column, row) {
            return ScreenTarget::Crumbs(column);
        }
        if self.prompt.contains(column, row) {
            return ScreenTarget::Prompt(column - self.prompt.x);
        }
        if self.tabs.contains(column, row) {
            return ScreenTarget::Tabs(column);
        }
        if self.pinned.title.contains(column, row) || self.pinned.body.contains(column, row) {
            return ScreenTarget::Pinned;
        }
        for pane in PANES.iter().map(|row| row.pane) {
            let place = self.pane(pane);
            if place.title.contains(column, row) {
                return ScreenTarget::Title(pane, column - place.title.x);
            }
            if place.body.contains(column, row) {
                return ScreenTarget::Row(pane, row - place.body.y, column - place.body.x);
            }
        }
        if self.hint.contains(column, row) {
            return ScreenTarget::Hints(column - self.hint.x);
        }
        if let Some(column) = self.separator_of(column, row) {
            return ScreenTarget::Separator(column);
        }
        if self.peek.contains(column, row) { ScreenTarget::Title(Focus::Preview, 0) } else { ScreenTarget::Nothing }
    }

    /// The column whose width the separator at this cell sets.
    fn separator_of(&self, column: u16, row: u16) -> Option<Column> {
        let beside = |pane: PaneArea, x: u16| {
            let rows = pane.title.y..pane.body.y + pane.body.height;
            !pane.body.is_empty() && rows.contains(&row) && column == x
        };
        let (left, right) = (self.column(Column::Left), self.column(Column::Right));
        if beside(left, left.body.x + left.body.width) && !self.column(Column::Main).body.is_empty() {
            return Some(Column::Left);
        }
        (right.body.x > 0 && beside(right, right.body.x - 1)).then_some(Column::Right)
    }
}

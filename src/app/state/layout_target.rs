//! What is at a place of the screen, for the mouse.

use super::layout::{Focus, Layout, PaneArea};

/// What is at a place of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
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
    /// What was pinned.
    Pinned,
    /// The line of hints, at a column.
    Hints(u16),
    /// The line between two panes; the one beside it whose width it sets.
    Separator(Focus),
    /// Nothing that reacts.
    Nothing,
}

impl Layout {
    /// What is at a cell.
    pub fn hit(&self, column: u16, row: u16) -> Target {
        if self.crumbs.contains(column, row) {
            return Target::Crumbs(column);
        }
        if self.prompt.contains(column, row) {
            return Target::Prompt(column - self.prompt.x);
        }
        if self.tabs.contains(column, row) {
            return Target::Tabs(column);
        }
        if self.pinned.title.contains(column, row) || self.pinned.body.contains(column, row) {
            return Target::Pinned;
        }
        for focus in [Focus::Toc, Focus::Results, Focus::Preview] {
            let pane = self.pane(focus);
            if pane.title.contains(column, row) {
                return Target::Title(focus, column - pane.title.x);
            }
            if pane.body.contains(column, row) {
                return Target::Row(focus, row - pane.body.y, column - pane.body.x);
            }
        }
        if self.hint.contains(column, row) {
            return Target::Hints(column - self.hint.x);
        }
        if let Some(pane) = self.separator_of(column, row) {
            return Target::Separator(pane);
        }
        if self.peek.contains(column, row) { Target::Title(Focus::Preview, 0) } else { Target::Nothing }
    }

    /// The pane of which the column beside it at this cell sets the width.
    fn separator_of(&self, column: u16, row: u16) -> Option<Focus> {
        let beside = |pane: PaneArea, x: u16| {
            let rows = pane.title.y..pane.body.y + pane.body.height;
            !pane.body.is_empty() && rows.contains(&row) && column == x
        };
        if beside(self.toc, self.toc.body.x + self.toc.body.width) && !self.results.body.is_empty() {
            return Some(Focus::Toc);
        }
        (self.preview.body.x > 0 && beside(self.preview, self.preview.body.x - 1)).then_some(Focus::Preview)
    }
}

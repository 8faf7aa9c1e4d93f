//! The user's arrangement of the panes: the focus, the share of each column, which of them are hidden.

use super::panes::{Column, Focus, PANES};
use crate::config::LayoutChoice;

/// The arrangement of the panes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The setting.
    pub choice: LayoutChoice,
    /// The focus.
    pub focus: Focus,
    /// The pane that had the focus last, for when the prompt has it.
    pub pane: Focus,
    /// The pane of each column that had the focus last: those of one column take turns.
    pub(super) columns: [Focus; 3],
    /// True if the pane has the whole screen.
    pub zoomed: bool,
    /// True if the left column is hidden.
    pub toc_hidden: bool,
    /// True if the right column is hidden.
    pub preview_hidden: bool,
    /// Share of the width for the left column, percent.
    pub toc_share: u16,
    /// Share of the width for the right column, percent.
    pub preview_share: u16,
}

/// The smallest share of a column, percent.
const MIN_SHARE: u16 = 12;

/// The largest share of the left column, percent.
const MAX_TOC_SHARE: u16 = 60;

/// The largest share of the right column, percent.
const MAX_PREVIEW_SHARE: u16 = 80;

impl Arrangement {
    /// The arrangement at the start, the focus in the prompt.
    pub(in crate::app) fn usual(choice: LayoutChoice, toc_share: u16, preview_share: u16) -> Arrangement {
        let first =
            |column: Column| PANES.iter().find(|row| row.column == column).map_or(Focus::Results, |row| row.pane);
        Arrangement {
            choice,
            focus: Focus::Prompt,
            pane: Focus::Results,
            columns: [Column::Left, Column::Main, Column::Right].map(first),
            zoomed: false,
            toc_hidden: false,
            preview_hidden: false,
            toc_share,
            preview_share,
        }
    }

    /// Moves the focus.
    pub(in crate::app) fn set_focus(&mut self, focus: Focus) {
        self.focus = focus;
        let row = focus.row();
        self.columns[row.column as usize] = row.pane;
        // Its answers appear in the results; a pane that has the whole screen keeps it.
        if focus != Focus::Prompt || !self.zoomed {
            self.pane = row.pane;
        }
    }

    /// The pane that a column shows.
    pub(super) fn shown_in(&self, column: Column) -> Focus {
        self.columns[column as usize]
    }

    /// Hides a column, or shows it again; the main one is always there.
    pub(in crate::app) fn hide(&mut self, column: Column, hidden: bool) {
        match column {
            Column::Left => self.toc_hidden = hidden,
            Column::Main => {}
            Column::Right => self.preview_hidden = hidden,
        }
    }

    /// Makes the column of the pane with the focus wider by so many percent.
    pub(in crate::app) fn widen(&mut self, by: i32) {
        let moved = |share: u16, by: i32| (i32::from(share) + by).max(0) as u16;
        match self.focus.row().column {
            Column::Left => self.share(Column::Left, moved(self.toc_share, by)),
            Column::Main => self.share(Column::Right, moved(self.preview_share, -by)),
            Column::Right => self.share(Column::Right, moved(self.preview_share, by)),
        }
    }

    /// Gives a column a share of the width, as far as that leaves room for the others.
    pub(in crate::app) fn share(&mut self, column: Column, percent: u16) {
        match column {
            Column::Left => self.toc_share = percent.clamp(MIN_SHARE, MAX_TOC_SHARE),
            Column::Main => {}
            Column::Right => self.preview_share = percent.clamp(MIN_SHARE, MAX_PREVIEW_SHARE),
        }
    }
}

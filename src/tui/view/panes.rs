//! The drawing half of the table of panes.

use super::{preview, results, toc};
use crate::app::{Focus, PaneArea};
use crate::tui::view::canvas::Canvas;

/// How a pane is drawn.
pub struct PaneView {
    /// The pane.
    pub pane: Focus,
    /// Draws it in its place; the flag says that it has the focus.
    pub draw: fn(&mut Canvas, PaneArea, bool),
    /// Its name in the line of tabs, where only one pane fits.
    pub tab: fn(&Canvas) -> String,
}

/// Every pane, in the order of their table.
pub const VIEWS: &[PaneView] = &[
    PaneView { pane: Focus::Toc, draw: toc::draw, tab: toc::tab },
    PaneView { pane: Focus::Results, draw: results::draw, tab: results::tab },
    PaneView { pane: Focus::Preview, draw: preview::draw, tab: preview::tab },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::PANES;

    #[test]
    fn every_pane_is_drawn() {
        let drawn: Vec<Focus> = VIEWS.iter().map(|view| view.pane).collect();
        let listed: Vec<Focus> = PANES.iter().map(|row| row.pane).collect();
        assert_eq!(drawn, listed);
    }
}

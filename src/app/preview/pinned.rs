//! A second preview that stays while the first follows the selection.

use super::{PreviewPane, Target};
use crate::app::message::Page;
use std::sync::Arc;

/// What was pinned.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// The place.
    pub target: Target,
    /// What was shown of it.
    pub page: Arc<Page>,
    /// The first line on the screen, as an index into the page.
    pub top: usize,
    /// How many rows there are for it.
    pub height: usize,
}

impl Pinned {
    /// Scrolls by lines.
    pub fn scroll(&mut self, lines: isize) {
        let last = self.page.lines.len().saturating_sub(self.height.max(1));
        self.top = self.top.saturating_add_signed(lines).min(last);
    }
}

impl PreviewPane {
    /// Pins what is shown, or lets go of what was pinned; returns what to say.
    pub fn toggle_pin(&mut self) -> &'static str {
        if self.pinned.take().is_some() {
            self.outdated |= std::mem::take(&mut self.comparing);
            return "no longer pinned";
        }
        match (&self.target, &self.page) {
            (Some(target), Some(page)) => {
                let line = if self.scrolled { self.line_at_top() } else { target.line };
                let target = Target { line: if target.line == 0 { 0 } else { target.line.max(1) }, ..target.clone() };
                let top = if line == 0 { 0 } else { self.top };
                self.pinned = Some(Pinned { target, page: Arc::clone(page), top, height: self.height });
                "pinned; p lets go, :compare shows the differences"
            }
            _ => "there is nothing to pin",
        }
    }

    /// Compares what is shown with what was pinned, or stops; returns what to say.
    pub fn toggle_comparing(&mut self) -> &'static str {
        if self.pinned.is_none() {
            return "pin something first: p";
        }
        self.comparing = !self.comparing;
        self.outdated = true;
        self.scrolled = false;
        self.top = 0;
        match self.comparing {
            true => "the pinned text on the left, this one on the right",
            false => "no longer compared",
        }
    }
}

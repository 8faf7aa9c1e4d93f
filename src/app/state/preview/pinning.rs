//! Pinning what the preview shows, and comparing with what was pinned.

use super::pane::PreviewPane;
use super::pinned::Pinned;
use crate::app::protocol::page::PreviewTarget;
use std::sync::Arc;

impl PreviewPane {
    /// Pins what is shown, or lets go of what was pinned; returns what to say.
    pub(in crate::app) fn toggle_pin(&mut self) -> &'static str {
        if self.pinned.take().is_some() {
            self.outdated |= std::mem::take(&mut self.comparing);
            return "no longer pinned";
        }
        match (&self.target, &self.page) {
            (Some(target), Some(page)) => {
                let target =
                    PreviewTarget { line: if target.line == 0 { 0 } else { target.line.max(1) }, ..target.clone() };
                let at_start = if self.scrolled { self.line_at_top() } else { target.line } == 0;
                let top = if at_start { 0 } else { self.top };
                self.pinned = Some(Pinned {
                    target,
                    page: Arc::clone(page),
                    rendered: page.rendered,
                    top,
                    line: None,
                    height: self.height,
                    width: self.width,
                });
                "pinned; p lets go, :compare shows the differences"
            }
            _ => "there is nothing to pin",
        }
    }

    /// Compares what is shown with what was pinned, or stops; returns what to say.
    pub(in crate::app) fn toggle_comparing(&mut self) -> &'static str {
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

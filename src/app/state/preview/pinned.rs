//! A second preview that stays while the first follows the selection.

use super::{PreviewPane, Target};
use crate::app::protocol::message::Page;
use crate::preview::row_of_source_line;
use std::sync::Arc;

/// What was pinned.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// The place.
    pub target: Target,
    /// What is shown of it; without lines until it is read.
    pub page: Arc<Page>,
    /// Whether its rendered form is wanted, where there is one.
    pub rendered: bool,
    /// The first line on the screen, as an index into the page.
    pub top: usize,
    /// The line of the source to come to once the page is there.
    pub line: Option<u32>,
    /// How many rows there are for it.
    pub height: usize,
    /// The width in cells that its page was made for.
    pub width: u16,
}

impl Pinned {
    /// Scrolls by lines.
    pub fn scroll(&mut self, lines: isize) {
        let last = self.page.lines.len().saturating_sub(self.height.max(1));
        self.top = self.top.saturating_add_signed(lines).min(last);
    }

    /// The line of the source at the top, or the one to come to; 0 if none is known.
    pub fn line_at_top(&self) -> u32 {
        self.line.unwrap_or_else(|| self.page.lines.get(self.top).map_or(0, |line| line.source_line))
    }

    /// Takes its page; the line at the top stays there.
    pub fn page_ready(&mut self, page: Arc<Page>) {
        if page.path != self.target.path {
            return;
        }
        let line = self.line_at_top();
        self.page = page;
        self.line = None;
        self.top = if line == 0 { 0 } else { row_of_source_line(&self.page.lines, line) };
        self.scroll(0);
    }

    /// Takes the size of its place; true if the page must be made for it.
    pub fn resized(&mut self, width: u16, height: usize) -> bool {
        self.height = height;
        // While it is not on the screen it is left as it was.
        height > 0 && std::mem::replace(&mut self.width, width) != width
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
                let target = Target { line: if target.line == 0 { 0 } else { target.line.max(1) }, ..target.clone() };
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

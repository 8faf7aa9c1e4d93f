//! A second preview that stays while the first follows the selection.

use crate::app::protocol::page::{Page, PreviewTarget};
use crate::app::protocol::saved::SavedPin;
use crate::preview::row_of_source_line;
use std::sync::Arc;

/// The pinned text.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// The place.
    pub target: PreviewTarget,
    /// Its page; without lines until it is read.
    pub page: Arc<Page>,
    /// True if its rendered form is wanted, where there is one.
    pub rendered: bool,
    /// The first line on the screen, as an index into the page.
    pub top: usize,
    /// The line of the source to come to once the page is there.
    pub line: Option<u32>,
    /// The number of rows for it.
    pub height: usize,
    /// The width in cells that its page was made for.
    pub width: u16,
}

impl Pinned {
    /// The pinned text of the session before; its page is still to be read.
    pub(in crate::app) fn restored(pin: &SavedPin, width: u16) -> Pinned {
        let path: Arc<str> = pin.path.as_str().into();
        let (line, end_line) = (pin.line, pin.end_line);
        let target = PreviewTarget { path: Arc::clone(&path), line, end_line, column: 0, heading: pin.heading };
        let page = Arc::new(Page { path, rendered: pin.rendered, ..Page::default() });
        let line = Some(pin.top).filter(|line| *line > 0);
        Pinned { target, page, rendered: pin.rendered, top: 0, line, height: 0, width }
    }

    /// Its record for the next session.
    pub(in crate::app) fn saved(&self) -> SavedPin {
        SavedPin {
            path: self.target.path.to_string(),
            line: self.target.line,
            end_line: self.target.end_line,
            heading: self.target.heading,
            rendered: self.rendered,
            top: self.line_at_top(),
        }
    }

    /// Scrolls by lines.
    pub(in crate::app) fn scroll(&mut self, lines: isize) {
        let last = self.page.lines.len().saturating_sub(self.height.max(1));
        self.top = self.top.saturating_add_signed(lines).min(last);
    }

    /// The line of the source at the top, or the one to come to; 0 if none is known.
    pub fn line_at_top(&self) -> u32 {
        self.line.unwrap_or_else(|| self.page.lines.get(self.top).map_or(0, |line| line.source_line))
    }

    /// Takes its page; the line at the top stays there.
    pub(in crate::app) fn page_ready(&mut self, page: Arc<Page>) {
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
    pub(in crate::app) fn resized(&mut self, width: u16, height: usize) -> bool {
        self.height = height;
        // While it is not on the screen it is left as it was.
        height > 0 && std::mem::replace(&mut self.width, width) != width
    }
}

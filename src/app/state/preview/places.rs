//! Places in a document: anchors that links lead to, and where the reader is, to come back to it.

use super::pane::PreviewPane;
use std::sync::Arc;

impl PreviewPane {
    /// The line that a link inside the document leads to.
    pub fn anchor(&self, name: &str) -> Option<u32> {
        let page = self.page.as_ref()?;
        let same = |anchor: &&(String, u32)| anchor.0 == name;
        let similar = |anchor: &&(String, u32)| anchor.0.eq_ignore_ascii_case(name);
        let found = page.anchors.iter().find(same).or_else(|| page.anchors.iter().find(similar));
        found.map(|(_, line)| *line)
    }

    /// The reader's place, to come back to it: the file and the line at the top.
    pub fn place(&self) -> Option<(Arc<str>, u32)> {
        let page = self.page.as_ref().filter(|_| self.scrolled)?;
        Some((Arc::clone(&page.path), self.line_at_top()))
    }

    /// Comes back to a place, at once or when its file is shown.
    pub(in crate::app) fn come_back(&mut self, place: Option<(Arc<str>, u32)>) {
        self.returning = place;
        let line =
            self.returning.as_ref().filter(|(path, _)| self.is_current() && self.shows(path)).map(|(_, line)| *line);
        if let Some(line) = line {
            self.top = self.index_of(line).min(self.last_top());
            self.scrolled = true;
        }
    }

    fn shows(&self, path: &str) -> bool {
        self.page.as_ref().is_some_and(|page| *page.path == *path)
    }

    /// Goes to a line that a link leads to: it becomes the first below what stays at the top.
    pub(in crate::app) fn go_to_anchor(&mut self, line: u32) {
        let index = self.index_of(line);
        self.top = index.min(self.last_top());
        let sticky = self.sticky().len();
        self.top = index.saturating_sub(sticky).min(self.last_top());
        self.scrolled = true;
    }
}

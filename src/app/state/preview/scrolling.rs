//! Moving in the preview: by lines, pages, sections, matches.

use super::pane::PreviewPane;
use crate::preview::PreviewLine;

/// At the end of a very long line nobody knows how many bytes the window before it shows; surely so many.
const WINDOW_BYTES: u64 = 4_000;

impl PreviewPane {
    /// Goes to an end of the file; what is not loaded is to be loaded.
    pub(super) fn go_to_end(&mut self, last: bool) {
        if let Some(page) = &self.page {
            let loaded = page.lines.last().map_or(0, |line| line.source_line);
            self.aim = match last {
                true => Some(page.total).filter(|&total| total > loaded),
                false => Some(1).filter(|_| page.first > 1),
            };
        }
        self.scroll_lines(if last { isize::MAX / 2 } else { isize::MIN / 2 });
    }

    /// Goes to the next or previous change; returns what to say.
    pub(super) fn step_change(&mut self, step: isize) -> Option<String> {
        let changes = self.page.as_ref().and_then(|page| page.changes.clone());
        let Some(changes) = changes.filter(|changes| !changes.hunks.is_empty()) else {
            return Some("no line here differs from the commit · $.files[?(@.changed)] lists files that do".to_owned());
        };
        let at = self.at_change.unwrap_or_else(|| self.line());
        let starts = || changes.hunks.iter().map(|hunk| hunk.new.start);
        let next = match (step > 0, self.at_change) {
            (true, None) => starts().find(|&line| line >= at),
            (true, Some(_)) => starts().find(|&line| line > at),
            (false, _) => starts().rfind(|&line| line < at),
        };
        let Some(line) = next else {
            return Some(if step > 0 { "no change below" } else { "no change above" }.to_owned());
        };
        self.at_change = Some(line);
        let number = starts().take_while(|start| *start <= line).count();
        let row = self.index_of(line);
        self.top = row.saturating_sub(self.height / 3).min(self.last_top());
        self.stop = Some(row);
        self.scrolled = true;
        Some(format!("change {number} of {}", changes.hunks.len()))
    }

    /// Moves what is shown down, or up where the number is negative, as far as the text goes.
    pub(super) fn scroll_lines(&mut self, lines: isize) {
        let before = self.top;
        self.top = self.top.saturating_add_signed(lines).min(self.last_top());
        self.scrolled |= self.top != before;
        if self.top != before {
            self.at_match = None;
            self.at_change = None;
        }
    }

    /// The cells that text has at least.
    pub(super) fn text_cells(&self) -> usize {
        usize::from(self.width).saturating_sub(6)
    }

    /// The width of the widest line on the screen.
    pub(super) fn widest(&self) -> usize {
        let lines = self.page.iter().flat_map(|page| page.lines.iter().skip(self.top).take(self.height));
        lines.map(PreviewLine::width).max().unwrap_or(0)
    }

    /// Scrolls right as far as there is text; behind what is loaded of a very long line comes its next part.
    pub(super) fn scroll_right(&mut self) {
        if let Some((_, columns)) = self.shifted.take() {
            self.left = columns;
        }
        let Some(page) = self.page.as_ref().filter(|page| !page.rendered) else { return };
        if self.widest() > self.left + self.text_cells() {
            self.left += 8;
        } else if page.cut_lines && page.shown_bytes > 0 {
            self.go_to_byte(page.skipped_bytes + page.shown_bytes, 0);
        }
    }

    /// Shows the part of very long lines before the one that is shown.
    pub(super) fn go_to_previous_window(&mut self) {
        let shown = self.page.as_ref().map_or(0, |page| page.shown_bytes);
        let shown = if shown == 0 { WINDOW_BYTES } else { shown };
        self.go_to_byte(self.skipped_bytes.saturating_sub(shown), usize::MAX / 2);
    }

    /// Shows lines from this byte on.
    pub(super) fn go_to_byte(&mut self, skipped: u64, left: usize) {
        self.left = left;
        if self.skipped_bytes != skipped {
            self.skipped_bytes = skipped;
            self.outdated = true;
            self.scrolled = true;
        }
    }

    /// Goes to the next or previous scope.
    pub(super) fn step_section(&mut self, step: isize) {
        let Some(page) = self.page.clone() else { return };
        let line = self.line_at_top();
        let mut starts = page.scopes.iter().map(|scope| scope.line);
        let target = if step > 0 { starts.find(|&start| start > line) } else { starts.rfind(|&start| start < line) };
        if let Some(target) = target {
            self.top = self.index_of(target).min(self.last_top());
            self.scrolled = true;
        } else {
            self.scroll_lines(if step > 0 { isize::MAX / 2 } else { isize::MIN / 2 });
        }
    }
}

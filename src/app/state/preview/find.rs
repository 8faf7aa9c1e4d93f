//! Matches in the preview: of what the user looks for in it, else of what the query matched.

use super::pane::PreviewPane;
use crate::app::protocol::page::TextMatches;
use crate::preview::PreviewLine;
use crate::stdx::{contains_ignoring_case, display_width, find_ignoring_case, grouped};
use std::sync::Arc;

/// From this byte of a line on, a match is shown in a window of its own.
const FAR: u64 = 1_000;
/// Columns beside a match that are shown with it.
const MARGIN: usize = 4;
/// Columns of a match by which it is recognized: lines are not moved for the rest of it.
const ENOUGH: usize = 16;
/// Bytes before a match that are shown with it.
pub(super) const BEFORE: u64 = 20;

impl PreviewPane {
    /// The texts that are marked: that of the search field, else those that the query matched.
    pub fn marked_terms(&self) -> Vec<&str> {
        match &self.find {
            Some(find) if !find.text().is_empty() => vec![find.text()],
            _ => self.terms.iter().map(String::as_str).collect(),
        }
    }

    /// Finds the lines that hold a match.
    pub(super) fn find_matches(&mut self) {
        let terms = self.marked_terms();
        let Some(page) = &self.page else {
            self.matches.clear();
            return;
        };
        let holds = |line: &PreviewLine| {
            let text = line.text();
            terms.iter().any(|term| contains_ignoring_case(&text, term))
        };
        let matches = if terms.is_empty() {
            Vec::new()
        } else {
            (0..page.lines.len()).filter(|&at| holds(&page.lines[at])).collect()
        };
        self.matches = matches;
    }

    /// The matches in the whole file, if that is more than its loaded part.
    fn whole(&self) -> Option<&TextMatches> {
        let term = self.find.as_ref()?.text();
        let path = &self.page.as_ref()?.path;
        self.found.as_ref().filter(|found| found.term == term && found.path == *path)
    }

    /// The file and text that a worker must search, because the page is only a part of its file.
    pub(in crate::app) fn to_search(&self) -> Option<(Arc<str>, String)> {
        let page = self.page.as_ref()?;
        let loaded = page.lines.last().map_or(0, |line| line.source_line);
        let is_part = page.first > 1 || page.total > loaded || page.cut_lines;
        let term = self.find.as_ref().map(|find| find.text()).filter(|term| !term.is_empty())?;
        let is_known = self.whole().is_some();
        (is_part && !page.rendered && !is_known).then(|| (Arc::clone(&page.path), term.to_owned()))
    }

    /// Takes what a worker has found.
    pub(in crate::app) fn take_found(&mut self, found: TextMatches) {
        let first = self.found.as_ref().is_none_or(|known| known.term != found.term || known.path != found.path);
        self.found = Some(found);
        if first && self.matches.is_empty() && self.whole().is_some_and(|found| !found.places.is_empty()) {
            self.step_match(1);
        }
    }

    /// The number of the match that was gone to, and of all: `match 3 of 9`; before one was gone to how many there are.
    /// Empty without matches.
    pub fn match_count(&self) -> String {
        let (total, more) = match self.whole() {
            Some(found) => (found.places.len(), if found.complete { "" } else { "…" }),
            None => (self.matches.len(), ""),
        };
        let looks = self.find.as_ref().is_some_and(|find| !find.text().is_empty());
        match self.at_match {
            _ if total == 0 && looks => format!("no match{more}"),
            _ if total == 0 => String::new(),
            Some(at) => format!("match {} of {}{more}", grouped(at + 1), grouped(total)),
            None => format!("{} match{}{more}", grouped(total), if total == 1 { "" } else { "es" }),
        }
    }

    /// The row of the match that was gone to.
    pub fn match_row(&self) -> Option<usize> {
        let at = self.at_match?;
        match self.whole() {
            Some(found) => found.places.get(at).map(|(line, _)| self.index_of(*line)),
            None => self.matches.get(at).copied(),
        }
    }

    /// The places of matches for the scrollbar, and of how many they are.
    pub fn ticks(&self) -> (Vec<usize>, usize) {
        match (self.whole(), &self.page) {
            (Some(found), Some(page)) => {
                (found.places.iter().map(|(line, _)| *line as usize).collect(), page.total as usize)
            }
            (_, page) => (self.matches.clone(), page.as_ref().map_or(0, |page| page.lines.len())),
        }
    }

    /// Goes to the next or previous match; returns what to say.
    pub(in crate::app) fn step_match(&mut self, step: isize) -> Option<String> {
        let places: Vec<(usize, u64)> = match self.whole() {
            Some(found) => found.places.iter().map(|(line, byte)| (*line as usize, *byte)).collect(),
            None => self.matches.iter().map(|row| (*row, 0)).collect(),
        };
        let whole = self.whole().is_some();
        let Some(last) = places.len().checked_sub(1) else { return Some("nothing is marked here".to_owned()) };
        let next = match self.at_match {
            Some(at) => at.min(last).checked_add_signed(step).filter(|next| *next <= last),
            None => {
                let top = if whole { self.line_at_top() as usize } else { self.top };
                let anchor = (top + self.height / 3, self.skipped_bytes);
                match step > 0 {
                    true => places.iter().position(|&place| place > anchor),
                    false => places.iter().rposition(|&place| place < anchor),
                }
            }
        };
        let wrapped = next.is_none();
        let at = next.unwrap_or(if step > 0 { 0 } else { last });
        let (row, byte) = places[at];
        match whole {
            true => self.go_to_place(row as u32, byte),
            false => self.center(row),
        }
        self.at_match = Some(at);
        let number = format!("match {} of {}", at + 1, places.len());
        Some(if wrapped { format!("{number}, from the {}", if step > 0 { "start" } else { "end" }) } else { number })
    }

    /// Goes to a byte of a line, which is far to the right where lines are very long.
    fn go_to_place(&mut self, line: u32, byte: u64) {
        let is_cut = self.page.as_ref().is_some_and(|page| page.cut_lines || page.skipped_bytes > 0);
        if is_cut {
            // Fewer bytes before it than are surely shown, and it is not at the very edge.
            match byte < FAR {
                true => self.go_to_byte(0, byte.saturating_sub(BEFORE) as usize),
                false => self.go_to_byte(byte - BEFORE, 0),
            }
        }
        let left = self.left;
        self.go_to_line(line);
        if is_cut {
            self.left = left;
        }
    }

    /// Of the rows that a wrapped line goes on over, beginning with this one, the one that holds most of the match.
    pub(super) fn row_of_match(&self, row: usize) -> usize {
        let Some(page) = self.page.as_ref() else { return row };
        let Some(line) = page.lines.get(row).map(|line| line.source_line) else { return row };
        let (terms, mut best) = (self.marked_terms(), (0, row));
        for (at, of) in page.lines.iter().enumerate().skip(row).take_while(|(_, of)| of.source_line == line) {
            let text = of.text();
            let held = terms.iter().filter(|term| contains_ignoring_case(&text, term)).count();
            if held > best.0 {
                best = (held, at);
            }
        }
        best.1
    }

    /// The columns of the first match in a row of a source.
    fn columns_of_match(&self, row: usize) -> Option<(usize, usize)> {
        let page = self.page.as_ref().filter(|page| !page.rendered)?;
        let terms = self.marked_terms();
        let text = page.lines.get(row).map(PreviewLine::text).unwrap_or_default();
        let first = terms.iter().filter_map(|term| find_ignoring_case(&text, term)).min_by_key(|range| range.start)?;
        Some((display_width(&text[..first.start]), display_width(&text[..first.end])))
    }

    /// Shows the match in a row where it is beyond the edge, as little further to the left as that takes. Only its own
    /// line is moved, unless all there is to see is a part of very long lines: code is read from where lines begin.
    pub(super) fn reveal_column_of(&mut self, row: usize) {
        let cells = self.text_cells();
        let Some((start, end)) = self.columns_of_match(row).filter(|_| cells > MARGIN * 2) else { return };
        let is_seen = end.min(start + ENOUGH) <= cells;
        let columns = if is_seen { 0 } else { (end + MARGIN - cells).min(start.saturating_sub(MARGIN)) };
        let page = self.page.as_ref().filter(|page| !page.cut_lines && page.skipped_bytes == 0);
        let line = page.and_then(|page| page.lines.get(row)).map(|line| line.source_line);
        (self.left, self.shifted) = match line {
            Some(line) => (0, Some((line, columns)).filter(|(_, columns)| *columns > 0)),
            None => (columns, None),
        };
    }

    /// Goes to a line of the source, which is to be loaded if it is not.
    pub(in crate::app) fn go_to_line(&mut self, line: u32) {
        let Some(page) = &self.page else { return };
        let loaded = page.lines.last().map_or(0, |line| line.source_line);
        let line = if page.total > 0 { line.min(page.total) } else { line };
        self.went_to = Some(line);
        if page.total == 0 || (page.first..=loaded).contains(&line) {
            self.center(self.index_of(line));
        } else {
            self.aim = Some(line);
        }
    }

    fn center(&mut self, row: usize) {
        self.top = row.saturating_sub(self.height / 3).min(self.last_top());
        self.scrolled = true;
        self.went_to = self.page.as_ref().and_then(|page| page.lines.get(row)).map(|line| line.source_line);
        self.reveal_column_of(row);
    }

    /// Goes to the first match at or after what is on the screen.
    pub(super) fn jump_to_match(&mut self) {
        self.at_match = None;
        let next = self.matches.iter().position(|&line| line >= self.top);
        let next = next.or(Some(0).filter(|_| !self.matches.is_empty()));
        if let Some(at) = next {
            self.center(self.matches[at]);
            self.at_match = Some(at).filter(|_| self.whole().is_none());
        }
    }
}

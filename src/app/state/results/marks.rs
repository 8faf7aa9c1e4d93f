//! Marked rows: what commands act upon where some are marked, and how many of them the list does not show.

use super::pane::ResultsPane;
use crate::docql::Hit;

impl ResultsPane {
    /// The marked rows of the list, in its order: loaded, and not left out by the filter.
    pub fn marked_here(&self) -> Vec<&Hit> {
        let Some(results) = self.results.as_ref().filter(|_| !self.marks.is_empty()) else { return Vec::new() };
        let narrowing = self.narrowing().unwrap_or_default();
        let is_marked = |(_, hit): &(usize, &Hit)| self.marks.contains_key(&hit.key);
        let marked = results.hits.iter().enumerate().filter(is_marked);
        marked.filter(|&(at, _)| narrowing.accepts(results, at)).map(|(_, hit)| hit).collect()
    }

    /// All marked rows: first those of the list in its order, then those of other lists. Commands act on these where there
    /// are any, else on the row with the cursor.
    pub fn marked(&self) -> Vec<&Hit> {
        let here = self.marked_here();
        let is_here = |hit: &Hit| here.iter().any(|shown| shown.key == hit.key);
        let elsewhere: Vec<&Hit> = self.marks.values().filter(|hit| !is_here(hit)).collect();
        here.into_iter().chain(elsewhere).collect()
    }

    /// ` (2 not shown)` where some of the marked rows are not in the list.
    pub(in crate::app) fn marks_elsewhere(&self) -> String {
        match self.marks.len() - self.marked_here().len().min(self.marks.len()) {
            0 => String::new(),
            hidden => format!(" ({hidden} not shown)"),
        }
    }

    /// `3 marked (1 not shown)`; empty where nothing is.
    pub fn marks_summary(&self) -> String {
        match self.marks.len() {
            0 => String::new(),
            all => format!("{all} marked{}", self.marks_elsewhere()),
        }
    }

    /// Marks every row that is loaded and not filtered away; returns what to say.
    pub(super) fn mark_all(&mut self) -> String {
        let Some(results) = self.results.clone() else { return "there are no rows to mark".to_owned() };
        let narrowing = self.narrowing().unwrap_or_default();
        let shown = results.hits.iter().enumerate().filter(|&(at, _)| narrowing.accepts(&results, at));
        let marks: Vec<Hit> = shown.map(|(_, hit)| hit.clone()).collect();
        let count = marks.len();
        self.marks.extend(marks.into_iter().map(|hit| (hit.key.clone(), hit)));
        match results.hits.len() < results.total {
            true => format!("{count} marked, those that are loaded · :load all for the rest"),
            false => format!("{count} marked · v takes the marks away"),
        }
    }

    /// Marks the selected row or takes its mark away, and goes on to the next.
    pub(super) fn toggle_mark(&mut self) {
        let Some(hit) = self.selected().cloned() else { return };
        if self.marks.remove(&hit.key).is_none() {
            self.marks.insert(hit.key.clone(), hit);
        }
        self.step(1);
    }
}

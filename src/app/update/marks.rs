//! Marked rows: what commands act upon where some are marked, and how many the list does not show.

use crate::app::state::layout::Focus;
use crate::app::state::model::{Model, Subject};
use crate::app::state::results::ResultsPane;
use crate::app::state::results_rows::matches;
use crate::docql::Hit;

impl ResultsPane {
    /// The marked rows of the list, in its order: loaded, and not left out by the filter. Commands act on these
    /// where there are any, else on the row with the cursor; what is marked elsewhere is left alone.
    pub fn marked_here(&self) -> Vec<&Hit> {
        let Some(results) = self.results.as_ref().filter(|_| !self.marks.is_empty()) else { return Vec::new() };
        let needle = self.filter.as_ref().map(|line| line.text()).filter(|text| !text.is_empty());
        let is_shown = |hit: &&Hit| needle.is_none_or(|needle| matches(hit, needle));
        results.hits.iter().filter(|hit| self.marks.contains_key(&hit.key)).filter(is_shown).collect()
    }

    /// `3 marked (1 not shown)`; empty where nothing is.
    pub fn marks_told(&self) -> String {
        let (all, here) = (self.marks.len(), self.marked_here().len());
        match all - here.min(all) {
            _ if all == 0 => String::new(),
            0 => format!("{all} marked"),
            hidden => format!("{all} marked ({hidden} not shown)"),
        }
    }
}

/// What is acted upon, and the line of the preview where that was looked at.
pub fn targets(model: &Model) -> Vec<Subject> {
    if !model.toc_leads() {
        let marked = model.results.marked_here();
        if !marked.is_empty() {
            return marked.into_iter().map(Subject::of_hit).collect();
        }
    }
    let Some(mut subject) = model.subject() else { return Vec::new() };
    if model.focus() == Focus::Preview && model.preview.line() > 0 {
        subject.line = model.preview.line();
    }
    vec![subject]
}

//! Moving in the results: from row to row, from match to match, from file to file; folding.

use super::pane::ResultsPane;
use super::row::ResultRow;
use crate::docql::Shape;
use crate::stdx::grouped;
use std::sync::Arc;

impl ResultsPane {
    /// Puts the cursor on the nearest row where it may stand.
    pub(in crate::app) fn settle(&mut self, upwards: bool) {
        let at = self.window.cursor;
        let above = (0..=at).rev().find(|&at| self.is_stop(at));
        let below = (at..self.rows.len()).find(|&at| self.is_stop(at));
        self.window.cursor = if upwards { above.or(below) } else { below.or(above) }.unwrap_or(0);
    }

    /// Goes to a passage of an answer, counted from 0; false if this is no answer, or has no such passage.
    pub(in crate::app) fn choose_passage(&mut self, at: usize) -> bool {
        let Some(results) = self.results.as_ref().filter(|results| results.shape == Shape::Answer) else {
            return false;
        };
        let row = results.hits.get(at).and_then(|hit| self.row_of(&hit.key));
        self.window.cursor = row.unwrap_or(self.window.cursor);
        row.is_some()
    }

    /// True if a hit of this number, from 1, is among those that are not loaded.
    pub(in crate::app) fn lacks(&self, number: u32) -> bool {
        let loaded = self.results.as_ref().map_or((0, 0), |results| (results.hits.len(), results.total));
        self.narrowing().is_none() && loaded.0 < loaded.1 && loaded.0 < number as usize
    }

    /// The row of the hit with this number as the title counts them, of the last where there are fewer; what hides it is
    /// opened.
    pub(super) fn row_numbered(&mut self, number: usize) -> Option<usize> {
        if self.narrowing().is_some() {
            let is_hit = |at: &usize| matches!(self.rows[*at], ResultRow::Hit(_));
            return (0..self.rows.len()).filter(is_hit).take(number).last();
        }
        let hit = self.sequence().take(number).last()?;
        let key = self.results.as_ref()?.hits.get(hit)?.key.clone();
        self.reveal(&key)
    }

    pub(in crate::app) fn step(&mut self, step: isize) {
        let at = self.window.cursor;
        let next = if step > 0 {
            (at + 1..self.rows.len()).find(|&at| self.is_stop(at))
        } else {
            (0..at).rev().find(|&at| self.is_stop(at))
        };
        self.window.cursor = next.unwrap_or(at);
        if next.is_none() && step < 0 {
            self.window.top = 0;
        }
    }

    /// Goes to the next hit, whether it is shown or not: files are opened on the way, the end leads to the start. Returns
    /// what to say.
    pub(in crate::app) fn step_match(&mut self, step: isize) -> Option<String> {
        let results = Arc::clone(self.results.as_ref()?);
        let count = results.hits.len();
        if count == 0 {
            return Some("no matches to walk through".to_owned());
        }
        let sequence: Vec<usize> = self.sequence().collect();
        let place = |wanted: usize| sequence.iter().position(|hit| *hit == wanted);
        // From the header of a file the next match is its first, from the line of what is hidden the first hidden one.
        let at = match self.rows.get(self.window.cursor) {
            Some(ResultRow::Hit(hit) | ResultRow::Match(hit, _)) => place(*hit).map_or(0, |at| at as isize + step),
            Some(ResultRow::Group(group)) => self.place_in(*group, 0, &sequence) - isize::from(step < 0),
            Some(ResultRow::More(group, missing)) => {
                let shown = self.section(*group).map_or(0, |of| of.total.max(of.hits.len()).saturating_sub(*missing));
                self.place_in(*group, shown, &sequence) - isize::from(step < 0)
            }
            _ => 0,
        };
        let wrapped = at.rem_euclid(count as isize) as usize;
        let hit = &results.hits[sequence[wrapped]];
        let section = self.section_of(&hit.key).unwrap_or_default();
        if self.folded.remove(&section) {
            self.rows = self.build();
        }
        if self.row_of(&hit.key).is_none() {
            self.opened.insert(section);
            self.filter = None;
            self.rows = self.build();
        }
        if let Some(row) = self.row_of(&hit.key) {
            self.window.cursor = row;
        }
        let file = self.sections.iter().position(|of| of.hits.contains(&sequence[wrapped])).map_or(0, |at| at + 1);
        let counted = match results.files {
            files if files < 2 || self.names_files() => {
                format!("{}/{}", grouped(wrapped + 1), grouped(results.total))
            }
            files => format!(
                "{}/{} · file {}/{}",
                grouped(wrapped + 1),
                grouped(results.total),
                grouped(file),
                grouped(files)
            ),
        };
        let unloaded = if count < results.total { " loaded" } else { "" };
        let end = if step > 0 { "first" } else { "last" };
        let round =
            if wrapped as isize == at { String::new() } else { format!("round to the {end}{unloaded} match · ") };
        Some(format!("{round}{counted}"))
    }

    /// The place of the hit at `nth` of a group among all.
    fn place_in(&self, group: usize, nth: usize, sequence: &[usize]) -> isize {
        let hits = self.section(group).map(|of| of.hits.as_slice()).unwrap_or_default();
        let wanted = hits.get(nth).or(hits.last());
        wanted.and_then(|wanted| sequence.iter().position(|hit| hit == wanted)).unwrap_or(0) as isize
    }

    fn group_at(&self, at: usize) -> Option<usize> {
        match self.rows.get(at)? {
            ResultRow::Group(group) | ResultRow::More(group, _) => Some(*group),
            ResultRow::Hit(hit) | ResultRow::Second(hit) | ResultRow::Match(hit, _) => {
                self.sections.iter().position(|section| section.hits.contains(hit))
            }
            _ => None,
        }
    }

    pub(super) fn step_group(&mut self, step: isize) {
        if self.has_no_headers() {
            return self.step(step);
        }
        let at = self.window.cursor;
        let is_group = |row: &usize| matches!(self.rows[*row], ResultRow::Group(_));
        let header = if step > 0 {
            (at + 1..self.rows.len()).find(is_group)
        } else {
            let own = (0..=at).rev().find(is_group).unwrap_or(0);
            // The first press goes to the first hit of this file, the next one to the file before.
            if at > own + 1 { Some(own) } else { (0..own).rev().find(is_group).or(Some(own)) }
        };
        if let Some(header) = header {
            self.window.cursor = header;
            self.settle(false);
        }
    }

    /// Hides the further matches of the hit at the cursor. False if none are shown.
    fn gather(&mut self) -> bool {
        let Some(ResultRow::Hit(_) | ResultRow::Match(..)) = self.rows.get(self.window.cursor) else { return false };
        let Some(key) = self.selected().map(|hit| hit.key.clone()) else { return false };
        let is_spread = self.spread.remove(&key);
        if is_spread {
            self.rebuild();
        }
        is_spread
    }

    /// Shows the further matches of the hit at the cursor. False if there are none, or they are shown already.
    fn spread(&mut self) -> bool {
        let Some(ResultRow::Hit(_)) = self.rows.get(self.window.cursor) else { return false };
        let hit = self.selected().filter(|hit| !hit.others.is_empty());
        let Some(key) = hit.map(|hit| hit.key.clone()) else { return false };
        let is_new = self.spread.insert(key);
        if is_new {
            self.rebuild();
        }
        is_new
    }

    pub(in crate::app) fn fold(&mut self) {
        if self.gather() {
            return;
        }
        let Some(group) = self.group_at(self.window.cursor) else { return };
        let Some(name) = self.section(group).map(|section| Arc::clone(&section.name)) else { return };
        if self.has_no_headers() {
            return;
        }
        self.folded.insert(name);
        self.rebuild();
        if let Some(at) = self.rows.iter().position(|row| *row == ResultRow::Group(group)) {
            self.window.cursor = at;
        }
    }

    /// Unfolds the section of the row, shows the further matches of a hit, or the rest of the hits.
    pub(in crate::app) fn unfold(&mut self) {
        if self.spread() {
            return;
        }
        let Some(group) = self.group_at(self.window.cursor) else { return };
        let Some(name) = self.section(group).map(|section| Arc::clone(&section.name)) else { return };
        let cursor = self.window.cursor;
        let was_more = matches!(self.rows.get(cursor), Some(ResultRow::More(..)));
        if self.folded.remove(&name) {
            self.rows = self.build();
            self.settle(false);
        } else if self.opened.insert(name) {
            self.rebuild();
            if was_more {
                self.window.cursor = cursor;
                self.settle(false);
            }
        }
    }

    /// Folds or unfolds the section whose header is at this row.
    pub(super) fn toggle_group(&mut self, at: usize) {
        let folded = self.is_stop(at);
        self.window.cursor = at;
        if folded { self.unfold() } else { self.fold() }
    }
}

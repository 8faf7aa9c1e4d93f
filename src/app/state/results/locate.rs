//! Finding the row of a hit: by its key, by its name, by the line it lies in.

use super::pane::{ResultsPane, Wanted};
use super::row::ResultRow;
use crate::docql::Hit;
use crate::document::NodeKey;
use std::sync::Arc;

impl ResultsPane {
    /// Puts the cursor on a hit. False if it is not among the rows.
    pub(in crate::app) fn select(&mut self, wanted: &Wanted) -> bool {
        let Some(at) = self.row_of(&wanted.key).or_else(|| self.row_near(wanted)) else { return false };
        if self.position_of(at) != Some((wanted.name.as_str(), wanted.line)) {
            return false;
        }
        (self.window.cursor, self.moved) = (at, true);
        true
    }

    /// Name and line of the hit of a row.
    fn position_of(&self, at: usize) -> Option<(&str, u32)> {
        match self.rows.get(at)? {
            ResultRow::Hit(hit) => self.results.as_ref()?.hits.get(*hit).map(|hit| (hit.name.as_str(), hit.line)),
            _ => None,
        }
    }

    pub(in crate::app) fn row_of(&self, key: &NodeKey) -> Option<usize> {
        let results = self.results.as_ref()?;
        self.rows.iter().position(|row| matches!(row, ResultRow::Hit(at) if results.hits[*at].key == *key))
    }

    /// The row of a hit, which is made to be one if the hit is among those of its section that are left out; of
    /// a folded section its header.
    pub(in crate::app) fn reveal(&mut self, key: &NodeKey) -> Option<usize> {
        if let Some(row) = self.row_of(key) {
            return Some(row);
        }
        let results = Arc::clone(self.results.as_ref()?);
        let hit = results.hits.iter().find(|hit| hit.key == *key)?;
        let section = self.section_of(&hit.key)?;
        if self.folded.contains(&section) {
            return self.header_of(key);
        }
        if self.filter.as_ref().is_some_and(|filter| !filter.text().is_empty()) || !self.opened.insert(section) {
            return None;
        }
        self.rows = self.build();
        self.row_of(key)
    }

    /// The header above a hit.
    pub(super) fn header_of(&self, key: &NodeKey) -> Option<usize> {
        let name = self.section_of(key)?;
        let is_it = |row: &ResultRow| matches!(row, ResultRow::Group(at) if self.section(*at).is_some_and(|of| of.name == name));
        self.rows.iter().position(is_it)
    }

    /// The row of the same name nearest to a hit in its file: the lines of what has no name move when somebody writes above.
    pub(super) fn row_nearest(&self, hit: &Wanted) -> Option<usize> {
        let results = self.results.as_ref()?;
        let same = self.rows.iter().enumerate().filter_map(|(at, row)| match row {
            ResultRow::Hit(other) => Some((at, &results.hits[*other])),
            _ => None,
        });
        let same = same.filter(|(_, other)| *other.path == *hit.key.path() && other.name == hit.name);
        same.min_by_key(|(_, other)| other.line.abs_diff(hit.line)).map(|(at, _)| at)
    }

    /// The row that shows the same place as a wanted hit, which may have come from the tree or from an earlier
    /// day: the one of its name nearest to its line, else the one that its line lies in.
    pub(super) fn row_near(&self, wanted: &Wanted) -> Option<usize> {
        let results = self.results.as_ref()?;
        let in_file = self.rows.iter().enumerate().filter_map(|(at, row)| match row {
            ResultRow::Hit(hit) if *results.hits[*hit].path == *wanted.key.path() => Some((at, &results.hits[*hit])),
            _ => None,
        });
        let in_file: Vec<(usize, &Hit)> = in_file.collect();
        let same_line = in_file.iter().find(|(_, hit)| wanted.line > 0 && hit.line == wanted.line);
        let same_name = || {
            let named = in_file.iter().filter(|(_, hit)| !wanted.name.is_empty() && hit.name == wanted.name);
            named.min_by_key(|(_, hit)| hit.line.abs_diff(wanted.line))
        };
        let around = || {
            let holds = |hit: &Hit| wanted.line > 0 && (hit.line..=hit.end_line.max(hit.line)).contains(&wanted.line);
            in_file.iter().filter(|(_, hit)| holds(hit)).max_by_key(|(_, hit)| hit.line)
        };
        let found = if wanted.name.is_empty() { same_line } else { same_name().or(same_line).or_else(around) };
        found.map(|(at, _)| *at)
    }
}

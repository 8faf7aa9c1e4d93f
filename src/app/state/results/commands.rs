//! Commands, the wheel and clicks in the results.

use super::order::Sort;
use super::pane::ResultsPane;
use super::row::ResultRow;
use crate::app::protocol::command::Command;
use crate::app::state::line::Line;
use crate::app::state::pane::{Pane, PaneOut};
use crate::app::state::subject::Subject;
use crate::library::Listing;
use std::sync::Arc;

/// More is asked for so many rows before the end of the loaded ones.
const NEAR_END: usize = 10;

impl Pane for ResultsPane {
    fn resized(&mut self, width: u16, height: u16) -> Vec<PaneOut> {
        self.window.follow(self.rows.len(), usize::from(height));
        self.forget_newer();
        // What is told in sentences is broken anew.
        let width = usize::from(width);
        if std::mem::replace(&mut self.width, width) != width
            && self.results.as_ref().is_some_and(|results| results.hits.is_empty() || !results.notes.is_empty())
        {
            self.rebuild();
        }
        Vec::new()
    }

    fn subject(&self) -> Option<Subject> {
        let hit = self.selected()?;
        Some(match self.rows.get(self.window.cursor) {
            Some(ResultRow::Match(_, nth)) => Subject::of_match(hit, *nth),
            _ => Subject::of_hit(hit),
        })
    }

    fn run(&mut self, command: Command, _listing: &Listing) -> Vec<PaneOut> {
        let selected = |pane: &ResultsPane| (pane.window.cursor, pane.selected().map(|hit| hit.key.clone()));
        let before = selected(self);
        let rows = matches!(command, Command::Fold | Command::Unfold).then(|| self.rows.clone());
        let mut outs = Vec::new();
        match command {
            Command::MoveDown => self.step(1),
            Command::MoveUp => self.step(-1),
            Command::MoveFirst => self.go_to_first(),
            Command::NextMatch => outs.extend(self.step_match(1).map(PaneOut::Notify)),
            Command::PreviousMatch => outs.extend(self.step_match(-1).map(PaneOut::Notify)),
            Command::NextGroup => self.step_group(1),
            Command::PreviousGroup => self.step_group(-1),
            Command::Fold if self.tree.is_some() => outs.extend(self.fold_branch()),
            Command::Unfold if self.tree.is_some() => outs.extend(self.unfold_branch()),
            Command::Fold => self.fold(),
            Command::Unfold => self.unfold(),
            Command::FoldAll => {
                self.folded = self.sections.iter().map(|section| Arc::clone(&section.name)).collect();
                self.rebuild();
            }
            Command::UnfoldAll => {
                self.folded.clear();
                self.opened = self.sections.iter().map(|section| Arc::clone(&section.name)).collect();
                self.rebuild();
            }
            Command::ToggleMark => self.toggle_mark(),
            Command::ClearMarks => self.marks.clear(),
            Command::MarkAll => outs.push(PaneOut::Notify(self.mark_all())),
            other => {
                self.window.run(other, self.rows.len());
                self.settle(matches!(other, Command::PageUp | Command::HalfPageUp | Command::MoveLast));
            }
        }
        if before != selected(self) {
            self.moved = true;
            outs.push(PaneOut::Walked);
        }
        if rows.is_some_and(|rows| rows == self.rows) && outs.is_empty() && self.results.is_some() {
            let why_not = if command == Command::Fold { "nothing to fold here" } else { "nothing is folded here" };
            outs.push(PaneOut::Notify(why_not.to_owned()));
        }
        if self.window.cursor + NEAR_END >= self.rows.len() && self.wants_more() {
            outs.push(PaneOut::MoreWanted);
        }
        outs
    }

    fn is_step(&self, command: Command) -> bool {
        matches!(command, Command::FoldAll | Command::UnfoldAll) && self.results.is_some()
    }

    fn go_to_number(&mut self, number: u32) -> Vec<PaneOut> {
        match self.row_numbered(number as usize) {
            None => vec![PaneOut::Notify("there are no rows to go to".to_owned())],
            Some(row) => {
                (self.window.cursor, self.moved) = (row, true);
                vec![PaneOut::Walked]
            }
        }
    }

    fn enter(&mut self) -> Option<Vec<PaneOut>> {
        if self.resumes() {
            return Some(vec![PaneOut::Resume]);
        }
        if let Some(query) = self.offered() {
            return Some(vec![PaneOut::Query(query.to_owned())]);
        }
        if !matches!(self.rows.get(self.window.cursor), Some(ResultRow::More(..))) {
            return None;
        }
        self.unfold();
        Some(vec![PaneOut::Selected])
    }

    fn up(&mut self) -> Vec<PaneOut> {
        vec![PaneOut::Up]
    }

    fn scroll(&mut self, rows: isize) -> Vec<PaneOut> {
        let before = self.window.cursor;
        self.window.scroll(rows, self.rows.len());
        self.settle(rows < 0);
        let mut outs = Vec::new();
        if self.window.cursor != before {
            self.moved = true;
            outs.push(PaneOut::Walked);
        }
        if rows > 0 && self.window.top + self.window.height + NEAR_END >= self.rows.len() && self.wants_more() {
            outs.push(PaneOut::MoreWanted);
        }
        outs
    }

    fn click(&mut self, row: usize, _column: usize, _listing: &Listing) -> Vec<PaneOut> {
        let at = self.window.top + row;
        match self.rows.get(at) {
            Some(ResultRow::Group(_)) => self.toggle_group(at),
            Some(ResultRow::More(..)) => {
                self.window.cursor = at;
                self.unfold();
            }
            Some(ResultRow::Second(_)) => self.window.cursor = at - 1,
            Some(_) if self.is_stop(at) => self.window.cursor = at,
            _ => {}
        }
        self.moved = true;
        vec![if self.offered().is_some() || self.resumes() { PaneOut::Clicked } else { PaneOut::Selected }]
    }

    fn point_at(&mut self, row: usize) -> bool {
        let at = self.window.top + row;
        let is_second = matches!(self.rows.get(at), Some(ResultRow::Second(_)));
        self.choose(if is_second { at - 1 } else { at })
    }

    fn choose(&mut self, row: usize) -> bool {
        let is_stop = self.is_stop(row);
        if is_stop {
            (self.window.cursor, self.moved) = (row, true);
        }
        is_stop
    }

    fn filter(&self) -> &Option<Line> {
        &self.filter
    }

    fn filter_mut(&mut self) -> &mut Option<Line> {
        &mut self.filter
    }

    fn refilter(&mut self, _listing: &Listing) -> Vec<PaneOut> {
        let selected = self.selected().map(|hit| hit.key.clone());
        self.rebuild();
        if self.selected().map(|hit| &hit.key) != selected.as_ref() {
            self.go_to_first();
        }
        let is_filtered = self.filter.as_ref().is_some_and(|filter| !filter.text().is_empty());
        // Who looks for a row expects all of them to be looked through.
        let wanted = (is_filtered && self.wants_more()).then_some(PaneOut::AllWanted);
        std::iter::once(PaneOut::Selected).chain(wanted).collect()
    }

    fn hints(&self, subject: Option<&Subject>) -> (&'static str, Vec<Command>) {
        use Command::*;
        if self.results.is_none() && self.running {
            return ("RESULTS", vec![EditQuery, EditDocql, FocusToc]);
        }
        if self.results.is_none() {
            return ("TRY", vec![Enter, MoveDown, EditQuery, EditDocql, FocusToc]);
        }
        if self.offered().is_some() {
            return ("RESULTS", vec![Enter, MoveDown, Up, Back, EditQuery]);
        }
        if self.results.as_ref().is_some_and(|results| results.hits.is_empty()) {
            return ("RESULTS", vec![Up, Back, EditQuery]);
        }
        if self.tree.is_some() {
            return ("CALLS", vec![Unfold, Fold, Callers, Callees, Enter, OpenEditor, Up, Back, NextMatch]);
        }
        let relations = subject.map_or(&[][..], Subject::relations);
        ("RESULTS", [&[Enter, OpenEditor], relations, &[Up, Back, NextMatch, FilterPane, Facets, EditQuery]].concat())
    }

    fn hint(&self, command: Command) -> Option<&'static str> {
        (command == Command::Enter && (self.results.is_none() || self.offered().is_some())).then_some("run")
    }

    fn count(&self) -> usize {
        self.rows.len()
    }

    fn cursor(&self) -> usize {
        self.window.cursor
    }

    fn spoken(&self, row: usize) -> Option<String> {
        self.spoken_row(self.rows.get(row)?)
    }
}

impl ResultsPane {
    /// Rows are ordered in another way, by what is known of the files and their callers.
    pub(in crate::app) fn sort_by(&mut self, sort: Sort, listing: &Listing) {
        self.times = match sort {
            Sort::Recent => listing.files.iter().map(|file| (Arc::clone(&file.path), file.modified)).collect(),
            _ => Default::default(),
        };
        self.sort = sort;
        self.rebuild();
    }
}

//! Commands, the wheel and clicks in the tree.

use super::pane::Toc;
use super::row::Folding;
use crate::app::protocol::command::Command;
use crate::app::state::line::Line;
use crate::app::state::pane::{Pane, PaneOut};
use crate::app::state::subject::Subject;
use crate::document::Kind;
use crate::library::Listing;
use std::sync::Arc;

impl Pane for Toc {
    fn resized(&mut self, width: u16, height: u16) -> Vec<PaneOut> {
        self.width = width;
        self.window.follow(self.rows.len(), usize::from(height));
        Vec::new()
    }

    fn subject(&self) -> Option<Subject> {
        let row = self.selected()?;
        Some(Subject {
            key: row.key.clone(),
            path: Arc::clone(&row.path),
            kind: row.kind,
            name: row.name.clone(),
            line: row.line,
            end_line: row.end_line,
            column: 0,
            query: row.query.clone(),
            snippet: String::new(),
            container: matches!(row.kind, Kind::Directory | Kind::Table) || row.count > 0,
            site: false,
            inside: false,
        })
    }

    fn run(&mut self, command: Command, listing: &Listing) -> Vec<PaneOut> {
        self.forget_sought();
        let before = self.window.cursor;
        match command {
            Command::NextGroup => self.move_to_sibling(1),
            Command::PreviousGroup => self.move_to_sibling(-1),
            Command::Fold => self.fold(listing),
            Command::Unfold => return self.unfold(listing).into_iter().collect(),
            Command::FoldAll => self.fold_all(listing),
            Command::UnfoldAll => self.unfold_all(listing),
            other => self.window.run(other, self.rows.len()),
        }
        if self.window.cursor == before { Vec::new() } else { vec![PaneOut::Selected] }
    }

    fn up(&mut self) -> Vec<PaneOut> {
        if self.go_to_parent() { vec![PaneOut::Selected] } else { Vec::new() }
    }

    fn scroll(&mut self, rows: isize) -> Vec<PaneOut> {
        if self.window.scroll(rows, self.rows.len()) { vec![PaneOut::Selected] } else { Vec::new() }
    }

    fn click(&mut self, row: usize, column: usize, listing: &Listing) -> Vec<PaneOut> {
        let at = self.window.top + row;
        let mut outs = Vec::new();
        if let Some(row) = self.rows.get(at) {
            let on_fold = column <= usize::from(row.indent(self.width)) + 2;
            let folding = row.folding;
            self.window.cursor = at;
            match folding {
                Folding::Folded if on_fold => outs.extend(self.unfold(listing)),
                Folding::Unfolded if on_fold => self.fold(listing),
                _ => {}
            }
        }
        outs.push(PaneOut::Selected);
        outs
    }

    fn point_at(&mut self, row: usize) -> bool {
        let at = self.window.top + row;
        let is_row = at < self.rows.len();
        if is_row {
            self.window.cursor = at;
        }
        is_row
    }

    fn choose(&mut self, row: usize) -> bool {
        self.window.cursor = row.min(self.rows.len().saturating_sub(1));
        true
    }

    fn filter(&self) -> &Option<Line> {
        &self.filter
    }

    fn filter_mut(&mut self) -> &mut Option<Line> {
        &mut self.filter
    }

    fn refilter(&mut self, listing: &Listing) -> Vec<PaneOut> {
        if self.filter.is_none() {
            self.unfiltered(listing);
        } else {
            self.rebuild(listing);
            self.go_to_best_match();
        }
        vec![PaneOut::Selected]
    }

    fn hints(&self, subject: Option<&Subject>) -> (&'static str, Vec<Command>) {
        use Command::*;
        let relations = subject.map_or(&[][..], Subject::relations);
        ("TREE", [&[Enter, Unfold, Fold, FilterPane], relations, &[OpenEditor, EditQuery]].concat())
    }

    fn count(&self) -> usize {
        self.rows.len()
    }

    fn cursor(&self) -> usize {
        self.window.cursor
    }

    fn depth(&self, row: usize) -> u16 {
        self.rows.get(row).map_or(0, |row| row.depth)
    }

    fn spoken(&self, row: usize) -> Option<String> {
        Some(self.rows.get(row)?.spoken(row + 1))
    }
}

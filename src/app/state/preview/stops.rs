//! Stops in a document: rows of tables, which open as records, and folds; columns that scroll.

use super::pane::PreviewPane;
use super::record::{Record, StopKind};
use crate::app::protocol::page::Page;
use crate::preview::{RenderedTable, record_lines};
use std::sync::Arc;

/// A line that Enter acts upon.
enum Stop {
    Row(usize, usize),
    Fold(u32),
}

impl PreviewPane {
    /// Scrolls wide tables by columns, if one is on the screen. True if it could.
    pub(super) fn skip_columns(&mut self, by: isize) -> bool {
        let Some(page) = &self.page else { return false };
        let max_skipped = self.tables_in_view(page).map(|(_, table)| table.most_skipped).max().unwrap_or(0);
        if max_skipped == 0 {
            return false;
        }
        let skipped = self.skipped_columns.min(max_skipped).saturating_add_signed(by).min(max_skipped);
        if skipped != self.skipped_columns {
            self.skipped_columns = skipped;
            self.outdated = true;
            self.scrolled = true;
        }
        true
    }

    fn tables_in_view<'p>(&self, page: &'p Page) -> impl Iterator<Item = (usize, &'p RenderedTable)> {
        let (top, bottom) = (self.top, self.top + self.height);
        page.tables.iter().enumerate().filter(move |(_, table)| table.start < bottom && top < table.end)
    }

    /// The table that copying acts upon: that of the record or of the stop, else the first on the screen.
    pub fn table(&self) -> Option<&RenderedTable> {
        if let Some(record) = &self.record {
            return record.under.tables.get(record.table);
        }
        let page = self.page.as_ref()?;
        let chosen =
            self.stop.and_then(|stop| page.tables.iter().find(|table| (table.start..table.end).contains(&stop)));
        chosen.or_else(|| self.tables_in_view(page).next().map(|(_, table)| table))
    }

    /// Lines that Enter acts upon, in order.
    fn stops(&self) -> Vec<(usize, Stop)> {
        let Some(page) = &self.page else { return Vec::new() };
        let mut stops: Vec<(usize, Stop)> =
            page.folds.iter().map(|fold| (fold.at, Stop::Fold(fold.source_line))).collect();
        for (table, drawn) in page.tables.iter().enumerate() {
            stops.extend(drawn.rows.iter().enumerate().map(|(row, drawn)| (drawn.at, Stop::Row(table, row))));
        }
        stops.sort_by_key(|(at, _)| *at);
        stops
    }

    /// The kind of the stop that was gone to, if one was.
    pub(super) fn stop_at(&self) -> Option<StopKind> {
        let stop = self.stop?;
        self.stops().into_iter().find(|(at, _)| *at == stop).map(|(_, stop)| match stop {
            Stop::Row(..) => StopKind::Row,
            Stop::Fold(_) => StopKind::Fold,
        })
    }

    /// True if a stop is on the screen.
    pub(super) fn has_stop_in_view(&self) -> bool {
        let shown = self.top..self.top + self.height;
        self.stops().iter().any(|(at, _)| shown.contains(at))
    }

    /// Goes to the next or previous row of a table, fold or record; returns what to say.
    pub(super) fn step_stop(&mut self, step: isize) -> Option<String> {
        if let Some(record) = &self.record {
            let rows = record.under.tables.get(record.table).map_or(0, |table| table.rows.len());
            let (table, row) = (record.table, record.row.checked_add_signed(step).filter(|row| *row < rows));
            let Some(row) = row else { return Some("there is no other row".to_owned()) };
            self.close_record();
            self.open_record(table, row);
            return None;
        }
        let stops = self.stops();
        let next = match (self.stop, step > 0) {
            (Some(stop), true) => stops.iter().find(|(at, _)| *at > stop),
            (Some(stop), false) => stops.iter().rev().find(|(at, _)| *at < stop),
            (None, true) => stops.iter().find(|(at, _)| *at >= self.top),
            (None, false) => stops.iter().rev().find(|(at, _)| *at < self.top + self.height),
        };
        let Some(&(at, _)) = next else { return Some("no table row or fold there".to_owned()) };
        self.stop = Some(at);
        self.show_row(at);
        None
    }

    fn show_row(&mut self, at: usize) {
        let sticky = self.sticky().len();
        if at < self.top + sticky || at + 1 >= self.top + self.height {
            self.top = at.saturating_sub(self.height / 3).min(self.last_top());
            self.scrolled = true;
        }
    }

    /// Enter: the row as a record, the fold open or closed. What to say if there is none.
    pub(super) fn open_stop(&mut self) -> Option<String> {
        if self.record.is_some() {
            self.close_record();
            return None;
        }
        let (top, bottom) = (self.top + self.sticky().len(), self.top + self.height);
        let stops = self.stops();
        let chosen = self.stop.and_then(|stop| stops.iter().find(|(at, _)| *at == stop));
        let chosen = chosen.or_else(|| stops.iter().find(|(at, _)| (top..bottom).contains(at)));
        match chosen {
            Some(&(at, Stop::Row(table, row))) => {
                self.stop = Some(at);
                self.open_record(table, row);
                None
            }
            Some(&(at, Stop::Fold(line))) => {
                self.stop = Some(at);
                self.toggle_fold(line);
                None
            }
            None => Some("no table row or fold on the screen".to_owned()),
        }
    }

    /// Opens or closes the fold on a line of the page. True if there is one.
    pub(super) fn click_stop(&mut self, row: usize) -> bool {
        let stop = self.stops().into_iter().find(|(at, _)| *at == row);
        match stop {
            Some((_, Stop::Fold(line))) => self.toggle_fold(line),
            Some((at, Stop::Row(..))) => self.stop = Some(at),
            None => return false,
        }
        true
    }

    fn toggle_fold(&mut self, line: u32) {
        if !self.unfolded.remove(&line) {
            self.unfolded.insert(line);
        }
        self.outdated = true;
        self.scrolled = true;
    }

    /// Shows a row of a table as a record.
    pub(super) fn open_record(&mut self, table: usize, row: usize) {
        let Some(page) = self.page.clone() else { return };
        let Some((drawn, chosen)) = page.tables.get(table).and_then(|drawn| Some((drawn, drawn.rows.get(row)?))) else {
            return;
        };
        let lines = record_lines(&drawn.headers, chosen, self.width);
        let shown = Page {
            path: Arc::clone(&page.path),
            label: format!("row {} of {}", row + 1, drawn.rows.len()),
            rendered: page.rendered,
            can_render: page.can_render,
            compared: page.compared,
            lines,
            coloured: true,
            ..Page::default()
        };
        self.stop = Some(chosen.at);
        self.record = Some(Record { table, row, under: Arc::clone(&page), top: self.top });
        self.page = Some(Arc::new(shown));
        self.top = 0;
        self.find_matches();
    }

    /// Goes back from a record to its table. True if there was one.
    pub(in crate::app) fn close_record(&mut self) -> bool {
        let Some(record) = self.record.take() else { return false };
        self.page = Some(record.under);
        self.top = record.top;
        self.find_matches();
        if let Some(stop) = self.stop {
            self.show_row(stop);
        }
        true
    }
}

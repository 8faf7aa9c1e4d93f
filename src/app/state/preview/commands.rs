//! Commands, the wheel and clicks in the preview.

use super::pane::{PreviewPane, STICKY};
use super::record::StopKind;
use crate::app::protocol::command::Command;
use crate::app::protocol::page::Page;
use crate::app::state::line::Line;
use crate::app::state::pane::{Pane, PaneOut};
use crate::app::state::subject::Subject;
use crate::library::Listing;
use crate::preview::PreviewLine;
use std::sync::Arc;

/// The cells beside the text of a line: a mark, a space, the scroll bar.
const BESIDE: u16 = 3;

/// The rows that the keys for scrolling from any pane scroll, at most.
const MAX_STEP: isize = 8;

impl Pane for PreviewPane {
    fn resized(&mut self, width: u16, height: u16) -> Vec<PaneOut> {
        let (width, height) = (width.saturating_sub(BESIDE), usize::from(height));
        let first = self.height == 0 && height > 0;
        self.height = height;
        if first && !self.scrolled {
            self.scroll_to_target();
        }
        let another = self.width != width && width > 0;
        if width > 0 {
            self.width = width;
        }
        let is_wrapped = |pane: &PreviewPane| {
            pane.page.as_ref().is_some_and(|page| page.rendered || page.compared || pane.comparing || page.wrapped)
        };
        if another && is_wrapped(self) { vec![PaneOut::PageWanted] } else { Vec::new() }
    }

    fn subject(&self) -> Option<Subject> {
        None
    }

    fn run(&mut self, command: Command, _listing: &Listing) -> Vec<PaneOut> {
        let page = self.height.saturating_sub(STICKY + 1).max(1) as isize;
        let half = (self.height / 2).max(1) as isize;
        let mut notice = None;
        match command {
            Command::MoveDown => self.scroll_lines(1),
            Command::MoveUp => self.scroll_lines(-1),
            Command::PreviewDown => self.scroll_lines(half.min(MAX_STEP)),
            Command::PreviewUp => self.scroll_lines(-half.min(MAX_STEP)),
            Command::PageDown => self.scroll_lines(page),
            Command::PageUp => self.scroll_lines(-page),
            Command::HalfPageDown => self.scroll_lines(half),
            Command::HalfPageUp => self.scroll_lines(-half),
            Command::MoveFirst => self.go_to_end(false),
            Command::MoveLast => self.go_to_end(true),
            Command::Unfold if self.skip_columns(1) => {}
            Command::Fold if self.skip_columns(-1) => {}
            Command::Unfold => self.scroll_right(),
            Command::Fold if self.left == 0 && self.skipped_bytes > 0 => self.go_to_previous_window(),
            Command::Fold if self.shifted.is_some() => self.shifted = None,
            Command::Fold => self.left = self.left.saturating_sub(8),
            Command::NextStop => notice = self.step_stop(1),
            Command::PreviousStop => notice = self.step_stop(-1),
            Command::NextChange => notice = self.step_change(1),
            Command::PreviousChange => notice = self.step_change(-1),
            Command::NextMatch => notice = self.step_match(1),
            Command::PreviousMatch => notice = self.step_match(-1),
            Command::NextGroup => self.step_section(1),
            Command::PreviousGroup => self.step_section(-1),
            _ => {}
        }
        self.outs(notice)
    }

    fn enter(&mut self) -> Option<Vec<PaneOut>> {
        let notice = self.open_stop();
        Some(self.outs(notice))
    }

    fn up(&mut self) -> Vec<PaneOut> {
        if self.close_record() { Vec::new() } else { vec![PaneOut::Left] }
    }

    fn scroll(&mut self, rows: isize) -> Vec<PaneOut> {
        self.scroll_lines(rows);
        self.outs(None)
    }

    /// Follows a link, opens a fold, or chooses the row of a table.
    fn click(&mut self, row: usize, column: usize, _listing: &Listing) -> Vec<PaneOut> {
        if row < self.sticky().len() {
            return Vec::new();
        }
        let at = self.top + row;
        let has_stops = |page: &&Arc<Page>| page.rendered || !page.folds.is_empty();
        let Some(page) = self.page.as_ref().filter(has_stops) else { return Vec::new() };
        // One column stands in front of the text.
        let column = (column + self.left).max(1) as u16 - 1;
        let links = page.lines.get(at).into_iter().flat_map(|line| &line.links);
        let mut clicked = links.filter(|link| (link.columns.start..link.columns.end).contains(&column));
        if let Some(link) = clicked.next() {
            return vec![PaneOut::Link(link.target.clone())];
        }
        if self.click_stop(at) { self.outs(None) } else { Vec::new() }
    }

    fn point_at(&mut self, _row: usize) -> bool {
        true
    }

    fn choose(&mut self, _row: usize) -> bool {
        false
    }

    fn filter(&self) -> &Option<Line> {
        &self.find
    }

    fn filter_mut(&mut self) -> &mut Option<Line> {
        &mut self.find
    }

    fn refilter(&mut self, _listing: &Listing) -> Vec<PaneOut> {
        self.find_matches();
        if self.find.as_ref().is_some_and(|find| !find.text().is_empty()) {
            self.jump_to_match();
        }
        // What is looked for may be in a fold.
        let folded = self.page.as_ref().is_some_and(|page| page.folds.iter().any(|fold| !fold.open));
        let page = folded.then_some(PaneOut::PageWanted);
        page.into_iter().chain([PaneOut::SearchWanted]).collect()
    }

    fn found(&self) -> String {
        self.match_count()
    }

    fn hints(&self, _subject: Option<&Subject>) -> (&'static str, Vec<Command>) {
        use Command::*;
        if self.record.is_some() {
            return ("RECORD", vec![Up, NextStop, PreviousStop, CopyTable, CopyCsv]);
        }
        let is_source = self.page.as_ref().is_some_and(|page| !page.rendered && !page.can_render);
        let basics = match is_source {
            true => [Up, NextMatch, Definition, FilterPane, ToggleWrap, OpenEditor, Zoom, ToggleSource, EditQuery],
            false => [Up, NextMatch, FilterPane, ToggleSource, ToggleWrap, FollowLink, OpenEditor, Zoom, EditQuery],
        };
        // The keys of tables are named where the cursor is on a row of one, not wherever one is somewhere on the page.
        let commands = match self.stop_at() {
            _ if self.comparing => vec![Compare, ToggleWrap, ToggleSource, OpenEditor, Zoom, EditQuery],
            Some(StopKind::Row) => {
                vec![Up, Enter, NextStop, CopyTable, CopyCsv, ToggleSource, OpenEditor, Zoom, EditQuery]
            }
            Some(StopKind::Fold) => [&[Enter, NextStop], &basics[..]].concat(),
            None if self.has_stop_in_view() => [&basics[..3], &[NextStop], &basics[3..]].concat(),
            None => basics.to_vec(),
        };
        ("PREVIEW", commands)
    }

    fn hint(&self, command: Command) -> Option<&'static str> {
        match command {
            Command::Enter if self.stop_at() == Some(StopKind::Fold) => Some("fold or unfold"),
            Command::Enter => Some("row as record"),
            Command::ToggleSource if self.shows_source() => Some("rendered"),
            Command::ToggleWrap if self.page.as_ref().is_some_and(|page| page.wrapped) => Some("cut"),
            Command::Definition => Some("definition of…"),
            Command::Compare => Some("back"),
            _ => None,
        }
    }

    fn count(&self) -> usize {
        self.page.as_ref().map_or(0, |page| page.lines.len())
    }

    fn cursor(&self) -> usize {
        self.top
    }

    fn spoken(&self, row: usize) -> Option<String> {
        self.page.as_ref()?.lines.get(row).map(PreviewLine::text)
    }
}

impl PreviewPane {
    /// The notice, and a request for the page if the loaded part of the file runs out.
    fn outs(&self, notice: Option<String>) -> Vec<PaneOut> {
        let page = self.runs_out().then_some(PaneOut::PageWanted);
        notice.map(PaneOut::Notify).into_iter().chain(page).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::protocol::page::{Page, PreviewTarget, StickyScope};
    use crate::document::Scope;
    use crate::preview::{PreviewLine, PreviewSpan};
    use std::sync::Arc;

    fn pane(count: u32) -> PreviewPane {
        let line = |number| PreviewLine {
            number: Some(number),
            source_line: number,
            spans: vec![PreviewSpan::decoration(format!("line {number}"), Scope::Text)],
            links: Vec::new(),
        };
        let scope = |start, end_line| StickyScope { line: start, end_line, label: line(start) };
        let page = Page {
            path: "a".into(),
            lines: (1..=count).map(line).collect(),
            scopes: vec![scope(1, count), scope(10, 40)],
            ..Page::default()
        };
        let mut pane = PreviewPane { height: 12, ..PreviewPane::default() };
        pane.show(
            Some(PreviewTarget { path: "a".into(), line: 20, end_line: 22, column: 0, heading: false }),
            vec!["LINE 2".to_owned()],
        );
        pane.page_ready(Arc::new(page));
        pane
    }

    #[test]
    fn the_target_is_on_the_screen_below_the_sticky_lines() {
        let mut pane = pane(100);
        assert_eq!(pane.top, 15);
        assert_eq!(pane.sticky().iter().map(|scope| scope.line).collect::<Vec<_>>(), [1, 10]);
        assert_eq!(pane.line(), 20);
        pane.run(Command::MoveLast, &Listing::default());
        assert_eq!((pane.top, pane.percent()), (88, 100));
        assert_eq!(pane.sticky().len(), 1);
    }

    #[test]
    fn what_was_chosen_outside_of_the_changes_is_shown_in_the_file_as_it_is() {
        let mut pane = pane(100);
        let whole = Arc::clone(pane.page.as_ref().expect("a page"));
        let changes = Page {
            lines: whole.lines[60..70].to_vec(),
            as_changes: true,
            changes: Some(Arc::default()),
            scopes: Vec::new(),
            ..(*whole).clone()
        };
        pane.changes = true;
        pane.page_ready(Arc::new(changes));
        assert!(pane.leaves_out_target());
        pane.leave_changes();
        pane.page_ready(whole);
        assert_eq!((pane.top, pane.changes, pane.leaves_out_target()), (15, false, false));
    }

    #[test]
    fn a_heading_is_the_first_line_below_the_sticky_ones() {
        let mut pane = pane(100);
        pane.show(
            Some(PreviewTarget { path: "a".into(), line: 30, end_line: 32, column: 0, heading: true }),
            Vec::new(),
        );
        assert_eq!(pane.sticky().iter().map(|scope| scope.line).collect::<Vec<_>>(), [1, 10]);
        assert_eq!(pane.page.as_ref().map(|page| page.lines[pane.top + 2].source_line), Some(30));
    }

    #[test]
    fn matches_are_walked_in_order_and_around() {
        let mut pane = pane(100);
        assert_eq!(pane.matches.len(), 11);
        assert_eq!(pane.step_match(1), Some("match 3 of 11".to_owned()));
        pane.run(Command::MoveLast, &Listing::default());
        assert_eq!(pane.step_match(1), Some("match 1 of 11, from the start".to_owned()));
    }
}

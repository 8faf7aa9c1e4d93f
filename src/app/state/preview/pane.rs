//! The preview: the file of the selected row, scrolled to it, with what matched marked.

use super::find::BEFORE;
use super::form::Form;
use super::pinned::Pinned;
use super::record::Record;
use crate::app::protocol::page::{Page, PreviewTarget, StickyScope, TextMatches};
use crate::app::state::line::Line;
use crate::preview::{MAX_LINE_CELLS, row_of_source_line};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Most lines that stay at the top for the scopes around what is shown.
pub(super) const STICKY: usize = 3;

/// The state of the preview.
#[derive(Debug, Default)]
pub struct PreviewPane {
    /// The place to show.
    pub target: Option<PreviewTarget>,
    /// The page on the screen: perhaps still of another file.
    pub page: Option<Arc<Page>>,
    /// True if source is wanted even where a rendered form exists.
    pub source: bool,
    /// The form in which the place that is looked at is shown.
    pub(super) form: Form,
    /// The rendered form of the file, where it does not hold what matched.
    pub(super) rendered: Option<Arc<Page>>,
    /// True if files that differ from the commit are wanted as their changes.
    pub changes: bool,
    /// True if the next page is to show what was chosen, which the one before has left out.
    pub(super) seeks_target: bool,
    /// True if files are shown from their first change on: it is what they are listed for.
    pub(super) to_changes: bool,
    /// Whether long lines are broken, if that was said; else those of prose are.
    pub wrap: Option<bool>,
    /// The first line on the screen, as an index into the page.
    pub top: usize,
    /// The first column on the screen.
    pub left: usize,
    /// The line of the match that was gone to, if it is shown from a column of its own on.
    pub shifted: Option<(u32, usize)>,
    /// The number of rows.
    pub height: usize,
    /// The width that rendered text is wrapped to.
    pub width: u16,
    /// The texts that the query matched; marked wherever they occur.
    pub terms: Vec<String>,
    /// The search field.
    pub find: Option<Line>,
    /// The lines of the page that hold a match.
    pub matches: Vec<usize>,
    /// The match that was gone to last, as a number in `matches` or in what was found in the whole file.
    pub at_match: Option<usize>,
    /// The line of the change that was gone to last.
    pub(super) at_change: Option<u32>,
    /// The source line that was gone to last, by its number or to a match in it.
    pub(super) went_to: Option<u32>,
    /// The matches in the whole file, where the page is only a part of it.
    pub found: Option<TextMatches>,
    /// True if the user has scrolled away from the target.
    pub scrolled: bool,
    /// Columns of wide tables that are scrolled away.
    pub skipped_columns: usize,
    /// Bytes at the start of each line that are passed over, where lines are too long to be shown.
    pub skipped_bytes: u64,
    /// The source lines of the folds that the user has opened.
    pub unfolded: BTreeSet<u32>,
    /// The line of the page that Enter acts upon: a row of a table, or a fold.
    pub stop: Option<usize>,
    /// The row of a table that is shown as a record, in place of the page.
    pub record: Option<Record>,
    /// The text that was pinned beside the rest.
    pub pinned: Option<Pinned>,
    /// True if the page is compared with the pinned text.
    pub comparing: bool,
    /// True if the page must be made anew.
    pub outdated: bool,
    /// The file and the line to come back to, once it is shown again.
    pub(super) returning: Option<(Arc<str>, u32)>,
    /// The line beyond what is loaded that the user has jumped to.
    pub(super) aim: Option<u32>,
    /// A line that was noted before the file was read, with its text.
    pub(super) sought: Option<(u32, String)>,
    /// The first line on the screen when each file was left.
    pub(super) left_at: HashMap<Arc<str>, usize>,
}

/// The share of the screen above which a line that is looked at has too little in front of it.
const EDGE: usize = 6;

impl PreviewPane {
    /// Shows another place. True if its page must be loaded first.
    pub(in crate::app) fn show(&mut self, target: Option<PreviewTarget>, terms: Vec<String>) -> bool {
        let is_directory = self.target.is_none() && self.page.as_ref().is_some_and(|page| !page.deleted);
        if self.target == target && self.terms == terms && !is_directory {
            return false;
        }
        let same_file = self.target.as_ref().map(|t| &t.path) == target.as_ref().map(|t| &t.path);
        if !same_file {
            // Where a hit has led is no place that the reader has chosen.
            if let Some(page) = self.page.as_ref().filter(|_| self.scrolled) {
                self.left_at.insert(Arc::clone(&page.path), self.top);
            }
            self.find = None;
            self.skipped_columns = 0;
            self.skipped_bytes = 0;
            self.unfolded.clear();
            self.found = None;
        }
        self.close_record();
        (self.left, self.shifted) = (0, None);
        self.stop = None;
        self.at_match = None;
        (self.at_change, self.went_to) = (None, None);
        self.target = target;
        self.terms = terms;
        self.scrolled = false;
        (self.aim, self.sought) = (None, None);
        self.choose_form();
        let is_aside = self.begin_near_match();
        let is_kept = self.page.as_ref().is_some_and(|page| page.deleted);
        if self.target.is_none() && !is_kept {
            self.page = None;
            self.find_matches();
        }
        if self.is_current() {
            self.find_matches();
            self.scroll_to_target();
        }
        self.target.is_some() && (is_aside || !self.is_current())
    }

    /// Of lines so long that their beginning does not show the match, shows the part around it. True if that is another
    /// part than the one that is loaded.
    fn begin_near_match(&mut self) -> bool {
        let column = self.target.as_ref().map_or(0, |target| u64::from(target.column));
        let skipped = if column > MAX_LINE_CELLS as u64 { column - BEFORE } else { 0 };
        std::mem::replace(&mut self.skipped_bytes, skipped) != skipped
    }

    /// Shows what is in a directory.
    pub(in crate::app) fn show_directory(&mut self, page: Arc<Page>) {
        let another = self.page.as_ref().is_none_or(|shown| (&shown.path, &shown.label) != (&page.path, &page.label));
        let find = self.find.take().filter(|_| !another);
        // Whatever was shown before, nothing of it stays: not its matches, nor where it was scrolled to.
        self.show(None, Vec::new());
        self.outdated = false;
        self.find = find;
        self.page = Some(page);
        if another {
            (self.top, self.left, self.shifted, self.scrolled, self.at_match) = (0, 0, None, false, None);
        }
        self.find_matches();
    }

    /// True if the screen shows the end of the loaded part of a file that has more: it must be loaded anew.
    pub(in crate::app) fn runs_out(&self) -> bool {
        let Some(page) = &self.page else { return false };
        if self.aim.is_some() || self.outdated {
            return true;
        }
        let loaded = page.lines.last().map_or(0, |line| line.source_line);
        let below = page.total > loaded && self.top + self.height * 2 > page.lines.len();
        let above = page.first > 1 && self.top < self.height;
        page.coloured && (below || above)
    }

    /// True if the page is the one that is wanted.
    pub fn is_current(&self) -> bool {
        match (&self.page, &self.target) {
            (Some(page), Some(target)) => {
                let loaded = page.lines.last().map_or(0, |line| line.source_line);
                let inside = page.total == 0 || (page.first..=loaded.max(page.first)).contains(&target.line.max(1));
                let is_diff = page.as_changes && page.changes.is_some() && !page.rendered;
                let mode = page.as_changes == self.changes
                    && (is_diff || page.rendered == (page.can_render && !self.shows_source()));
                let is_hidden = page.folds.iter().any(|fold| fold.hides(target.line, target.end_line));
                page.path == target.path
                    && !page.deleted
                    && mode
                    && page.compared == self.comparing
                    && inside
                    && !is_hidden
            }
            _ => false,
        }
    }

    /// True if the page shows a file as its changes, and what was chosen stands outside of them.
    pub(in crate::app) fn leaves_out_target(&self) -> bool {
        let (Some(page), Some(target)) = (&self.page, &self.target) else { return false };
        let is_diff = page.as_changes && page.changes.is_some() && !page.rendered && page.path == target.path;
        let chosen = target.line..=target.end_line.max(target.line);
        let is_shown = || page.lines.iter().any(|line| chosen.contains(&line.source_line));
        is_diff && target.line > 0 && !self.scrolled && !is_shown()
    }

    /// Shows files as they are from now on, this one at what was chosen.
    pub(in crate::app) fn leave_changes(&mut self) {
        (self.changes, self.seeks_target) = (false, true);
    }

    /// Takes a page.
    pub(in crate::app) fn page_ready(&mut self, page: Arc<Page>) {
        let page = self.kept_if_deleted(page);
        let record = self.record.as_ref().map(|record| (record.table, record.row));
        self.close_record();
        let recoloured = self.page.as_ref().is_some_and(|old| {
            (&old.path, old.rendered, old.first, old.as_changes)
                == (&page.path, page.rendered, page.first, page.as_changes)
                && old.lines.len() == page.lines.len()
                && old.skipped_bytes == page.skipped_bytes
        });
        let line = self.line_at_top();
        let same_file = self.page.as_ref().is_some_and(|old| old.path == page.path);
        let reached = |line: &u32| page.lines.last().is_some_and(|last| (page.first..=last.source_line).contains(line));
        let aim = self.aim.filter(|_| same_file).filter(reached);
        let toggled = self
            .page
            .as_ref()
            .is_some_and(|old| same_file && (old.rendered, old.as_changes) != (page.rendered, page.as_changes));
        let seeks_target = std::mem::take(&mut self.seeks_target);
        let keeps_place = toggled && !seeks_target;
        let moved_sideways = self.page.as_ref().is_some_and(|old| old.skipped_bytes != page.skipped_bytes);
        self.page = Some(page);
        if moved_sideways {
            self.left = self.left.min(self.widest().saturating_sub(self.text_cells()));
        }
        self.stop = self.stop.filter(|_| recoloured);
        self.settle_on_sought();
        self.find_matches();
        if let Some((table, row)) = record {
            self.open_record(table, row);
        }
        if self.record.is_some() {
            return;
        }
        if let Some(line) = aim {
            self.aim = None;
            self.scrolled = true;
            self.top = self.index_of(line).min(self.last_top());
        } else if !recoloured {
            if same_file {
                self.top = self.index_of(line);
            }
            if !keeps_place && !self.scrolled {
                self.scroll_to_target();
            }
        }
        self.go_to_first_change();
    }

    /// Says whether files are shown from their first change on.
    pub(in crate::app) fn begin_with_changes(&mut self, is_wanted: bool) {
        if std::mem::replace(&mut self.to_changes, is_wanted) != is_wanted {
            self.go_to_first_change();
        }
    }

    /// Goes to the first change of a file that is listed for its changes, unless the reader has been elsewhere in it.
    fn go_to_first_change(&mut self) {
        let (Some(page), Some(target)) = (&self.page, &self.target) else { return };
        let is_new = target.line == 0 && !self.scrolled && self.left_at.get(&target.path).is_none_or(|&top| top == 0);
        let is_there = page.path == target.path && !page.as_changes && page.changes.is_some();
        if self.to_changes && is_new && is_there {
            self.step_change(1);
        }
    }

    /// Makes a line the target, wherever its text stands by now; false if nothing is shown.
    pub(in crate::app) fn look_at(&mut self, line: u32, text: &str) -> bool {
        let Some(target) = &mut self.target else { return false };
        (target.line, target.end_line) = (line, line);
        self.sought = Some((line, text.to_owned())).filter(|(_, text)| !text.is_empty());
        self.scrolled = false;
        true
    }

    /// Makes the line of the sought text that is nearest to where it was the target.
    fn settle_on_sought(&mut self) {
        let (Some((line, text)), Some(page), Some(target)) = (&self.sought, &self.page, &mut self.target) else {
            return;
        };
        if page.path != target.path {
            return;
        }
        // What was noted may have been cut.
        let text = text.trim_end_matches('…');
        let same = page.lines.iter().filter(|shown| shown.source_line > 0 && shown.text().trim().starts_with(text));
        if let Some(found) = same.map(|shown| shown.source_line).min_by_key(|shown| shown.abs_diff(*line)) {
            (target.line, target.end_line) = (found, found);
        }
        self.sought = None;
    }

    /// The source line of the first line on the screen.
    pub fn line_at_top(&self) -> u32 {
        self.page.as_ref().and_then(|page| page.lines.get(self.top)).map_or(0, |line| line.source_line)
    }

    /// The source line that a page is to be loaded around.
    pub(in crate::app) fn wanted_line(&self) -> u32 {
        match (self.aim, &self.target) {
            (Some(line), _) => line,
            (None, Some(target)) if !self.scrolled => target.line,
            _ => self.line_at_top(),
        }
    }

    /// The source line to act on: the target's; where the user has scrolled, the match, the line or the change that was
    /// gone to, while it is on the screen, else the first one.
    pub fn line(&self) -> u32 {
        match (&self.target, &self.page) {
            (Some(target), _) if !self.scrolled => target.line,
            (_, Some(page)) => {
                let rows = self.top + self.sticky().len()..self.top + self.height;
                let is_shown = |line: &u32| rows.contains(&self.index_of(*line));
                let first = || page.lines.get(rows.start).map_or(0, |line| line.source_line);
                self.at_change.or(self.went_to).filter(is_shown).unwrap_or_else(first)
            }
            _ => 0,
        }
    }

    /// The index of the line that shows a source line, or the last one before it.
    pub(super) fn index_of(&self, line: u32) -> usize {
        self.page.as_ref().map_or(0, |page| row_of_source_line(&page.lines, line))
    }

    /// Brings the target onto the screen, or the line that the reader comes back to.
    pub(super) fn scroll_to_target(&mut self) {
        let Some(target) = &self.target else { return };
        if let Some((_, line)) = self.returning.take_if(|(path, _)| *path == target.path) {
            self.top = self.index_of(line).min(self.last_top());
            self.scrolled = true;
            return;
        }
        if target.line == 0 {
            self.top = self.left_at.get(&target.path).copied().unwrap_or(0).min(self.last_top());
            return;
        }
        let index = self.row_of_match(self.index_of(target.line));
        if target.heading && self.height > 0 {
            let around = |scope: &&StickyScope| scope.line < target.line && target.line <= scope.end_line;
            let scopes = self.page.iter().flat_map(|page| &page.scopes).filter(around).count();
            let sticky = if self.height < STICKY * 3 { 0 } else { scopes.min(STICKY) };
            self.top = index.saturating_sub(sticky).min(self.last_top());
            return;
        }
        // What is on the screen stays where it is while one goes from line to line, unless it is near an edge: then most of
        // what is around the line would be beyond it.
        let is_seen = index >= self.top + STICKY.max(self.height / EDGE) && index <= self.top + self.height * 2 / 3;
        if !is_seen || self.height == 0 {
            self.top = index.saturating_sub(self.height / 3).min(self.last_top());
        }
        self.reveal_column_of(index);
    }

    /// The first line on the screen where the last one is at its end.
    pub(super) fn last_top(&self) -> usize {
        self.page.as_ref().map_or(0, |page| page.lines.len()).saturating_sub(self.height.max(1))
    }

    /// The scopes around the first line below them, outermost first.
    pub fn sticky(&self) -> Vec<&StickyScope> {
        let Some(page) = &self.page else { return Vec::new() };
        if self.height < STICKY * 3 || self.top == 0 {
            return Vec::new();
        }
        // The lines at the top hide what is below them, so a scope counts as soon as they hide its own line.
        for hidden in 0..=STICKY {
            let line_at = |at: usize| page.lines.get(at).map(|line| line.source_line);
            let Some(first) = line_at(self.top + hidden) else { break };
            let last_hidden = line_at((self.top + hidden).saturating_sub(1)).unwrap_or(0);
            let around =
                |scope: &&StickyScope| scope.line <= last_hidden && first <= scope.end_line && scope.line < first;
            let found: Vec<&StickyScope> = page.scopes.iter().filter(around).collect();
            if found.len() <= hidden || hidden == STICKY {
                return found[found.len().saturating_sub(STICKY)..].to_vec();
            }
        }
        Vec::new()
    }

    /// The position of the bottom of the pane in the page, in percent.
    pub fn percent(&self) -> usize {
        let Some(page) = &self.page else { return 100 };
        let last = (self.top + self.height).min(page.lines.len()).saturating_sub(1);
        match (page.total as usize, page.lines.len()) {
            (_, 0) => 100,
            (total, loaded) if total > loaded => page.lines[last].source_line as usize * 100 / total,
            (_, loaded) => (last + 1) * 100 / loaded,
        }
    }
}

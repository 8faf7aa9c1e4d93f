//! The results: hits grouped by file, folded and filtered; the selection is kept by identity.

use super::grouping::{Grouping, Section};
use super::narrowing::Narrowing;
use super::order::Sort;
use super::row::ResultRow;
use crate::app::protocol::effect::PromptReading;
use crate::app::protocol::message::Starter;
use crate::app::protocol::saved::SavedSession;
use crate::app::state::call_tree::CallTree;
use crate::app::state::line::Line;
use crate::app::state::window::Window;
use crate::docql::{Hit, Results, Shape};
use crate::document::NodeKey;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// A hit to select once it arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its identity.
    pub key: NodeKey,
    /// Its line, for where identities differ; 0 for none.
    pub line: u32,
    /// Its name, for where there is no such identity any more; may be empty.
    pub name: String,
    /// The scroll position; `None` for whatever shows the hit.
    pub top: Option<usize>,
    /// The line of the preview to look at, and its text, if it is not that of the hit.
    pub look_at: Option<(u32, String)>,
}

impl Default for Wanted {
    fn default() -> Self {
        Wanted { key: NodeKey(String::new()), line: 0, name: String::new(), top: None, look_at: None }
    }
}

/// The last session, as it is offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Resume {
    /// The time since it ended, in words.
    pub age: String,
    /// The session.
    pub session: Arc<SavedSession>,
}

/// Hits that are asked for at first: a screen of them. The text of each row's file is read for its snippet.
pub(in crate::app) const FIRST_PAGE: usize = 60;

/// Hits that are loaded as the cursor comes near their end, at most; more only when all are asked for.
pub const MAX_LOADED: usize = 10_000;

/// The state of the results.
#[derive(Debug, Default)]
pub struct ResultsPane {
    /// The last good answer.
    pub results: Option<Arc<Results>>,
    /// The query text of that answer.
    pub text: String,
    /// The reading of that text.
    pub reading: Option<PromptReading>,
    /// The time it took.
    pub elapsed: Option<Duration>,
    /// True if the answer is to an earlier text than the prompt's.
    pub dimmed: bool,
    /// True while a query runs.
    pub running: bool,
    /// The whole seconds it has run for.
    pub waited: u32,
    /// True if a more complete answer is on its way.
    pub more_follows: bool,
    /// The number of hits to ask for.
    pub limit: usize,
    /// The rows as they are shown.
    pub rows: Vec<ResultRow>,
    /// Cursor and scroll position.
    pub window: Window,
    /// Only hits that pass this are shown: `kind:method path:src/` and a text that they contain.
    pub filter: Option<Line>,
    /// The order of the rows.
    pub sort: Sort,
    /// The grouping of the rows.
    pub grouping: Grouping,
    /// The sections, in the order they are shown in.
    pub(super) sections: Vec<Section>,
    /// The call tree, where the rows are one.
    pub tree: Option<CallTree>,
    /// From how many places what the hits are is called, as far as it was counted.
    pub(in crate::app) callers: HashMap<NodeKey, u32>,
    /// The time of the last change of each file, where the order goes by it.
    pub(super) times: HashMap<Arc<str>, i64>,
    /// The last session, until something is asked.
    pub resume: Option<Resume>,
    /// Sections whose hits are hidden, by name.
    pub folded: HashSet<Arc<str>>,
    /// Sections all of whose hits are shown, where a few would be by default.
    pub opened: HashSet<Arc<str>>,
    /// Hits all of whose matches are shown.
    pub(super) spread: HashSet<NodeKey>,
    /// Marked hits; they outlive the answer they come from.
    pub marks: BTreeMap<NodeKey, Hit>,
    /// True if there are no files at all.
    pub(in crate::app) is_empty_workspace: bool,
    /// True while the tutorial runs, which needs not be offered then.
    pub(in crate::app) is_lesson: bool,
    /// Queries to try while nothing is asked.
    pub starters: Vec<Starter>,
    /// True if the user has moved: then the selection is kept, else it is the best hit.
    pub moved: bool,
    /// The width of the rows, in cells.
    pub(super) width: usize,
    /// The hit to select once it arrives.
    pub wanted: Option<Wanted>,
    /// The chosen hit that is gone from the answer, as long as nobody moves: its file may be on its way.
    pub(super) lost: Option<Lost>,
    /// The line of the preview that is to be looked at, and its text.
    pub(in crate::app) look_at: Option<(u32, String)>,
    /// The number of hits that came in above the screen since the user chose a row.
    pub newer: usize,
}

/// A chosen hit that an answer does not have any more.
#[derive(Clone, Debug)]
pub(super) struct Lost {
    pub hit: Wanted,
    /// The row that was chosen instead of it.
    pub cursor: usize,
}

impl ResultsPane {
    /// Whether a model is being asked: what it says is shown as it comes.
    pub(in crate::app) fn is_asking(&self) -> bool {
        self.running && self.is_unfinished_answer()
    }

    /// Whether what is shown is the beginning of an answer.
    pub(in crate::app::state) fn is_unfinished_answer(&self) -> bool {
        self.more_follows && self.results.as_ref().is_some_and(|results| results.shape == Shape::Answer)
    }

    /// The state while nothing is asked.
    pub(in crate::app) fn new() -> ResultsPane {
        ResultsPane { limit: FIRST_PAGE, ..ResultsPane::default() }
    }

    /// The hit under the cursor.
    pub fn selected(&self) -> Option<&Hit> {
        match self.rows.get(self.window.cursor)? {
            ResultRow::Hit(at) | ResultRow::Match(at, _) => self.results.as_ref()?.hits.get(*at),
            ResultRow::Group(group) | ResultRow::More(group, _) => {
                self.results.as_ref()?.hits.get(*self.section(*group)?.hits.first()?)
            }
            _ => None,
        }
    }

    /// True if the row under the cursor offers to go on with the last session.
    pub(in crate::app) fn resumes(&self) -> bool {
        matches!(self.rows.get(self.window.cursor), Some(ResultRow::Resume))
    }

    /// Puts the cursor on the first row where it may stand.
    pub(in crate::app) fn go_to_first(&mut self) {
        (self.window.cursor, self.window.top) = (self.first_stop(), 0);
    }

    /// The query that the row under the cursor offers, while there are no hits to choose from.
    pub fn offered(&self) -> Option<&str> {
        match self.rows.get(self.window.cursor)? {
            ResultRow::Starter(at) => self.starters.get(*at).map(|starter| starter.query.as_str()),
            ResultRow::Suggestion(at) => self.results.as_ref()?.suggestions.get(*at).map(String::as_str),
            ResultRow::Advice(_, query) => Some(query),
            _ => None,
        }
    }

    /// The number of the selected hit among the loaded ones, from 1; 0 if none is selected.
    pub fn position(&self) -> usize {
        match self.rows.get(self.window.cursor) {
            Some(ResultRow::Hit(at) | ResultRow::Match(at, _)) => self.number_of(*at),
            _ => 0,
        }
    }

    /// The number of the selected hit and of all; while rows are filtered, of those that are left.
    pub fn count_shown(&self) -> (usize, usize) {
        let total = self.results.as_ref().map_or(0, |results| results.total);
        if self.filter.as_ref().is_none_or(|filter| filter.text().is_empty()) {
            return (self.position(), total);
        }
        let is_hit = |row: &&ResultRow| matches!(row, ResultRow::Hit(_));
        let place = match self.rows.get(self.window.cursor) {
            Some(ResultRow::Hit(_)) => self.rows[..=self.window.cursor].iter().filter(is_hit).count(),
            _ => 0,
        };
        (place, self.rows.iter().filter(is_hit).count())
    }

    /// The filter, where it leaves anything out.
    pub(in crate::app) fn narrowing(&self) -> Option<Narrowing> {
        let narrowing = Narrowing::read(self.filter.as_ref()?.text());
        (!narrowing.is_empty()).then_some(narrowing)
    }

    /// True if the rows are narrowed as they are, and not by another query: what is ranked anew among fewer is another
    /// list.
    pub(in crate::app) fn narrows_in_place(&self) -> bool {
        self.narrowing().is_some() || self.results.as_ref().is_some_and(|results| results.ranked)
    }

    /// The number of a hit in the order they are shown in, from 1; 0 if it is not among them.
    pub fn number_of(&self, hit: usize) -> usize {
        self.sequence().position(|other| other == hit).map_or(0, |place| place + 1)
    }

    /// The hit with this number in the order they are shown in, from 1.
    pub fn numbered(&self, number: usize) -> Option<usize> {
        self.sequence().nth(number.checked_sub(1)?)
    }

    /// The loaded hits in the order they are shown in, folded ones too.
    pub(super) fn sequence(&self) -> impl Iterator<Item = usize> + '_ {
        self.sections.iter().flat_map(|section| section.hits.iter().copied())
    }

    /// Nothing is asked: the queries to try are shown.
    pub(in crate::app) fn clear(&mut self) {
        self.results = None;
        self.reading = None;
        self.text.clear();
        self.elapsed = None;
        (self.dimmed, self.running, self.more_follows, self.moved) = (false, false, false, false);
        self.filter = None;
        self.limit = FIRST_PAGE;
        self.window = Window { height: self.window.height, ..Window::default() };
        self.rebuild();
    }

    /// A query is about to run whose rows have nothing to do with the ones shown.
    pub(in crate::app) fn begin(&mut self) {
        self.folded.clear();
        self.opened.clear();
        self.spread.clear();
        self.filter = None;
        self.tree = None;
        self.moved = false;
        self.limit = FIRST_PAGE;
        // The rows of the answer before stay until the next one is there.
        self.rebuild();
    }

    /// True if the rows are those of another query, while the answer to this one is under way.
    pub fn is_of_before(&self) -> bool {
        self.running && self.text.is_empty() && self.results.is_some()
    }

    /// Builds the rows anew; the cursor stays on its hit.
    pub(in crate::app) fn rebuild(&mut self) {
        let selected = self.selected().map(|hit| hit.key.clone());
        self.rows = self.build();
        let at = selected.and_then(|key| self.reveal(&key).or_else(|| self.header_of(&key)));
        self.window.cursor = at.unwrap_or(self.window.cursor).min(self.rows.len().saturating_sub(1));
        if !self.is_stop(self.window.cursor) {
            self.window.cursor = self.first_stop();
        }
    }

    pub(super) fn build(&mut self) -> Vec<ResultRow> {
        self.sections = self.results.as_ref().map_or_else(Vec::new, |results| self.sections_of(results));
        self.rows_of_sections()
    }

    pub(super) fn first_stop(&self) -> usize {
        let mut stops = (0..self.rows.len()).filter(|&at| self.is_stop(at));
        let first = stops.clone().next().unwrap_or(0);
        // A remark is gone to by who wants it.
        stops.find(|&at| !matches!(self.rows[at], ResultRow::Advice(..))).unwrap_or(first)
    }

    /// True if the cursor may stand on this row.
    pub fn is_stop(&self, at: usize) -> bool {
        match self.rows.get(at) {
            Some(
                ResultRow::Hit(_)
                | ResultRow::Match(..)
                | ResultRow::More(..)
                | ResultRow::Resume
                | ResultRow::Starter(_)
                | ResultRow::Suggestion(_)
                | ResultRow::Advice(..),
            ) => true,
            Some(ResultRow::Group(section)) => self.is_folded(*section),
            _ => false,
        }
    }

    /// True if there are hits that are not loaded.
    pub fn wants_more(&self) -> bool {
        // More of a ranked list may rank those that are there in another way: its facets are of what is shown.
        let is_fixed = |results: &Results| results.ranked && self.narrowing().is_some_and(|it| it.has_facets());
        self.results.as_ref().is_some_and(|results| {
            results.hits.len() < results.total && results.hits.len() >= self.limit && !is_fixed(results)
        })
    }

    /// True if there is room in the pane for hits that are not loaded: the rows of the loaded ones may be folded away.
    pub(in crate::app) fn leaves_room(&self) -> bool {
        self.rows.len() < self.window.height && self.wants_more()
    }
}

//! The way of the user: queries with row and scroll position, as a browser keeps pages.

use super::panes::Focus;
use super::subject::Crumb;
use crate::app::protocol::effect::Sought;
use crate::docql::Results;
use crate::document::NodeKey;
use std::collections::HashSet;
use std::sync::Arc;

/// A place to come back to: a query, and where the user was in its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HistoryEntry {
    /// The text of the prompt.
    pub text: String,
    /// What the prompt was set to look for.
    pub sought: Sought,
    /// The selected hit.
    pub selected: Option<NodeKey>,
    /// The scroll position of the results.
    pub top: usize,
    /// The pane with the focus.
    pub focus: Focus,
    /// True if it was entered from the place before it, so that "up" leads there.
    pub drilled: bool,
    /// Its name in the breadcrumbs: `callers`; empty for a query of its own.
    pub label: String,
    /// Files whose hits are hidden.
    pub folded: HashSet<Arc<str>>,
    /// Files all of whose hits are shown.
    pub opened: HashSet<Arc<str>>,
    /// `path:line` of the selected row, for the trail.
    pub location: String,
    /// The way to the selected row when the place was left.
    pub crumbs: Vec<Crumb>,
    /// The file in the preview and the line at its top, where the user has scrolled.
    pub reading: Option<(Arc<str>, u32)>,
    /// The answer to a question that was entered: to ask it anew takes its time, and may say something else.
    pub answer: Option<Arc<Results>>,
}

/// The places, and which of them is the present one.
#[derive(Debug)]
pub struct History {
    places: Vec<HistoryEntry>,
    at: usize,
    /// True while the present place is being typed: another keystroke changes it instead of adding one.
    draft: bool,
}

/// Places that are kept, at most.
const MAX_PLACES: usize = 500;

impl Default for History {
    fn default() -> Self {
        History { places: vec![HistoryEntry::default()], at: 0, draft: true }
    }
}

impl History {
    /// The present place.
    pub fn current(&self) -> &HistoryEntry {
        &self.places[self.at]
    }

    /// The present place, to note where the user is in it.
    pub(in crate::app) fn current_mut(&mut self) -> &mut HistoryEntry {
        &mut self.places[self.at]
    }

    /// The places on the way here, oldest first.
    pub(in crate::app) fn trail(&self) -> &[HistoryEntry] {
        &self.places[..=self.at]
    }

    /// The places that were gone back from, the nearest first.
    pub(in crate::app) fn ahead(&self) -> &[HistoryEntry] {
        &self.places[self.at + 1..]
    }

    /// True while the present place is being typed.
    pub(in crate::app) fn is_draft(&self) -> bool {
        self.draft
    }

    /// The text is being changed: from a settled place a new one begins.
    pub fn typing(&mut self, text: &str, sought: Sought) {
        if !self.draft {
            self.push(HistoryEntry { focus: Focus::Prompt, ..HistoryEntry::default() });
            self.draft = true;
        }
        text.clone_into(&mut self.current_mut().text);
        self.current_mut().sought = sought;
    }

    /// The text was run: the next keystroke begins a new place.
    pub fn settle(&mut self) {
        self.draft = false;
    }

    /// Goes to a new place.
    pub fn enter(&mut self, place: HistoryEntry) {
        // A draft nobody settled on is no place to come back to, unless it shows something.
        if self.draft && self.current().selected.is_none() && self.at > 0 {
            self.places.truncate(self.at);
            self.at -= 1;
        }
        self.push(place);
        self.draft = false;
    }

    fn push(&mut self, place: HistoryEntry) {
        self.places.truncate(self.at + 1);
        self.places.push(place);
        if self.places.len() > MAX_PLACES {
            self.places.remove(0);
        }
        self.at = self.places.len() - 1;
    }

    /// Takes up a way that was kept, whose last place is the present one, and what was gone back from.
    pub fn resume(&mut self, places: impl Iterator<Item = HistoryEntry>, ahead: impl Iterator<Item = HistoryEntry>) {
        let places: Vec<HistoryEntry> = places.collect();
        if !places.is_empty() {
            (self.at, self.draft) = (places.len() - 1, false);
            self.places = places.into_iter().chain(ahead).collect();
        }
    }

    /// Goes back; `None` at the oldest place.
    pub fn back(&mut self) -> Option<&HistoryEntry> {
        self.at = self.at.checked_sub(1)?;
        self.draft = false;
        Some(self.current())
    }

    /// Goes forward; `None` at the newest place.
    pub(in crate::app) fn forward(&mut self) -> Option<&HistoryEntry> {
        if self.at + 1 == self.places.len() {
            return None;
        }
        self.at += 1;
        self.draft = false;
        Some(self.current())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> HistoryEntry {
        HistoryEntry { text: text.to_owned(), ..HistoryEntry::default() }
    }

    #[test]
    fn keystrokes_are_one_place_and_going_back_forgets_nothing() {
        let mut history = History::default();
        for text in ["a", "ab", "abc"] {
            history.typing(text, Sought::Contents);
        }
        history.settle();
        history.enter(place("abc.callers()"));
        history.typing("x", Sought::Contents);
        history.settle();
        assert_eq!(history.back().map(|place| place.text.as_str()), Some("abc.callers()"));
        assert_eq!(history.back().map(|place| place.text.as_str()), Some("abc"));
        assert_eq!(history.back(), None);
        assert_eq!(history.forward().map(|place| place.text.as_str()), Some("abc.callers()"));
        history.enter(place("y"));
        assert_eq!(history.forward(), None);
        history.resume([place("p"), place("q")].into_iter(), [place("r")].into_iter());
        assert_eq!(history.current().text, "q");
        assert_eq!(history.forward().map(|place| place.text.as_str()), Some("r"));
        history.back();
        assert_eq!(history.back().map(|place| place.text.as_str()), Some("p"));
    }
}

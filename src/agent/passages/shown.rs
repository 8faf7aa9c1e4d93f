//! A passage that is shown, and what is shown as one with it.

use super::passage::Passage;

/// Lines between two passages that are shown as one, at most.
const GAP: u32 = 40;

/// Lines of such a passage, at most.
const MAX_JOINED: u32 = 120;

/// A passage that is shown.
#[derive(Clone, Debug)]
pub(in crate::agent) struct Chosen {
    /// The passage; where others were joined to it its lines and words are those of all, its text is theirs
    /// one behind the other.
    pub passage: Passage,
    /// The step that found it first.
    pub step: usize,
    /// True if its text has to be read anew.
    pub is_joined: bool,
    /// True if it is what is asked of a name, or declares the name.
    pub(super) is_asked: bool,
    /// True if a report names the place itself.
    pub(super) is_named: bool,
}

impl Chosen {
    pub(super) fn is_beside(&self, other: &Passage) -> bool {
        let own = &self.passage;
        let (first, last) = (own.line.min(other.line), own.end_line.max(other.end_line));
        !self.is_asked
            && own.path == other.path
            && other.line <= own.end_line.saturating_add(GAP)
            && own.line <= other.end_line.saturating_add(GAP)
            && last - first < MAX_JOINED
    }

    pub(super) fn join(&mut self, other: &Passage) {
        let own = &mut self.passage;
        let (first, last) = (own.line.min(other.line), own.end_line.max(other.end_line));
        if (first, last) != (own.line, own.end_line) {
            self.is_joined = true;
            own.text.push('\n');
            own.text.push_str(&other.text);
        }
        (own.line, own.end_line) = (first, last);
        own.held |= other.held;
        if other.close.count_ones() > own.close.count_ones() {
            own.close = other.close;
            // Where there is little room the lines are shown that say most, if what they are in is called so, too: that
            // gives the name.
            if other.named.count_ones() > own.named.count_ones() {
                (own.quote, own.focus, own.named) = (other.quote.clone(), other.focus, other.named);
            }
        }
    }
}

//! The places of a snippet that are still to be filled in: Tab goes from one to the next.

use crate::app::state::line::Line;

/// Places to fill in, in the text of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Snippet {
    /// Its start, in bytes: in front of it the snippet is left.
    start: usize,
    /// The places still to come, nearest first, in bytes before the end of the text: what is typed at one
    /// place does not move the next.
    stops: Vec<usize>,
}

impl Snippet {
    /// A snippet was inserted at `start`; `stops` are its places beyond the caret, in bytes from `start`. A
    /// snippet within a place of another one is filled in first.
    pub(super) fn inserted(&mut self, start: usize, stops: &[usize], line: &Line) {
        let length = line.text().len();
        if self.stops.is_empty() {
            self.start = start;
        }
        let inner = stops.iter().map(|stop| length.saturating_sub(start + stop));
        self.stops = inner.chain(std::mem::take(&mut self.stops)).collect();
    }

    /// Forgets the places that the caret has passed, and all if it stands in front of the snippet.
    pub(super) fn caret_moved(&mut self, line: &Line) {
        let behind = line.after().len();
        self.stops.retain(|stop| *stop < behind);
        if line.caret() < self.start {
            self.stops.clear();
        }
    }

    /// True if there is a place to go to.
    pub(super) fn has_next(&self, line: &Line) -> bool {
        line.caret() >= self.start && self.stops.iter().any(|stop| *stop < line.after().len())
    }

    /// Goes to the next place. False if there is none.
    pub(in crate::app) fn next(&mut self, line: &mut Line) -> bool {
        self.caret_moved(line);
        if self.stops.is_empty() {
            return false;
        }
        let stop = self.stops.remove(0);
        line.place(line.text().len() - stop);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_visited_in_order_and_forgotten_when_left() {
        let mut line = Line::new("$.toc[?match(@., \"\")]");
        line.place(15);
        let mut snippet = Snippet::default();
        snippet.inserted(7, &[11], &line);
        line.insert("title");
        assert!(snippet.next(&mut line));
        assert_eq!(line.before(), "$.toc[?match(@.title, \"");
        assert!(!snippet.next(&mut line));
        line.place(15);
        snippet.inserted(7, &[11], &line);
        line.home();
        assert!(!snippet.next(&mut line));
    }
}

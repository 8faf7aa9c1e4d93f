//! The number that is typed before a motion: `5j`, `20G`.

use super::arrangement::Arrangement;
use super::panes::Focus;

/// Digits that are taken, at most.
const MAX_DIGITS: usize = 6;

/// A number that is being typed.
#[derive(Clone, Debug, Default)]
pub struct Count {
    digits: String,
    /// The panes before the first digit, where that goes to one of them: it was no number yet.
    before: Option<(Arrangement, Focus)>,
}

impl Count {
    /// A number begins. Its first digit may have led to a pane: `before` is where the user was.
    pub(in crate::app) fn begin(digit: char, before: Option<(Arrangement, Focus)>) -> Count {
        Count { digits: digit.to_string(), before }
    }

    /// True before the first digit.
    pub(in crate::app) fn is_empty(&self) -> bool {
        self.digits.is_empty()
    }

    /// Another digit: now it is a number, whatever the first one alone is bound to. Returns where the user was before.
    pub(in crate::app) fn go_on(&mut self, digit: char) -> Option<(Arrangement, Focus)> {
        if self.digits.len() < MAX_DIGITS {
            self.digits.push(digit);
        }
        self.before.take()
    }

    /// True while all there is led to a pane: it is a number only if another digit follows.
    pub(in crate::app) fn leads(&self) -> bool {
        self.before.is_some()
    }

    /// Time has gone by: who went to a pane has arrived there.
    pub(in crate::app) fn settle(&mut self) {
        if self.leads() {
            *self = Count::default();
        }
    }

    /// The digits as they are shown; empty while they are no number.
    pub fn text(&self) -> &str {
        if self.before.is_some() { "" } else { &self.digits }
    }

    /// The number, if there is one.
    pub(in crate::app) fn number(&self) -> Option<u32> {
        self.text().parse().ok()
    }
}

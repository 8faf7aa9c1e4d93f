//! The head of an answer: what it holds, what it left out, how to go on, how fresh it is, how it was counted.

use super::meter::{self, COUNTER};
use crate::serve::workspaces::refusal::Refusal;

/// The longest note that is given whole.
const MAX_NOTE: usize = 300;

/// The head of an answer, in parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    /// What the answer holds, and what it left out. It is always given.
    pub counts: String,
    /// How to go on; always given.
    pub next: Option<String>,
    /// What a call that goes on has to name beside that; empty for nothing.
    pub with: String,
    /// Where the answer comes from.
    pub freshness: String,
    /// What else is worth knowing; left out first, the last one first.
    pub notes: Vec<String>,
}

impl Head {
    /// The head as text.
    pub(super) fn text(&self, max_tokens: usize) -> String {
        let mut lines = vec![self.counts.clone()];
        lines.extend(self.next.as_ref().map(|next| match self.with.as_str() {
            "" => next.clone(),
            with => format!("{next}; with {with}"),
        }));
        lines.push(format!("freshness: {}", self.freshness));
        lines.push(format!("within {max_tokens} tokens by {COUNTER}"));
        lines.extend(self.notes.iter().map(|note| cut(note)));
        lines.join("\n")
    }

    /// Leaves notes out until the head takes no more than half of the budget.
    pub(super) fn fit(&mut self, max_tokens: usize) {
        while !self.notes.is_empty() && self.takes_more_than(2, max_tokens) {
            self.notes.pop();
        }
    }

    /// Leaves out notes, then ways to go on, the last one first, then the beginning of what it holds, until the head is
    /// within the budget: nothing may exceed that.
    pub(super) fn shorten(&mut self, max_tokens: usize) {
        while self.takes_more_than(1, max_tokens) {
            if self.notes.pop().is_some() {
                continue;
            }
            if let Some(next) = self.next.take() {
                self.next = next.rsplit_once("; ").map(|(kept, _)| kept.to_owned());
                continue;
            }
            let from = self.counts.ceil_char_boundary(self.counts.len() / 4 + 1);
            if from >= self.counts.len() {
                return;
            }
            self.counts = format!("…{}", &self.counts[from..]);
        }
    }

    /// True if the head takes more than one of so many parts of the budget.
    pub(super) fn takes_more_than(&self, parts: usize, max_tokens: usize) -> bool {
        meter::counted(&self.text(max_tokens), false) * parts > max_tokens
    }
}

/// The beginning of a long note.
fn cut(note: &str) -> String {
    let line = note.replace('\n', " ");
    match line.char_indices().nth(MAX_NOTE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A refusal as text, as much of it as the budget holds.
pub(super) fn refusal_text(refusal: &Refusal, max_tokens: usize) -> String {
    let mut text = format!("error {}: {}", refusal.code, refusal.message.trim_end());
    while meter::counted(&text, true) > max_tokens && !text.is_empty() {
        let end = text.floor_char_boundary(text.len() * 3 / 4);
        text.truncate(end);
    }
    for fix in &refusal.fixes {
        let longer = format!("{text}\nfix: {fix}");
        if meter::counted(&longer, true) > max_tokens {
            break;
        }
        text = longer;
    }
    text
}

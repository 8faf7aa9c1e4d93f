//! Completing what is typed in the prompt: the list, ghost text, and the fix of a wrong query.

use super::effect::Reading;
use super::pairs::{leave_call, open_quote};
use super::prompt::Prompt;
use crate::config::PopupChoice;
use crate::docql::{Completions, Diagnostic, Severity};

impl Prompt {
    /// Whether something is wrong where nobody types now: completing would only hide it.
    fn is_wrong_elsewhere(&self) -> bool {
        let Some(completions) = &self.completions else { return false };
        let (start, end) = (completions.replace.start, completions.replace.end.max(self.line.caret() as u32));
        let is_elsewhere = |error: &Diagnostic| error.span.end < start || error.span.start > end;
        self.diagnostics.iter().any(|d| d.severity == Severity::Error && !d.incomplete && is_elsewhere(d))
    }

    /// Closes the list of completions for this token.
    pub fn close_popup(&mut self) {
        self.popup.dismissed = self.completions.as_ref().map(|completions| completions.replace.start);
        self.popup.chosen = None;
        self.popup.asked = false;
    }

    /// Tab: the fix of a wrong query, else the chosen or first completion.
    pub(super) fn accept_or_fix(&mut self) {
        let elsewhere = self.is_wrong_elsewhere();
        self.error_shown |= elsewhere;
        if self.popup_open() || self.error().is_none() {
            let on_request = self.popup_choice == Some(PopupChoice::Tab) || self.reading() == Reading::Words;
            if !self.popup_open() && on_request && !self.popup.asked {
                self.popup.asked = true;
                self.popup.dismissed = None;
                return;
            }
            return self.accept();
        }
        if let Some(fix) = self.error().and_then(|error| error.fixes.first().cloned()) {
            self.line.set(fix);
        } else if !elsewhere {
            self.accept();
        }
    }

    pub(super) fn accept(&mut self) {
        let Some(completions) = &self.completions else { return };
        let Some(candidate) = completions.candidates.get(self.popup.chosen.unwrap_or(0)) else {
            let closers = completions.closers.clone();
            if self.line.after().is_empty() {
                self.line.insert(&closers);
            }
            return;
        };
        let replace = completions.replace.range();
        let (insert, caret) = (candidate.insert.clone(), candidate.caret);
        // Closers that the insertion brings itself are not doubled.
        let tail = &insert[caret.min(insert.len())..];
        let doubled =
            !tail.is_empty() && self.line.text().get(replace.end..).is_some_and(|after| after.starts_with(tail));
        let end = if doubled { replace.end + tail.len() } else { replace.end };
        self.line.replace(replace.start, end, &insert, caret);
        if caret >= insert.len() && insert.ends_with(['"', '\'']) && open_quote(self.line.before()).is_none() {
            leave_call(&mut self.line);
        }
        self.popup.asked = false;
    }

    pub(super) fn choose(&mut self, step: isize) {
        let count = self.completions.as_ref().map_or(0, |completions| completions.candidates.len());
        if count == 0 {
            return;
        }
        self.popup.chosen = match (self.popup.chosen, step) {
            (None, 1..) => Some(0),
            (None, _) => Some(count - 1),
            (Some(0), ..0) => None,
            (Some(at), step) => Some((at as isize + step).clamp(0, count as isize - 1) as usize),
        };
    }

    /// Takes completions that know the workspace; the chosen row stays chosen.
    pub fn completions_arrived(&mut self, completions: Completions) {
        let label = self.popup.chosen.and_then(|at| Some(self.completions.as_ref()?.candidates.get(at)?.label.clone()));
        self.popup.chosen =
            label.and_then(|label| completions.candidates.iter().position(|candidate| candidate.label == label));
        self.completions = Some(completions);
    }

    /// Whether the list of completions is shown.
    pub fn popup_open(&self) -> bool {
        let Some(completions) = &self.completions else { return false };
        let wanted = match self.popup_choice {
            Some(PopupChoice::Off) => false,
            Some(PopupChoice::Tab) => self.popup.asked,
            // Words are not completed unasked: the results already follow each key.
            _ if self.reading() == Reading::Words => self.popup.asked,
            _ => true,
        };
        let typed = completions.replace.of(self.line.text());
        let only_itself = completions.candidates.len() == 1 && completions.candidates[0].insert == typed;
        wanted
            && !self.is_wrong_elsewhere()
            && !completions.candidates.is_empty()
            && !only_itself
            && self.popup.dismissed != Some(completions.replace.start)
    }

    /// Text shown dimmed behind the caret, which → takes.
    pub fn ghost(&self) -> String {
        let Some(completions) = &self.completions else { return String::new() };
        if !self.line.after().is_empty() || (self.reading() == Reading::Words && !self.popup.asked) {
            return String::new();
        }
        let typed = completions.replace.of(self.line.text());
        match self.ghost_candidate().and_then(|at| completions.candidates[at].insert.strip_prefix(typed)) {
            Some(rest) => rest.to_owned(),
            None => completions.closers.clone(),
        }
    }

    /// The completion that the ghost text shows: the chosen one, the only one, or the first for what is typed.
    fn ghost_candidate(&self) -> Option<usize> {
        let completions = self.completions.as_ref()?;
        let typed = completions.replace.of(self.line.text());
        let at = self.popup.chosen.unwrap_or(0);
        let candidate = completions.candidates.get(at)?;
        let meant = self.popup.chosen.is_some() || completions.candidates.len() == 1 || !typed.is_empty();
        let longer = candidate.insert.len() > typed.len() && candidate.insert.starts_with(typed);
        (meant && longer && self.popup.dismissed != Some(completions.replace.start)).then_some(at)
    }

    /// Takes the ghost text, or its first `words` words.
    pub(super) fn accept_ghost(&mut self, words: usize) {
        if words == usize::MAX && self.ghost_candidate().is_some() {
            return self.accept();
        }
        let ghost = self.ghost();
        let breaks = ghost.char_indices().skip(1).filter(|(_, c)| !c.is_alphanumeric());
        let end = breaks.map(|(at, _)| at).nth(words.saturating_sub(1)).unwrap_or(ghost.len());
        self.line.insert(&ghost[..end]);
    }
}

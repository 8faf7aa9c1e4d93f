//! Completing what is typed in the prompt: the list, ghost text, and the fix of a wrong query.

use super::input::Prompt;
use super::pairs::{leave_argument, leave_call, leave_closers, open_quote};
use crate::app::protocol::effect::{PromptReading, Sought};
use crate::config::PopupChoice;
use crate::docql::{Candidate, CandidateKind, Completions, Diagnostic, Severity};
use crate::document::Span;

impl Prompt {
    /// True if something is wrong where nobody types now: completing would only hide it.
    fn is_wrong_elsewhere(&self) -> bool {
        let Some(completions) = &self.completions else { return false };
        let (start, end) = (completions.replace.start, completions.replace.end.max(self.line.caret() as u32));
        let is_elsewhere = |error: &Diagnostic| error.span.end < start || error.span.start > end;
        self.diagnostics.iter().any(|d| d.severity == Severity::Error && !d.incomplete && is_elsewhere(d))
    }

    /// True if all errors stand at the caret, where the list offers a remedy.
    pub(in crate::app) fn may_become_right(&self) -> bool {
        let Some(completions) = &self.completions else { return false };
        let (start, end) = (completions.replace.start, completions.replace.end.max(self.line.caret() as u32));
        let is_here = |error: &Diagnostic| error.span.end >= start && error.span.start <= end;
        // What merely has the letters somewhere mends a slip: that is to be said.
        let typed = completions.replace.of(self.line.text());
        let begins = |candidate: &Candidate| crate::stdx::starts_with_ignoring_case(&candidate.insert, typed);
        let offers = completions.candidates.iter().any(begins);
        let mut errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        offers && self.popup_open() && errors.all(is_here)
    }

    /// Closes the list of completions for this token.
    pub(in crate::app) fn close_popup(&mut self) {
        self.popup.dismissed = self.completions.as_ref().map(|completions| completions.replace.start);
        self.popup.chosen = None;
        self.popup.asked = false;
    }

    /// Tab: the fix of a wrong query, else the chosen or first completion.
    pub(super) fn accept_or_fix(&mut self) {
        let elsewhere = self.is_wrong_elsewhere();
        self.error_shown |= elsewhere;
        if self.popup_open() || self.error().is_none() {
            let on_request = self.popup_choice == Some(PopupChoice::Tab) || self.reading() == PromptReading::Words;
            if !self.popup_open() && on_request && !self.popup.asked {
                (self.popup.asked, self.popup.just_asked) = (true, true);
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

    /// Takes the chosen completion, else the first that changes anything; where there is none, goes on to the
    /// next place to fill in, or closes what is open.
    pub(in crate::app) fn accept(&mut self) {
        self.popup.asked = false;
        if self.stands_in && self.values_follow && self.popup.chosen.is_none() {
            // The best of what was offered before need not be the best of what is to come.
            self.wanted = true;
            return;
        }
        match self.to_accept() {
            Some(at) => self.take(at),
            // Whoever types faster than names are found means the name, not what comes behind it.
            None if self.values_follow && open_quote(self.line.before()).is_some() => self.wanted = true,
            None if self.snippet.next(&mut self.line) => {}
            None if self.reading() == PromptReading::Docql
                && self.only_closers_follow()
                && (leave_argument(&mut self.line) || leave_closers(&mut self.line)) => {}
            None => {
                let closers = self.completions.as_ref().map(|all| all.closers.clone()).unwrap_or_default();
                if self.line.after().is_empty() {
                    self.line.insert(&closers);
                }
            }
        }
    }

    fn to_accept(&self) -> Option<usize> {
        let completions = self.completions.as_ref()?;
        if self.popup.chosen.is_some() {
            return self.popup.chosen.filter(|at| *at < completions.candidates.len());
        }
        let changes = |candidate: &Candidate| {
            let replace = candidate.replaced(completions.replace);
            replace.of(self.line.text()) != candidate.insert
                || replace.start as usize + candidate.caret != self.line.caret()
        };
        let first = completions.candidates.iter().position(changes)?;
        // What stands there is complete: before anything is added to it, the next place is filled in.
        let goes_on = first > 0 && self.snippet.has_next(&self.line);
        (!goes_on).then_some(first)
    }

    fn take(&mut self, at: usize) {
        let Some(completions) = &self.completions else { return };
        let Some(candidate) = completions.candidates.get(at) else { return };
        let replace = candidate.replaced(completions.replace).range();
        let (insert, caret, stops) = (candidate.insert.clone(), candidate.caret, candidate.stops.clone());
        // Closers that the insertion brings itself are not doubled.
        let tail = &insert[caret.min(insert.len())..];
        let doubled = !tail.is_empty()
            && candidate.replace.is_none()
            && self.line.text().get(replace.end..).is_some_and(|after| after.starts_with(tail));
        let end = if doubled { replace.end + tail.len() } else { replace.end };
        self.line.replace(replace.start, end, &insert, caret);
        if !stops.is_empty() {
            self.snippet.inserted(replace.start, &stops, &self.line);
        }
        if caret >= insert.len() && insert.ends_with(['"', '\'']) && open_quote(self.line.before()).is_none() {
            leave_call(&mut self.line);
        }
    }

    /// True if the string at the caret is a name or value of the workspace that no longer one goes on from with a dot:
    /// a dot then leaves the string.
    pub(super) fn value_is_complete(&self) -> bool {
        let Some(completions) = &self.completions else { return false };
        if open_quote(self.line.before()).is_none() || !self.only_closers_follow() {
            return false;
        }
        let of_corpus = |candidate: &&Candidate| matches!(candidate.kind, CandidateKind::Name | CandidateKind::Value);
        let start = completions.replace.start as usize;
        let typed = self.line.before().get(start..).unwrap_or_default().trim_start_matches(['"', '\'']);
        let goes_on =
            |candidate: &Candidate| candidate.label.strip_prefix(typed).is_some_and(|rest| rest.starts_with('.'));
        let mut names = completions.candidates.iter().filter(of_corpus);
        names.clone().any(|candidate| candidate.label == typed) && !names.any(goes_on)
    }

    pub(in crate::app) fn choose(&mut self, step: isize) {
        let count = self.completions.as_ref().map_or(0, |completions| completions.candidates.len());
        if count == 0 {
            return;
        }
        self.popup.chosen = match (self.popup.chosen, step) {
            (None, 1..) => Some(0),
            (None, _) => Some(count - 1),
            (Some(0), -1) => None,
            (Some(at), step) => Some((at as isize + step).clamp(0, count as isize - 1) as usize),
        };
    }

    /// The row that the arrow keys have chosen.
    pub fn chosen_label(&self) -> Option<&str> {
        let at = self.popup.chosen?;
        Some(&self.completions.as_ref()?.candidates.get(at)?.label)
    }

    /// The completion that is looked at, and what the completions replace, if it is shown without an example
    /// of the workspace and there may be one.
    pub(in crate::app) fn lacks_example(&self) -> Option<(Span, &Candidate)> {
        let completions =
            self.completions.as_ref().filter(|_| self.reading() == PromptReading::Docql && self.popup_open())?;
        let candidate = completions.candidates.get(self.popup.chosen.unwrap_or(0))?;
        (candidate.has_example() && candidate.hits.is_none()).then_some((completions.replace, candidate))
    }

    /// Takes a completion with its example.
    pub(in crate::app) fn example_found(&mut self, found: Candidate) {
        let all = self.completions.iter_mut().flat_map(|completions| &mut completions.candidates);
        let is_it = |candidate: &&mut Candidate| (candidate.kind, &candidate.insert) == (found.kind, &found.insert);
        if let Some(candidate) = all.into_iter().find(is_it) {
            (candidate.example, candidate.hits) = (found.example, found.hits);
        }
    }

    /// The candidates of the grammar, with what is known of them and the names and values that were offered for the
    /// same token before: those of the workspace follow, and nothing vanishes until they are there.
    pub(super) fn completions_until_then(&mut self, mut offered: Completions) -> Completions {
        let start = offered.replace.start as usize;
        let before = self.line.text().get(..start).unwrap_or_default();
        let Some(known) = self.completions.take().filter(|_| before == self.completed_behind) else {
            before.clone_into(&mut self.completed_behind);
            self.stands_in = false;
            return offered;
        };
        offered.copy_details(&known);
        let typed = self.line.before().get(start..).unwrap_or_default();
        self.stands_in = offered.candidates.is_empty() && open_quote(self.line.before()).is_some();
        if self.stands_in {
            offered.candidates = known.still_fitting(typed.trim_start_matches(['"', '\'']));
        }
        offered
    }

    /// Takes completions that know the workspace; the chosen row stays chosen, in its place. True if Tab had
    /// been pressed for them, and the text is another one now.
    pub fn completions_arrived(&mut self, mut completions: Completions) -> bool {
        if let (Some(at), Some(shown)) = (self.popup.chosen, &self.completions) {
            let mut kept: Vec<Candidate> = Vec::new();
            for known in &shown.candidates[..shown.candidates.len().min(at + 1)] {
                let same = |candidate: &Candidate| candidate.label == known.label && candidate.kind == known.kind;
                let place = completions.candidates.iter().position(same);
                kept.push(place.map_or_else(|| known.clone(), |place| completions.candidates.remove(place)));
            }
            kept.append(&mut completions.candidates);
            completions.candidates = kept;
        }
        self.completions = Some(completions);
        self.values_follow = false;
        self.stands_in = false;
        if !std::mem::take(&mut self.wanted) {
            return false;
        }
        let before = self.line.clone();
        self.accept();
        let changed = self.line.text() != before.text();
        if changed {
            self.changed();
        }
        changed
    }

    /// True if the list of completions is shown.
    pub fn popup_open(&self) -> bool {
        let Some(completions) = &self.completions else { return false };
        let wanted = match self.popup_choice {
            Some(PopupChoice::Off) => false,
            Some(PopupChoice::Tab) => self.popup.asked,
            // Words are not completed unasked: the results already follow each key.
            _ if self.reading() == PromptReading::Words => self.popup.asked,
            _ => true,
        };
        let typed = completions.replace.of(self.line.text());
        let only_itself = completions.candidates.len() == 1 && completions.candidates[0].insert == typed;
        wanted
            && !self.is_wrong_elsewhere()
            && !completions.candidates.is_empty()
            && !only_itself
            && !self.only_closes()
            && !self.popup.waits
            && self.popup.dismissed != Some(completions.replace.start)
    }

    /// True if all that is offered is a closer that stands behind the caret already, or is shown dimmed there: a list
    /// would cover results to say it again.
    fn only_closes(&self) -> bool {
        let Some([only]) = self.completions.as_ref().map(|completions| &*completions.candidates) else { return false };
        let after = self.line.after();
        only.kind == CandidateKind::Closer
            && if after.is_empty() { self.ghost_of(0).is_some() } else { after.starts_with(&only.insert) }
    }

    /// Text shown dimmed behind the caret, which → takes: in an empty prompt the last query; the only completion, an earlier query, the first
    /// completion for what is typed, what is still open.
    pub fn ghost(&self) -> String {
        if self.line.text().is_empty() {
            let remembered = self.remembered.clone().filter(|_| self.sought == Sought::Contents);
            return remembered.unwrap_or_default();
        }
        if !self.line.after().is_empty() || (self.reading() != PromptReading::Docql && !self.popup.asked) {
            return String::new();
        }
        match self.ghost_source() {
            Some(Ghost::Completion(_, rest) | Ghost::Remembered(rest) | Ghost::Closers(rest)) => rest.to_owned(),
            None => String::new(),
        }
    }

    /// The completion of words that Tab has just asked for and that the prompt shows: Enter means the text that is seen.
    pub(super) fn asked_for(&self) -> Option<usize> {
        let is_shown = self.popup.just_asked && self.popup_open() && !self.ghost().is_empty();
        match self.ghost_source().filter(|_| is_shown && self.reading() == PromptReading::Words)? {
            Ghost::Completion(at, _) => Some(at),
            Ghost::Remembered(_) | Ghost::Closers(_) => None,
        }
    }

    fn ghost_source(&self) -> Option<Ghost<'_>> {
        let completions = self.completions.as_ref()?;
        let only = self.popup.chosen.or((completions.candidates.len() == 1).then_some(0));
        let typed = !completions.replace.of(self.line.text()).is_empty();
        only.and_then(|at| self.ghost_of(at))
            .or_else(|| {
                let rest = self.remembered.as_deref()?.strip_prefix(self.line.text())?;
                (self.reading() == PromptReading::Docql && !rest.is_empty()).then_some(Ghost::Remembered(rest))
            })
            .or_else(|| typed.then(|| self.ghost_of(0)).flatten())
            .or_else(|| (!completions.closers.is_empty()).then_some(Ghost::Closers(&completions.closers)))
    }

    /// The text that a completion would add, if it only adds.
    fn ghost_of(&self, at: usize) -> Option<Ghost<'_>> {
        let completions = self.completions.as_ref()?;
        let candidate = completions.candidates.get(at)?;
        let typed = candidate.replaced(completions.replace).of(self.line.text());
        let rest = candidate.insert.strip_prefix(typed).filter(|rest| !rest.is_empty())?;
        (self.popup.dismissed != Some(completions.replace.start)).then_some(Ghost::Completion(at, rest))
    }

    /// Takes the ghost text, or its first `words` words.
    pub(super) fn accept_ghost(&mut self, words: usize) {
        if words == usize::MAX
            && let Some(Ghost::Completion(at, _)) = self.ghost_source()
        {
            self.popup.asked = false;
            return self.take(at);
        }
        let ghost = self.ghost();
        let breaks = ghost.char_indices().skip(1).filter(|(_, c)| !c.is_alphanumeric());
        let end = breaks.map(|(at, _)| at).nth(words.saturating_sub(1)).unwrap_or(ghost.len());
        self.line.insert(&ghost[..end]);
    }
}

/// The source of ghost text.
enum Ghost<'p> {
    /// A completion, by its place in the list.
    Completion(usize, &'p str),
    /// An earlier query.
    Remembered(&'p str),
    /// Closers of everything that is open.
    Closers(&'p str),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docql;
    use crate::library::Library;
    use crate::stdx::Ticket;

    /// Tab is not lost where names are still being looked for, and does not jump out of the string.
    #[test]
    fn tab_waits_for_names_that_follow() {
        let mut prompt = Prompt::default();
        for character in "$.code.class(\"Auth".chars() {
            prompt.type_character(character);
        }
        prompt.values_follow = true;
        prompt.accept_or_fix();
        assert_eq!((prompt.line.text(), prompt.line.after()), ("$.code.class(\"Auth\")", "\")"));
        let mut found = docql::complete(prompt.line.text(), 18, Some(&Library::nothing()), &Ticket::forever());
        let name = docql::complete("$.", 2, None, &Ticket::forever()).candidates.remove(0);
        found.candidates = vec![Candidate { insert: "\"AuthService\"".to_owned(), caret: 13, ..name }];
        assert!(prompt.completions_arrived(found.clone()));
        assert_eq!((prompt.line.text(), prompt.line.after()), ("$.code.class(\"AuthService\")", ""));
        assert!(!prompt.completions_arrived(found), "once");
    }
}

//! The prompt: a line of text, how it reads, what completes it, what is wrong with it.

use super::pairs::{leave_closers, meant, stands_in_empty_pair, type_pair};
use super::past::Past;
use super::snippet::Snippet;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::{PromptReading, Sought};
use crate::app::state::line::Line;
use crate::config::PopupChoice;
use crate::docql::{self, Completions, Diagnostic, Severity};
use crate::stdx::Ticket;

/// A request of the prompt to the rest of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum PromptOut {
    /// The text is another one.
    Changed,
    /// Only the caret moved.
    CaretMoved,
    /// Another row of the list of completions is chosen.
    CandidateChosen,
    /// The text is to be run.
    Committed,
    /// The user is done here; the text stays.
    Left,
    /// The results are to move instead.
    ForResults(Command),
}

/// The list of completions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Popup {
    /// The row chosen with the arrow keys; nothing is chosen beforehand.
    pub chosen: Option<usize>,
    /// The start of the token for which the list was closed by hand.
    pub(super) dismissed: Option<u32>,
    /// True if it was asked for, where it does not open by itself.
    pub(in crate::app) asked: bool,
    /// True as long as nothing has been typed since it was asked for: what is shown dimmed behind the caret is what was
    /// asked for, too.
    pub(super) just_asked: bool,
    /// True if it waits for a pause in typing.
    pub waits: bool,
}

/// What is typed, what it is read as, and what completes it.
#[derive(Debug, Default)]
pub struct Prompt {
    /// The text.
    pub line: Line,
    /// The completions at the caret.
    pub completions: Option<Completions>,
    /// The list of completions.
    pub popup: Popup,
    /// Errors and warnings of the text as it stands.
    pub diagnostics: Vec<Diagnostic>,
    /// True if errors are shown as such; before that they are only hints at the next token.
    pub error_shown: bool,
    /// The setting for the list.
    pub popup_choice: Option<PopupChoice>,
    /// The pause in typing before the list opens, in milliseconds.
    pub popup_delay: u64,
    /// What is looked for.
    pub sought: Sought,
    /// A query that is no path, put aside while paths are looked for.
    pub(super) put_aside: Option<String>,
    /// An earlier query that begins with the text.
    pub remembered: Option<String>,
    /// Places of completed text that are still to be filled in.
    pub(super) snippet: Snippet,
    /// What stood here before.
    pub(super) past: Past,
    /// True if names and values of the workspace have been asked for and are still to come.
    pub(in crate::app) values_follow: bool,
    /// True if names and values are shown that were offered for less, or more, of the same token.
    pub(super) stands_in: bool,
    /// The text before the token that the completions are for.
    pub(super) completed_behind: String,
    /// True if Tab was pressed for candidates that are still to come.
    pub(in crate::app) wanted: bool,
}

/// Completions that are a page of their list.
const POPUP_PAGE: isize = 8;

impl Prompt {
    /// An empty prompt, whose list of completions opens as the settings say.
    pub(in crate::app) fn new(popup: PopupChoice, delay: u64) -> Prompt {
        Prompt { popup_choice: Some(popup), popup_delay: delay, ..Prompt::default() }
    }

    /// Replaces the text from outside, as a drill does.
    pub(in crate::app) fn set(&mut self, text: &str) {
        self.set_to(text, Sought::Contents);
    }

    /// The same, and what is looked for with it.
    pub(in crate::app) fn set_to(&mut self, text: &str, sought: Sought) {
        self.line.set(text);
        self.past.note(self.line.text(), self.line.caret());
        (self.sought, self.put_aside) = (sought, None);
        self.snippet = Snippet::default();
        self.refresh();
        self.popup.dismissed = self.completions.as_ref().map(|completions| completions.replace.start);
    }

    /// Types a character.
    pub(in crate::app) fn type_character(&mut self, character: char) -> PromptOut {
        let contents = self.sought == Sought::Contents;
        // Who goes to the prompt with `/` while it has the focus means the key, and no letter before a query.
        if contents && character == '$' && self.line.text() == "/" {
            self.line.set("");
        }
        let in_query =
            contents && !self.line.is_selected() && PromptReading::of(self.line.text()) == PromptReading::Docql;
        let begins_query = contents && (self.line.text().trim().is_empty() || self.line.is_selected());
        let character = match (in_query, docql::ascii_twin(character)) {
            (true, _) => meant(&self.line, character),
            (false, Some('$')) if begins_query => '$',
            _ => character,
        };
        if in_query && character == '.' && self.value_is_complete() {
            leave_closers(&mut self.line);
        }
        if !in_query || !type_pair(&mut self.line, character) {
            self.line.insert(character.encode_utf8(&mut [0; 4]));
        }
        self.popup.waits = self.popup_delay > 0;
        self.changed()
    }

    /// Carries out an editing command.
    pub(in crate::app) fn run(&mut self, command: Command) -> Vec<PromptOut> {
        let before = self.line.text().to_owned();
        match command {
            Command::CharacterRight if self.line.after().is_empty() => self.accept_ghost(usize::MAX),
            Command::WordRight if self.line.after().is_empty() => self.accept_ghost(1),
            Command::DeleteLeft => self.delete_left(),
            Command::KillWordLeft => self.kill_token(),
            // Closers that were put there for the user go with what they close.
            Command::KillToStart if self.only_closers_follow() => self.line.kill(0, self.line.text().len()),
            Command::AcceptCompletion => self.accept_or_fix(),
            Command::PreviousCompletion => {
                self.choose(-1);
                return vec![PromptOut::CandidateChosen];
            }
            Command::PromptDown | Command::PromptUp => {
                let forward = command == Command::PromptDown;
                if !self.popup_open() {
                    return vec![PromptOut::ForResults(if forward { Command::MoveDown } else { Command::MoveUp })];
                }
                self.choose(if forward { 1 } else { -1 });
                return vec![PromptOut::CandidateChosen];
            }
            // Whoever has gone into the list goes through it by pages too; until then pages are those of the results.
            Command::PromptPageDown | Command::PromptPageUp if self.popup_open() && self.popup.chosen.is_some() => {
                let down = command == Command::PromptPageDown;
                self.choose(if down { POPUP_PAGE } else { -POPUP_PAGE });
                return vec![PromptOut::CandidateChosen];
            }
            Command::PromptPageDown => return vec![PromptOut::ForResults(Command::PageDown)],
            Command::PromptPageUp => return vec![PromptOut::ForResults(Command::PageUp)],
            // Lines come back as lines.
            Command::Yank => {
                let killed = self.line.killed().to_owned();
                return vec![self.paste(&killed).0];
            }
            Command::Undo | Command::Redo => {
                let stand = if command == Command::Undo { self.past.back() } else { self.past.forth() };
                if let Some((text, caret)) = stand {
                    self.line.set(text);
                    self.line.place(caret);
                }
            }
            Command::LeavePrompt => return self.leave(),
            Command::RunQuery => return self.commit(),
            other => {
                self.line.run(other);
            }
        }
        self.snippet.caret_moved(&self.line);
        if self.line.text() != before {
            return vec![self.changed()];
        }
        self.refresh();
        vec![PromptOut::CaretMoved]
    }

    fn leave(&mut self) -> Vec<PromptOut> {
        if self.popup_open() {
            self.close_popup();
            return Vec::new();
        }
        vec![PromptOut::Left]
    }

    /// Enter: a chosen row is taken first; what is missing at the end is closed; then the text runs.
    fn commit(&mut self) -> Vec<PromptOut> {
        let mut outs = Vec::new();
        let shown = self.asked_for();
        if shown.is_some() || self.popup_open() && self.popup.chosen.is_some() {
            self.popup.chosen = shown.or(self.popup.chosen);
            self.accept();
            outs.push(self.changed());
            if has_error(&docql::check(self.line.text())) {
                return outs;
            }
        }
        if self.reading() == PromptReading::Docql {
            // What counts from now on is the whole text, not what stands before the caret.
            self.line.end();
            self.refresh();
        }
        if self.reading() == PromptReading::Docql && has_error(&self.diagnostics) {
            let text = self.line.text().to_owned();
            let closers = docql::complete(&text, text.len(), None, &Ticket::forever()).closers;
            let closed = format!("{text}{closers}");
            if !closers.is_empty() && !has_error(&docql::check(&closed)) {
                self.line.set(closed);
                self.refresh();
            }
        }
        outs.push(PromptOut::Committed);
        outs
    }

    fn delete_left(&mut self) {
        if self.reading() == PromptReading::Docql && stands_in_empty_pair(&self.line) {
            self.line.delete();
        }
        self.line.backspace();
    }

    /// Deletes the DocQL token, or the word, before the caret.
    fn kill_token(&mut self) {
        if self.reading() != PromptReading::Docql {
            return self.line.kill_word_left();
        }
        let caret = self.line.caret();
        let kept = self.line.before().trim_end().len();
        let tokens = docql::paint(self.line.text());
        let start = tokens.iter().rev().map(|(span, _)| span.start as usize).find(|&start| start < kept);
        self.line.kill(start.unwrap_or(0), caret);
    }

    pub(in crate::app) fn changed(&mut self) -> PromptOut {
        self.error_shown = false;
        self.wanted = false;
        self.popup.just_asked = false;
        self.past.note(self.line.text(), self.line.caret());
        self.refresh();
        PromptOut::Changed
    }

    /// Reads the text anew: what is wrong with it, and what the grammar offers at the caret.
    fn refresh(&mut self) {
        if self.reading() != PromptReading::Docql {
            // Whoever asked for completions of words is offered them while they type on.
            let asked = self.popup.asked && self.reading() == PromptReading::Words;
            *self = Prompt {
                line: std::mem::take(&mut self.line),
                sought: self.sought,
                put_aside: self.put_aside.take(),
                popup_choice: self.popup_choice,
                popup_delay: self.popup_delay,
                remembered: self.remembered.take(),
                past: std::mem::take(&mut self.past),
                popup: Popup { asked, just_asked: asked && self.popup.just_asked, ..Popup::default() },
                ..Prompt::default()
            };
            return;
        }
        self.diagnostics = docql::check(&self.live_text());
        let completions = docql::complete(self.line.text(), self.line.caret(), None, &Ticket::forever());
        let start = completions.replace.start;
        if self.popup.dismissed.is_some_and(|dismissed| dismissed != start) {
            self.popup.dismissed = None;
        }
        self.popup.chosen = None;
        self.completions = Some(self.completions_until_then(completions));
    }

    /// The error to show, once it is time to.
    pub fn error(&self) -> Option<&Diagnostic> {
        // Closers that are missing at the end are implied: a text that lacks nothing else runs as it stands.
        let implied = |d: &Diagnostic| d.incomplete && matches!(d.code, "Q003" | "Q004" | "Q005" | "Q006");
        let shown = |d: &&Diagnostic| d.severity == Severity::Error && !implied(d);
        self.error_shown.then(|| self.diagnostics.iter().find(shown)).flatten()
    }

    /// True if the text cannot be run as it stands.
    pub fn is_wrong(&self) -> bool {
        has_error(&self.diagnostics)
    }

    /// Commands for the line of hints, the most useful first.
    pub(in crate::app) fn hints(&self) -> Vec<Command> {
        use Command::*;
        match self.reading() {
            PromptReading::Docql => vec![RunQuery, AcceptCompletion, PromptDown, QueryHistory],
            PromptReading::Words | PromptReading::Question => {
                vec![RunQuery, PromptDown, FindFile, QueryHistory, AsDocql]
            }
            PromptReading::Empty => vec![RunQuery, PromptDown, FindFile, QueryHistory],
            PromptReading::Files => vec![RunQuery, PromptDown, FindFile, AsDocql],
            PromptReading::Directories => vec![RunQuery, PromptDown, FindFile, AsDocql],
            PromptReading::Places => vec![RunQuery, PromptDown],
        }
    }

    /// The tokens that can come next, as one would type them.
    pub fn next(&self) -> Vec<String> {
        if let Some(diagnostic) = self.diagnostics.iter().find(|d| !d.expected.is_empty()) {
            return diagnostic.expected.clone();
        }
        self.completions.as_ref().map(|completions| completions.next.clone()).unwrap_or_default()
    }
}

/// True if one of them is an error.
pub(super) fn has_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Prompt {
        let mut prompt = Prompt::default();
        for character in text.chars() {
            prompt.type_character(character);
        }
        prompt
    }

    #[test]
    fn brackets_and_quotes_close_themselves_only_in_queries() {
        let prompt = typed("$.code.class(\"Auth");
        assert_eq!((prompt.line.text(), prompt.line.after()), ("$.code.class(\"Auth\")", "\")"));
        assert_eq!(prompt.live_text(), "$.code.class(\"Auth");
        let prompt = typed("$.code.class(\"Auth\")[?(@.name == \"it's\")]");
        assert_eq!(prompt.line.text(), "$.code.class(\"Auth\")[?(@.name == \"it's\")]");
        assert_eq!(prompt.line.after(), "");
        assert_eq!(typed("don't (").line.text(), "don't (");
    }

    #[test]
    fn deleting_an_opener_takes_its_closer_along() {
        let mut prompt = typed("$.toc[");
        assert_eq!(prompt.line.text(), "$.toc[]");
        prompt.run(Command::DeleteLeft);
        assert_eq!(prompt.line.text(), "$.toc");
    }

    #[test]
    fn what_stood_there_comes_back() {
        let mut prompt = typed("$.code.class(\"Auth");
        prompt.run(Command::KillToStart);
        assert_eq!(prompt.line.text(), "");
        prompt.run(Command::Undo);
        assert_eq!((prompt.line.text(), prompt.line.after()), ("$.code.class(\"Auth\")", "\")"));
        prompt.set("another query");
        prompt.run(Command::Undo);
        prompt.run(Command::Undo);
        assert_eq!((prompt.line.text(), prompt.line.after()), ("$.code.class(\"\")", "\")"));
        prompt.run(Command::Redo);
        assert_eq!(prompt.line.text(), "$.code.class(\"Auth\")");
    }

    #[test]
    fn the_first_character_decides() {
        assert_eq!(typed(" $.toc").reading(), PromptReading::Docql);
        assert_eq!(typed("? how").reading(), PromptReading::Question);
        assert_eq!(typed("? how").words(), "how");
        assert_eq!(typed("a $").reading(), PromptReading::Words);
        assert_eq!(typed("  ").reading(), PromptReading::Empty);
    }
}

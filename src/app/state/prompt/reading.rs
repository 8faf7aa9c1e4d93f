//! How the text of the prompt reads: a query, words, a question, a path; and what of it is run.

use super::input::{Prompt, has_error};
use super::pairs::open_quote;
use crate::app::protocol::effect::{PromptReading, Sought};
use crate::docql;

impl Prompt {
    /// The reading of the text, by what is looked for and its first character.
    pub fn reading(&self) -> PromptReading {
        match self.sought {
            Sought::Contents => PromptReading::of(self.line.text()),
            Sought::Files => PromptReading::Files,
            Sought::Directories => PromptReading::Directories,
        }
    }

    /// Looks for something else from now on, and keeps what is typed. A query is no path: it comes back with what it
    /// looks for, unless something is typed meanwhile.
    pub(in crate::app) fn look_for(&mut self, sought: Sought) {
        let was_path = self.reading().is_path();
        self.sought = sought;
        let reading = PromptReading::of(self.line.text());
        if !was_path && sought != Sought::Contents && matches!(reading, PromptReading::Docql | PromptReading::Places) {
            self.put_aside = Some(self.line.text().to_owned());
            self.line.set("");
        } else if sought == Sought::Contents && self.line.text().is_empty() {
            self.line.set(self.put_aside.take().unwrap_or_default());
        }
        if sought == Sought::Contents {
            self.put_aside = None;
        }
        self.changed();
    }

    /// The query that was put aside while paths are looked for.
    pub(in crate::app) fn put_aside(&self) -> Option<&str> {
        self.put_aside.as_deref()
    }

    /// The text without the sigil of a question.
    pub(in crate::app) fn words(&self) -> &str {
        self.line.text().trim_start().trim_start_matches(['?', '？']).trim()
    }

    /// The query that search words would be if a `$.` stood before them.
    pub fn without_sigil(&self) -> Option<String> {
        if self.reading() != PromptReading::Words {
            return None;
        }
        docql::without_sigil(self.line.text())
    }

    /// The text as it is to be run while it is being typed. Closers that stand behind the caret were put
    /// there for the user: an open string is the start of a name, whatever closes it.
    pub(in crate::app) fn live_text(&self) -> String {
        if self.reading() != PromptReading::Docql {
            return self.words().to_owned();
        }
        let (before, whole) = (self.line.before(), self.line.text());
        if self.only_closers_follow() && (open_quote(before).is_some() || has_error(&docql::check(whole))) {
            return before.to_owned();
        }
        whole.to_owned()
    }

    pub(super) fn only_closers_follow(&self) -> bool {
        self.reading() == PromptReading::Docql && self.line.after().chars().all(|c| matches!(c, ')' | ']' | '"' | '\''))
    }
}

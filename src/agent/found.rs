//! What research finds: steps, citations, and what is said above and below them.

use super::claims::Claim;
use super::follow::{Before, CitedName, Form, MAX_SAID, MAX_TOPIC, RowsAsked};
use super::passages::asked::asked_words;
use super::passages::judge::Judgement;
use super::passages::passage::{Passage, Step};
use super::question::Analysis;
use super::tables::Counted;
use super::writing::ModelUse;
use crate::library::{Library, fold_words};
use crate::stdx::counted;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A step, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct StepTaken {
    /// The step.
    pub step: Step,
    /// Why it was taken.
    pub reason: String,
    /// Hits in all.
    pub hits: usize,
    /// Passages that no step before had found.
    pub new: usize,
}

impl StepTaken {
    /// The step in a line, for a model.
    pub(super) fn told(&self) -> String {
        format!("- {} ({}, {} new)", self.step.text(), counted(self.hits, "hit"), self.new)
    }
}

/// A passage that is cited.
#[derive(Clone, Debug, PartialEq)]
pub struct Citation {
    /// The passage.
    pub passage: Passage,
    /// The number of the step that found it, from 0.
    pub step: usize,
}

impl Citation {
    /// What a sentence may say of the passage that does not stand in its lines.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.passage.name, self.passage.path)
    }
}

/// What research found.
#[derive(Clone, Debug)]
pub struct Research {
    /// The question, as it was read.
    pub question: String,
    /// The question as it was asked, if that refers to the one before.
    pub typed: Option<String>,
    /// False if nothing here answers it: the citations are what comes nearest.
    pub is_answered: bool,
    /// How sure that is.
    pub judgement: Judgement,
    /// The passages that answer it, best first.
    pub citations: Vec<Citation>,
    /// Words of the question that are nowhere in the workspace.
    pub nowhere: Vec<String>,
    /// Words of the question that no citation holds.
    pub missing: Vec<String>,
    /// The steps that were taken.
    pub steps: Vec<StepTaken>,
    /// What it was found in.
    pub library: Arc<Library>,
    /// What a database says, if it is a question about rows.
    pub counted: Option<Counted>,
    /// The repositories that were looked in, best first; none where that were all of them.
    pub repositories: Vec<String>,
    /// Addresses of the services that got the question, or passages, for their vectors or their order.
    pub services: Vec<String>,
    /// What models had to do with it, if any were to take part.
    pub model: Option<ModelUse>,
    /// The answer in the words of a model, sentence by sentence; empty where none of them holds.
    pub claims: Vec<Claim>,
    /// What is said of names that something is asked of: how many callers there are, or that there are none.
    pub said: Vec<String>,
    /// What was asked of the rows that a database gives.
    pub rows_asked: Option<RowsAsked>,
    /// What rows that a database gives leave open of the question, so that they do not answer it.
    pub doubt: Option<String>,
    /// What else is to be said of it.
    pub notes: Vec<String>,
    /// A question like this one whose answer is kept: it is offered.
    pub asked_before: Option<String>,
    /// When it was answered, in seconds since 1970, if the answer was kept.
    pub answered_at: Option<u64>,
}

/// Passages that are shown where nothing answers: what comes nearest.
const NEAREST: usize = 3;

/// How the note begins that says that a database could not be read.
pub(super) const NOT_READ: &str = "not read: ";

/// What is said beside an answer that no model has written.
const VERBATIM: &str = "word for word; no model";

impl Research {
    /// How sure it is that the question is answered, from 0 to 1.
    pub fn confidence(&self) -> f32 {
        if self.is_answered { self.judgement.confidence() } else { 0.0 }
    }

    /// The passages that are shown: all that answer, else the nearest.
    pub fn shown(&self) -> &[Citation] {
        let all = &self.citations;
        if self.is_answered { all } else { &all[..all.len().min(NEAREST)] }
    }

    /// The same with their numbers; beside the answer of a model those alone that it cites.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &Citation)> {
        let is_cited = |number: usize| self.claims.iter().any(|claim| claim.cites.contains(&number));
        let is_shown = move |(number, _): &(usize, &Citation)| self.claims.is_empty() || is_cited(*number);
        (1..).zip(self.shown()).filter(is_shown)
    }

    /// What a search goes on with: the names in the question, then the words that weigh most.
    pub fn topic(&self) -> Vec<String> {
        let names = Analysis::of(&self.question).names;
        let parts: Vec<String> = names.iter().flat_map(|name| fold_words(name)).collect();
        let words = self.before().topic.into_iter().filter(|word| !parts.contains(word));
        let words: Vec<String> = words.take(MAX_TOPIC.saturating_sub(names.len())).collect();
        names.into_iter().chain(words).collect()
    }

    /// What the next question may refer to.
    pub fn before(&self) -> Before {
        let mut words: Vec<(usize, String, f32)> = asked_words(&self.question, &self.library)
            .words
            .into_iter()
            .filter(|word| !word.is_nowhere)
            .enumerate()
            .map(|(at, word)| (at, word.written, word.weight))
            .collect();
        words.sort_by(|a, b| b.2.total_cmp(&a.2));
        words.truncate(MAX_TOPIC);
        words.sort_by_key(|(at, ..)| *at);
        let cited = |citation: &Citation| {
            let passage = &citation.passage;
            let form = match passage.is_source && !passage.query.is_empty() {
                true if passage.kind.is_function() => Form::Function,
                true => Form::Declaration,
                false => Form::Text,
            };
            CitedName { name: passage.name.clone(), form }
        };
        let said: Vec<&str> = self.claims.iter().map(|claim| claim.text.as_str()).collect();
        let said = said.join(" ");
        Before {
            question: self.question.clone(),
            topic: words.into_iter().map(|(_, word, _)| word).collect(),
            cited: self.shown().iter().map(cited).collect(),
            said: said[..said.floor_char_boundary(MAX_SAID)].to_owned(),
            rows: self.rows_asked.clone(),
        }
    }

    /// The files that are cited, each once.
    pub fn paths(&self) -> BTreeSet<Arc<str>> {
        self.citations.iter().map(|citation| Arc::clone(&citation.passage.path)).collect()
    }

    /// The sentence above the passages.
    pub fn heading(&self) -> String {
        if let Some(counted) = &self.counted {
            let says = if self.doubt.is_none() { "says so" } else { "has these rows, which are not the answer," };
            return format!("{} {says} to {}", counted.path, counted.query);
        }
        if let (Some(model), false) = (&self.model, self.claims.is_empty()) {
            let passages = counted(self.citations.len(), "passage");
            let of = format!("{} at {} from {passages}", model.name, model.address);
            return match self.answered_at {
                None => format!("{of}; each sentence was compared with them"),
                Some(_) => format!("{of} that have not changed since; nothing sent now, --no-cache asks anew"),
            };
        }
        if self.is_answered
            && let Some(model) = self.model.as_ref().filter(|model| !model.turns.is_empty())
        {
            let passages = counted(self.citations.len(), "passage");
            return format!("{passages}, word for word; {} at {} was asked", model.name, model.address);
        }
        if self.is_answered {
            let sent = match &self.services[..] {
                [] => ", nothing sent".to_owned(),
                services => format!("; words went to {}", services.join(" and ")),
            };
            return format!("{}, {VERBATIM}{sent}", counted(self.citations.len(), "passage"));
        }
        let nowhere = quoted_list(&self.nowhere);
        if self.notes.iter().any(|note| note.starts_with(NOT_READ)) {
            let nearest = if self.citations.is_empty() { "" } else { "; the nearest are" };
            return format!("not answered: a database could not be read, for the reason told below{nearest}");
        }
        match (self.citations.is_empty(), nowhere.is_empty()) {
            (true, true) => "not found here".to_owned(),
            (true, false) => format!("not found here: nothing says {nowhere}"),
            (false, true) => "not found here: no passage holds enough of the question; the nearest are".to_owned(),
            (false, false) => format!("not found here: nothing says {nowhere}; the nearest are"),
        }
    }

    /// What the answer does not account for.
    pub fn remarks(&self) -> Vec<String> {
        let read_as = self.typed.as_ref().map(|_| format!("read as: {}", self.question));
        let doubt = self.doubt.iter().map(|doubt| format!("not answered: {doubt}"));
        let mut remarks: Vec<String> = doubt.chain(read_as).chain(self.notes.iter().cloned()).collect();
        remarks.extend(self.model.iter().flat_map(|model| model.notes.iter().cloned()));
        if self.is_answered && !self.nowhere.is_empty() {
            remarks.push(format!("not found here: {}", quoted_list(&self.nowhere)));
        }
        if !self.missing.is_empty() {
            remarks.push(format!("in no passage: {}", quoted_list(&self.missing)));
        }
        remarks.extend(self.asked_before.iter().map(|question| format!("asked before: {question}")));
        if self.shown().iter().any(|citation| citation.passage.is_stale) {
            remarks.push("a file has changed meanwhile: ask once more".to_owned());
        }
        remarks
    }
}

fn quoted_list(words: &[String]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}

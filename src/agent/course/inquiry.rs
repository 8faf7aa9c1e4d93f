//! A question with all that it is asked with: what it goes on from, how far to go, who takes part.

use super::moves::ResearchLimits;
use crate::agent::follow::Before;
use crate::agent::writing::Models;
use std::borrow::Cow;

/// Who takes part in research.
#[derive(Clone, Copy, Debug)]
pub enum With<'m> {
    /// Rules alone.
    Rules,
    /// Models that a user has configured.
    Models(&'m Models),
    /// The same, but what they would be sent is noted instead.
    DryRun(&'m Models),
}

/// A question, and what it is asked with.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'q> {
    /// The question as it was asked.
    pub text: &'q str,
    /// What it goes on from, if there is anything.
    pub before: Option<&'q Before>,
    /// How far to go.
    pub limits: ResearchLimits,
    /// Who takes part.
    pub with: With<'q>,
}

impl<'q> Inquiry<'q> {
    /// A question on its own, by rules alone.
    pub fn of(text: &'q str) -> Inquiry<'q> {
        Inquiry { text, before: None, limits: ResearchLimits::default(), with: With::Rules }
    }

    /// The question as it is read: what it refers to is put in its place.
    pub fn read(&self) -> Cow<'q, str> {
        self.before.and_then(|before| before.read(self.text)).map_or(Cow::Borrowed(self.text), Cow::Owned)
    }

    /// What is said of a passage that the question names and the answer before does not have.
    pub(in crate::agent) fn lacking(&self) -> Option<String> {
        self.before.and_then(|before| before.lacking(self.text))
    }

    /// The question as it was asked, if it is read otherwise.
    pub fn typed(&self) -> Option<String> {
        (self.read() != self.text).then(|| self.text.to_owned())
    }
}

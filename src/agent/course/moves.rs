//! How far research goes, what it does next, and what it is told that a step has found.

use super::steps::Due;
use crate::agent::passages::passage::Passage;
use crate::agent::question::packages::Listing;
use crate::agent::question::told::Unsure;

/// How far research goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResearchLimits {
    /// Rounds of steps, at most.
    pub rounds: usize,
    /// Steps of a round, at most.
    pub steps: usize,
    /// Passages that are shown, at most.
    pub passages: usize,
}

impl Default for ResearchLimits {
    fn default() -> ResearchLimits {
        ResearchLimits { rounds: 4, steps: 10, passages: 10 }
    }
}

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::agent) enum Move {
    /// Take these steps.
    Steps(Vec<Due>),
    /// Ask for advice on the evidence so far.
    Consult,
    /// Answer.
    Answer,
}

/// What a step has found.
pub(in crate::agent) struct Taken<'t> {
    pub hits: usize,
    /// True if what it looked for is named by what was found, where it was looked for by what it is about.
    pub is_sure: bool,
    /// How many of them are not sure.
    pub unsure: Unsure,
    /// Best first.
    pub passages: Vec<Passage>,
    /// What the answer says of itself.
    pub remarks: &'t [String],
    /// What else is said of what has changed.
    pub notes: &'t [String],
    /// All that it found, where a list is asked for.
    pub listed: Vec<Listing>,
}

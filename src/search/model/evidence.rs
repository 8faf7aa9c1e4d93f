//! Evidence: the reasons why a target is a candidate.

use super::match_class::MatchClass;
use super::target::Target;
use crate::document::Span;

/// What the one identifier that was typed is at a place, the best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::search) enum Identity {
    /// What is declared is called so.
    Declares,
    /// A section or a term is called so.
    IsTitle,
    /// What is declared is called so as far as it was typed.
    Begins,
    /// The text holds it as it was typed.
    Holds,
    /// What is declared is called so but for its capitals and how its parts are joined.
    Otherwise,
    /// It has the parts of it, or no identifier was typed, or it stands nowhere as it was typed.
    #[default]
    Parts,
}

impl Identity {
    /// The worth of a step, more than the sum of all other parts of a score.
    const STEP: f32 = 20.0;

    /// What it adds to a score.
    pub fn worth(self) -> f32 {
        Identity::STEP * f32::from(Identity::Parts as u8 - self as u8)
    }
}

/// The reasons why something is a candidate. Channels give the first; the stages of ranking add theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::search) struct Evidence {
    /// The match of its name.
    pub class: Option<MatchClass>,
    /// Its BM25 score as a share of the best one; for a name that is only similar, its closeness.
    pub text: f32,
    /// The share of what was typed that stands there, word after word; 0 if it does not.
    pub literal: f32,
    /// True if all of several words stands there as it was typed, word after word.
    pub is_typed: bool,
    /// True if it has, as it was typed, what was read as a name.
    pub is_copied: bool,
    /// True if a string of own code is just what was typed, to the letter.
    pub is_string: bool,
    /// True if that string is the value of a name, or of a key: what others compare with it was told there.
    pub is_value: bool,
    /// True for the one of such places that comes first, whatever else ranks.
    pub leads: bool,
    /// True if the identifier that was typed stands there, whole and as it was typed.
    pub has_identifier: bool,
    /// What the identifier that was typed is there.
    pub identity: Identity,
    /// What it is worth that it is called just as an identifier among the words, from 0 to 1.
    pub mentioned: f32,
    /// True if only a wider search found it: by words that are like those of the question.
    pub is_wider: bool,
    /// True if its name begins with the last word that was typed, the others being in it or around it, as long as few
    /// were.
    pub is_begun: bool,
    /// The share of the identifiers that were asked for which it does not hold, but at most their parts.
    pub scattered: f32,
    /// The share of the question that its own text covers, from 0 to 1.
    pub coverage: Option<f32>,
    /// The passage of a long section that covers most of it.
    pub passage: Option<Span>,
    /// The share of the question that stands together in what it says to people, from 0 to 1.
    pub proximity: f32,
    /// The cosine of its summary and the question.
    pub summary: f32,
    /// The mean likeness of the words of the question and those of it that are most like them.
    pub late_interaction: f32,
    /// The cosine of its vector and the question's.
    pub cosine: Option<f32>,
    /// The share that better hits like it leave to it.
    pub diversity: Option<f32>,
}

impl Evidence {
    /// True if its name holds the words as words.
    pub fn has_sure_name(&self) -> bool {
        self.class.is_some_and(MatchClass::is_sure)
    }

    /// True if its name holds the words as they were written.
    pub fn is_named(&self) -> bool {
        self.has_sure_name() && !self.is_wider
    }
}

/// An entry of one channel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::search) struct ChannelEntry {
    pub target: Target,
    pub evidence: Evidence,
}

impl ChannelEntry {
    /// A target whose name matches.
    pub fn named(target: Target, class: MatchClass) -> ChannelEntry {
        ChannelEntry { target, evidence: Evidence { class: Some(class), ..Evidence::default() } }
    }
}

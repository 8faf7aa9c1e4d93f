//! The final score: name match, kind, text, fused rank and the file's role, on one scale, weights in tables.

use super::fuse::Fused;
use super::match_class::Tier;
use crate::document::{FormatFamily, Kind};
use crate::library::Library;
use crate::search::request::options::Mode;
use crate::search::run::Target;
pub(in crate::search) use crate::search::words::roles::Roles;
use std::sync::LazyLock;

/// What each part counts. Each part is between 0 and 1, but for a name that leaves no doubt.
const NAME: f32 = 1.2;
const RANK: f32 = 0.15;
const KIND: f32 = 0.25;
const TEXT: f32 = 2.5;
const TOGETHER: f32 = 0.3;
const SUMMARY: f32 = 1.0;
const EACH: f32 = 1.2;

/// The share of its worth that a name keeps whatever else is in it.
const LOOSEST: f32 = 0.8;

/// A name of which the words are all is worth more than one of which they are a small part.
fn tightness(target: Target, library: &Library, letters: usize) -> f32 {
    let Target::Node(at) = target else { return 1.0 };
    let Some(outline) = library.outline(at.file).filter(|outline| at.node < outline.len()) else { return 1.0 };
    let all = outline.name(at.node).chars().filter(|character| character.is_alphanumeric()).count();
    let share = (letters as f32 / all.max(1) as f32).min(1.0);
    LOOSEST + (1.0 - LOOSEST) * share
}

/// What the best text counts that was not weighed on its own.
const UNWEIGHED: f32 = 0.18;

/// How much a name match is worth.
const TIERS: &[(Tier, f32)] = &[
    (Tier::Addressed, 1.6),
    (Tier::Verbatim, 1.0),
    (Tier::Exact, 0.9),
    (Tier::Prefix, 0.75),
    (Tier::Part, 0.6),
    (Tier::Qualified, 0.8),
    (Tier::Slip, 0.55),
    (Tier::Initials, 0.7),
    (Tier::Substring, 0.4),
    (Tier::Context, 0.1),
    (Tier::Fuzzy, 0.1),
];

/// How likely a kind is what is looked for, all else being equal.
const KINDS: &[(Kind, u8)] = &[
    (Kind::Class, 100),
    (Kind::Function, 90),
    (Kind::Interface, 85),
    (Kind::Trait, 85),
    (Kind::Protocol, 85),
    (Kind::Method, 80),
    (Kind::Struct, 75),
    (Kind::Record, 75),
    (Kind::Object, 75),
    (Kind::Enum, 70),
    (Kind::Union, 70),
    (Kind::Macro, 70),
    (Kind::Constructor, 65),
    (Kind::Constant, 65),
    (Kind::Alias, 62),
    (Kind::Heading, 60),
    (Kind::Module, 55),
    (Kind::File, 50),
    (Kind::Term, 50),
    (Kind::Api, 50),
    (Kind::Variant, 45),
    (Kind::Property, 40),
    (Kind::Field, 40),
    (Kind::Variable, 35),
    (Kind::Test, 30),
];

/// The prior of text that belongs to no node, and of kinds without a row.
const OTHER: u8 = 20;

/// The share of its prior that a function keeps which is declared and not defined.
const BODILESS: f32 = 0.6;

/// The share of its worth that a name keeps which only a wider search found.
const WIDER_NAME: f32 = 0.5;

/// The share of its score that a text keeps that holds the parts of an identifier, but not the identifier.
const SCATTERED: f32 = 0.5;

/// What a question's answer gains by being prose.
const PROSE_FOR_QUESTIONS: f32 = 0.1;

/// The prior of a kind, 0 to 100.
pub(in crate::search) fn kind_prior(kind: Kind) -> u8 {
    static PRIORS: LazyLock<[u8; 256]> = LazyLock::new(|| {
        let mut priors = [OTHER; 256];
        KINDS.iter().for_each(|&(kind, prior)| priors[kind as usize] = prior);
        priors
    });
    PRIORS[kind as usize]
}

/// What a score is made of. The sum of its parts, by the shares of the file's role and of its place among others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// How the name matches.
    pub name: f32,
    /// What the kind is worth.
    pub kind: f32,
    /// The ranks in all channels.
    pub rank: f32,
    /// The words of the question that its text covers.
    pub words: f32,
    /// The words of the question that stand together in its documentation, or in prose.
    pub together: f32,
    /// How alike its meaning is.
    pub meaning: f32,
    /// How alike what it says in short is.
    pub summary: f32,
    /// How alike its words are, each to one of the question.
    pub each: f32,
    /// Prose, where a question is asked.
    pub prose: f32,
    /// The share that the role of its file keeps.
    pub role: f32,
    /// The share that better hits of its file, or of its name, leave to it.
    pub apart: f32,
    /// The share that is left where an identifier was asked for and only its parts are there.
    pub whole: f32,
}

impl Parts {
    /// The score.
    pub fn sum(&self) -> f32 {
        (self.name
            + self.kind
            + self.rank
            + self.words
            + self.together
            + self.meaning
            + self.summary
            + self.each
            + self.prose)
            * self.role
            * self.apart
            * self.whole
    }
}

/// How the parts are weighed against each other.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Scale {
    /// The share of meaning against words.
    pub alpha: f32,
    pub mode: Mode,
    pub is_question: bool,
    /// Letters and digits of the words that names are compared with.
    pub letters: usize,
    /// What the roles of files count.
    pub roles: Roles,
    /// Whether the words are those of a name: then it does not matter where else they stand together.
    pub names_something: bool,
    /// What words count, from 0 to 1: little where no text covers much of the question, since then the few words that
    /// it shares with some texts are not what it is about.
    pub strength: f32,
}

/// Where the best text covers this much of the question, words count fully.
const COVERED: f32 = 0.3;

/// [`Scale::strength`] for the best coverage of all candidates.
pub(in crate::search) fn strength(best: f32) -> f32 {
    (best / COVERED).min(1.0)
}

/// The score of one candidate, in parts.
pub(in crate::search) fn parts(fused: &Fused, library: &Library, scale: &Scale) -> Parts {
    let (file, kind) = match fused.target {
        Target::Node(node) => (node.file, library.outline(node.file).map(|outline| outline.kind(node.node))),
        Target::File(file) => (file, Some(Kind::File)),
        Target::Text { file, .. } => (file, None),
    };
    let entry = library.file(file);
    let name = fused.evidence.tier.and_then(|tier| TIERS.iter().find(|(row, _)| *row == tier)).map_or(0.0, |row| row.1);
    let mut prior = f32::from(kind.map_or(OTHER, kind_prior)) / 100.0;
    if let (Target::Node(at), Some(true)) = (fused.target, kind.map(Kind::is_function))
        && library.outline(at.file).is_some_and(|outline| outline.body(at.node).is_empty())
    {
        prior *= BODILESS;
    }
    let evidence = &fused.evidence;
    // Initials are always a small part of what they stand for.
    let name = match evidence.tier {
        Some(Tier::Initials) => name,
        _ => name * tightness(fused.target, library, scale.letters),
    };
    let meaning = evidence.likeness.unwrap_or(0.0).max(0.0);
    if scale.mode == Mode::Semantic {
        return Parts { meaning, role: 1.0, apart: 1.0, whole: 1.0, ..Parts::default() };
    }
    let words = evidence.coverage.unwrap_or(UNWEIGHED * evidence.text);
    let strength = if evidence.has_sure_name() { 1.0 } else { scale.strength };
    let is_answer = scale.is_question && entry.format.family == FormatFamily::Prose;
    Parts {
        name: NAME * name * strength * if evidence.is_wider { WIDER_NAME } else { 1.0 },
        kind: KIND * prior,
        rank: RANK * fused.rank_score * strength,
        words: TEXT * (1.0 - scale.alpha) * words * strength,
        summary: SUMMARY * evidence.summary,
        each: EACH * evidence.each * strength,
        together: if scale.names_something { 0.0 } else { TOGETHER * evidence.together * strength },
        meaning: TEXT * scale.alpha * meaning,
        prose: if is_answer { PROSE_FOR_QUESTIONS } else { 0.0 },
        role: scale.roles.share(entry, fused.target, library),
        apart: evidence.share.unwrap_or(1.0),
        whole: if evidence.is_scattered && !evidence.has_sure_name() { SCATTERED } else { 1.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tier_has_a_weight_once() {
        for tier in [
            Tier::Addressed,
            Tier::Verbatim,
            Tier::Exact,
            Tier::Prefix,
            Tier::Part,
            Tier::Slip,
            Tier::Qualified,
            Tier::Initials,
            Tier::Substring,
            Tier::Context,
            Tier::Fuzzy,
        ] {
            assert_eq!(TIERS.iter().filter(|(row, _)| *row == tier).count(), 1, "{tier:?}");
        }
    }
}

//! The final score: name match, kind, text, fused rank and the file's role, on one scale, weights in tables.

use super::fuse::Fused;
use super::names::Tier;
use super::run::Target;
use crate::document::{FormatFamily, Kind};
use crate::library::{FileEntry, Library};
use std::sync::LazyLock;

/// What each part counts. Each part is between 0 and 1.
const NAME: f32 = 1.2;
const RANK: f32 = 0.4;
const KIND: f32 = 0.35;
const TEXT: f32 = 0.3;

/// How much a name match is worth.
const TIERS: &[(Tier, f32)] = &[
    (Tier::Exact, 1.0),
    (Tier::Prefix, 0.75),
    (Tier::Part, 0.6),
    (Tier::Qualified, 0.8),
    (Tier::Initials, 0.5),
    (Tier::Substring, 0.4),
    (Tier::Context, 0.3),
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

/// What a question's answer gains by being prose.
const PROSE_FOR_QUESTIONS: f32 = 0.3;

/// Parts of paths that say what a file is for, and the share of the score it keeps.
const ROLES: &[(&[&str], f32)] = &[
    (&["vendor", "node_modules", "third_party", "generated", "dist", "testdata", "fixtures"], 0.75),
    (&["test", "tests", "spec", "specs", "__tests__", "examples", "bench", "benches"], 0.9),
];

/// The prior of a kind, 0 to 100.
pub(super) fn kind_prior(kind: Kind) -> u8 {
    static PRIORS: LazyLock<[u8; 256]> = LazyLock::new(|| {
        let mut priors = [OTHER; 256];
        KINDS.iter().for_each(|&(kind, prior)| priors[kind as usize] = prior);
        priors
    });
    PRIORS[kind as usize]
}

/// The score of one candidate.
pub(super) fn score(fused: &Fused, library: &Library, is_question: bool) -> f32 {
    let (file, kind) = match fused.target {
        Target::Node(node) => (node.file, library.outline(node.file).map(|outline| outline.kind(node.node))),
        Target::File(file) => (file, Some(Kind::File)),
        Target::Text { file, .. } => (file, None),
    };
    let entry = library.file(file);
    let name = fused.evidence.tier.and_then(|tier| TIERS.iter().find(|(row, _)| *row == tier)).map_or(0.0, |row| row.1);
    let prior = f32::from(kind.map_or(OTHER, kind_prior)) / 100.0;
    let mut score = NAME * name + RANK * fused.rank_score + KIND * prior + TEXT * fused.evidence.text;
    if is_question && entry.format.family == FormatFamily::Prose {
        score += PROSE_FOR_QUESTIONS;
    }
    score * role(entry)
}

fn role(entry: &FileEntry) -> f32 {
    let parts = || entry.directory().split('/');
    let by_directory = ROLES.iter().find(|(names, _)| parts().any(|part| names.contains(&part))).map(|row| row.1);
    let name = entry.name();
    let is_test_file = name.contains("_test.") || name.contains(".test.") || name.contains(".spec.");
    if name.contains(".min.") {
        return 0.6;
    }
    by_directory.unwrap_or(if is_test_file { 0.9 } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tier_has_a_weight_once() {
        for tier in [
            Tier::Exact,
            Tier::Prefix,
            Tier::Part,
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

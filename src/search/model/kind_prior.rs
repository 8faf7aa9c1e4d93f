//! Priors of kinds: a type is looked for more often than a variable.

use crate::document::Kind;
use std::sync::LazyLock;

/// The prior of each kind, from 0 to 100.
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
pub(in crate::search) const OTHER: u8 = 20;

/// The prior of a kind, from 0 to 100.
pub(in crate::search) fn kind_prior(kind: Kind) -> u8 {
    static PRIORS: LazyLock<[u8; 256]> = LazyLock::new(|| {
        let mut priors = [OTHER; 256];
        KINDS.iter().for_each(|&(kind, prior)| priors[kind as usize] = prior);
        priors
    });
    PRIORS[kind as usize]
}

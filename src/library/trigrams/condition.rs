//! Conditions on the trigrams of a text: all of, one of.

use super::filter::{Spread, trigrams};

/// Of more conditions that must all hold, the rest is left out: these have decided long before.
const MAX_OF_ALL: usize = 128;

/// More alternatives than these say nothing: asking them all takes longer than reading the file.
const MAX_OF_ONE: usize = 512;

/// A condition on the trigrams of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Condition {
    /// Always.
    Any,
    Has(Spread),
    All(Vec<Condition>),
    /// At least one; never, if there is none.
    One(Vec<Condition>),
}

impl Condition {
    pub(super) fn holds(&self, row: &[u8]) -> bool {
        match self {
            Condition::Any => true,
            Condition::Has(trigram) => trigram.is_in(row),
            Condition::All(parts) => parts.iter().all(|part| part.holds(row)),
            Condition::One(parts) => parts.iter().any(|part| part.holds(row)),
        }
    }

    pub(super) fn and(self, other: Condition) -> Condition {
        let mut parts = match (self, other) {
            (Condition::Any, other) | (other, Condition::Any) => return other,
            (Condition::All(mut parts), Condition::All(more)) => {
                parts.extend(more);
                parts
            }
            (Condition::All(mut parts), other) | (other, Condition::All(mut parts)) => {
                parts.push(other);
                parts
            }
            (one, other) => vec![one, other],
        };
        parts.sort_unstable();
        parts.dedup();
        parts.truncate(MAX_OF_ALL);
        if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) }
    }

    pub(super) fn or(self, other: Condition) -> Condition {
        let mut parts = match (self, other) {
            (Condition::Any, _) | (_, Condition::Any) => return Condition::Any,
            (Condition::One(mut parts), Condition::One(more)) => {
                parts.extend(more);
                parts
            }
            (Condition::One(mut parts), other) | (other, Condition::One(mut parts)) => {
                parts.push(other);
                parts
            }
            (one, other) => vec![one, other],
        };
        parts.sort_unstable();
        parts.dedup();
        match parts.len() {
            1 => parts.remove(0),
            ..=MAX_OF_ONE => Condition::One(parts),
            _ => Condition::Any,
        }
    }
}

/// All trigrams of one folded string.
pub(super) fn all_of(folded: &[u8]) -> Condition {
    let mut parts: Vec<Condition> = trigrams(folded).take(MAX_OF_ALL).map(Condition::Has).collect();
    parts.sort_unstable();
    parts.dedup();
    match parts.len() {
        0 => Condition::Any,
        1 => parts.remove(0),
        _ => Condition::All(parts),
    }
}

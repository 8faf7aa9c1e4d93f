//! Putting hits apart that are alike: whoever describes something wants to see several places that it may be, before
//! several hits of one file, or of one name.
//!
//! The greedy choice of Carbonell and Goldstein's maximal marginal relevance (1998), with file and name for likeness.

use super::fuse::Fused;
use super::rank;
use super::rank::Scale;
use super::rescore::file_of;
use crate::library::Library;
use crate::search::run::Target;

/// The share that each better hit in the same file leaves.
const OF_FILE: f32 = 0.97;

/// The share that each better hit of the same name leaves: one declares what the other defines, or does the same for
/// another type.
const OF_NAME: f32 = 0.97;

/// What is left however many there are: in a small workspace most is in a few files.
const LEAST: f32 = 0.88;

/// Puts `fused` in order once more. Each gets the share that those before it leave.
pub(in crate::search) fn put(fused: &mut [Fused], library: &Library, scale: &Scale) {
    let mut left: Vec<(f32, &str, f32)> = fused
        .iter()
        .map(|fused| (rank::parts(fused, library, scale).sum(), name(fused.target, library), 1.0))
        .collect();
    for at in 0..fused.len() {
        let value = |(score, _, share): &(f32, &str, f32)| score * share;
        let mut best = at;
        for other in at + 1..left.len() {
            // Of equal ones the first stays first.
            if value(&left[other]) > value(&left[best]) {
                best = other;
            }
        }
        fused[at..=best].rotate_right(1);
        left[at..=best].rotate_right(1);
        let (file, named) = (file_of(fused[at].target), left[at].1);
        fused[at].evidence.share = Some(left[at].2);
        for (fused, (_, name, share)) in fused[at + 1..].iter().zip(&mut left[at + 1..]) {
            if file_of(fused.target) == file {
                *share = (*share * OF_FILE).max(LEAST);
            }
            if !named.is_empty() && *name == named {
                *share = (*share * OF_NAME).max(LEAST);
            }
        }
    }
}

fn name(target: Target, library: &Library) -> &str {
    let Target::Node(at) = target else { return "" };
    library.outline(at.file).filter(|outline| at.node < outline.len()).map_or("", |outline| outline.name(at.node))
}

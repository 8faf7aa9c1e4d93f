//! Diversity: whoever describes something wants to see several places that it may be, before several hits of one file,
//! or of one name.
//!
//! The greedy choice of Carbonell and Goldstein's maximal marginal relevance (1998), with file and name for likeness.

use super::fuse::Fused;
use super::score::{Scale, parts};
use crate::library::Library;
use crate::search::model::target::Target;

/// The share that each better hit in the same file leaves.
const OF_FILE: f32 = 0.97;

/// The share that each better hit of the same name leaves: one declares what the other defines, or does the same for
/// another type.
const OF_NAME: f32 = 0.97;

/// The share that is left however many there are: in a small workspace most is in a few files.
const MIN_SHARE: f32 = 0.88;

/// Sorts candidates that are sorted by score once more. Each keeps the share that those before it leave.
pub(in crate::search) fn diversify(fused: &mut [Fused], library: &Library, scale: &Scale) {
    let mut left: Vec<(f32, &str, f32)> =
        fused.iter().map(|fused| (parts(fused, library, scale).sum(), name(fused.target, library), 1.0)).collect();
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
        let (file, named) = (fused[at].target.file(), left[at].1);
        fused[at].evidence.diversity = Some(left[at].2);
        for (fused, (_, name, share)) in fused[at + 1..].iter().zip(&mut left[at + 1..]) {
            if fused.target.file() == file {
                *share = (*share * OF_FILE).max(MIN_SHARE);
            }
            if !named.is_empty() && *name == named {
                *share = (*share * OF_NAME).max(MIN_SHARE);
            }
        }
    }
}

fn name(target: Target, library: &Library) -> &str {
    let Target::Node(at) = target else { return "" };
    library.outline(at.file).filter(|outline| at.node < outline.len()).map_or("", |outline| outline.name(at.node))
}

//! The one place that comes first, whatever else ranks: it has what was typed, word after word.

use super::fuse::Fused;
use super::score::Scale;
use crate::document::Kind;
use crate::search::model::evidence::Identity;
use crate::search::model::target::Target;
use crate::search::words::question::Question;

/// Puts the best of the places before all others that hold what was typed, word after word, if no name is just that: names
/// that only hold the words, or begin with them, are many where the words are everyday ones.
///
/// A string that is just what was typed stands before names, too, which only have its words: a name has no spaces. A title
/// has.
pub(super) fn lead(fused: &mut [Fused], question: &Question<'_>, scale: &Scale) {
    if fused.iter().any(|entry| entry.evidence.identity != Identity::Parts) {
        return;
    }
    let value = fused.iter().position(|entry| entry.evidence.is_value);
    let string = value.or_else(|| fused.iter().position(|entry| entry.evidence.is_string));
    if let Some(at) = string.filter(|_| !fused.iter().any(|entry| is_title(entry, question))) {
        return lead_with(fused, at);
    }
    if fused.iter().any(|entry| scale.is_meant(&entry.evidence)) {
        return;
    }
    let most = fused.iter().map(|entry| entry.evidence.literal).fold(0.0, f32::max);
    let is_best = |entry: &Fused| entry.evidence.is_typed && entry.evidence.literal >= most;
    if let Some(at) = fused.iter().position(is_best) {
        lead_with(fused, at);
    }
}

fn lead_with(fused: &mut [Fused], at: usize) {
    fused[at].evidence.leads = true;
    fused[..=at].rotate_right(1);
}

/// Whether the title of a section is what was typed, to the letter.
fn is_title(entry: &Fused, question: &Question<'_>) -> bool {
    let Target::Node(at) = entry.target else { return false };
    let outline = question.library.outline(at.file).filter(|outline| at.node < outline.len());
    outline.is_some_and(|outline| {
        outline.kind(at.node) == Kind::Heading && outline.name(at.node) == question.request.typed.join(" ")
    })
}

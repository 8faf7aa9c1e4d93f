//! Strings that a message may be made of, beside one another: the likeliest of each part, and the cause first.

use std::ops::Range;

/// Parts of a message, between colons, that are told apart.
pub(in crate::search::literal) const MAX_PARTS: usize = 32;

/// The share of a part of a message, of the most that any string has, that another string of it has: a message may be made
/// of two.
const NEARLY_MOST: f32 = 0.8;

/// How much less a string is worth that has less of the message than another: the power of its share of the most.
const FIT: i32 = 8;

/// What each string is worth less, as a share, than one nearer to what went wrong, which it passes on.
const PASSED_ON: f32 = 0.05;

/// What a test is worth that has a part of the message which no own code has, where own code has other parts, or which
/// own code says with other values.
const BEHIND_OWN: f32 = 0.5;

/// A string that some of a message may come from.
#[derive(Clone, Debug)]
pub(in crate::search::literal) struct Fit {
    /// Where the string stands.
    pub place: Range<usize>,
    /// The share of the message that it has.
    pub share: f32,
    /// The parts of the message that words of it stand in, a bit each.
    pub parts: u32,
    /// True if few of its words tell one message from another.
    pub is_vague: bool,
    /// True if the parts that it has a place for are said by it, and nothing is left of them.
    pub says_all: bool,
    /// True if it has places for values.
    pub has_values: bool,
}

/// Drops strings that would be a place for every message, but for those that another string has led to, which passes on
/// what they say.
pub(in crate::search::literal) fn without_vague<T>(fits: &mut Vec<(T, Fit)>) {
    let known = fits.iter().filter(|(_, fit)| !fit.is_vague).fold(0, |known, (_, fit)| known | fit.parts);
    let is_led_to = |fit: &Fit| {
        let first = fit.parts.trailing_zeros();
        (1..32).contains(&first) && known >> (first - 1) & 1 == 1
    };
    fits.retain(|(_, fit)| !fit.is_vague || is_led_to(fit));
}

/// What each string is worth that a message may be made of, beside the others, from 0 to 1: of strings with the same parts
/// of it the likelier one, and of parts that pass an error on that which is nearest to what went wrong. Own code (`true`)
/// that has nearly as much of a part as a test comes before the test.
pub(in crate::search::literal) fn worths(fits: &[(Fit, bool)]) -> Vec<f32> {
    // The most that any string has of a part, and any in own code.
    let mut most = [[0.0_f32; 2]; MAX_PARTS];
    let parts = |fit: &Fit| -> Vec<usize> { (0..MAX_PARTS).filter(|part| fit.parts >> part & 1 == 1).collect() };
    for (fit, is_own) in fits {
        for part in parts(fit) {
            let [any, own] = &mut most[part];
            *any = any.max(fit.share);
            *own = if *is_own { own.max(fit.share) } else { *own };
        }
    }
    let of = |fit: &Fit, who: usize| parts(fit).into_iter().map(|part| most[part][who]).fold(0.0, f32::max);
    let has_own = fits.iter().any(|(_, is_own)| *is_own);
    let innermost = |fit: &Fit| 31_u32.saturating_sub(fit.parts.leading_zeros());
    let told = fits.iter().filter(|(fit, is_own)| *is_own && fit.says_all).fold(0, |told, (fit, _)| told | fit.parts);
    let likely = |(fit, is_own): &(Fit, bool)| {
        let (most, most_own) = (of(fit, 0), of(fit, 1));
        let (least, full) = match is_own {
            true if fit.says_all => (most_own, most_own),
            true => (most_own, most_own.max(NEARLY_MOST * most)),
            false => (most, most),
        };
        let is_told = told >> innermost(fit) & 1 == 1;
        let behind = if has_own && !is_own && (most_own == 0.0 || is_told) { BEHIND_OWN } else { 1.0 };
        if fit.share >= NEARLY_MOST * least { (fit.share / full).powi(FIT) * behind } else { 0.0 }
    };
    let worths: Vec<f32> = fits.iter().map(likely).collect();
    let mut causes: Vec<u32> =
        fits.iter().zip(&worths).filter(|(_, worth)| **worth > 0.0).map(|((fit, _), _)| innermost(fit)).collect();
    causes.sort_unstable();
    causes.dedup();
    let passed_on = |fit: &Fit| causes.iter().filter(|cause| **cause > innermost(fit)).count();
    let worth = |((fit, _), worth): (&(Fit, bool), f32)| worth * (1.0 - PASSED_ON * passed_on(fit) as f32).max(0.5);
    fits.iter().zip(worths).map(worth).collect()
}

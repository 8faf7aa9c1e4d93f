//! Ranking of candidates by the typed text.

use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::matching::fit;

/// Keeps the candidates that match, best first; equal ones keep their order.
pub(in crate::docql::complete) fn ranked(candidates: Vec<Candidate>, typed: &str) -> Vec<Candidate> {
    let fit_of = |candidate: &Candidate| match candidate.label.split(['(', '[']).next() {
        // The parentheses of a label are not part of the name.
        Some(name) if !name.is_empty() => fit(name, typed),
        _ => fit(&candidate.label, typed),
    };
    let mut fitting: Vec<(u8, Candidate)> =
        candidates.into_iter().filter_map(|candidate| Some((fit_of(&candidate)?, candidate))).collect();
    fitting.sort_by_key(|(fit, _)| *fit);
    if fitting.first().is_some_and(|(fit, _)| *fit <= 1) {
        // If something has the typed text as a prefix, subsequences are noise; so is a single letter inside a name.
        let worst = if typed.chars().count() == 1 { 1 } else { 3 };
        fitting.retain(|(fit, _)| *fit <= worst);
    }
    fitting.into_iter().map(|(_, candidate)| candidate).collect()
}

//! How well candidates fit what is typed.

use super::Candidate;
use crate::docql::complete::matching::fit;

/// Keeps what fits, best fits first; equals stay in their order.
pub(super) fn ranked(candidates: Vec<Candidate>, typed: &str) -> Vec<Candidate> {
    let fit_of = |candidate: &Candidate| match candidate.label.split(['(', '[']).next() {
        // What stands between the parentheses of a label is no part of the name.
        Some(name) if !name.is_empty() => fit(name, typed),
        _ => fit(&candidate.label, typed),
    };
    let mut fitting: Vec<(u8, Candidate)> =
        candidates.into_iter().filter_map(|candidate| Some((fit_of(&candidate)?, candidate))).collect();
    fitting.sort_by_key(|(fit, _)| *fit);
    if fitting.first().is_some_and(|(fit, _)| *fit <= 1) {
        // Where something begins with what was typed, scattered letters are noise; so is one letter inside.
        let worst = if typed.chars().count() == 1 { 1 } else { 3 };
        fitting.retain(|(fit, _)| *fit <= worst);
    }
    fitting.into_iter().map(|(_, candidate)| candidate).collect()
}

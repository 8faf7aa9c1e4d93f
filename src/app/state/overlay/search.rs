//! Searching a list over the panes: rows by their text, their keys, what they say, and everyday words for them.

use super::row::{Choice, PanelRow};
use crate::stdx::{contains_ignoring_case, starts_with_ignoring_case};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;

/// The score of everyday words for a command: about that of a title that has all letters at its start.
const EVERYDAY: u32 = 400;

/// From so many letters on the title of a group is looked for, too.
const MIN_GROUP_LETTERS: usize = 4;

/// The rows that match, best first. Where rows explain signs, what does nothing is found by its sign or by what it
/// says, not by letters that it happens to have.
pub(super) fn matching(rows: &[PanelRow], needle: &str, explains: bool) -> Vec<usize> {
    let pattern = Pattern::parse(needle, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let mut score = |text: &str| pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher).unwrap_or(0);
    let mut scored: Vec<(u32, usize)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let letters = match explains && row.choice == Choice::None && !row.left.is_empty() {
            true => u32::from(row.left == needle) * EVERYDAY,
            false => (score(&row.text) * 4).max(score(&row.right) * 2).max(score(&row.left) * 2),
        };
        let total = letters + meaning(row, needle);
        if total > 0 {
            scored.push((total, at));
        }
    }
    scored.sort_by_key(|(score, at)| (Reverse(*score), *at));
    scored.into_iter().map(|(_, at)| at).collect()
}

/// The score of a row's meaning: everyday words weigh more than letters that happen to stand in the right order, and
/// the title of a group brings all of it, behind rows that have the letters themselves.
fn meaning(row: &PanelRow, needle: &str) -> u32 {
    let everyday = match row.choice {
        Choice::Command(command) => command.row().is_meant_by(needle),
        _ => false,
    };
    let in_group = needle.chars().count() >= MIN_GROUP_LETTERS && starts_with_ignoring_case(row.group, needle);
    u32::from(contains_ignoring_case(&row.doc, needle)) + u32::from(in_group) + if everyday { EVERYDAY } else { 0 }
}

//! The passage of a long text that says most about some words.

use super::seen::Sought;
use std::ops::Range;

/// Bytes before and after a line that are its passage: some paragraphs, half a page.
const REACH: usize = 600;

/// What a word counts in the line itself, of what it counts in the passage.
const OWN: f32 = 0.5;

/// The line in the passage that has the most of `words`, the rare ones before all and those said often before those said
/// once; of the lines with any of them that are `wanted`.
pub(super) fn best_line(words: &[Sought], text: &str, wanted: impl Fn(&Range<usize>) -> bool) -> Option<Range<usize>> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        at - line.len()..at
    });
    let lines: Vec<Range<usize>> = lines.collect();
    let line_of = |place: usize| lines.partition_point(|line| line.end <= place);
    let places =
        words.iter().map(|word| word.places(text).into_iter().map(|place| place.start).collect::<Vec<usize>>());
    let places: Vec<Vec<usize>> = places.filter(|places| !places.is_empty()).collect();
    let weight = |places: &Vec<usize>| {
        let mut holding: Vec<usize> = places.iter().map(|place| line_of(*place)).collect();
        holding.dedup();
        (1.0 + lines.len() as f32 / holding.len() as f32).ln()
    };
    let weights: Vec<f32> = places.iter().map(weight).collect();
    let score = |line: &Range<usize>| {
        let within = |places: &[usize], from: usize, to: usize| {
            places.partition_point(|place| *place < to) - places.partition_point(|place| *place < from)
        };
        let of_word = |(places, weight): (&Vec<usize>, &f32)| {
            let around = within(places, line.start.saturating_sub(REACH), line.end + REACH) as f32;
            let own = if within(places, line.start, line.end) > 0 { OWN } else { 0.0 };
            weight * (around / (around + 1.0) + own)
        };
        places.iter().zip(&weights).map(of_word).sum::<f32>()
    };
    let mut holding: Vec<usize> = places.iter().flatten().map(|place| line_of(*place)).collect();
    holding.sort_unstable();
    holding.dedup();
    let scored = holding.into_iter().map(|at| lines[at].clone()).filter(wanted).map(|line| (score(&line), line));
    // Of equals the first.
    scored.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(words: &[&str], text: &str) -> String {
        let words: Vec<Sought> = words.iter().map(|word| Sought::Word((*word).to_owned())).collect();
        text[best_line(&words, text, |_| true).expect("a line")].trim().to_owned()
    }

    #[test]
    fn what_is_explained_comes_before_what_is_named() {
        let far = "Something else is told here at some length.\n".repeat(40);
        let text = format!("See also zoom.\n{far}zoom (by)\nzoom is of a camera.\nzoom (2)\n{far}zoom again\n");
        assert_eq!(best(&["zoom"], &text), "zoom (by)");
        let text = format!("a boot\n{far}view the log\nof the last\nboot\n{far}the last log\n");
        assert_eq!(best(&["view", "log", "last", "boot"], &text), "view the log");
        assert_eq!(best_line(&[Sought::Word("none".to_owned())], &text, |_| true), None);
    }
}

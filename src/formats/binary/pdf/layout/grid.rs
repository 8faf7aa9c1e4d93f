//! Letters that are set one by one, all of them as wide: listings in a font whose letters are not.

use super::line::Line;
use super::words::Word;

/// Distances that make a grid, and that go on with one.
const MIN_LETTERS: usize = 7;
const MIN_FURTHER: usize = 1;

/// No cell is wider than so much of the size.
const WIDEST: f32 = 1.1;

/// How far a letter may be from its place, in cells.
const SLACK: f32 = 0.12;

/// Between the middles of the last letter of a word and the first of another.
pub(in crate::formats::binary::pdf) fn distance(before: &Word, word: &Word) -> f32 {
    let half = |word: &Word| (word.right - word.left) / (2.0 * word.text.chars().count().max(1) as f32);
    word.left + half(word) - (before.right - half(before))
}

/// Marks the lines whose letters stand in a grid.
pub(in crate::formats::binary::pdf) fn find(lines: &mut [Line]) {
    let mut last: Option<(f32, f32)> = None;
    for line in lines {
        let Some(distances) = distances(line) else { continue };
        let widest = WIDEST * line.size;
        let known = last.filter(|(size, _)| (size - line.size).abs() < 0.05 * size).map(|(_, cell)| cell);
        let goes_on = known.filter(|cell| distances.len() >= MIN_FURTHER && fits(&distances, *cell));
        line.grid = goes_on.or_else(|| own(distances)).filter(|cell| *cell < widest);
        if let Some(cell) = line.grid {
            last = Some((line.size, cell));
        }
    }
}

/// The distances in a line, if almost all of its words are single letters.
fn distances(line: &Line) -> Option<Vec<f32>> {
    let short = line.words.iter().filter(|word| word.text.chars().nth(2).is_none()).count();
    // Dots that lead the eye stand in a grid too.
    let dots = line.words.iter().filter(|word| word.text == ".").count();
    let is_long = |word: &Word| word.text.chars().nth(5).is_some();
    let count = line.words.len();
    if count < 2 || 4 * short < 3 * count || 4 * dots > count || line.words.iter().any(is_long) {
        return None;
    }
    let pairs = line.words.windows(2);
    Some(pairs.filter_map(|pair| if let [a, b] = pair { Some(distance(a, b)) } else { None }).collect())
}

fn own(mut distances: Vec<f32>) -> Option<f32> {
    if distances.len() < MIN_LETTERS {
        return None;
    }
    distances.sort_by(f32::total_cmp);
    let cell = *distances.get(distances.len() / 3)?;
    fits(&distances, cell).then_some(cell)
}

/// Whether most distances are so many cells.
fn fits(distances: &[f32], cell: f32) -> bool {
    let fit = |distance: &&f32| {
        let cells = **distance / cell;
        cells > 0.5 && (cells - cells.round()).abs() < SLACK
    };
    cell > 0.0 && 5 * distances.iter().filter(fit).count() >= 4 * distances.len()
}

//! Rows of cells → columns, where white space runs down through all of them; and whether the first row is one of titles.

use crate::formats::binary::pdf::layout::line::Line;
use std::ops::Range;

/// Rows that make columns of white space.
const MIN_ROWS: usize = 3;

/// White space between columns, in sizes.
const GAP: f32 = 0.5;

/// Words that are nearer than this, in sizes, are one cell of their row.
const NEAR: f32 = 0.35;

/// One row in so many may cross the space between two columns: titles over several.
const CROSSING: usize = 8;

/// Columns of a table.
const MAX_COLUMNS: usize = 256;

/// The words of each cell of the rows, as white space between columns divides them; `None` if there is none of that kind.
pub(in crate::formats::binary::pdf) fn columns(lines: &[Line]) -> Option<Vec<Vec<Range<usize>>>> {
    if lines.len() < MIN_ROWS {
        return None;
    }
    let edges = edges(lines);
    let count = edges.len() + 1;
    if !(2..=MAX_COLUMNS).contains(&count) {
        return None;
    }
    let rows: Vec<Vec<Range<usize>>> = lines.iter().map(|line| row(line, &edges)).collect();
    let full = rows.iter().filter(|row| 2 * row.iter().filter(|cell| !cell.is_empty()).count() >= count).count();
    (5 * full >= 3 * rows.len()).then_some(rows)
}

/// Where columns are divided: in the middle of what few rows cross.
fn edges(lines: &[Line]) -> Vec<f32> {
    let size = lines.iter().map(|line| line.size).fold(f32::MAX, f32::min);
    let mut steps: Vec<(f32, i32)> = Vec::new();
    for line in lines {
        let mut words: Vec<(f32, f32)> = line.words.iter().map(|word| (word.left, word.right)).collect();
        words.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut open: Option<(f32, f32)> = None;
        for (left, right) in words {
            open = match open {
                Some((from, to)) if left - to < NEAR * line.size => Some((from, to.max(right))),
                _ => {
                    steps.extend(open.into_iter().flat_map(|(from, to)| [(from, 1), (to, -1)]));
                    Some((left, right))
                }
            };
        }
        steps.extend(open.into_iter().flat_map(|(from, to)| [(from, 1), (to, -1)]));
    }
    steps.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let most = i32::try_from(lines.len() / CROSSING).unwrap_or(i32::MAX);
    let (mut over, mut edges, mut free) = (0, Vec::new(), None);
    for (x, step) in steps {
        let was_free = over <= most;
        over += step;
        match (was_free, over <= most) {
            (false, true) => free = Some(x),
            (true, false) => {
                let from = free.take().filter(|from| x - from > GAP * size);
                edges.extend(from.map(|from| (from + x) / 2.0));
            }
            _ => {}
        }
    }
    edges
}

/// The words of a row by columns; what stands out of its order is no row.
fn row(line: &Line, edges: &[f32]) -> Vec<Range<usize>> {
    let column = |at: usize| {
        let word = &line.words[at];
        edges.partition_point(|edge| *edge < (word.left + word.right) / 2.0)
    };
    let mut cells = vec![0..0; edges.len() + 1];
    let mut from = 0;
    for (at, cell) in cells.iter_mut().enumerate() {
        let end = (from..line.words.len()).find(|word| column(*word) > at).unwrap_or(line.words.len());
        *cell = from..end;
        from = end;
    }
    cells
}

/// Whether a first row has titles: not where it has numbers in columns of numbers.
pub(in crate::formats::binary::pdf) fn has_titles(first: &[String], second: Option<&Vec<String>>) -> bool {
    let Some(second) = second else { return true };
    let numbers = |(first, second): &(&String, &String)| is_amount(first) && is_amount(second);
    !first.iter().zip(second).any(|pair| numbers(&pair))
}

/// A number, an amount, a share; a year may be a title.
fn is_amount(text: &str) -> bool {
    let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
    let is_year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    let is_number = digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\'' | '/' | '-'));
    let is_short = text.trim().chars().count() <= digits.chars().count() + 3;
    !digits.is_empty() && is_number && is_short && !is_year && !text.starts_with(char::is_alphabetic)
}

//! Running headers and footers: what stands at the top or bottom of several pages and differs in numbers only.

use super::lines::Line;
use std::collections::HashMap;

/// Lines at the top and at the bottom of a page that may be furniture.
const LINES: usize = 2;

/// On so many pages a line is furniture.
const PAGES: usize = 3;

/// A line of a page: its pieces, its text with numbers masked.
struct Row {
    pieces: Vec<usize>,
    key: (String, i32),
}

/// Takes headers and footers out of pages.
pub(super) fn remove(pages: &mut [Vec<Line>]) {
    let rows: Vec<Vec<Row>> = pages.iter().map(|page| edges(page)).collect();
    let mut seen: HashMap<&(String, i32), usize> = HashMap::new();
    rows.iter().flatten().for_each(|row| *seen.entry(&row.key).or_default() += 1);
    let is_furniture = |row: &Row| {
        let count = |y: i32| seen.get(&(row.key.0.clone(), y)).copied().unwrap_or(0);
        // A line on the border of two heights is counted at both.
        [row.key.1 - 1, row.key.1, row.key.1 + 1].into_iter().map(count).sum::<usize>() >= PAGES
    };
    for (page, rows) in pages.iter_mut().zip(&rows) {
        let mut gone: Vec<usize> =
            rows.iter().filter(|row| is_furniture(row)).flat_map(|row| row.pieces.clone()).collect();
        gone.sort_unstable();
        let mut at = 0;
        page.retain(|_| {
            at += 1;
            gone.binary_search(&(at - 1)).is_err()
        });
    }
}

/// The first and last lines of a page.
fn edges(page: &[Line]) -> Vec<Row> {
    let mut order: Vec<usize> =
        (0..page.len()).filter(|at| page[*at].words.first().is_some_and(|word| word.turn == 0)).collect();
    order.sort_by(|a, b| page[*a].y.total_cmp(&page[*b].y));
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for at in order {
        match rows.last_mut() {
            Some(row) if row.first().is_some_and(|first| (page[*first].y - page[at].y).abs() < 0.5 * page[at].size) => {
                row.push(at)
            }
            _ => rows.push(vec![at]),
        }
    }
    let count = rows.len();
    let is_edge = |at: usize| at < LINES || at + LINES >= count;
    let rows = rows.into_iter().enumerate().filter(|(at, _)| is_edge(*at));
    rows.map(|(_, mut pieces)| {
        pieces.sort_by(|a, b| page[*a].left.total_cmp(&page[*b].left));
        let text: Vec<String> = pieces.iter().map(|at| page[*at].text()).collect();
        let y = pieces.first().map_or(0.0, |at| page[*at].y);
        Row { key: (masked(&text.join(" ")), (y / 5.0) as i32), pieces }
    })
    .collect()
}

/// `text` with every number, also a Roman one, made the same.
fn masked(text: &str) -> String {
    let is_roman = |word: &str| word.len() <= 6 && word.chars().all(|c| "ivxlc".contains(c));
    let mut out = String::new();
    for word in text.split_whitespace() {
        if is_roman(word) {
            out.push('#');
        } else {
            let mut in_number = false;
            for c in word.chars() {
                if !c.is_ascii_digit() {
                    out.push(c);
                } else if !in_number {
                    out.push('#');
                }
                in_number = c.is_ascii_digit();
            }
        }
        out.push(' ');
    }
    out
}

//! Running headers and footers: what stands at the top or bottom of several pages and differs in numbers only.

use super::reading_order::Line;
use std::collections::HashMap;

/// Lines at the top, and at the bottom, of a page that may be furniture.
const LINES: usize = 2;

/// On so many pages a line is furniture.
const PAGES: usize = 3;

/// Of so many pages one, at least, has its first or last line at the height of a running one.
const SHARE: usize = 5;

/// A line at the edge of a page: its pieces, its text with numbers masked, its height.
struct EdgeLine {
    pieces: Vec<usize>,
    text: String,
    y: i32,
    /// Whether white space parts it from the line further in.
    is_apart: bool,
}

/// Takes headers and footers out of pages.
pub(in crate::formats::binary::pdf) fn remove(pages: &mut [Vec<Line>]) {
    let edges: Vec<[Vec<EdgeLine>; 2]> = pages.iter().map(|page| edges(page)).collect();
    let mut gone: Vec<Vec<usize>> = vec![Vec::new(); pages.len()];
    for side in 0..2 {
        let mut texts: HashMap<(&str, i32), usize> = HashMap::new();
        let mut heights: HashMap<i32, usize> = HashMap::new();
        for rows in edges.iter().map(|edges| &edges[side]) {
            rows.iter().for_each(|row| *texts.entry((&row.text, row.y)).or_default() += 1);
            rows.first().into_iter().for_each(|row| *heights.entry(row.y).or_default() += 1);
        }
        // A line on the border of two heights is counted at both.
        let near = |y: i32| [y - 1, y, y + 1];
        let count = |row: &EdgeLine| near(row.y).iter().filter_map(|y| texts.get(&(&*row.text, *y))).sum::<usize>();
        let outer = |row: &EdgeLine| near(row.y).iter().filter_map(|y| heights.get(y)).sum::<usize>();
        for (rows, gone) in edges.iter().map(|edges| &edges[side]).zip(&mut gone) {
            for (at, row) in rows.iter().enumerate() {
                let is_at_height = at > 0 || SHARE * outer(row) >= pages.len();
                // The text itself may begin or end alike on many pages.
                let is_usual = at == 0 && 2 * count(row) >= pages.len();
                if count(row) < PAGES || !is_at_height || !row.is_apart && !is_usual {
                    break;
                }
                gone.extend(&row.pieces);
            }
        }
    }
    for gone in &mut gone {
        gone.sort_unstable();
        gone.dedup();
    }
    // What is all that a file says is its text.
    if pages.iter().zip(&gone).all(|(page, gone)| gone.len() == page.len()) {
        return;
    }
    for (page, gone) in pages.iter_mut().zip(gone) {
        let mut at = 0;
        page.retain(|_| {
            at += 1;
            gone.binary_search(&(at - 1)).is_err()
        });
    }
}

/// The first lines of a page, and the last ones, from its edges inwards.
fn edges(page: &[Line]) -> [Vec<EdgeLine>; 2] {
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
    let first = || rows.iter();
    [side(page, &mut first()), side(page, &mut first().rev())]
}

fn side(page: &[Line], rows: &mut dyn Iterator<Item = &Vec<usize>>) -> Vec<EdgeLine> {
    let rows: Vec<&Vec<usize>> = rows.take(LINES + 1).collect();
    let place = |row: &[usize]| row.first().map_or((0.0, 1.0), |at| (page[*at].y, page[*at].size));
    let told = |at: usize| {
        let mut pieces = rows.get(at)?.to_vec();
        pieces.sort_by(|a, b| page[*a].left.total_cmp(&page[*b].left));
        let text: Vec<String> = pieces.iter().map(|at| page[*at].text()).collect();
        let (y, size) = place(&pieces);
        let inner = rows.get(at + 1).map(|row| place(row));
        let is_apart = inner.is_none_or(|(inner, other)| (inner - y).abs() > 1.8 * size.max(other));
        Some(EdgeLine { text: masked(&text.join(" ")), y: (y / 5.0) as i32, is_apart, pieces })
    };
    (0..LINES).filter_map(told).collect()
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

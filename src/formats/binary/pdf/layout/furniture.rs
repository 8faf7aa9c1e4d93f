//! Running headers and footers: what stands at the top or bottom of several pages and differs in numbers only, and what
//! pages say is theirs. Each is read once, where it first stands, and not at all where the text says the same.

use super::line::Line;
use std::collections::{HashMap, HashSet};

/// Lines at the top, and at the bottom, of a page that may be furniture.
const LINES: usize = 2;

/// On so many pages a line is furniture.
const PAGES: usize = 3;

/// Of so many pages one, at least, has its first or last line at the height of a running one.
const SHARE: usize = 5;

/// Running lines of one file that are looked for in its text.
const MAX_SOUGHT: usize = 200;

/// A running line: its pieces from left to right, and whether it stands at the bottom.
pub(in crate::formats::binary::pdf) struct Running {
    pub(in crate::formats::binary::pdf) is_footer: bool,
    pub(in crate::formats::binary::pdf) pieces: Vec<Line>,
}

impl Running {
    /// The running lines that these pieces of a page are, which says so; `text` is the text of the page.
    pub(in crate::formats::binary::pdf) fn told(pieces: Vec<Line>, text: &[Line]) -> Vec<Running> {
        let middle = text.iter().map(|line| line.y).sum::<f32>() / text.len().max(1) as f32;
        let mut lines: Vec<Running> = Vec::new();
        for piece in pieces {
            let is_footer = piece.y > middle;
            match lines.last_mut() {
                Some(last) if last.pieces.last().is_some_and(|before| before.is_beside(&piece)) => {
                    last.pieces.push(piece)
                }
                _ => lines.push(Running { is_footer, pieces: vec![piece] }),
            }
        }
        lines
    }

    /// The letters that it says on every page.
    fn letters(&self) -> String {
        let mut out = String::new();
        self.pieces.iter().for_each(|piece| add_letters(piece, &mut out));
        out
    }
}

fn add_letters(line: &Line, out: &mut String) {
    for word in &line.words {
        // A Roman number is no word.
        if masked(&word.text) != "# " {
            out.extend(word.text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase));
        }
    }
}

/// Of the running lines of each page those that are read: what one says for the first time, and the text nowhere.
pub(in crate::formats::binary::pdf) fn first(
    pages: Vec<Vec<Running>>,
    text: &mut dyn Iterator<Item = &Line>,
) -> Vec<Vec<Running>> {
    if pages.iter().all(Vec::is_empty) {
        return pages;
    }
    let mut letters = String::new();
    text.for_each(|line| add_letters(line, &mut letters));
    let mut seen: HashSet<String> = HashSet::new();
    let mut is_new = |running: &Running| {
        let own = running.letters();
        // Numbers alone are those of pages.
        if own.is_empty() || seen.contains(&own) {
            return false;
        }
        let is_sought = seen.len() < MAX_SOUGHT;
        let is_in_text = is_sought && memchr::memmem::find(letters.as_bytes(), own.as_bytes()).is_some();
        seen.insert(own);
        !is_in_text
    };
    let mut keep = |page: Vec<Running>| page.into_iter().filter(|running| is_new(running)).collect();
    pages.into_iter().map(&mut keep).collect()
}

/// A line at the edge of a page: its pieces, its text with numbers masked, its height.
struct EdgeLine {
    pieces: Vec<usize>,
    text: String,
    y: i32,
    /// Whether white space parts it from the line further in.
    is_apart: bool,
}

/// Takes headers and footers out of pages: those of each.
pub(in crate::formats::binary::pdf) fn remove(pages: &mut [Vec<Line>]) -> Vec<Vec<Running>> {
    let edges: Vec<[Vec<EdgeLine>; 2]> = pages.iter().map(|page| edges(page)).collect();
    let mut gone: Vec<Vec<(usize, Vec<usize>)>> = vec![Vec::new(); pages.len()];
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
                gone.push((side, row.pieces.clone()));
            }
        }
    }
    // What is all that a file says is its text.
    let count = |gone: &[(usize, Vec<usize>)]| gone.iter().flat_map(|(_, pieces)| pieces).collect::<HashSet<_>>().len();
    if pages.iter().zip(&gone).all(|(page, gone)| count(gone) == page.len()) {
        return pages.iter().map(|_| Vec::new()).collect();
    }
    pages.iter_mut().zip(gone).map(|(page, gone)| taken(page, gone)).collect()
}

/// Takes lines out of a page.
fn taken(page: &mut Vec<Line>, gone: Vec<(usize, Vec<usize>)>) -> Vec<Running> {
    let mut pieces: Vec<Option<Line>> = std::mem::take(page).into_iter().map(Some).collect();
    let mut lines: Vec<Running> = Vec::new();
    for (side, row) in gone {
        let row: Vec<Line> = row.into_iter().filter_map(|at| pieces.get_mut(at)?.take()).collect();
        if !row.is_empty() {
            lines.push(Running { is_footer: side > 0, pieces: row });
        }
    }
    // Those at the bottom are met from the edge inwards.
    lines.sort_by(|a, b| a.pieces[0].y.total_cmp(&b.pieces[0].y));
    *page = pieces.into_iter().flatten().collect();
    lines
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

//! Running headers and footers: what stands at the top or bottom of several pages, the same on each but for the number of
//! the page, and what pages say is theirs. Each is read once, where it first stands, and not at all where the text says
//! the same.
//!
//! Lines that differ in other numbers are text: rows of tables, lines of a log, "Example 1" and "Example 2". A number
//! counts pages if it rises with them, and stands where the number of a page does; else it has to be the same. Where
//! it cannot be told, a line is text: one too many is seen, one that is missing is not.

use super::line::Line;
use super::numbering::{Masked, roman};
use super::recurring::{EdgeLine, Groups};
use std::collections::{HashMap, HashSet};

/// Lines at the top, and at the bottom, of a page that may be furniture.
const LINES: usize = 2;

/// How much larger than the text titles are set, in percent.
const LARGE: i32 = 115;

/// Running lines of one file that are looked for in its text.
const MAX_SOUGHT: usize = 200;

/// A running line: its pieces from left to right, and whether it stands at the bottom.
pub(in crate::formats::binary::pdf) struct Running {
    pub(in crate::formats::binary::pdf) is_footer: bool,
    /// Its numbers that do not count pages.
    numbers: Vec<i64>,
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
                _ => lines.push(Running { is_footer, numbers: Vec::new(), pieces: vec![piece] }),
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
        if roman(&word.text).is_none() {
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
    let mut seen: HashSet<(String, Vec<i64>)> = HashSet::new();
    let mut is_new = |running: &Running| {
        let own = (running.letters(), running.numbers.clone());
        // Numbers alone are those of pages.
        if own.0.is_empty() || seen.contains(&own) {
            return false;
        }
        let is_sought = seen.len() < MAX_SOUGHT;
        let is_in_text = is_sought && memchr::memmem::find(letters.as_bytes(), own.0.as_bytes()).is_some();
        seen.insert(own);
        !is_in_text
    };
    let mut keep = |page: Vec<Running>| page.into_iter().filter(|running| is_new(running)).collect();
    pages.into_iter().map(&mut keep).collect()
}

/// Takes headers and footers out of pages: those of each. `titles` are what the outline leads to, with their pages.
pub(in crate::formats::binary::pdf) fn remove(pages: &mut [Vec<Line>], titles: &[(usize, &str)]) -> Vec<Vec<Running>> {
    let body = Body::of(pages);
    let edges: Vec<[Vec<EdgeLine>; 2]> = pages.iter().map(|page| edges(page, &body)).collect();
    let titles = own_titles(pages, titles);
    let mut gone: Vec<Vec<Gone>> = pages.iter().map(|_| Vec::new()).collect();
    for side in 0..2 {
        let sides: Vec<&[EdgeLine]> = edges.iter().map(|edges| edges[side].as_slice()).collect();
        let groups = Groups::of(&sides);
        for (page, (rows, gone)) in sides.iter().zip(&mut gone).enumerate() {
            for (at, row) in rows.iter().enumerate() {
                let is_title =
                    || titles.get(&page).is_some_and(|titles| titles.contains(&letters_of(pages, page, row)));
                if !groups.is_furniture(page, at, row) || is_title() {
                    break;
                }
                gone.push(Gone { side, numbers: groups.lasting_numbers(page, row), pieces: row.pieces.clone() });
            }
        }
    }
    // What is all that a file says is its text.
    let count = |gone: &[Gone]| gone.iter().flat_map(|row| &row.pieces).collect::<HashSet<_>>().len();
    if pages.iter().zip(&gone).all(|(page, gone)| count(gone) == page.len()) {
        return pages.iter().map(|_| Vec::new()).collect();
    }
    pages.iter_mut().zip(gone).map(|(page, gone)| taken(page, gone)).collect()
}

/// A row that is taken out of a page.
struct Gone {
    side: usize,
    numbers: Vec<i64>,
    pieces: Vec<usize>,
}

/// What most of a file is set in.
struct Body {
    size: i32,
    is_bold: bool,
}

impl Body {
    fn of(pages: &[Vec<Line>]) -> Body {
        let mut sizes: HashMap<i32, usize> = HashMap::new();
        let (mut bold, mut all) = (0, 0);
        for line in pages.iter().flatten() {
            let letters = line.words.iter().map(|word| word.text.len()).sum::<usize>();
            *sizes.entry(half_points(line.size)).or_default() += letters;
            all += letters;
            bold += if line.is_bold() { letters } else { 0 };
        }
        let size = sizes.iter().max_by_key(|(size, count)| (**count, **size)).map_or(0, |(size, _)| *size);
        Body { size, is_bold: 2 * bold > all }
    }
}

fn half_points(size: f32) -> i32 {
    (size * 2.0).round() as i32
}

fn only_letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn letters_of(pages: &[Vec<Line>], page: usize, row: &EdgeLine) -> String {
    row.pieces.iter().filter_map(|at| pages.get(page)?.get(*at)).map(|piece| only_letters(&piece.text())).collect()
}

/// Titles by their pages, in letters: those that no more than one line of the page tells. Where the text has a title of
/// its own the line at the edge is none.
fn own_titles(pages: &[Vec<Line>], titles: &[(usize, &str)]) -> HashMap<usize, Vec<String>> {
    let mut of: HashMap<usize, Vec<String>> = HashMap::new();
    let mut told: (usize, String) = (usize::MAX, String::new());
    for (page, title) in titles {
        if told.0 != *page {
            let lines = pages.get(*page).map_or(&[][..], Vec::as_slice);
            told = (*page, lines.iter().map(|line| only_letters(&line.text())).collect());
        }
        let title = only_letters(title);
        if !title.is_empty() && told.1.matches(&title).nth(1).is_none() {
            of.entry(*page).or_default().push(title);
        }
    }
    of
}

/// Takes lines out of a page.
fn taken(page: &mut Vec<Line>, gone: Vec<Gone>) -> Vec<Running> {
    let mut pieces: Vec<Option<Line>> = std::mem::take(page).into_iter().map(Some).collect();
    let mut lines: Vec<Running> = Vec::new();
    for Gone { side, numbers, pieces: row } in gone {
        let row: Vec<Line> = row.into_iter().filter_map(|at| pieces.get_mut(at)?.take()).collect();
        if !row.is_empty() {
            lines.push(Running { is_footer: side > 0, numbers, pieces: row });
        }
    }
    // Those at the bottom are met from the edge inwards.
    lines.sort_by(|a, b| a.pieces[0].y.total_cmp(&b.pieces[0].y));
    *page = pieces.into_iter().flatten().collect();
    lines
}

/// The first lines of a page, and the last ones, from its edges inwards.
fn edges(page: &[Line], body: &Body) -> [Vec<EdgeLine>; 2] {
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
    [side(page, body, &mut first()), side(page, body, &mut first().rev())]
}

fn side(page: &[Line], body: &Body, rows: &mut dyn Iterator<Item = &Vec<usize>>) -> Vec<EdgeLine> {
    let rows: Vec<&Vec<usize>> = rows.take(LINES + 1).collect();
    let place = |row: &[usize]| row.first().map_or((0.0, 1.0), |at| (page[*at].y, page[*at].size));
    let told = |at: usize| {
        let mut pieces = rows.get(at)?.to_vec();
        pieces.sort_by(|a, b| page[*a].left.total_cmp(&page[*b].left));
        let lines: Vec<&Line> = pieces.iter().map(|at| &page[*at]).collect();
        let is_bold = !body.is_bold && lines.iter().all(|line| line.is_bold());
        let largest = lines.iter().map(|line| half_points(line.size)).max().unwrap_or_default();
        let (y, size) = place(&pieces);
        let inner = rows.get(at + 1).map(|row| place(row));
        let is_apart = inner.is_none_or(|(inner, other)| (inner - y).abs() > 1.8 * size.max(other));
        let (text, is_large) = (Masked::of(&lines), 100 * largest >= LARGE * body.size);
        Some(EdgeLine { text, y: (y / 5.0) as i32, is_apart, is_large, is_bold, pieces })
    };
    (0..LINES).filter_map(told).collect()
}

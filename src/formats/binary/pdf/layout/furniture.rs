//! Running headers and footers: what stands at the top or bottom of several pages, the same on each but for the number of
//! the page, and what pages say is theirs. Each is read once, where it first stands, and not at all where the text says
//! the same.
//!
//! Lines that differ in other numbers are text: rows of tables, lines of a log, "Example 1" and "Example 2". A number
//! counts pages if it rises with them, and stands where the number of a page does; else it has to be the same. Where
//! it cannot be told, a line is text: one too many is seen, one that is missing is not.

use super::line::Line;
use super::numbering::{Masked, Number, Place, roman};
use std::collections::{HashMap, HashSet};

/// Lines at the top, and at the bottom, of a page that may be furniture.
const LINES: usize = 2;

/// On so many pages a line is furniture.
const PAGES: usize = 3;

/// Pages within which a line that stands on few has to stand again: it is on the left or right ones of a chapter.
const NEAR: usize = 4;

/// Of so many pages one, at least, has its first or last line at the height of a running one.
const SHARE: usize = 5;

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

/// A line at the edge of a page.
struct EdgeLine {
    pieces: Vec<usize>,
    text: Masked,
    y: i32,
    /// Whether white space parts it from the line further in.
    is_apart: bool,
    /// Whether it is set larger than the text, or bolder.
    is_large: bool,
    is_bold: bool,
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
                gone.push(Gone { side, numbers: groups.own_numbers(page, row), pieces: row.pieces.clone() });
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

/// How a number of a line goes on from page to page.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Course {
    Same(i64),
    /// With the pages, so far before them; of Roman numbers, and of two pages that are set on one.
    Rises(i64, bool, bool),
}

/// Lines at one edge that say the same at the same height.
struct Groups<'e> {
    /// The pages of lines that are the same with their numbers.
    same: HashMap<(&'e str, Vec<i64>, i32), Vec<usize>>,
    all: HashMap<(&'e str, i32), usize>,
    /// Of these the ones whose numbers go on.
    going_on: HashMap<(&'e str, i32), usize>,
    courses: HashMap<(&'e str, i32, usize, Course), usize>,
    /// Outermost lines.
    heights: HashMap<i32, usize>,
    pages: usize,
}

/// A line on the border of two heights is counted at both.
fn near(y: i32) -> [i32; 3] {
    [y - 1, y, y + 1]
}

impl<'e> Groups<'e> {
    fn of(sides: &[&'e [EdgeLine]]) -> Groups<'e> {
        let mut groups = Groups {
            same: HashMap::new(),
            all: HashMap::new(),
            going_on: HashMap::new(),
            courses: HashMap::new(),
            heights: HashMap::new(),
            pages: sides.len(),
        };
        for (page, rows) in sides.iter().enumerate() {
            rows.first().into_iter().for_each(|row| *groups.heights.entry(row.y).or_default() += 1);
            for row in *rows {
                let text = row.text.text.as_str();
                *groups.all.entry((text, row.y)).or_default() += 1;
                for (at, number) in row.text.numbers.iter().enumerate() {
                    for course in courses(page, number, row) {
                        *groups.courses.entry((text, row.y, at, course)).or_default() += 1;
                    }
                }
            }
        }
        for (page, row) in sides.iter().enumerate().flat_map(|(page, rows)| rows.iter().map(move |row| (page, row))) {
            let text = row.text.text.as_str();
            if groups.goes_on(page, row) {
                *groups.going_on.entry((text, row.y)).or_default() += 1;
            }
            groups.same.entry((text, groups.own_numbers(page, row), row.y)).or_default().push(page);
        }
        groups
    }

    fn count(&self, row: &EdgeLine, of: &HashMap<(&str, i32), usize>) -> usize {
        near(row.y).iter().filter_map(|y| of.get(&(row.text.text.as_str(), *y))).sum()
    }

    fn course(&self, row: &EdgeLine, at: usize, course: Course) -> bool {
        let count = |y: &i32| self.courses.get(&(row.text.text.as_str(), *y, at, course));
        near(row.y).iter().filter_map(count).sum::<usize>() >= PAGES
    }

    fn is_same(&self, row: &EdgeLine, at: usize, number: &Number) -> bool {
        self.course(row, at, Course::Same(number.value))
    }

    fn rises(&self, page: usize, row: &EdgeLine, at: usize, number: &Number) -> bool {
        let is_total =
            || row.text.numbers.last().is_some_and(|last| self.is_same(row, row.text.numbers.len() - 1, last));
        let may_count = match number.place {
            Place::Apart => true,
            Place::OfTotal => is_total(),
            // Titles are numbered too.
            Place::Beside => !row.is_large && !row.is_bold && 2 * self.count(row, &self.all) >= self.pages,
            Place::Within => false,
        };
        may_count && courses(page, number, row).iter().skip(1).any(|course| self.course(row, at, *course))
    }

    /// Whether each number is the same on several pages, or counts them.
    fn goes_on(&self, page: usize, row: &EdgeLine) -> bool {
        let mut numbers = row.text.numbers.iter().enumerate();
        numbers.all(|(at, number)| self.is_same(row, at, number) || self.rises(page, row, at, number))
    }

    /// The numbers of a line that do not count pages.
    fn own_numbers(&self, page: usize, row: &EdgeLine) -> Vec<i64> {
        let numbers = row.text.numbers.iter().enumerate();
        numbers.filter(|(at, number)| !self.rises(page, row, *at, number)).map(|(_, number)| number.value).collect()
    }

    /// Whether the line stands again near by, or on a good part of all pages.
    fn is_running(&self, page: usize, row: &EdgeLine) -> bool {
        let own = self.own_numbers(page, row);
        let (mut near_by, mut count) = (0, 0);
        for y in near(row.y) {
            let Some(pages) = self.same.get(&(row.text.text.as_str(), own.clone(), y)) else { continue };
            let from = pages.partition_point(|at| at + NEAR < page);
            near_by += pages[from..].iter().take_while(|at| **at <= page + NEAR).count();
            count += pages.len();
        }
        near_by >= PAGES || count >= PAGES && SHARE * count >= self.pages
    }

    /// Whether the line `at`, from the edge inwards, is furniture.
    fn is_furniture(&self, page: usize, at: usize, row: &EdgeLine) -> bool {
        let (count, going_on) = (self.count(row, &self.all), self.count(row, &self.going_on));
        let outer: usize = near(row.y).iter().filter_map(|y| self.heights.get(y)).sum();
        let is_at_height = at > 0 || SHARE * outer >= self.pages;
        // The text itself may begin or end alike on many pages.
        let is_usual = at == 0 && 2 * count >= self.pages;
        if count < PAGES || !is_at_height || !row.is_apart && !is_usual {
            return false;
        }
        if !row.text.has_letters {
            // Where the numbers of pages begin anew, few may go on from there.
            return self.goes_on(page, row) || 5 * going_on >= 4 * count;
        }
        // Slides may have the same title one after the other.
        (!row.is_large || is_usual) && self.goes_on(page, row) && self.is_running(page, row)
    }
}

/// How a number may go on: as it is, and with the pages.
fn courses(page: usize, number: &Number, row: &EdgeLine) -> Vec<Course> {
    let (page, value) = (page as i64, number.value);
    let mut courses = vec![Course::Same(value), Course::Rises(value.saturating_sub(page), number.is_roman, false)];
    if !row.text.has_letters {
        courses.push(Course::Rises(value.saturating_sub(2 * page), number.is_roman, true));
    }
    courses
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

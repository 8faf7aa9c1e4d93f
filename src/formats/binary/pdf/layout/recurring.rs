//! Which lines are running headers and footers: those that stand at the same height of several pages, the same but for
//! numbers that go on as the pages do.

use super::numbering::{Masked, Number, Place};
use std::collections::HashMap;

/// On so many pages a line is furniture.
const PAGES: usize = 3;

/// Pages within which a line that stands on few has to stand again: it is on the left or right ones of a chapter.
const NEAR: usize = 4;

/// Of so many pages one, at least, has its first or last line at the height of a running one.
const SHARE: usize = 5;

/// A line at the edge of a page.
pub(super) struct EdgeLine {
    pub(super) pieces: Vec<usize>,
    pub(super) text: Masked,
    pub(super) y: i32,
    /// Whether white space parts it from the line further in.
    pub(super) is_apart: bool,
    /// Whether it is set larger than the text, or bolder.
    pub(super) is_large: bool,
    pub(super) is_bold: bool,
}

/// How a number of a line goes on from page to page.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Course {
    Same(i64),
    /// With the pages, so far before them; of Roman numbers, and of two pages that are set on one.
    Rises(i64, bool, bool),
}

/// Lines at one edge that say the same at the same height.
pub(super) struct Groups<'e> {
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
    pub(super) fn of(sides: &[&'e [EdgeLine]]) -> Groups<'e> {
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
        // A number that stands alone and goes on once is that of a page.
        let is_alone = !row.text.has_letters && row.text.numbers.len() == 1 && !matches!(course, Course::Same(_));
        near(row.y).iter().filter_map(count).sum::<usize>() >= if is_alone { PAGES - 1 } else { PAGES }
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

    /// Whether a number counts pages that stands apart from the words, so that whatever else there is – a section, its
    /// number – is told beside it.
    fn has_page_number(&self, page: usize, row: &EdgeLine) -> bool {
        let mut numbers = row.text.numbers.iter().enumerate();
        numbers.any(|(at, number)| number.place == Place::Apart && self.rises(page, row, at, number))
    }

    /// The numbers of a line that do not count pages.
    fn own_numbers(&self, page: usize, row: &EdgeLine) -> Vec<i64> {
        let numbers = row.text.numbers.iter().enumerate();
        numbers.filter(|(at, number)| !self.rises(page, row, *at, number)).map(|(_, number)| number.value).collect()
    }

    /// Of these the ones that several pages have.
    pub(super) fn lasting_numbers(&self, page: usize, row: &EdgeLine) -> Vec<i64> {
        let numbers = row.text.numbers.iter().enumerate();
        let lasting =
            numbers.filter(|(at, number)| !self.rises(page, row, *at, number) && self.is_same(row, *at, number));
        lasting.map(|(_, number)| number.value).collect()
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
    pub(super) fn is_furniture(&self, page: usize, at: usize, row: &EdgeLine) -> bool {
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
        let is_title = row.is_large && !is_usual;
        let goes_on = || self.goes_on(page, row) && self.is_running(page, row);
        !is_title && (self.has_page_number(page, row) || goes_on())
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

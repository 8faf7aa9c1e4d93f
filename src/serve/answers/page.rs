//! As many hits as a budget holds, each with as much detail as it holds.

use super::meter::cost;
use super::row::{AnswerRow, Detail};

/// Text that is too little to be worth a part of a body, in tokens.
const MIN_PART: u64 = 40;

/// The lines of a page.
pub(super) struct Page {
    /// The text.
    pub text: String,
    /// Hits on it.
    pub shown: usize,
    /// Hits with less detail than was asked for, by the detail they have.
    pub lessened: Vec<(Detail, usize)>,
    /// Lines of the first hit that are not on it.
    pub cut: Option<(u32, u32)>,
    /// Paths of the files that it shows something of.
    pub paths: Vec<std::sync::Arc<str>>,
}

impl Page {
    /// The text below the head; empty where nothing is shown.
    pub(super) fn body(&self) -> String {
        if self.shown == 0 { String::new() } else { self.text.trim_end().to_owned() }
    }
}

/// Fills a page with `rows`, in their order. `are_all` says that no further hits follow them.
pub(super) fn fill(rows: &mut [AnswerRow], are_all: bool, wanted: Detail, budget: u64) -> Page {
    let (base, shown) = base(rows, are_all, wanted, budget);
    let mut levels = vec![base; shown];
    let mut spent: u64 = (0..shown).map(|at| price(rows, at, base)).sum();
    let mut cut = None;
    for at in 0..shown {
        let best = Detail::ALL.iter().rev().copied().filter(|level| *level <= wanted && *level > base);
        for level in best {
            let more = price(rows, at, level).saturating_sub(price(rows, at, base));
            if spent + more <= budget {
                spent += more;
                levels[at] = level;
                break;
            }
            if at == 0 && level == Detail::Body && shown == 1 {
                // One hit that is too long is given as far as it goes.
                let free = (budget + price(rows, at, base)).saturating_sub(spent);
                cut = rows[at].cut_body(free, MIN_PART);
                if cut.is_some() {
                    levels[at] = Detail::Body;
                    // All of it may fit where its price was only estimated.
                    cut = cut.filter(|(first, last)| first <= last);
                    break;
                }
            }
        }
    }
    let text = text(rows, &levels);
    let mut lessened: Vec<(Detail, usize)> = Vec::new();
    for level in levels.iter().filter(|level| **level < wanted) {
        match lessened.iter_mut().find(|(known, _)| known == level) {
            Some((_, count)) => *count += 1,
            None => lessened.push((*level, 1)),
        }
    }
    let mut paths: Vec<_> = rows[..shown].iter().map(|row| row.path.clone()).collect();
    paths.dedup();
    Page { text, shown, lessened, cut, paths }
}

/// Of bodies as many as fit, for the next page has the rest; else the most detail in which all rows fit; else as many rows as fit with a signature, or the first one as an id.
fn base(rows: &mut [AnswerRow], are_all: bool, wanted: Detail, budget: u64) -> (Detail, usize) {
    if wanted == Detail::Body && rows.len() > 1 {
        match fitting(rows, Detail::Body, budget) {
            0 if fitting(rows, Detail::Signature, budget) > 0 => return (Detail::Signature, 1),
            0 => {}
            shown => return (Detail::Body, shown),
        }
    }
    if are_all {
        for level in Detail::ALL.iter().rev().copied().filter(|level| *level <= wanted) {
            if fitting(rows, level, budget) == rows.len() {
                return (level, rows.len());
            }
        }
    }
    let level = wanted.min(Detail::Signature);
    match fitting(rows, level, budget) {
        0 => (Detail::Ids, fitting(rows, Detail::Ids, budget).min(1)),
        shown => (level, shown),
    }
}

/// How many of the first rows fit.
pub(super) fn fitting(rows: &mut [AnswerRow], level: Detail, budget: u64) -> usize {
    let mut spent = 0;
    for at in 0..rows.len() {
        spent += price(rows, at, level);
        if spent > budget {
            return at;
        }
    }
    rows.len()
}

/// What a row costs, with the path above it where it is another one than that of the row before.
fn price(rows: &mut [AnswerRow], at: usize, level: Detail) -> u64 {
    let starts = starts_file(rows, at);
    let path = if starts { cost(&rows[at].path) } else { 0 };
    path + rows[at].cost(level)
}

fn starts_file(rows: &[AnswerRow], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| rows.get(before));
    !rows[at].path.is_empty() && before.is_none_or(|before| before.path != rows[at].path)
}

fn text(rows: &mut [AnswerRow], levels: &[Detail]) -> String {
    let mut out = String::new();
    for (at, level) in levels.iter().enumerate() {
        if starts_file(rows, at) {
            out.push_str(&rows[at].path);
            out.push('\n');
        }
        out.push_str(rows[at].text(*level));
        out.push('\n');
    }
    out
}

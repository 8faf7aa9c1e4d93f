//! As many passages as a budget holds: the first ones with their text, cut around what says most where it is long, the
//! later ones as places.

use super::meter::cost;
use crate::agent::{Passage, Whole};
use crate::stdx::printing::harmless;
use crate::stdx::tokens::UNIT;
use std::ops::Range;

/// Text that is too little to be worth a part of a passage.
const MIN_PART: u64 = 40 * UNIT;

/// The part of a budget that the places of passages take, at most.
const PLACES: u64 = 3;

/// What of the rest one passage may take where others follow it, in tenths.
const OF_REST: u64 = 6;

/// The part of a budget that is kept for the one line that says most of each passage but the first, at most.
const ITS_LINES: u64 = 3;

/// What stands between the head of a declaration and lines further down.
const GAP: &str = "…";

/// The text of passages within a budget.
pub(super) struct Filled {
    /// The lines; empty where nothing is shown.
    pub text: String,
    /// Passages that are in it.
    pub shown: usize,
    /// Those of them whose lines are not all there.
    pub cut: usize,
    /// Those that are only places.
    pub places: usize,
    /// The lines behind the first one that is cut, as they can be read.
    pub further: Option<String>,
}

/// Fills a budget with passages, best first.
pub(super) fn fill<'p>(passages: impl Iterator<Item = &'p Passage>, budget: u64) -> Filled {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for passage in passages {
        let path = rows.last().is_none_or(|last| last.passage.path != passage.path).then_some(&*passage.path);
        rows.push(Row::new(passage, path));
    }
    let mut spent = 0;
    let fitting = rows.iter().take_while(|row| {
        spent += row.place;
        spent <= budget / PLACES
    });
    let shown = fitting.count().max(usize::from(rows.first().is_some_and(|first| first.place <= budget)));
    rows.truncate(shown);
    let mut free = budget.saturating_sub(rows.iter().map(|row| row.place).sum());
    // The line that says most tells more than a place: it is kept for those below, as far as it leaves room above.
    let mut kept = 0;
    let lines: Vec<u64> = rows.iter_mut().map(Row::costs_with_its_line).collect();
    let kept_for = lines.iter().skip(1).take_while(|cost| {
        kept += **cost;
        kept <= free / ITS_LINES
    });
    let mut kept: Vec<u64> = kept_for.copied().collect();
    kept.reverse();
    for (at, row) in rows.iter_mut().enumerate() {
        let own = if at > 0 { kept.pop().unwrap_or_default() } else { 0 };
        let others: u64 = kept.iter().sum();
        let rest = free.saturating_sub(others);
        let most = if at + 1 < shown { (rest * OF_REST / 10).max(MIN_PART).max(own) } else { free };
        free -= row.take(most.min(rest.max(own)).min(free));
    }
    // What those below have left is for those above that are cut.
    for row in rows.iter_mut().filter(|row| row.is_cut()) {
        let own = row.taken();
        free = (free + own).saturating_sub(row.take(free + own));
    }
    let cut = || rows.iter().filter(|row| row.is_cut() && !row.given.is_empty());
    Filled {
        text: rows.iter().map(Row::text).collect::<Vec<_>>().join("\n"),
        shown,
        cut: cut().count(),
        places: rows.iter().filter(|row| row.given.is_empty()).count(),
        further: cut().find_map(Row::further),
    }
}

/// A passage as lines of an answer.
struct Row<'p> {
    passage: &'p Passage,
    /// The path, where another one stands above it.
    path: Option<&'p str>,
    lines: Vec<String>,
    /// Those of its lines that are given.
    given: Range<usize>,
    /// What it costs as a place.
    place: u64,
}

/// Which way lines around `focus` go on: through what says most, which is read downwards, then as much above it as below.
fn goes_up(given: &Range<usize>, quote: &Range<usize>, focus: usize) -> bool {
    let (above, below) = (focus - given.start, given.end - focus);
    match (given.start > quote.start, given.end < quote.end) {
        (true, true) => 2 * above < below,
        (true, false) => true,
        (false, true) => false,
        (false, false) => quote.start - given.start < given.end - quote.end,
    }
}

impl<'p> Row<'p> {
    fn new(passage: &'p Passage, path: Option<&'p str>) -> Row<'p> {
        let lines = passage.text.trim_end().lines().map(harmless).map(|line| line.to_string()).collect();
        let mut row = Row { passage, path, lines, given: 0..0, place: 0 };
        row.place = row.cost();
        row
    }

    fn cost(&self) -> u64 {
        cost(&self.text())
    }

    /// What its text costs.
    fn taken(&self) -> u64 {
        self.cost().saturating_sub(self.place)
    }

    fn is_cut(&self) -> bool {
        self.given.len() < self.lines.len()
    }

    /// Gives as much of its text as `most` pays for, around what says most. Returns what that costs.
    fn take(&mut self, most: u64) -> u64 {
        self.given = 0..self.lines.len();
        if self.taken() <= most {
            return self.taken();
        }
        let at = |line: u32| (line.saturating_sub(self.passage.line) as usize).min(self.lines.len());
        let (quote, focus) = (at(*self.passage.quote.start())..at(*self.passage.quote.end() + 1), self.focus());
        self.given = focus..focus;
        let mut spent = self.taken();
        let (mut is_up, mut is_down) = (true, true);
        while is_up || is_down {
            let goes_up = is_up && (!is_down || goes_up(&self.given, &quote, focus));
            let next = match goes_up {
                true => self.given.start.checked_sub(1),
                false => Some(self.given.end).filter(|next| *next < self.lines.len()),
            };
            let price = next.map(|next| cost(&self.lines[next])).filter(|price| spent + price <= most);
            match (next.zip(price), goes_up) {
                (Some((next, price)), true) => (self.given.start, spent) = (next, spent + price),
                (Some((next, price)), false) => (self.given.end, spent) = (next + 1, spent + price),
                (None, true) => is_up = false,
                (None, false) => is_down = false,
            }
            // Without the line that says most the others say nothing.
            if self.given.is_empty() {
                break;
            }
        }
        // What says which part it is costs something, too.
        while !self.given.is_empty() && self.taken() > most {
            match self.given.end - 1 > focus {
                true => self.given.end -= 1,
                false => self.given.start += 1,
            }
        }
        self.taken()
    }

    /// What the line costs that says most of it.
    fn costs_with_its_line(&mut self) -> u64 {
        let focus = self.focus();
        self.given = focus..(focus + 1).min(self.lines.len());
        let cost = self.taken();
        self.given = 0..0;
        cost
    }

    /// The line that says most of it.
    fn focus(&self) -> usize {
        let at = |line: u32| (line.saturating_sub(self.passage.line) as usize).min(self.lines.len().saturating_sub(1));
        at(self.passage.focus).clamp(at(*self.passage.quote.start()), at(*self.passage.quote.end()))
    }

    /// The lines of the file that are given; of a place, those of the passage.
    fn place(&self) -> (u32, u32) {
        if self.given.is_empty() {
            return self.passage.place();
        }
        // Empty lines at the end are no part of it.
        let at = |line: usize| self.passage.in_file(self.passage.line + line as u32);
        let (first, last) = (at(self.given.start), at(self.given.end - 1));
        (first, last.max(first))
    }

    /// The lines of what it is a part of: of the declaration that names it, where nothing else is given.
    fn whole(&self) -> (u32, u32) {
        let end = self.passage.line + (self.lines.len() as u32).saturating_sub(1);
        let (first, last) = (self.passage.place().0, self.passage.in_file(end));
        let (given, until) = self.place();
        match &self.passage.whole {
            Some(whole) if !self.given.is_empty() && whole.described <= given && until <= whole.last => {
                (whole.first.min(given), whole.last)
            }
            Some(whole) => (whole.first.min(first), whole.last.max(last)),
            None => (first, last),
        }
    }

    /// True if the lines that are given are none of the declaration that names the passage.
    fn is_elsewhere(&self) -> bool {
        let (first, last) = self.place();
        let is_apart = |whole: &Whole| last < whole.described || whole.last < first;
        let is_one =
            !self.given.is_empty() && self.passage.related.is_none() && self.passage.label == self.passage.name;
        is_one && self.passage.whole.as_ref().is_some_and(is_apart)
    }

    /// The lines behind those that are given, as they can be read.
    fn further(&self) -> Option<String> {
        let (next, last) = (self.place().1 + 1, self.passage.place().1);
        (next <= last).then(|| format!("{}:{next}-{last}", self.passage.path))
    }

    /// The lines of the declaration that names them, where it is one, and others that say something are given with it:
    /// those are called otherwise.
    fn named(&self) -> Option<(u32, u32)> {
        let is_one = !self.given.is_empty() && self.passage.label == self.passage.name;
        let (first, last) = self.place();
        let whole = self.passage.whole.as_ref().filter(|_| is_one)?;
        if last < whole.described || whole.last < first {
            return None;
        }
        let is_own = |line: u32| (whole.described..=whole.last).contains(&line);
        let mut given =
            self.given.clone().map(|at| (self.passage.in_file(self.passage.line + at as u32), &self.lines[at]));
        let says = |line: &str| line.contains(char::is_alphanumeric);
        given.any(|(line, text)| !is_own(line) && says(text)).then_some((whole.first, whole.last))
    }

    /// Lines, kind and name; of a part, what it is a part of; of more than what is named, which of them that is.
    fn title(&self) -> String {
        let lines =
            |(first, last): (u32, u32)| if last > first { format!("{first}-{last}") } else { first.to_string() };
        let (place, whole) = (self.place(), self.whole());
        let of = match self.named() {
            Some(named) => format!(" around {}", lines(named)),
            None if place == whole => String::new(),
            None => format!(" of {}", lines(whole)),
        };
        let page = self.passage.page.map_or(String::new(), |page| format!(" p. {page}"));
        if self.is_elsewhere() {
            // What names the passage names none of these lines.
            return format!("{}{of}{page}", lines(place));
        }
        let title = format!("{}{of}{page} {} {}", lines(place), self.passage.kind.id(), self.passage.title());
        title.trim_end().to_owned()
    }

    fn text(&self) -> String {
        let mut lines: Vec<&str> = self.path.into_iter().collect();
        let title = self.title();
        lines.push(&title);
        let head = self.passage.whole.as_ref().filter(|whole| !self.given.is_empty() && self.place().0 > whole.first);
        let head = head.map(|whole| harmless(&whole.head));
        if let Some(head) = head.as_deref().filter(|head| !head.trim().is_empty()) {
            lines.extend([head, GAP]);
        }
        lines.extend(self.lines[self.given.clone()].iter().map(String::as_str));
        lines.join("\n")
    }
}

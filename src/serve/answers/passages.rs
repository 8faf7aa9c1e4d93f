//! As many passages as a budget holds: the first ones with their text, cut around what says most where it is long, the
//! later ones as places.

use super::meter::cost;
use crate::agent::Passage;
use crate::stdx::printing::harmless;
use crate::stdx::tokens::UNIT;
use std::ops::Range;

/// Text that is too little to be worth a part of a passage.
const MIN_PART: u64 = 40 * UNIT;

/// The part of a budget that the places of passages take, at most.
const PLACES: u64 = 3;

/// What of the rest one passage may take where others follow it, in tenths.
const OF_REST: u64 = 6;

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
    for (at, row) in rows.iter_mut().enumerate() {
        let most = if at + 1 < shown { (free * OF_REST / 10).max(MIN_PART) } else { free };
        free -= row.take(most.min(free));
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
        let quote = |line: u32| (line.saturating_sub(self.passage.line) as usize).min(self.lines.len());
        let (start, end) = (quote(*self.passage.quote.start()), quote(*self.passage.quote.end() + 1));
        self.given = start..start;
        let mut spent = self.taken();
        let (mut is_up, mut is_down) = (true, true);
        while is_up || is_down {
            // First what says most, then as much above it as below.
            let goes_up =
                is_up && (!is_down || self.given.end >= end && start - self.given.start < self.given.end - end);
            let next = match goes_up {
                true => self.given.start.checked_sub(1),
                false => Some(self.given.end).filter(|next| *next < self.lines.len()),
            };
            let price = next.map(|next| cost(&self.lines[next]));
            match (next, goes_up) {
                (Some(next), _) if spent + price.unwrap_or_default() > most && next < end && next >= start => break,
                (Some(_), true) if spent + price.unwrap_or_default() > most => is_up = false,
                (Some(_), false) if spent + price.unwrap_or_default() > most => is_down = false,
                (Some(next), true) => self.given.start = next,
                (Some(next), false) => self.given.end = next + 1,
                (None, true) => is_up = false,
                (None, false) => is_down = false,
            }
            spent += price.filter(|price| spent + price <= most).unwrap_or_default();
        }
        // What says which part it is costs something, too.
        while !self.given.is_empty() && self.taken() > most {
            match self.given.end > end || self.given.start >= start {
                true => self.given.end -= 1,
                false => self.given.start += 1,
            }
        }
        if self.taken() < MIN_PART.min(most) {
            self.given = 0..0;
        }
        self.taken()
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

    /// The lines of what it is a part of.
    fn whole(&self) -> (u32, u32) {
        let end = self.passage.line + (self.lines.len() as u32).saturating_sub(1);
        let (first, last) = (self.passage.place().0, self.passage.in_file(end));
        self.passage.whole.as_ref().map_or((first, last), |whole| (whole.first.min(first), whole.last.max(last)))
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
        if whole.first < first || last < whole.last {
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
        let title = format!("{}{of} {} {}", lines(place), self.passage.kind.id(), self.passage.title());
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

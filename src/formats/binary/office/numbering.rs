//! Numbers of lists and headings as word documents count them: formats, starts, restarts, lists that go on.

use super::html::Mark;
use super::xml::{Token, each};
use std::collections::{HashMap, HashSet};

/// Levels of a list.
pub(super) const LEVELS: usize = 9;

/// Characters of a mark that are kept.
const MAX_MARK: usize = 60;

/// Letters or signs that a number is written in, at most.
const MAX_SIGNS: u64 = 20;

/// A level of a list.
#[derive(Clone, Debug, Default)]
struct Level {
    format: String,
    /// What stands before an item: `%1.%2` are the numbers of the first two levels.
    text: Option<String>,
    start: u64,
    /// Whether a higher level lets it begin anew.
    goes_on: bool,
    /// Whether all numbers are written in digits: letters and Roman numerals of higher levels too.
    is_legal: bool,
    /// The style whose paragraphs stand on this level.
    style: String,
}

/// A list as it is used: the one that it is made from, and where its levels start instead.
#[derive(Clone, Debug, Default)]
struct Used {
    list: String,
    starts: HashMap<usize, u64>,
}

/// The lists of a document.
#[derive(Debug, Default)]
pub(super) struct Lists {
    levels: HashMap<(String, usize), Level>,
    used: HashMap<String, Used>,
    /// The style by which a list names the one that it is made like.
    like: HashMap<String, String>,
}

/// How far the lists of a document have counted.
#[derive(Debug, Default)]
pub(super) struct Counters {
    at: HashMap<String, [Option<u64>; LEVELS]>,
    /// Lists whose own start was taken, with the level.
    started: HashSet<(String, usize)>,
}

impl Lists {
    /// Reads the part that describes lists.
    pub(super) fn read(xml: &[u8]) -> Lists {
        let mut lists = Lists::default();
        let (mut list, mut level, mut used, mut is_used) = (String::new(), 0, String::new(), false);
        each(xml, &mut |token| {
            let Token::Open(tag) = token else { return };
            let value = || tag.get("val").unwrap_or_default();
            match tag.name {
                "abstractNum" => (list, is_used) = (tag.get("abstractNumId").unwrap_or_default(), false),
                "num" => (used, is_used) = (tag.get("numId").unwrap_or_default(), true),
                "abstractNumId" => lists.used.entry(used.clone()).or_default().list = value(),
                "numStyleLink" => drop(lists.like.insert(list.clone(), value())),
                "lvl" | "lvlOverride" => level = tag.number("ilvl").unwrap_or(0),
                "startOverride" => {
                    let start = value().parse().unwrap_or(1);
                    lists.used.entry(used.clone()).or_default().starts.insert(level, start);
                }
                // Levels that are written anew where a list is used are rare.
                _ if is_used => {}
                "numFmt" => lists.level(&list, level).format = value(),
                "lvlText" => lists.level(&list, level).text = Some(value()),
                "start" => lists.level(&list, level).start = value().parse().unwrap_or(1),
                "lvlRestart" => lists.level(&list, level).goes_on = value() == "0",
                "isLgl" => lists.level(&list, level).is_legal = value() != "0",
                "pStyle" => lists.level(&list, level).style = value(),
                _ => {}
            }
        });
        lists
    }

    fn level(&mut self, list: &str, level: usize) -> &mut Level {
        self.levels.entry((list.to_owned(), level)).or_insert_with(|| Level { start: 1, ..Level::default() })
    }

    /// Lets lists that are made like another be that one; `list_of` knows the list of a style.
    pub(super) fn link(&mut self, list_of: impl Fn(&str) -> Option<String>) {
        let found: HashMap<String, String> = self
            .like
            .iter()
            .filter_map(|(list, style)| Some((list.clone(), self.used.get(&list_of(style)?)?.list.clone())))
            .collect();
        for used in self.used.values_mut() {
            if let Some(list) = found.get(&used.list) {
                used.list.clone_from(list);
            }
        }
    }

    /// The level that paragraphs of a style have in a list.
    pub(super) fn level_of(&self, number: &str, style: &str) -> Option<usize> {
        let list = &self.used.get(number)?.list;
        let is = |level: &usize| {
            self.levels.get(&(list.clone(), *level)).is_some_and(|level| !style.is_empty() && level.style == style)
        };
        (0..LEVELS).find(is)
    }

    /// Counts an item, and says what stands before it; nothing where its list is not described.
    pub(super) fn count(&self, counters: &mut Counters, number: &str, level: usize) -> Option<Mark> {
        let used = self.used.get(number)?;
        let at = |level: usize| self.levels.get(&(used.list.clone(), level));
        let own = at(level).filter(|_| level < LEVELS)?;
        let counts = counters.at.entry(used.list.clone()).or_default();
        let start = used.starts.get(&level).filter(|_| counters.started.insert((number.to_owned(), level)));
        let next = match (start, counts[level]) {
            (Some(start), _) => *start,
            (None, Some(count)) => count.saturating_add(1),
            (None, None) => own.start,
        };
        counts[level] = Some(next);
        for (other, count) in counts.iter_mut().enumerate() {
            if other < level {
                count.get_or_insert_with(|| at(other).map_or(1, |level| level.start));
            } else if other > level && at(other).is_none_or(|level| !level.goes_on) {
                *count = None;
            }
        }
        let usual = format!("%{}.", level + 1);
        let text = own.text.as_ref().unwrap_or(&usual);
        if matches!(&*own.format, "bullet" | "none") || text.is_empty() {
            return Some(Mark::Bullet);
        }
        let written = |at_level: usize| {
            let format = at(at_level).map_or("decimal", |level| &level.format);
            let is_written = !own.is_legal || format.starts_with("decimal");
            written(counts[at_level].unwrap_or(1), if is_written { format } else { "decimal" })
        };
        Some(Mark::Number(filled(text, written)))
    }
}

/// The text of a level with the numbers in their places.
fn filled(text: &str, written: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    let mut signs = text.chars().take(MAX_MARK).peekable();
    while let Some(c) = signs.next() {
        match signs.peek().and_then(|digit| digit.to_digit(10)).filter(|digit| c == '%' && *digit > 0) {
            Some(digit) => {
                signs.next();
                out += &written(digit as usize - 1);
            }
            None => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// A number in a format: digits, letters, Roman numerals.
pub(super) fn written(number: u64, format: &str) -> String {
    let letters = |first: u8| match number.checked_sub(1) {
        Some(before) if before / 26 < MAX_SIGNS => {
            let letter = char::from(first + (before % 26) as u8);
            letter.to_string().repeat((before / 26) as usize + 1)
        }
        _ => number.to_string(),
    };
    match format {
        "lowerLetter" => letters(b'a'),
        "upperLetter" => letters(b'A'),
        "lowerRoman" => roman(number).to_lowercase(),
        "upperRoman" => roman(number),
        "decimalZero" => format!("{number:02}"),
        // The marks of notes in books: each is used once, then twice.
        "chicago" if (1..=4 * MAX_SIGNS).contains(&number) => {
            let sign = ["*", "†", "‡", "§"][((number - 1) % 4) as usize];
            sign.repeat(((number - 1) / 4) as usize + 1)
        }
        _ => number.to_string(),
    }
}

fn roman(number: u64) -> String {
    const SIGNS: [(u64, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if !(1..4000).contains(&number) {
        return number.to_string();
    }
    let mut left = number;
    let mut out = String::new();
    for (value, sign) in SIGNS {
        while left >= value {
            out.push_str(sign);
            left -= value;
        }
    }
    out
}

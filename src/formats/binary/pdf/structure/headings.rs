//! Which lines are headings: those that the outline names, else those that are set larger than the text.

use super::blocks::Known;
use super::outline::Entry;
use crate::formats::binary::pdf::layout::reading_order::Line;
use std::collections::HashMap;

/// Letters of a line that can be a heading where no outline says so.
const MAX_TITLE: usize = 120;

/// Levels that sizes are told apart by.
const MAX_LEVEL: usize = 6;

/// Letters and digits only, in lower case: what a title and its line have in common.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The headings of a page by the entries of the outline that lead to it. Entries that no line tells stand where they
/// lead to.
pub(in crate::formats::binary::pdf) fn by_outline(lines: &[Line], entries: &[&Entry]) -> Vec<Known> {
    let told: Vec<String> = lines.iter().map(|line| letters(&line.text())).collect();
    let mut taken = vec![false; lines.len()];
    let mut known: Vec<Known> = Vec::new();
    for entry in entries {
        let title = letters(&entry.title);
        let distance = |at: usize| match (entry.top, lines.get(at).and_then(|line| line.words.first())) {
            (Some(top), Some(word)) => (top - word.at.1).abs(),
            _ => at as f32,
        };
        let fits = (0..lines.len()).filter(|at| !taken[*at]).filter_map(|at| Some((at, spanned(&told, at, &title)?)));
        let best = fits.min_by(|a, b| distance(a.0).total_cmp(&distance(b.0)));
        let (line, lines) = match best {
            Some((at, count)) => {
                taken.iter_mut().skip(at).take(count).for_each(|taken| *taken = true);
                (at, count)
            }
            None => {
                let below = |top: f32| move |line: &Line| line.words.first().is_some_and(|word| word.at.1 < top);
                let place = entry.top.map(|top| lines.iter().position(below(top)).unwrap_or(lines.len()));
                let behind = known.last().map_or(0, |last| last.line + last.lines);
                (place.unwrap_or(behind), 0)
            }
        };
        known.push(Known { line, lines, level: entry.level, title: entry.title.clone() });
    }
    // Those without a line stand behind those that they follow.
    known.sort_by_key(|heading| heading.line);
    // Within the lines of a heading no other begins.
    let mut end = 0;
    for heading in &mut known {
        heading.line = heading.line.max(end);
        end = heading.line + heading.lines;
    }
    known
}

/// How many lines from `at` on are a title, a number before it allowed.
fn spanned(told: &[String], at: usize, title: &str) -> Option<usize> {
    let mut all = String::new();
    for (count, line) in told.get(at..)?.iter().take(4).enumerate() {
        all.push_str(line);
        let before = all.strip_suffix(title).filter(|_| !title.is_empty());
        let is_number = |before: &str| {
            before.chars().count() <= 4
                || ["chapter", "appendix", "part", "section"].iter().any(|word| before.starts_with(word))
                    && before.len() < 14
        };
        if before.is_some_and(is_number) {
            return Some(count + 1);
        }
        if all.len() > title.len() + 20 || line.is_empty() {
            return None;
        }
    }
    None
}

/// Half points, as sizes are told apart.
fn rounded(size: f32) -> i32 {
    (size * 2.0).round() as i32
}

/// The headings of all pages by the size of their letters and by numbers in bold.
pub(in crate::formats::binary::pdf) fn by_size(pages: &[Vec<Line>]) -> Vec<Vec<Known>> {
    let mut letters_of: HashMap<i32, usize> = HashMap::new();
    for line in pages.iter().flatten() {
        *letters_of.entry(rounded(line.size)).or_default() +=
            line.words.iter().map(|word| word.text.len()).sum::<usize>();
    }
    let Some(body) = letters_of.iter().max_by_key(|(size, count)| (**count, **size)).map(|(size, _)| *size) else {
        return vec![Vec::new(); pages.len()];
    };
    let total: usize = letters_of.values().sum();
    let is_large = |line: &Line| {
        let size = rounded(line.size);
        // What a good part of the text is set in is no size of headings.
        size * 100 >= body * 115 && letters_of.get(&size).is_some_and(|count| count * 5 < total)
    };
    let mut sizes: Vec<i32> =
        pages.iter().flatten().filter(|line| is_large(line) && is_title(line)).map(|line| rounded(line.size)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.dedup();
    let level = |line: &Line| {
        let by_size = || sizes.iter().position(|size| *size <= rounded(line.size)).map(|at| at + 1);
        let is_head = is_title(line);
        let numbered = is_head && line.is_bold() && rounded(line.size) >= body && numbered_depth(line).is_some();
        if is_large(line) && is_head {
            by_size()
        } else {
            numbered.then(|| sizes.len() + numbered_depth(line).unwrap_or(1))
        }
    };
    pages.iter().map(|lines| of_page(lines, &level)).collect()
}

fn of_page(lines: &[Line], level: &dyn Fn(&Line) -> Option<usize>) -> Vec<Known> {
    let mut known: Vec<Known> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(level) = level(line) else { continue };
        let level = level.clamp(1, MAX_LEVEL) as u8;
        let text = line.text();
        match known.last_mut() {
            Some(last)
                if last.line + last.lines == at
                    && last.lines < 3
                    && last.level == level
                    && lines.get(at.wrapping_sub(1)).is_some_and(|before| {
                        let down = line.y - before.y;
                        (0.0..1.8 * line.size).contains(&down) && rounded(before.size) == rounded(line.size)
                    })
                    && numbered_depth(line).is_none() =>
            {
                last.lines += 1;
                last.title = format!("{} {text}", last.title);
            }
            _ => known.push(Known { line: at, lines: 1, level, title: text }),
        }
    }
    known
}

fn is_title(line: &Line) -> bool {
    let text = line.text();
    let count = text.chars().count();
    let words = text.chars().filter(|c| c.is_alphabetic()).count();
    (2..=MAX_TITLE).contains(&count)
        && 2 * words >= count
        && !line.is_mono()
        && has_word(&text)
        && line.cells.len() < 2
        && !text.ends_with([',', ';'])
}

/// Whether a text has a word: letters of formulas stand alone.
fn has_word(text: &str) -> bool {
    let is_dense = |c: char| c > '\u{2e80}' && c.is_alphabetic();
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().nth(2).is_some() || word.chars().any(is_dense))
}

/// `2.1 Title`: how many numbers.
fn numbered_depth(line: &Line) -> Option<usize> {
    let first = line.words.first().filter(|_| line.words.len() > 1)?;
    let number = first.text.trim_end_matches('.');
    let parts: Vec<&str> = number.split('.').collect();
    let is_number =
        parts.iter().all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()));
    (is_number && parts.len() <= 4).then_some(parts.len())
}

//! Which lines are headings: those that the outline names, else those that are set larger than the text.

use super::blocks::Known;
use super::outline::Entry;
use crate::formats::binary::pdf::layout::line::Line;
use std::collections::HashMap;

/// Letters of a line that can be a heading where no outline says so.
const MAX_TITLE: usize = 120;

/// Digits of the numbers of a section, with the letter of an appendix.
const MAX_NUMBER: usize = 10;

/// Levels that sizes are told apart by.
const MAX_LEVEL: usize = 6;

/// Headings in bold that tell what headings look like, at least, and how many times more they are than the others.
const MIN_BOLD: usize = 4;
const BOLD_SHARE: usize = 3;

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
        // Entries stand in the order of the outline, wherever the file says that they lead to.
        let behind = known.iter().rfind(|told| told.lines > 0).map_or(0, |told| told.line + told.lines);
        let fits = (0..lines.len()).filter(|at| !taken[*at]).filter_map(|at| Some((at, spanned(&told, at, &title)?)));
        let order = |a: usize, b: usize| (a < behind).cmp(&(b < behind)).then(distance(a).total_cmp(&distance(b)));
        let best = fits.min_by(|a, b| order(a.0, b.0));
        let (line, lines) = match best {
            Some((at, count)) => {
                taken.iter_mut().skip(at).take(count).for_each(|taken| *taken = true);
                (at, count)
            }
            None => {
                let below = |top: f32| move |line: &Line| line.words.first().is_some_and(|word| word.at.1 < top);
                let place = entry.top.map(|top| lines.iter().position(below(top)).unwrap_or(lines.len()));
                (place.unwrap_or(behind).max(behind), 0)
            }
        };
        known.push(Known { line, lines, level: entry.level, title: entry.title.clone() });
    }
    // Those without a line stand behind those that they follow, and before those that follow them.
    let mut next = usize::MAX;
    for heading in known.iter_mut().rev() {
        heading.line = if heading.lines == 0 { heading.line.min(next) } else { heading.line };
        next = heading.line;
    }
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
                || count == 0 && before.len() <= MAX_NUMBER && before.chars().skip(1).all(|c| c.is_ascii_digit())
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

/// The headings of all pages by the size of their letters and by their numbers.
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
    let mut heads: Vec<&Line> = pages.iter().flatten().filter(|line| is_large(line) && is_title(line)).collect();
    // Where headings are bold, what is larger than the text and is not – who wrote it, a motto – is none.
    let bold = heads.iter().filter(|line| line.is_bold()).count();
    let largest = heads.iter().filter(|line| line.is_bold()).map(|line| rounded(line.size)).max();
    let most = largest.filter(|_| bold >= MIN_BOLD && BOLD_SHARE * (heads.len() - bold) <= bold);
    let is_head = |line: &Line| line.is_bold() || most.is_none_or(|most| rounded(line.size) > most);
    heads.retain(|line| is_head(line));
    let mut sizes: Vec<i32> = heads.iter().map(|line| rounded(line.size)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.dedup();
    let by_size = |line: &Line| sizes.iter().position(|size| *size <= rounded(line.size)).map(|at| at + 1);
    // Numbered headings are on the levels that their numbers say, from that of those with one number on.
    let mut firsts: Vec<usize> =
        heads.iter().filter(|line| numbered_depth(line) == Some(1)).filter_map(|line| by_size(line)).collect();
    firsts.sort_unstable();
    let first = firsts.get(firsts.len() / 2).copied().unwrap_or(sizes.len() + 1);
    let level = |line: &Line| {
        let is_sized = is_large(line) && is_head(line);
        let depth = numbered_depth(line).filter(|_| is_sized || line.is_bold() && rounded(line.size) >= body);
        match (is_title(line), depth) {
            (false, _) => None,
            (true, Some(depth)) => Some(first + depth - 1),
            (true, None) => by_size(line).filter(|_| is_sized),
        }
    };
    let mut known: Vec<Vec<Known>> = pages.iter().map(|lines| of_page(lines, &level)).collect();
    close_gaps(known.iter_mut().flatten());
    known
}

/// Sets each heading one level below the one that it stands under.
fn close_gaps<'k>(headings: impl Iterator<Item = &'k mut Known>) {
    let mut open: Vec<u8> = Vec::new();
    for heading in headings {
        while open.last().is_some_and(|level| *level >= heading.level) {
            open.pop();
        }
        open.push(heading.level);
        heading.level = open.len() as u8;
    }
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

//! Glyphs at their places → words: what is drawn next to each other, twice, or over each other.

use super::direction::{Script, join, script};
use std::collections::HashMap;
use unicode_normalization::char::compose;

/// A gap of so much of the size between two letters is a space.
pub(in crate::formats::binary::pdf) const SPACE: f32 = 0.1;

/// How far from each other, in sizes, the same word may be drawn twice and be one: shadows, letters made bold.
const SAME_PLACE: f32 = 0.25;

/// The height of the rows by which equal words are looked for.
const ROW: f32 = 10.0;

/// Equal words of a line that are compared.
const MAX_EQUAL: usize = 32;

/// A word, or a piece of one, as a page shows it. Coordinates are those of a reader who holds the page so that the word
/// stands upright: `x` grows to the right, `y` down.
#[derive(Clone, Debug)]
pub(in crate::formats::binary::pdf) struct Word {
    pub(in crate::formats::binary::pdf) text: String,
    pub(in crate::formats::binary::pdf) left: f32,
    pub(in crate::formats::binary::pdf) right: f32,
    pub(in crate::formats::binary::pdf) y: f32,
    pub(in crate::formats::binary::pdf) size: f32,
    /// Quarter turns of the page that set it upright.
    pub(in crate::formats::binary::pdf) turn: u8,
    pub(in crate::formats::binary::pdf) is_bold: bool,
    pub(in crate::formats::binary::pdf) is_mono: bool,
    /// Whether white space stands before it.
    pub(in crate::formats::binary::pdf) after_space: bool,
    /// Whether it has letters of a script that runs from right to left, drawn from left to right.
    pub(in crate::formats::binary::pdf) is_rtl: bool,
    /// Bytes at the start of its text that run from left to right, in such a word.
    pub(in crate::formats::binary::pdf) lead: usize,
    /// The place on the page as the file has it, for links.
    pub(in crate::formats::binary::pdf) at: (f32, f32),
}

/// A glyph, or what stands for one, at its place on the page.
#[derive(Clone, Copy, Debug)]
pub(in crate::formats::binary::pdf) struct Glyph {
    pub(in crate::formats::binary::pdf) at: (f32, f32),
    /// The direction in which the line runs.
    pub(in crate::formats::binary::pdf) along: (f32, f32),
    pub(in crate::formats::binary::pdf) length: f32,
    pub(in crate::formats::binary::pdf) size: f32,
    /// How far the letters of its string are set apart.
    pub(in crate::formats::binary::pdf) spacing: f32,
    pub(in crate::formats::binary::pdf) is_bold: bool,
    pub(in crate::formats::binary::pdf) is_mono: bool,
}

/// The words of a page, as far as it is drawn.
#[derive(Debug)]
pub(in crate::formats::binary::pdf) struct Words {
    list: Vec<Word>,
    /// Whether white space was drawn since the last word.
    after_space: bool,
    /// How far the last letter is set apart from what follows.
    spacing: f32,
    /// The part of the page that is seen.
    bounds: [f32; 4],
}

impl Words {
    /// None yet; what lies outside of `bounds` is none.
    pub(in crate::formats::binary::pdf) fn within(bounds: [f32; 4]) -> Words {
        Words { list: Vec::new(), after_space: true, spacing: 0.0, bounds }
    }

    /// The words, in the order in which they were drawn. What is drawn again in the same place is one.
    pub(in crate::formats::binary::pdf) fn into_list(self) -> Vec<Word> {
        let mut taken = vec![false; self.list.len()];
        // By the first and by the last letter of words, and their rows.
        let mut drawn: HashMap<(bool, char, i32), Vec<usize>> = HashMap::new();
        for (at, word) in self.list.iter().enumerate() {
            let row = (word.y / ROW).round() as i32;
            let keys = [(true, word.text.chars().next()), (false, word.text.chars().next_back())];
            for (is_first, letter) in keys {
                let Some(letter) = letter else { continue };
                let near = (row - 1..=row + 1).filter_map(|row| drawn.get(&(is_first, letter, row)));
                for &other in near.flat_map(|words| words.iter().rev().take(MAX_EQUAL)) {
                    match word.repeats(&self.list[other], is_first) {
                        Some(true) => taken[at] = true,
                        Some(false) => taken[other] = true,
                        None => {}
                    }
                }
                drawn.entry((is_first, letter, row)).or_default().push(at);
            }
        }
        self.list.into_iter().zip(taken).filter(|(_, taken)| !taken).map(|(word, _)| word).collect()
    }

    /// Adds a text at a place to the last word, or starts a new one.
    pub(in crate::formats::binary::pdf) fn add(&mut self, text: &str, glyph: &Glyph) {
        let Glyph { at, along, length, size, spacing, .. } = *glyph;
        let is_sane = [at.0, at.1, length, size].iter().all(|number| number.is_finite() && number.abs() < 1e6);
        let [left, low, right, high] = self.bounds;
        let is_inside = (left..=right).contains(&at.0) && (low..=high).contains(&at.1);
        if !is_sane || !is_inside || size < 0.01 {
            return;
        }
        let (turn, (x, y)) = seen(at, along);
        if text.chars().all(char::is_whitespace) {
            self.after_space |= !text.is_empty();
            return;
        }
        let text: String = text.chars().flat_map(ligature).filter(|c| !c.is_control() && *c != '\u{ad}').collect();
        let after_space = std::mem::take(&mut self.after_space);
        // Letters are set apart by what is said for the one before: the last of a word may be a string of its own.
        let apart = spacing.max(std::mem::replace(&mut self.spacing, spacing));
        if let Some(last) = self.list.last_mut() {
            let gap = x - last.right;
            let is_near =
                last.turn == turn && (last.y - y).abs() < 0.12 * size && (last.size - size).abs() < 0.1 * size;
            // Bold letters are drawn twice by those who have no bold font.
            let is_again = is_near
                && x < last.right - 0.5 * length
                && last.text.ends_with(&*text)
                && last.right - x < 1.3 * length;
            if is_again && !text.is_empty() {
                return;
            }
            // An accent is drawn over its letter, before or after it.
            if last.turn == turn
                && gap < -0.25 * length.min(last.right - last.left)
                && (last.size - size).abs() < 0.1 * size
                && let Some(both) = composed(&last.text, &text)
            {
                last.text = both;
                last.right = last.right.max(x + length);
                return;
            }
            if is_near
                && !after_space
                && gap > -0.4 * size
                && gap - apart.max(0.0).min(size) < SPACE * size
                && last.text.len() < 4_000
            {
                join(last, &text, x < last.right - 0.3 * size);
                last.right = last.right.max(x + length);
                return;
            }
        }
        let is_rtl = script(&text) == Script::Rtl;
        self.list.push(Word {
            text,
            left: x,
            right: x + length,
            y,
            size,
            turn,
            is_bold: glyph.is_bold,
            is_mono: glyph.is_mono,
            after_space,
            is_rtl,
            lead: 0,
            at,
        });
    }
}

impl Word {
    /// Whether a word stands where another begins, or ends, and says the same: true if it says no more, false if no less.
    fn repeats(&self, other: &Word, is_first: bool) -> Option<bool> {
        let far = SAME_PLACE * self.size.min(other.size);
        let (own, its) = if is_first { (self.left, other.left) } else { (self.right, other.right) };
        if self.turn != other.turn || (own - its).abs() > far || (self.y - other.y).abs() > far {
            return None;
        }
        let holds = |long: &str, short: &str| if is_first { long.starts_with(short) } else { long.ends_with(short) };
        if holds(&other.text, &self.text) { Some(true) } else { holds(&self.text, &other.text).then_some(false) }
    }
}

/// Steeper than so much of their length, lines are not level: a scan that is a little askew is.
const TILT: f32 = 0.035;

/// How far below a page lines stand that are tilted, for every degree: those of one angle are a text of their own.
const TILTED: f32 = 1_500.0;

/// The turn of tilted lines: one in which nothing runs along the edge of a page.
const TILTED_TURN: u8 = 3;

/// The quarter turns that set a line upright, and the place that then is `at`.
fn seen(at: (f32, f32), along: (f32, f32)) -> (u8, (f32, f32)) {
    let (x, y) = along;
    if x.abs().min(y.abs()) <= TILT * x.hypot(y) {
        let turn = turn_of(along);
        return (turn, upright(at, turn));
    }
    // Lines of one text differ in the last digits of their angle.
    let degrees = y.atan2(x).to_degrees().round();
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (left, up) = (at.0 * cos + at.1 * sin, at.1 * cos - at.0 * sin);
    (TILTED_TURN, (left, TILTED * (degrees + 181.0) - up))
}

/// Quarter turns that set a line upright which runs in this direction.
fn turn_of((x, y): (f32, f32)) -> u8 {
    match (x.abs() >= y.abs(), x >= 0.0, y > 0.0) {
        (true, true, _) => 0,
        (true, false, _) => 2,
        (false, _, true) => 1,
        (false, _, false) => 3,
    }
}

/// A place as a reader sees it who has turned the page.
fn upright((x, y): (f32, f32), turn: u8) -> (f32, f32) {
    match turn {
        0 => (x, -y),
        1 => (y, x),
        2 => (-x, y),
        _ => (-y, -x),
    }
}

/// The letters of a ligature; any other character as it is.
fn ligature(c: char) -> impl Iterator<Item = char> {
    let letters = match c {
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        '\u{a0}' => " ",
        _ => "",
    };
    letters.chars().chain(letters.is_empty().then_some(c))
}

/// Accents as they are drawn, and as they combine.
const ACCENTS: &[(char, char)] = &[
    ('`', '\u{300}'),
    ('´', '\u{301}'),
    ('ˆ', '\u{302}'),
    ('^', '\u{302}'),
    ('˜', '\u{303}'),
    ('¯', '\u{304}'),
    ('˘', '\u{306}'),
    ('˙', '\u{307}'),
    ('¨', '\u{308}'),
    ('˚', '\u{30a}'),
    ('˝', '\u{30b}'),
    ('ˇ', '\u{30c}'),
    ('¸', '\u{327}'),
    ('˛', '\u{328}'),
];

/// `before` with its last letter and the first of `after` made one, if one of them is an accent.
fn composed(before: &str, after: &str) -> Option<String> {
    let mut rest = after.chars();
    let (last, first) = (before.chars().last()?, rest.next()?);
    let accent = |c: char| ACCENTS.iter().find(|(drawn, _)| *drawn == c).map(|(_, accent)| *accent);
    let plain = |c: char| match c {
        'ı' => 'i',
        'ȷ' => 'j',
        c => c,
    };
    let one = match (accent(last), accent(first)) {
        (Some(accent), None) => compose(plain(first), accent),
        (None, Some(accent)) => compose(plain(last), accent),
        _ => None,
    }?;
    let stem = before.strip_suffix(last)?;
    Some(format!("{stem}{one}{}", rest.as_str()))
}

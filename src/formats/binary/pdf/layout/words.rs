//! Glyphs at their places → words: what is drawn next to each other, twice, or over each other.

use unicode_normalization::char::compose;

/// A gap of so much of the size between two letters is a space.
pub(in crate::formats::binary::pdf) const SPACE: f32 = 0.1;

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
    /// The part of the page that is seen.
    bounds: [f32; 4],
}

impl Words {
    /// None yet; what lies outside of `bounds` is none.
    pub(in crate::formats::binary::pdf) fn within(bounds: [f32; 4]) -> Words {
        Words { list: Vec::new(), after_space: true, bounds }
    }

    /// The words, in the order in which they were drawn.
    pub(in crate::formats::binary::pdf) fn into_list(self) -> Vec<Word> {
        self.list
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
        let turn = turn_of(along);
        let (x, y) = upright(at, turn);
        if text.chars().all(char::is_whitespace) {
            self.after_space |= !text.is_empty();
            return;
        }
        let text: String = text.chars().flat_map(ligature).filter(|c| !c.is_control() && *c != '\u{ad}').collect();
        let after_space = std::mem::take(&mut self.after_space);
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
                && gap - spacing.max(0.0).min(size) < SPACE * size
                && last.text.len() < 4_000
            {
                last.text.push_str(&text);
                last.right = last.right.max(x + length);
                return;
            }
        }
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
            at,
        });
    }
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

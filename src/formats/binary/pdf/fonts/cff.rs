//! The encoding of an embedded CFF program: codes → names of glyphs (Adobe Technical Notes 5176).

use std::ops::Range;

/// What the standard strings from 150 on stand for.
const STRINGS: &str = "¹¬μ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž";

/// Strings that every program has.
const STANDARD_STRINGS: usize = 391;

/// What a code shows.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::formats::binary::pdf) enum Glyph {
    /// A glyph of the standard encoding, from 1, in its order.
    Standard(usize),
    Text(char),
    Name(Vec<u8>),
}

/// What each code shows, where the program has an encoding of its own.
pub(in crate::formats::binary::pdf) fn encoding(program: &[u8]) -> Option<Vec<(u8, Glyph)>> {
    let names = Index::read(program, usize::from(*program.get(2)?))?;
    let tops = Index::read(program, names.end)?;
    let strings = Index::read(program, tops.end)?;
    let top = program.get(tops.item(program, 0)?)?;
    let (mut charset, mut encoding, mut glyphs) = (0, 0, 0);
    each_operator(top, |operator, operand| match operator {
        15 => charset = operand,
        16 => encoding = operand,
        17 => glyphs = operand,
        _ => {}
    });
    // 0 and 1 are encodings that are not in the program.
    if encoding < 2 {
        return None;
    }
    let count = usize::from(u16_at(program, glyphs)?);
    let strings_of = charset_of(program, charset, count);
    let glyph = |number: usize| {
        let string = if charset < 3 { number } else { *strings_of.get(number.checked_sub(1)?)? };
        match string {
            0 => None,
            1..=149 => Some(Glyph::Standard(string)),
            150..STANDARD_STRINGS => STRINGS.chars().nth(string - 150).map(Glyph::Text),
            _ => Some(Glyph::Name(program.get(strings.item(program, string - STANDARD_STRINGS)?)?.to_vec())),
        }
    };
    let mut found = Vec::new();
    let mut put = |code: u8, number: usize| found.extend(glyph(number).map(|glyph| (code, glyph)));
    let format = *program.get(encoding)?;
    let entries = usize::from(*program.get(encoding + 1)?);
    if format & 0x7f == 0 {
        for at in 0..entries {
            put(*program.get(encoding + 2 + at)?, at + 1);
        }
    } else {
        let mut number = 1;
        for at in (0..entries).map(|at| encoding + 2 + 2 * at) {
            let (first, left) = (*program.get(at)?, *program.get(at + 1)?);
            for code in u16::from(first)..=u16::from(first) + u16::from(left) {
                put(code.min(255) as u8, number);
                number += 1;
            }
        }
    }
    Some(found)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

/// The strings of the glyphs from the second on.
fn charset_of(program: &[u8], at: usize, count: usize) -> Vec<usize> {
    let mut out = Vec::new();
    let format = program.get(at).copied().unwrap_or(0);
    let mut at = at + 1;
    while out.len() + 1 < count {
        let Some(first) = u16_at(program, at) else { break };
        let (left, step) = match format {
            0 => (0, 2),
            1 => (usize::from(program.get(at + 2).copied().unwrap_or(0)), 3),
            _ => (usize::from(u16_at(program, at + 2).unwrap_or(0)), 4),
        };
        out.extend((usize::from(first)..).take((left + 1).min(count)));
        at += step;
    }
    out
}

/// The places of some items, one after the other.
struct Index {
    offsets: usize,
    size: usize,
    count: usize,
    /// The byte before the first item.
    base: usize,
    end: usize,
}

impl Index {
    fn read(program: &[u8], at: usize) -> Option<Index> {
        let count = usize::from(u16_at(program, at)?);
        if count == 0 {
            return Some(Index { offsets: at, size: 1, count, base: at, end: at + 2 });
        }
        let size = usize::from(*program.get(at + 2)?).clamp(1, 4);
        let base = at + 2 + size * (count + 1);
        let mut index = Index { offsets: at + 3, size, count, base, end: 0 };
        index.end = base + index.offset(program, count)?;
        Some(index)
    }

    fn offset(&self, program: &[u8], at: usize) -> Option<usize> {
        let start = self.offsets + self.size * at;
        Some(program.get(start..start + self.size)?.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
    }

    fn item(&self, program: &[u8], at: usize) -> Option<Range<usize>> {
        if at >= self.count {
            return None;
        }
        Some(self.base + self.offset(program, at)?..self.base + self.offset(program, at + 1)?)
    }
}

/// Calls `each` with every operator of a dictionary of one byte, and its last operand.
fn each_operator(dictionary: &[u8], mut each: impl FnMut(u8, usize)) {
    let mut bytes = dictionary.iter().copied();
    let mut operand = 0i32;
    while let Some(byte) = bytes.next() {
        let mut next = || i32::from(bytes.next().unwrap_or(0));
        match byte {
            12 => drop(next()),
            0..=21 => each(byte, usize::try_from(operand).unwrap_or(0)),
            28 => operand = next() << 8 | next(),
            29 => operand = next() << 24 | next() << 16 | next() << 8 | next(),
            // A number in decimal digits; it ends with a half byte of ones, and is no place.
            30 => drop(bytes.by_ref().find(|byte| byte & 0xf == 0xf || byte >> 4 == 0xf)),
            32..=246 => operand = i32::from(byte) - 139,
            247..=250 => operand = (i32::from(byte) - 247) * 256 + next() + 108,
            251..=254 => operand = -(i32::from(byte) - 251) * 256 - next() - 108,
            _ => {}
        }
    }
}

//! The character map of an embedded TrueType program, from its glyphs.

use std::collections::HashMap;

fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    Some(usize::from(u16::from_be_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?)))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?) as usize)
}

/// The character of each glyph, where the program tells.
pub(in crate::formats::binary::pdf) fn characters(program: &[u8]) -> HashMap<u32, char> {
    read(program).unwrap_or_default()
}

fn read(program: &[u8]) -> Option<HashMap<u32, char>> {
    let tables = u16_at(program, 4)?;
    let record = (0..tables).map(|at| 12 + 16 * at).find(|at| program.get(*at..*at + 4) == Some(b"cmap"))?;
    let cmap = program.get(u32_at(program, record + 8)?..)?;
    let mut best: Option<&[u8]> = None;
    for at in (0..u16_at(cmap, 2)?).map(|at| 4 + 8 * at) {
        let (platform, encoding) = (u16_at(cmap, at)?, u16_at(cmap, at + 2)?);
        if (platform, encoding) == (3, 1) || platform == 0 || (platform, encoding) == (3, 10) {
            best = cmap.get(u32_at(cmap, at + 4)?..);
        }
    }
    let table = best?;
    match u16_at(table, 0)? {
        4 => segments(table),
        12 => Some(groups(table)),
        _ => None,
    }
}

fn segments(table: &[u8]) -> Option<HashMap<u32, char>> {
    let mut found = HashMap::new();
    let count = u16_at(table, 6)? / 2;
    for at in 0..count {
        let end = u16_at(table, 14 + 2 * at)?;
        let start = u16_at(table, 16 + 2 * (count + at))?;
        let delta = u16_at(table, 16 + 2 * (2 * count + at))?;
        let place = 16 + 2 * (3 * count + at);
        let offset = u16_at(table, place)?;
        for code in start..=end {
            let glyph = if offset == 0 {
                (code + delta) & 0xffff
            } else {
                match u16_at(table, place + offset + 2 * (code - start)) {
                    Some(glyph) if glyph > 0 => (glyph + delta) & 0xffff,
                    _ => 0,
                }
            };
            if glyph > 0
                && let Some(c) = char::from_u32(code as u32)
            {
                found.entry(glyph as u32).or_insert(c);
            }
        }
    }
    Some(found)
}

fn groups(table: &[u8]) -> HashMap<u32, char> {
    let mut found = HashMap::new();
    let count = u32_at(table, 12).unwrap_or(0).min(table.len() / 12);
    for at in (0..count).map(|at| 16 + 12 * at) {
        let (Some(start), Some(end), Some(glyph)) = (u32_at(table, at), u32_at(table, at + 4), u32_at(table, at + 8))
        else {
            break;
        };
        for code in start..=end.min(start.saturating_add(0xffff)) {
            if found.len() > 70_000 {
                return found;
            }
            if let Some(c) = u32::try_from(code).ok().and_then(char::from_u32) {
                found.entry((glyph + code - start) as u32).or_insert(c);
            }
        }
    }
    found
}

//! Files of named parts: a header that says where each part is, the parts, nothing else.
//!
//! All numbers are little-endian. The bytes come from files that may be damaged: whoever reads a part checks
//! every place before using it.

use std::ops::Range;
use tantivy::directory::OwnedBytes;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of one entry of the header: start and end.
const ENTRY: usize = 16;

/// Bytes before the entries: name, version, number of parts.
const INTRODUCTION: usize = 16;

/// Damage of bytes, as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Something else, or a file of another version.
    #[error("written by another version")]
    Foreign,
    /// Cut off, or changed after it was written.
    #[error("damaged")]
    Broken,
}

/// Puts parts together. `name` and `version` say what they are.
pub fn join(name: [u8; 8], version: u32, parts: &[&[u8]]) -> Vec<u8> {
    let header = INTRODUCTION + parts.len() * ENTRY + 8;
    let mut out = Vec::with_capacity(header + parts.iter().map(|part| part.len().next_multiple_of(8)).sum::<usize>());
    out.extend(name);
    out.extend(version.to_le_bytes());
    out.extend((parts.len() as u32).to_le_bytes());
    let mut at = header;
    for part in parts {
        out.extend((at as u64).to_le_bytes());
        out.extend(((at + part.len()) as u64).to_le_bytes());
        at = (at + part.len()).next_multiple_of(8);
    }
    out.extend(xxh3_64(&out).to_le_bytes());
    for part in parts {
        out.extend_from_slice(part);
        out.resize(out.len().next_multiple_of(8), 0);
    }
    out
}

/// The places of the parts of `bytes`, of which there must be `N`.
///
/// # Errors
/// If these are no bytes of this name and version.
pub fn parts<const N: usize>(bytes: &OwnedBytes, name: [u8; 8], version: u32) -> Result<[Range<usize>; N], Damage> {
    let header = INTRODUCTION + N * ENTRY;
    let introduction = bytes.get(..INTRODUCTION).ok_or(Damage::Broken)?;
    if introduction[..8] != name || u32_at(introduction, 8) != version || u32_at(introduction, 12) != N as u32 {
        return Err(Damage::Foreign);
    }
    let checked = bytes.get(..header).ok_or(Damage::Broken)?;
    if bytes.len() < header + 8 || u64_at(bytes, header) != xxh3_64(checked) {
        return Err(Damage::Broken);
    }
    let mut places = std::array::from_fn(|_| 0..0);
    for (number, place) in places.iter_mut().enumerate() {
        let at = INTRODUCTION + number * ENTRY;
        let (start, end) = (u64_at(checked, at) as usize, u64_at(checked, at + 8) as usize);
        if start > end || end > bytes.len() {
            return Err(Damage::Broken);
        }
        *place = start..end;
    }
    Ok(places)
}

/// The number at `at`; 0 beyond the end.
#[inline]
pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|rest| rest.first_chunk::<4>()).map_or(0, |four| u32::from_le_bytes(*four))
}

/// The number at `at`; 0 beyond the end.
#[inline]
pub fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()).map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// The number at `at`; 0 beyond the end.
#[inline]
pub fn u128_at(bytes: &[u8], at: usize) -> u128 {
    bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()).map_or(0, |sixteen| u128::from_le_bytes(*sixteen))
}

/// The text at `range`; empty where there is none.
#[inline]
pub fn text_at(bytes: &[u8], range: Range<usize>) -> &str {
    bytes.get(range).and_then(|part| std::str::from_utf8(part).ok()).unwrap_or_default()
}

/// Appends `value` in as few bytes as it needs, seven bits each.
pub fn write_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes a number that [`write_varint`] has written off the front of `bytes`; `None` where there is none.
pub fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..70).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// The first number below `count` for which `reached` holds, which then holds for all after it; else `count`.
pub(in crate::library) fn first(count: usize, reached: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if reached(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NAME: [u8; 8] = *b"testtest";

    proptest! {
        #[test]
        fn parts_are_found_again_and_damage_never_panics(
            a: Vec<u8>, b: Vec<u8>, cut in 0usize..200, at in 0usize..200, flip: u8
        ) {
            let whole = join(NAME, 3, &[&a, &b]);
            let bytes = OwnedBytes::new(whole.clone());
            let [at_a, at_b] = parts::<2>(&bytes, NAME, 3).expect("whole");
            prop_assert_eq!((&bytes[at_a], &bytes[at_b]), (a.as_slice(), b.as_slice()));
            let _ = parts::<2>(&OwnedBytes::new(whole[..cut.min(whole.len())].to_vec()), NAME, 3);
            let mut damaged = whole.clone();
            if let Some(byte) = damaged.get_mut(at) {
                *byte ^= flip;
            }
            let _ = parts::<2>(&OwnedBytes::new(damaged), NAME, 3);
        }

        #[test]
        fn short_numbers_survive(values: Vec<u64>) {
            let mut out = Vec::new();
            values.iter().for_each(|&value| write_varint(&mut out, value));
            let mut rest = out.as_slice();
            for value in values {
                prop_assert_eq!(read_varint(&mut rest), Some(value));
            }
            prop_assert_eq!(read_varint(&mut rest), None);
        }
    }

    #[test]
    fn other_versions_are_told_from_damage() {
        let bytes = OwnedBytes::new(join(NAME, 3, &[b"x"]));
        assert_eq!(parts::<1>(&bytes, NAME, 4), Err(Damage::Foreign));
        assert_eq!(parts::<2>(&bytes, NAME, 3), Err(Damage::Foreign));
        assert_eq!(parts::<1>(&bytes.slice(0..20), NAME, 3), Err(Damage::Broken));
    }
}

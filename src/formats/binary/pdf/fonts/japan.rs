//! The characters of the glyphs of Adobe-Japan1: its order is that of JIS X 0208.

use encoding_rs::EUC_JP;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// Where runs of glyphs begin, and the rows that they are.
const RUNS: &[(u32, RangeInclusive<u8>)] = &[(633, 1..=7), (1125, 16..=47), (4090, 48..=84)];

/// The character of each glyph that has one in JIS X 0208 or ASCII.
pub(in crate::formats::binary::pdf) fn characters() -> HashMap<u32, char> {
    let mut found = HashMap::new();
    for (first, rows) in RUNS {
        let codes = rows.clone().flat_map(|row| (1..=94).map(move |cell| [row + 0xa0, cell + 0xa0]));
        let characters = codes.filter_map(|code| {
            let text = EUC_JP.decode_without_bom_handling_and_without_replacement(&code)?;
            text.chars().next()
        });
        found.extend((*first..).zip(characters));
    }
    let letters = ' '..='~';
    found.extend((1..).zip(letters.clone()));
    found.extend((231..).zip(letters));
    found.extend((327..).zip('\u{ff61}'..='\u{ff9f}'));
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn glyphs_are_the_characters_that_the_collection_numbers_so() {
        let characters = super::characters();
        for (glyph, c) in
            [(34, 'A'), (633, '\u{3000}'), (843, 'あ'), (926, 'ア'), (1125, '亜'), (4089, '腕'), (4090, '弌')]
        {
            assert_eq!(characters.get(&glyph), Some(&c), "{glyph}");
        }
    }
}

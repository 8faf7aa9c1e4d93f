//! Character maps: codes of strings → characters, or the numbers of glyphs in a font.

use crate::formats::binary::pdf::tokens::{Token, Tokens};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS};
use std::collections::HashMap;

/// Codes that a single map may name; a font has fewer glyphs.
const MAX_CODES: usize = 70_000;

/// How often a map may give codes texts; it may do so twice.
const MAX_PUTS: usize = 2 * MAX_CODES;

/// How the bytes of a string are cut into codes.
#[derive(Clone, Debug)]
pub(in crate::formats::binary::pdf) enum Cut {
    /// All codes have two bytes.
    Pairs,
    /// UTF-8, UTF-16, UTF-32: by the number of bytes of a unit.
    Unicode(usize),
    /// A national character set.
    National(&'static Encoding),
    /// Rows and cells of JIS X 0208.
    RowCell,
    /// Ranges by their number of bytes.
    Ranges(Vec<(usize, u32, u32)>),
}

/// A map from codes to characters or glyphs.
#[derive(Clone, Debug, Default)]
pub(in crate::formats::binary::pdf) struct CMap {
    /// Ranges of codes of so many bytes.
    pub(in crate::formats::binary::pdf) ranges: Vec<(usize, u32, u32)>,
    pub(in crate::formats::binary::pdf) text: HashMap<u32, Box<str>>,
    /// How often a code was given a text.
    pub(in crate::formats::binary::pdf) puts: usize,
    /// From, to, number of the first glyph.
    pub(in crate::formats::binary::pdf) glyphs: Vec<(u32, u32, u32)>,
}

impl CMap {
    /// Reads a map that is embedded in the file.
    pub(in crate::formats::binary::pdf) fn read(bytes: &[u8]) -> CMap {
        let mut map = CMap::default();
        let mut kept: Vec<Token<'_>> = Vec::new();
        for token in Tokens::new(bytes) {
            match token {
                Token::Word(
                    b"begincodespacerange" | b"beginbfchar" | b"beginbfrange" | b"begincidrange" | b"begincidchar",
                ) => kept.clear(),
                Token::Word(b"endcodespacerange") => map.take_ranges(&kept),
                Token::Word(b"endbfchar") => map.take_characters(&kept),
                Token::Word(b"endbfrange") => map.take_character_ranges(&kept),
                Token::Word(b"endcidrange") => map.take_glyphs(&kept, 3),
                Token::Word(b"endcidchar") => map.take_glyphs(&kept, 2),
                Token::Word(_) => kept.clear(),
                token if kept.len() < 4 * MAX_CODES => kept.push(token),
                _ => {}
            }
        }
        map.glyphs.sort_unstable();
        map
    }

    fn take_ranges(&mut self, tokens: &[Token<'_>]) {
        for pair in tokens.chunks_exact(2) {
            if let [Token::Text(from), Token::Text(to)] = pair
                && self.ranges.len() < 1_000
            {
                self.ranges.push((from.len(), code(from), code(to)));
            }
        }
    }

    fn put(&mut self, code: u32, text: String) {
        self.puts += 1;
        if self.puts < MAX_PUTS {
            self.text.insert(code, text.into());
        }
    }

    fn take_characters(&mut self, tokens: &[Token<'_>]) {
        for pair in tokens.chunks_exact(2) {
            if let [Token::Text(from), Token::Text(to)] = pair {
                self.put(code(from), utf16(to));
            }
        }
    }

    fn take_character_ranges(&mut self, tokens: &[Token<'_>]) {
        let mut tokens = tokens.iter();
        while let (Some(Token::Text(from)), Some(Token::Text(to)), Some(target)) =
            (tokens.next(), tokens.next(), tokens.next())
        {
            let (from, to) = (code(from), code(to));
            let codes = from..=to.min(from.saturating_add(MAX_CODES as u32));
            match target {
                Token::Text(first) => {
                    let mut first = first.clone();
                    for code in codes {
                        if self.puts >= MAX_PUTS {
                            return;
                        }
                        self.put(code, utf16(&first));
                        // The last two bytes count on.
                        let mut carry = true;
                        for byte in first.iter_mut().rev().take(2) {
                            if carry {
                                (*byte, carry) = byte.overflowing_add(1);
                            }
                        }
                    }
                }
                Token::Open => {
                    let mut codes = codes;
                    for token in tokens.by_ref() {
                        match token {
                            Token::Text(text) => {
                                let Some(code) = codes.next() else { continue };
                                self.put(code, utf16(text));
                            }
                            _ => break,
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn take_glyphs(&mut self, tokens: &[Token<'_>], each: usize) {
        for row in tokens.chunks_exact(each) {
            if self.glyphs.len() >= MAX_PUTS {
                return;
            }
            match row {
                [Token::Text(from), Token::Text(to), Token::Number(glyph)] => {
                    self.glyphs.push((code(from), code(to), *glyph as u32));
                }
                [Token::Text(of), Token::Number(glyph)] => self.glyphs.push((code(of), code(of), *glyph as u32)),
                _ => {}
            }
        }
    }

    /// The number of the glyph that a code stands for.
    pub(in crate::formats::binary::pdf) fn glyph(&self, code: u32) -> u32 {
        let after = self.glyphs.partition_point(|(from, _, _)| *from <= code);
        let range = after.checked_sub(1).and_then(|at| self.glyphs.get(at));
        range.filter(|(_, to, _)| code <= *to).map_or(0, |(from, _, glyph)| glyph.saturating_add(code - from))
    }
}

/// A code of up to four bytes.
fn code(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

/// Text in UTF-16, of which a single byte is a character too.
fn utf16(bytes: &[u8]) -> String {
    if let [byte] = bytes {
        return char::from(*byte).to_string();
    }
    let units = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect()
}

/// How a map that every reader is to know cuts its codes; `None` if its name is unknown.
pub(in crate::formats::binary::pdf) fn predefined(name: &[u8]) -> Option<Cut> {
    let name = std::str::from_utf8(name).ok()?;
    let name = name.strip_suffix("-H").or_else(|| name.strip_suffix("-V")).unwrap_or(name);
    Some(match name {
        "Identity" => Cut::Pairs,
        "H" | "V" | "Ext" | "Add" | "78" => Cut::RowCell,
        _ if name.ends_with("UTF8") => Cut::Unicode(1),
        _ if name.ends_with("UTF16") || name.contains("-UCS2") => Cut::Unicode(2),
        _ if name.ends_with("UTF32") => Cut::Unicode(4),
        _ if name.contains("RKSJ") => Cut::National(SHIFT_JIS),
        "EUC" => Cut::National(EUC_JP),
        _ if name.starts_with("GB") => Cut::National(GB18030),
        _ if name.starts_with("KSC") => Cut::National(EUC_KR),
        _ if ["B5", "ETen", "ETHK", "HKscs", "CNS"].iter().any(|start| name.starts_with(start)) => Cut::National(BIG5),
        _ => return None,
    })
}

impl Cut {
    /// The length of the first code of `bytes`, and the code.
    pub(in crate::formats::binary::pdf) fn first(&self, bytes: &[u8]) -> (usize, u32) {
        let lead = bytes.first().copied().unwrap_or(0);
        let length = match self {
            Cut::Pairs | Cut::RowCell => 2,
            Cut::Unicode(1) => match lead {
                0xf0.. => 4,
                0xe0.. => 3,
                0xc0.. => 2,
                _ => 1,
            },
            Cut::Unicode(2) if (0xd8..0xdc).contains(&lead) => 4,
            Cut::Unicode(unit) => *unit,
            Cut::National(set) if *set == SHIFT_JIS => 1 + usize::from(matches!(lead, 0x81..=0x9f | 0xe0..=0xfc)),
            Cut::National(_) => 1 + usize::from(lead >= 0x81),
            Cut::Ranges(ranges) => {
                let fits = |(length, from, to): &&(usize, u32, u32)| {
                    bytes.len() >= *length && within(code(&bytes[..*length]), *from, *to, *length)
                };
                let shortest = || ranges.iter().map(|range| range.0).min().unwrap_or(1);
                ranges.iter().find(fits).map_or_else(shortest, |range| range.0)
            }
        };
        let length = length.clamp(1, bytes.len().max(1));
        (length, code(bytes.get(..length).unwrap_or_default()))
    }

    /// The characters of a code, where the map is one of characters.
    pub(in crate::formats::binary::pdf) fn text(&self, bytes: &[u8]) -> Option<String> {
        match self {
            Cut::Unicode(1) => String::from_utf8(bytes.to_vec()).ok(),
            Cut::Unicode(2) => Some(utf16(bytes)),
            Cut::Unicode(_) => char::from_u32(code(bytes)).map(String::from),
            Cut::National(set) => set.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into),
            Cut::RowCell => {
                let euc: Vec<u8> = bytes.iter().map(|byte| byte | 0x80).collect();
                EUC_JP.decode_without_bom_handling_and_without_replacement(&euc).map(Into::into)
            }
            Cut::Pairs | Cut::Ranges(_) => None,
        }
    }
}

/// Whether every byte of a code lies between those of the ends of a range.
fn within(code: u32, from: u32, to: u32, length: usize) -> bool {
    (0..length.min(4)).all(|at| {
        let byte = |of: u32| of >> (8 * at) & 0xff;
        (byte(from)..=byte(to)).contains(&byte(code))
    })
}

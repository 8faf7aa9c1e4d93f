//! Encodings of fonts with codes of one byte: names of glyphs → characters, usual widths.

use super::cff::{self, Glyph};
use crate::formats::binary::pdf::file::File;
use crate::formats::binary::pdf::tokens::{Token, Tokens};
use crate::formats::bytes::signs::symbol;
use encoding_rs::{MACINTOSH, WINDOWS_1252};
use lopdf::{Dictionary, Document, Object};
use std::collections::HashMap;

/// Names of glyphs that were asked for, and their characters.
#[derive(Default)]
pub(in crate::formats::binary::pdf) struct Names(HashMap<Vec<u8>, Option<String>>);

impl Names {
    /// The characters of a glyph: by the Adobe Glyph List, or as the rules of its specification read a name.
    fn text(&mut self, name: &[u8]) -> Option<String> {
        if let Some(known) = self.0.get(name) {
            return known.clone();
        }
        let found = read_name(name);
        if self.0.len() < 100_000 {
            self.0.insert(name.to_vec(), found.clone());
        }
        found
    }
}

fn read_name(name: &[u8]) -> Option<String> {
    // Tools that draw letters as pictures name each by its code.
    if let [code @ (0..=64 | 91..=96 | 123..)] = name {
        return by_code(*code);
    }
    let name = std::str::from_utf8(name).ok()?;
    if name == ".notdef" {
        return None;
    }
    let stem = name.split('.').next().filter(|stem| !stem.is_empty())?;
    // `a65`: a number that a tool gave; in the list names of this form are those of ornaments.
    let digits = stem.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    if (1..=3).contains(&digits.len())
        && stem.len() - digits.len() < 3
        && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return digits.parse().ok().and_then(by_code);
    }
    stem.split('_').map(read_part).collect()
}

/// Names that the list of the engine lacks or reads in another way: letters rather than units, signs of TeX's fonts.
const NAMED: &[(&str, &str)] = &[
    ("nbspace", " "),
    ("nonbreakingspace", " "),
    ("visiblespace", " "),
    ("Delta", "Δ"),
    ("Omega", "Ω"),
    ("mu", "μ"),
    ("dotlessj", "ȷ"),
    ("phi1", "ϕ"),
    ("planckover2pi", "ℏ"),
    ("planckover2pi1", "ℏ"),
    ("beth", "ℶ"),
    ("mapsto", "↦"),
    ("arrowhookleft", "↩"),
    ("arrowhookright", "↪"),
    ("square", "□"),
    ("squaresolid", "■"),
    ("check", "✓"),
];

/// `f`, `uni0041`, `u1F600`, `Euro`.
fn read_part(part: &str) -> Option<String> {
    let hexadecimal = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    if let Some(digits) =
        part.strip_prefix("uni").filter(|digits| digits.len() >= 4 && digits.len() % 4 == 0 && digits.is_ascii())
    {
        let parts: Option<String> =
            digits.as_bytes().chunks(4).map(|four| hexadecimal(std::str::from_utf8(four).ok()?)).collect();
        if parts.is_some() {
            return parts;
        }
    }
    if let Some(c) = part.strip_prefix('u').filter(|digits| (4..=6).contains(&digits.len())).and_then(hexadecimal) {
        return Some(c.to_string());
    }
    if let Some((_, text)) = NAMED.iter().find(|(name, _)| *name == part) {
        return Some((*text).to_owned());
    }
    // The engine has the list of names; it gives them out for the differences of a font.
    let differences = Object::Array(vec![Object::Integer(0), Object::Name(part.as_bytes().to_vec())]);
    let encoding = Dictionary::from_iter([("Differences", differences)]);
    let font =
        Dictionary::from_iter([("Type", Object::Name(b"Font".to_vec())), ("Encoding", Object::Dictionary(encoding))]);
    let document = Document::new();
    let encoding = font.get_font_encoding(&document).ok()?;
    match encoding {
        lopdf::Encoding::Differences(_) => encoding.bytes_to_string(&[0]).ok().filter(|text| !text.is_empty()),
        _ => None,
    }
}

/// A character by its code in the text fonts of TeX.
fn by_code(code: u8) -> Option<String> {
    const GREEK: [char; 11] = ['Γ', 'Δ', 'Θ', 'Λ', 'Ξ', 'Π', 'Σ', 'Υ', 'Φ', 'Ψ', 'Ω'];
    Some(match code {
        0..=10 => GREEK[usize::from(code)].to_string(),
        11 => "ff".to_owned(),
        12 => "fi".to_owned(),
        13 => "fl".to_owned(),
        14 => "ffi".to_owned(),
        15 => "ffl".to_owned(),
        32..=126 => char::from(code).to_string(),
        _ => return None,
    })
}

/// The standard encoding, where it differs from ASCII.
const STANDARD: &[(u8, &str)] = &[
    (0x27, "’"),
    (0x60, "‘"),
    (0xa1, "¡"),
    (0xa2, "¢"),
    (0xa3, "£"),
    (0xa4, "⁄"),
    (0xa5, "¥"),
    (0xa6, "ƒ"),
    (0xa7, "§"),
    (0xa8, "¤"),
    (0xa9, "'"),
    (0xaa, "“"),
    (0xab, "«"),
    (0xac, "‹"),
    (0xad, "›"),
    (0xae, "fi"),
    (0xaf, "fl"),
    (0xb1, "–"),
    (0xb2, "†"),
    (0xb3, "‡"),
    (0xb4, "·"),
    (0xb6, "¶"),
    (0xb7, "•"),
    (0xb8, "‚"),
    (0xb9, "„"),
    (0xba, "”"),
    (0xbb, "»"),
    (0xbc, "…"),
    (0xbd, "‰"),
    (0xbf, "¿"),
    (0xc1, "`"),
    (0xc2, "´"),
    (0xc3, "ˆ"),
    (0xc4, "˜"),
    (0xc5, "¯"),
    (0xc6, "˘"),
    (0xc7, "˙"),
    (0xc8, "¨"),
    (0xca, "˚"),
    (0xcb, "¸"),
    (0xcd, "˝"),
    (0xce, "˛"),
    (0xcf, "ˇ"),
    (0xd0, "—"),
    (0xe1, "Æ"),
    (0xe3, "ª"),
    (0xe8, "Ł"),
    (0xe9, "Ø"),
    (0xea, "Œ"),
    (0xeb, "º"),
    (0xf1, "æ"),
    (0xf5, "ı"),
    (0xf8, "ł"),
    (0xf9, "ø"),
    (0xfa, "œ"),
    (0xfb, "ß"),
];

/// The character of a code in an encoding that has a name.
fn based(encoding: &[u8], code: u8) -> String {
    let by = |set: &'static encoding_rs::Encoding| {
        let bytes = [code];
        let text = set.decode_without_bom_handling(&bytes).0;
        text.chars().filter(|c| !c.is_control()).collect()
    };
    match encoding {
        b"MacRomanEncoding" => by(MACINTOSH),
        b"WinAnsiEncoding" => by(WINDOWS_1252),
        b"Symbol" => symbol(code).map(String::from).unwrap_or_default(),
        _ => match STANDARD.iter().find(|(of, _)| *of == code) {
            Some((_, text)) => (*text).to_owned(),
            None if (32..127).contains(&code) => char::from(code).to_string(),
            None => String::new(),
        },
    }
}

/// The text of each code.
pub(in crate::formats::binary::pdf) fn texts(
    file: &File,
    font: &Dictionary,
    descriptor: Option<&Dictionary>,
    base: &str,
    names: &mut Names,
) -> Vec<Box<str>> {
    let encoding = file.get(font, "Encoding");
    let stated = encoding.and_then(|of| of.as_name().ok());
    let dictionary = encoding.and_then(|of| of.as_dict().ok());
    let stated = stated.or_else(|| dictionary.and_then(|of| file.name(of, "BaseEncoding")));
    let own = if stated.is_none() { built_in(file, descriptor) } else { Vec::new() };
    let is_truetype = file.name(font, "Subtype") == Some(b"TrueType");
    let usual: &[u8] = match stated {
        Some(stated) => stated,
        None if base.ends_with("symbol") || base.contains("symbolmt") => b"Symbol",
        None if is_truetype => b"WinAnsiEncoding",
        None => b"StandardEncoding",
    };
    let mut texts: Vec<String> = (0..=255).map(|code| based(usual, code)).collect();
    let is_drawn = file.name(font, "Subtype") == Some(b"Type3");
    if is_drawn || own.is_empty() && base.contains("zapfdingbats") {
        texts = vec![String::new(); 256];
    }
    if !own.is_empty() {
        // What a font does not name itself is not in it.
        texts = vec![String::new(); 256];
    }
    for (code, glyph) in own {
        texts[usize::from(code)] = match glyph {
            Glyph::Name(name) => names.text(&name).unwrap_or_default(),
            Glyph::Text(c) => c.to_string(),
            Glyph::Standard(at) => standard(at),
        };
    }
    let is_counted = is_drawn && is_counted(file, font);
    let mut code = 0;
    for object in dictionary.and_then(|of| file.array(of, "Differences")).unwrap_or_default().iter().take(2_000) {
        match file.resolve(object) {
            Object::Name(name) => {
                if let Some(text) = texts.get_mut(code).filter(|_| !is_counted || !is_number(name)) {
                    *text = names.text(name).unwrap_or_default();
                }
                code += 1;
            }
            object => code = object.as_float().map_or(code, |at| at.max(0.0) as usize),
        }
    }
    texts.into_iter().map(Into::into).collect()
}

/// Whether the name of a glyph is a code, or a number with a letter or two before it.
fn is_number(name: &[u8]) -> bool {
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    matches!(name, [byte] if !byte.is_ascii_alphabetic()) || digits > 0 && name.len() - digits <= 2
}

/// Whether letters that are pictures were counted as they came: a font of letters has none at the first codes.
fn is_counted(file: &File, font: &Dictionary) -> bool {
    let widths = file.array(font, "Widths").unwrap_or_default();
    let is_used = |width: &Object| file.resolve(width).as_float().is_ok_and(|width| width != 0.0);
    let is_used = widths.len() > 8 && widths.iter().take(8).all(is_used);
    // Fonts that share their pictures have them under names that were counted.
    let pictures = file.dictionary(font, "CharProcs");
    let is_drawn = |code: u8| pictures.is_some_and(|all| all.has(format!("a{code}").as_bytes()));
    file.number(font, "FirstChar") == Some(0.0) && (is_used || (0..8).all(is_drawn))
}

/// A glyph by its place in the order of the standard encoding, from 1.
fn standard(at: usize) -> String {
    let all = (32..=255).map(|code| based(b"StandardEncoding", code)).filter(|text| !text.is_empty());
    all.into_iter().nth(at.saturating_sub(1)).unwrap_or_default()
}

/// The encoding in an embedded program: in Type 1, `dup 65 /A put`.
fn built_in(file: &File, descriptor: Option<&Dictionary>) -> Vec<(u8, Glyph)> {
    let compact = descriptor.and_then(|of| file.get(of, "FontFile3")).and_then(|stream| stream.as_stream().ok());
    if let Some(program) = compact.and_then(|stream| file.unpack(stream)) {
        return cff::encoding(&program).unwrap_or_default();
    }
    let stream = descriptor.and_then(|of| file.get(of, "FontFile")).and_then(|stream| stream.as_stream().ok());
    let Some(program) = stream.and_then(|stream| file.unpack(stream)) else { return Vec::new() };
    let Some(start) = memchr::memmem::find(&program, b"/Encoding") else { return Vec::new() };
    let clear = memchr::memmem::find(&program, b"eexec").unwrap_or(program.len());
    let mut found = Vec::new();
    let mut code = None;
    for token in Tokens::new(program.get(start + 9..clear).unwrap_or_default()).take(4_000) {
        match (token, code) {
            (Token::Number(number), _) => code = Some(number),
            (Token::Name(name), Some(at)) => {
                if (0.0..256.0).contains(&at) {
                    found.push((at as u8, Glyph::Name(name)));
                }
                code = None;
            }
            (Token::Word(b"StandardEncoding" | b"readonly"), _) => break,
            (Token::Word(b"def"), _) if !found.is_empty() => break,
            _ => {}
        }
    }
    found
}

/// Widths of the letters from space to tilde in Helvetica and in Times, a character of `WIDTHS` each.
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
const TIMES: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
    500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889,
    722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500,
    444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480,
    200, 480, 541,
];

/// The width of a letter in one of the fonts that every reader has.
pub(in crate::formats::binary::pdf) fn usual_width(base: &str, text: &str) -> f32 {
    if base.contains("courier") {
        return 600.0;
    }
    let table = if base.contains("times") { &TIMES } else { &HELVETICA };
    let at = text.bytes().next().and_then(|byte| byte.checked_sub(32));
    let width = at.filter(|_| text.len() == 1).and_then(|at| table.get(usize::from(at)));
    width.map_or(500.0, |width| f32::from(*width)) * if base.contains("bold") { 1.05 } else { 1.0 }
}

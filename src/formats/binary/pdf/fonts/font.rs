//! Fonts: the codes of a string → characters and widths.

use super::cmap::{CMap, Cut, predefined};
use super::encoding::{self, Names};
use crate::formats::binary::pdf::file::{File, as_dictionary};
use lopdf::{Dictionary, Object};
use std::collections::HashMap;

/// A font, as far as its text matters.
#[derive(Debug)]
pub(in crate::formats::binary::pdf) struct Font {
    codes: Codes,
    /// What a unit of a width is of the size.
    unit: f32,
    /// The height of its letters, of the size.
    pub(in crate::formats::binary::pdf) height: f32,
    pub(in crate::formats::binary::pdf) is_vertical: bool,
    pub(in crate::formats::binary::pdf) is_bold: bool,
    pub(in crate::formats::binary::pdf) is_mono: bool,
}

#[derive(Debug)]
enum Codes {
    /// One byte each: text and width.
    Simple(Vec<(Box<str>, f32)>),
    Composite(Box<Composite>),
}

#[derive(Debug)]
struct Composite {
    cut: Cut,
    /// Codes → glyphs, where the map is embedded.
    glyphs: Option<CMap>,
    to_unicode: Option<CMap>,
    /// Whether the codes are characters themselves.
    is_unicode: bool,
    /// Of glyphs, from the font program, where no map tells the characters.
    characters: HashMap<u32, char>,
    widths: HashMap<u32, f32>,
    width: f32,
}

/// A character as a string shows it.
#[derive(Debug)]
pub(in crate::formats::binary::pdf) struct Shown<'f> {
    pub(in crate::formats::binary::pdf) text: std::borrow::Cow<'f, str>,
    /// How far it leads, of the size.
    pub(in crate::formats::binary::pdf) width: f32,
    /// True for a space of one byte, which may be spread.
    pub(in crate::formats::binary::pdf) is_space: bool,
}

impl Font {
    /// Reads a font; one that makes no sense shows nothing.
    pub(in crate::formats::binary::pdf) fn read(file: &File, font: &Dictionary, names: &mut Names) -> Font {
        let base = String::from_utf8_lossy(file.name(font, "BaseFont").unwrap_or_default()).to_lowercase();
        let descendant =
            file.array(font, "DescendantFonts").and_then(|fonts| as_dictionary(file.resolve(fonts.first()?)));
        let described = descendant.unwrap_or(font);
        let descriptor = file.dictionary(described, "FontDescriptor");
        let flags = descriptor.and_then(|of| file.number(of, "Flags")).unwrap_or(0.0) as u32;
        let weight = descriptor.and_then(|of| file.number(of, "FontWeight")).unwrap_or(400.0);
        let is_type3 = file.name(font, "Subtype") == Some(b"Type3");
        let matrix = if is_type3 { file.numbers(font, "FontMatrix") } else { Vec::new() };
        let unit = matrix.first().map_or(0.001, |unit| unit.abs());
        let bounds = file.numbers(font, "FontBBox");
        let bounded = match (matrix.get(3), bounds.as_slice()) {
            (Some(scale), [_, low, _, high]) => (high - low) * scale.abs() * 0.8,
            _ => 0.0,
        };
        let height = if is_type3 { height_of_type3(bounded, &file.numbers(font, "Widths"), unit) } else { 1.0 };
        let encoding = file.name(font, "Encoding").unwrap_or_default();
        let has = |words: &[&str]| words.iter().any(|word| base.contains(word));
        Font {
            codes: match descendant {
                Some(descendant) => Codes::Composite(Box::new(composite(file, font, descendant, descriptor))),
                None => Codes::Simple(simple(file, font, descriptor, &base, names)),
            },
            unit,
            height,
            is_vertical: descendant.is_some() && (encoding.ends_with(b"-V") || encoding == b"V"),
            is_bold: weight >= 600.0 || has(&["bold", "black", "heavy", "cmbx", "sfbx", "demi", "-medi", "cmssbx"]),
            is_mono: flags & 1 == 1 || has(&["courier", "mono", "cmtt", "typewriter", "consol", "sftt", "menlo"]),
        }
    }

    /// Calls `each` with what `bytes` show.
    pub(in crate::formats::binary::pdf) fn show<'f>(&'f self, bytes: &[u8], mut each: impl FnMut(Shown<'f>)) {
        match &self.codes {
            Codes::Simple(table) => {
                for byte in bytes {
                    let Some((text, width)) = table.get(usize::from(*byte)) else { continue };
                    let text = std::borrow::Cow::Borrowed(&**text);
                    each(Shown { text, width: width * self.unit, is_space: *byte == 32 });
                }
            }
            Codes::Composite(composite) => {
                let mut rest = bytes;
                while !rest.is_empty() {
                    let (length, code) = composite.cut.first(rest);
                    let (bytes, after) = rest.split_at(length.min(rest.len()));
                    let (text, width) = composite.shown(bytes, code);
                    each(Shown { text, width: width * self.unit, is_space: bytes == b" " });
                    rest = after;
                }
            }
        }
    }
}

impl Composite {
    fn shown(&self, bytes: &[u8], code: u32) -> (std::borrow::Cow<'_, str>, f32) {
        let glyph = self.glyphs.as_ref().map_or(code, |map| map.glyph(code));
        let width = self.widths.get(&glyph).copied().unwrap_or(self.width);
        let mapped = self.to_unicode.as_ref().and_then(|map| map.text.get(&code)).filter(|text| is_told(text));
        let text = match mapped {
            Some(text) => std::borrow::Cow::Borrowed(&**text),
            None => {
                let same = char::from_u32(code).filter(|_| self.is_unicode).map(String::from);
                if let Some(text) = same.filter(|text| is_told(text)) {
                    return (std::borrow::Cow::Owned(text), width);
                }
                let own = || self.characters.get(&glyph).map(char::to_string);
                std::borrow::Cow::Owned(self.cut.text(bytes).or_else(own).unwrap_or_default())
            }
        };
        (text, width)
    }
}

/// The height of letters that are drawn each by a program. Some writers give bounds that mean nothing; letters are about
/// half as wide as high.
fn height_of_type3(bounded: f32, widths: &[f32], unit: f32) -> f32 {
    let wide: Vec<f32> = widths.iter().copied().filter(|width| *width > 0.0).collect();
    let usual = 2.0 * unit * wide.iter().sum::<f32>() / wide.len().max(1) as f32;
    match (bounded > 0.4 * usual, usual > 0.0) {
        (true, _) => bounded,
        (false, true) => usual,
        _ => 1.0,
    }
}

/// Whether a map says anything with a text.
fn is_told(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c != '\u{fffd}' && (!c.is_control() || matches!(c, '\t' | '\n' | '\r')))
}

fn to_unicode(file: &File, font: &Dictionary) -> Option<CMap> {
    let stream = file.get(font, "ToUnicode")?.as_stream().ok()?;
    let map = CMap::read(&file.unpack(stream)?);
    (file.spend(map.puts) && !map.text.is_empty()).then_some(map)
}

fn simple(
    file: &File,
    font: &Dictionary,
    descriptor: Option<&Dictionary>,
    base: &str,
    names: &mut Names,
) -> Vec<(Box<str>, f32)> {
    let map = to_unicode(file, font);
    let first = file.number(font, "FirstChar").unwrap_or(0.0) as usize;
    let listed = file.array(font, "Widths");
    let missing = descriptor.and_then(|of| file.number(of, "MissingWidth")).unwrap_or(0.0);
    let mut texts = encoding::texts(file, font, descriptor, base, names);
    let width = |code: usize, text: &str| match listed {
        Some(widths) => {
            let at = code.checked_sub(first).and_then(|at| widths.get(at));
            at.and_then(|width| file.resolve(width).as_float().ok()).unwrap_or(missing)
        }
        None => encoding::usual_width(base, text),
    };
    (0..256)
        .map(|code| {
            let mapped = map.as_ref().and_then(|map| map.text.get(&(code as u32))).filter(|text| is_told(text));
            let text = mapped.cloned().unwrap_or_else(|| std::mem::take(&mut texts[code]));
            let width = width(code, &text);
            (text, width)
        })
        .collect()
}

fn composite(file: &File, font: &Dictionary, descendant: &Dictionary, descriptor: Option<&Dictionary>) -> Composite {
    let embedded = match file.get(font, "Encoding") {
        Some(Object::Stream(stream)) => file.unpack(stream).map(|bytes| CMap::read(&bytes)),
        _ => None,
    };
    let named = file.name(font, "Encoding").and_then(predefined);
    let cut = match (&embedded, named) {
        (Some(map), _) if !map.ranges.is_empty() => Cut::Ranges(map.ranges.clone()),
        (_, Some(cut)) => cut,
        _ => Cut::Pairs,
    };
    let to_unicode = to_unicode(file, font);
    // A map that is only named is one that changes nothing: codes are characters.
    let is_unicode = file.name(font, "ToUnicode").is_some_and(|name| name.starts_with(b"Identity"));
    let mut characters = HashMap::new();
    if to_unicode.is_none()
        && !is_unicode
        && matches!(cut, Cut::Pairs)
        && let Some(Object::Stream(program)) = descriptor.and_then(|of| file.get(of, "FontFile2"))
        && let Some(program) = file.unpack(program)
    {
        characters = super::truetype::characters(&program);
    }
    let system = file.dictionary(descendant, "CIDSystemInfo");
    let ordering = system.and_then(|of| file.get(of, "Ordering")).and_then(|ordering| ordering.as_str().ok());
    if ordering == Some(b"Japan1") && characters.is_empty() {
        characters = super::japan::characters();
    }
    Composite {
        cut,
        glyphs: embedded.filter(|map| !map.glyphs.is_empty()),
        to_unicode,
        is_unicode,
        characters,
        widths: widths(file, descendant),
        width: file.number(descendant, "DW").unwrap_or(1000.0),
    }
}

/// `1 [500 600] 7 9 1000`: from a glyph on, or from one to another.
fn widths(file: &File, descendant: &Dictionary) -> HashMap<u32, f32> {
    let mut widths = HashMap::new();
    let list = file.array(descendant, "W").unwrap_or_default();
    let mut rest = list.iter().map(|object| file.resolve(object));
    while let (Some(from), Some(next)) = (rest.next(), rest.next()) {
        let Ok(from) = from.as_float().map(|from| from as u32) else { continue };
        match next {
            Object::Array(each) => {
                if !file.spend(each.len()) {
                    break;
                }
                for (at, width) in (from..).zip(each.iter().take(70_000)) {
                    widths.insert(at, file.resolve(width).as_float().unwrap_or(0.0));
                }
            }
            to => {
                let to = (to.as_float().unwrap_or(0.0) as u32).min(from.saturating_add(70_000));
                let width = rest.next().and_then(|width| width.as_float().ok()).unwrap_or(0.0);
                if !file.spend(to.saturating_sub(from) as usize) {
                    break;
                }
                widths.extend((from..=to).map(|at| (at, width)));
            }
        }
    }
    widths
}

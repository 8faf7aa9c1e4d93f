//! Fields of forms, and notes that are drawn on a page: what they show, and where.

use super::state::Matrix;
use super::words::Word;
use crate::formats::binary::pdf::file::{File, as_dictionary};
use lopdf::{Dictionary, Object, ObjectId, Stream};

/// Notes of a page that are looked at.
const MAX_NOTES: usize = 5_000;

/// Words in fields of a page that are put beside what they belong to.
const MAX_PLACED: usize = 2_000;

/// Fields above a field that what it says may stand in.
const MAX_PARENTS: usize = 16;

/// Letters of a value that are told where nothing draws it.
const MAX_VALUE: usize = 4_000;

/// Marks of a note: hidden, and not to be seen on a screen.
const HIDDEN: i64 = (1 << 1) | (1 << 5);

/// Mark of a field: a password.
const PASSWORD: i64 = 1 << 13;

/// Kinds of notes whose text belongs to the page.
const KINDS: &[&[u8]] = &[b"Widget", b"FreeText", b"Stamp"];

/// What a field shows.
pub(super) enum Field<'f> {
    /// What draws it, and where on the page.
    Drawn { stream: &'f Stream, id: ObjectId, place: Matrix, resources: Option<&'f Dictionary> },
    /// Its value, where the file leaves drawing to its readers.
    Told { text: String, at: (f32, f32), size: f32 },
}

/// What the fields of a page show, in the order of the file.
pub(super) fn fields<'f>(file: &'f File, page: &'f Dictionary) -> Vec<Field<'f>> {
    let notes = file.array(page, "Annots").unwrap_or_default().iter().take(MAX_NOTES);
    notes.filter_map(|note| field(file, as_dictionary(file.resolve(note))?)).collect()
}

/// The words of a page with those in its fields: behind what stands before each in its row, else below what is above it.
pub(super) fn beside(words: Vec<Word>, in_fields: Vec<Word>) -> Vec<Word> {
    if in_fields.is_empty() || in_fields.len() > MAX_PLACED {
        return words.into_iter().chain(in_fields).collect();
    }
    let place = |own: &Word| {
        let others = || words.iter().enumerate().filter(|(_, word)| word.turn == own.turn);
        let is_before =
            |word: &Word| (word.y - own.y).abs() < 0.5 * own.size.max(word.size) && word.right < own.left + own.size;
        let in_row = others().filter(|(_, word)| is_before(word)).max_by(|a, b| a.1.right.total_cmp(&b.1.right));
        let is_above = |word: &Word| word.y < own.y && word.left < own.right && word.right > own.left;
        let above = || others().filter(|(_, word)| is_above(word)).max_by(|a, b| a.1.y.total_cmp(&b.1.y));
        in_row.or_else(above).map_or(words.len(), |(at, _)| at)
    };
    let mut placed: Vec<(usize, Word)> = in_fields.into_iter().map(|word| (place(&word), word)).collect();
    placed.sort_by_key(|(at, _)| *at);
    let mut out = Vec::with_capacity(words.len() + placed.len());
    let mut placed = placed.into_iter().peekable();
    for (at, word) in words.into_iter().enumerate() {
        out.push(word);
        while let Some((_, word)) = placed.next_if(|(place, _)| *place == at) {
            out.push(word);
        }
    }
    out.extend(placed.map(|(_, word)| word));
    out
}

fn field<'f>(file: &'f File, note: &'f Dictionary) -> Option<Field<'f>> {
    let kind = file.name(note, "Subtype").filter(|kind| KINDS.contains(kind))?;
    if integer(file, note, "F") & HIDDEN != 0 {
        return None;
    }
    let [a, b, c, d] = file.numbers(note, "Rect")[..] else { return None };
    let bounds = [a.min(c), b.min(d), a.max(c), b.max(d)];
    if let Some((stream, id)) = appearance(file, note) {
        let form = file.catalog().and_then(|catalog| file.dictionary(catalog, "AcroForm"));
        let resources = form.and_then(|form| file.dictionary(form, "DR"));
        return Some(Field::Drawn { stream, id, place: place(file, stream, bounds)?, resources });
    }
    if kind != b"Widget" || integer(file, above(file, note, "Ff").unwrap_or(note), "Ff") & PASSWORD != 0 {
        return None;
    }
    let text = value(file, file.get(above(file, note, "V")?, "V")?)?;
    let size = (bounds[3] - bounds[1]).clamp(4.0, 12.0) * 0.8;
    // One line stands in the middle of its field, several begin at its top.
    let low = ((bounds[1] + bounds[3]) / 2.0 - 0.35 * size).max(bounds[3] - 1.5 * size);
    Some(Field::Told { text, at: (bounds[0] + 1.0, low), size })
}

fn integer(file: &File, of: &Dictionary, key: &str) -> i64 {
    file.get(of, key).and_then(|number| number.as_i64().ok()).unwrap_or(0)
}

/// The field, or the one above it, that has a key.
fn above<'f>(file: &'f File, field: &'f Dictionary, key: &str) -> Option<&'f Dictionary> {
    let mut at = field;
    for _ in 0..MAX_PARENTS {
        if file.get(at, key).is_some() {
            return Some(at);
        }
        at = file.dictionary(at, "Parent")?;
    }
    None
}

/// What draws a note as it is now: one stream, or that of its state.
fn appearance<'f>(file: &'f File, note: &'f Dictionary) -> Option<(&'f Stream, ObjectId)> {
    let looks = file.dictionary(note, "AP")?;
    let mut object = looks.get(b"N").ok()?;
    if let Object::Dictionary(states) = file.resolve(object) {
        object = states.get(file.name(note, "AS")?).ok()?;
    }
    let stream = file.resolve(object).as_stream().ok()?;
    Some((stream, object.as_reference().unwrap_or_default()))
}

/// What sets the box of a stream into the bounds of its note (ISO 32000-1, 12.5.5).
fn place(file: &File, stream: &Stream, bounds: [f32; 4]) -> Option<Matrix> {
    let [a, b, c, d] = file.numbers(&stream.dict, "BBox")[..] else { return None };
    let matrix: Matrix = file.numbers(&stream.dict, "Matrix").try_into().unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let corner =
        |x: f32, y: f32| (x * matrix[0] + y * matrix[2] + matrix[4], x * matrix[1] + y * matrix[3] + matrix[5]);
    let corners = [corner(a, b), corner(c, b), corner(a, d), corner(c, d)];
    let edge = |of: &dyn Fn(&(f32, f32)) -> f32, pick: fn(f32, f32) -> f32| corners.iter().map(of).reduce(pick);
    let (left, right) = (edge(&|at| at.0, f32::min)?, edge(&|at| at.0, f32::max)?);
    let (low, high) = (edge(&|at| at.1, f32::min)?, edge(&|at| at.1, f32::max)?);
    let scale = |from: f32, to: f32| if from.abs() < 1e-3 { 1.0 } else { to / from };
    let (wide, tall) = (scale(right - left, bounds[2] - bounds[0]), scale(high - low, bounds[3] - bounds[1]));
    Some([wide, 0.0, 0.0, tall, bounds[0] - left * wide, bounds[1] - low * tall])
}

/// A value as text: of a choice of several all that are chosen. Names are states of buttons.
fn value(file: &File, value: &Object) -> Option<String> {
    let text = match value {
        Object::Array(all) => {
            let told = all.iter().take(100).filter_map(|one| file.told(one));
            told.collect::<Vec<_>>().join(", ")
        }
        Object::Stream(stream) => {
            let bytes = file.unpack(stream)?;
            file.told(&Object::string_literal(bytes))?
        }
        one => file.told(one)?,
    };
    let text: String = text.trim().chars().take(MAX_VALUE).collect();
    (!text.is_empty()).then_some(text)
}

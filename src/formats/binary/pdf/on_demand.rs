//! Objects of a file read one by one, as they are asked for: what its first pages need, of a file of thousands of pages.
//!
//! The engine reads all objects of a file at once. Here it is given as little as it takes: first the file with nothing but
//! its cross-reference sections, which tells where each object is; then, for each object that is asked for, a file of this
//! object alone. Damaged and encrypted files are left to the whole reading.

use super::file::MAX_STREAM;
use lopdf::xref::XrefEntry;
use lopdf::{Dictionary, Document, FilterFunc, LoadOptions, Object, ObjectId, Stream};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

/// Cross-reference sections of a file: one for each time that it was changed.
const MAX_SECTIONS: usize = 64;

/// Objects of a stream of objects, by number.
type Members = HashMap<u32, Object>;

/// The objects of a file, those read that were asked for.
pub(super) struct OnDemand {
    bytes: Vec<u8>,
    trailer: Dictionary,
    /// By number.
    objects: Vec<Listed>,
    /// Where objects begin, in order.
    starts: Vec<usize>,
}

/// An object, as the cross-reference sections list it: as small as may be, since there are hundreds of thousands, and few
/// of them are asked for.
struct Listed {
    number: u32,
    generation: u16,
    place: Place,
    read: OnceCell<Box<Read>>,
}

#[derive(Clone, Copy)]
enum Place {
    At(u32),
    In(u32),
}

/// What was read at the place of an object.
#[derive(Default)]
struct Read {
    object: OnceCell<Option<Object>>,
    members: OnceCell<Members>,
}

impl OnDemand {
    /// The objects of a file that is neither damaged nor encrypted.
    pub(super) fn open(bytes: &[u8]) -> Option<OnDemand> {
        let start = memchr::memmem::find(bytes.get(..bytes.len().min(1024))?, b"%PDF-")?;
        let bytes = bytes.get(start..)?;
        let mut document = loaded(&sections_alone(bytes)?, as_it_is)?;
        if document.xref_recovery.is_some() || document.trailer.has(b"Encrypt") {
            return None;
        }
        // In order of their numbers.
        let entries = std::mem::take(&mut document.reference_table.entries).into_iter();
        let objects: Vec<Listed> = entries.filter_map(|(number, entry)| Listed::of(number, &entry)).collect();
        let mut starts: Vec<usize> = objects.iter().filter_map(Listed::start).collect();
        starts.sort_unstable();
        Some(OnDemand { bytes: bytes.to_vec(), trailer: document.trailer, objects, starts })
    }

    pub(super) fn trailer(&self) -> &Dictionary {
        &self.trailer
    }

    /// An object; none where there is none that makes sense.
    pub(super) fn object(&self, (number, generation): ObjectId) -> Option<&Object> {
        let listed = self.listed(number).filter(|listed| listed.generation == generation)?;
        match listed.place {
            Place::At(at) => listed.read().object.get_or_init(|| self.read(number, at as usize)).as_ref(),
            Place::In(container) => self.members(container)?.get(&number),
        }
    }

    fn listed(&self, number: u32) -> Option<&Listed> {
        let at = self.objects.binary_search_by_key(&number, |listed| listed.number).ok()?;
        self.objects.get(at)
    }

    /// The objects within a stream of objects.
    fn members(&self, container: u32) -> Option<&Members> {
        let listed = self.listed(container)?;
        let at = listed.start()?;
        Some(listed.read().members.get_or_init(|| {
            let own = |((number, _), object)| (number != container).then_some((number, object));
            self.at(container, at, true).into_iter().filter_map(own).collect()
        }))
    }

    fn read(&self, number: u32, at: usize) -> Option<Object> {
        self.at(number, at, false).into_iter().find(|((of, _), _)| *of == number).map(|(_, object)| object)
    }

    /// What the engine reads at a place: an object, and what a stream of objects holds. The length of a stream may be an
    /// object of its own, for a stream of objects one that is in none.
    fn at(&self, number: u32, at: usize, is_container: bool) -> Vec<(ObjectId, Object)> {
        let Some(bytes) = self.extent(at) else { return Vec::new() };
        let keep = if is_container { members } else { as_it_is };
        let alone = |more: &str| loaded(&one_alone(number, bytes, more)?, keep);
        let Some(mut document) = alone("") else { return Vec::new() };
        let length = document.objects.values().find_map(|object| length_elsewhere(object.as_stream().ok()?));
        if let Some(id) = length
            && let Some(length) = self.length(number, id, is_container)
        {
            let told = alone(&format!("\n{} {} obj {length} endobj\n", id.0, id.1));
            document = told.unwrap_or(document);
        }
        document.objects.into_iter().collect()
    }

    fn length(&self, of: u32, id: ObjectId, is_plain: bool) -> Option<i64> {
        match self.listed(id.0)?.place {
            Place::At(at) if id.0 != of => {
                let document = loaded(&one_alone(id.0, self.extent(at as usize)?, "")?, as_it_is)?;
                document.objects.get(&id)?.as_i64().ok()
            }
            Place::In(container) if !is_plain && container != of => self.members(container)?.get(&id.0)?.as_i64().ok(),
            _ => None,
        }
    }

    /// The bytes of the object that begins at a place, up to the next one.
    fn extent(&self, at: usize) -> Option<&[u8]> {
        let next = self.starts.partition_point(|start| *start <= at);
        self.bytes.get(at..self.starts.get(next).copied().unwrap_or(self.bytes.len()))
    }
}

impl Listed {
    fn of(number: u32, entry: &XrefEntry) -> Option<Listed> {
        let (generation, place) = match *entry {
            XrefEntry::Normal { offset, generation } => (generation, Place::At(offset)),
            XrefEntry::Compressed { container, .. } => (0, Place::In(container)),
            XrefEntry::Free | XrefEntry::UnusableFree => return None,
        };
        Some(Listed { number, generation, place, read: OnceCell::new() })
    }

    fn read(&self) -> &Read {
        self.read.get_or_init(Box::default)
    }

    fn start(&self) -> Option<usize> {
        match self.place {
            Place::At(at) => Some(at as usize),
            Place::In(_) => None,
        }
    }
}

/// What the engine makes of a file. Told what to keep, it does not look for objects that no section lists.
fn loaded(bytes: &[u8], keep: FilterFunc) -> Option<Document> {
    let options = LoadOptions { max_decompressed_size: Some(MAX_STREAM), ..LoadOptions::with_filter(keep) };
    Document::load_mem_with_options(bytes, options).ok()
}

/// Keeps objects as they are; what is given back would be taken for a member of a stream of objects.
fn as_it_is(id: ObjectId, _: &mut Object) -> Option<(ObjectId, Object)> {
    Some((id, Object::Null))
}

/// Keeps the members of a stream of objects, which are no streams, and the stream.
fn members(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    let is_member = !matches!(object, Object::Stream(_));
    Some((id, if is_member { std::mem::replace(object, Object::Null) } else { Object::Null }))
}

/// A file of one object, and of one more text of an object.
fn one_alone(number: u32, object: &[u8], more: &str) -> Option<Vec<u8>> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let first = out.len();
    out.extend_from_slice(object);
    let second = out.len();
    out.extend_from_slice(more.as_bytes());
    let id = |bytes: &[u8]| -> Option<(u32, u32)> {
        let mut words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut number = || std::str::from_utf8(words.next()?).ok()?.parse().ok();
        Some((number()?, number()?))
    };
    let written = id(object.get(..object.len().min(40))?)?;
    // Another object stands there: the sections do not belong to this file.
    if written.0 != number {
        return None;
    }
    let mut table = String::from("\nxref\n");
    let start = out.len() + 1;
    for (at, (number, generation)) in
        [Some((first, written)), id(more.as_bytes()).map(|id| (second, id))].into_iter().flatten()
    {
        let _ = write!(table, "{number} 1\n{at:010} {generation:05} n \n");
    }
    let _ = write!(table, "trailer\n<< /Size {} >>\nstartxref\n{start}\n%%EOF\n", u32::MAX);
    out.extend_from_slice(table.as_bytes());
    Some(out)
}

/// The number of an object that tells how long a stream is, where none was found.
fn length_elsewhere(stream: &Stream) -> Option<ObjectId> {
    stream.dict.get(b"Length").ok()?.as_reference().ok()
}

/// The file with what its cross-reference sections say; in place of everything else stands what is no object.
fn sections_alone(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = vec![b'x'; bytes.len()];
    let mut keep = |range: Range<usize>| -> Option<()> {
        out.get_mut(range.clone())?.copy_from_slice(bytes.get(range)?);
        Some(())
    };
    let line = bytes.iter().take(64).position(|byte| matches!(byte, b'\r' | b'\n'))?;
    keep(0..line)?;
    let last = memchr::memmem::rfind(bytes, b"startxref")?;
    keep(last..bytes.len())?;
    let mut open = vec![number_after(bytes.get(last..)?, b"startxref")?];
    let mut seen = Vec::new();
    while let Some(at) = open.pop() {
        if seen.contains(&at) {
            continue;
        }
        seen.push(at);
        let rest = bytes.get(at..)?;
        let length = memchr::memmem::find(rest, b"%%EOF").unwrap_or(rest.len());
        keep(at..at + length)?;
        // A section that is a stream says what it is before its bytes.
        let section = rest.get(..length)?;
        let is_table = section.starts_with(b"xref");
        let told = if is_table { memchr::memmem::find(section, b"trailer")? } else { 0 };
        let end = if is_table { length } else { memchr::memmem::find(section, b"stream")? };
        let told = section.get(told..end)?;
        if memchr::memmem::find(told, b"/Encrypt").is_some() || seen.len() > MAX_SECTIONS {
            return None;
        }
        open.extend([number_after(told, b"/Prev"), number_after(told, b"/XRefStm")].into_iter().flatten());
    }
    // Where the header ends a line does.
    *out.get_mut(line)? = b'\n';
    Some(out)
}

/// The number that follows a word.
fn number_after(bytes: &[u8], word: &[u8]) -> Option<usize> {
    let rest = bytes.get(memchr::memmem::find(bytes, word)? + word.len()..)?;
    let start = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let digits = rest.get(start..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(rest.get(start..start + digits)?).ok()?.parse().ok()
}

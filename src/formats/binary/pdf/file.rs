//! Objects of a file: what a key leads to, numbers, texts, streams within bounds.

use crate::formats::binary::pdf::on_demand::OnDemand;
use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId, Stream};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;

/// Bytes that one stream may unpack to.
pub(super) const MAX_STREAM: usize = 32 << 20;

/// Bytes that all streams together may unpack to: so many times the size of the file, and at least so many.
const MAX_GROWTH: usize = 40;
const MIN_UNPACKED: usize = 48 << 20;
const MAX_UNPACKED: usize = 512 << 20;

/// References that lead to one another.
const MAX_REFERENCES: usize = 128;

/// Filters of a stream, and what one is told, at most.
const MAX_FILTERS: usize = 16;

/// What is said of a file whose password is not the empty one.
pub(super) const ENCRYPTED: &str = "encrypted: it asks for a password";

/// Bytes that an entry of a map or list of a font counts for.
const ENTRY: usize = 16;

/// An opened file.
pub(super) struct File {
    objects: Objects,
    /// Bytes that may still be unpacked.
    left: Cell<usize>,
    is_cut: Cell<bool>,
    is_unread: Cell<bool>,
}

/// The objects of a file.
enum Objects {
    All(Box<Document>),
    OnDemand(Box<OnDemand>),
}

impl File {
    /// Opens a file whose objects are read when they are asked for; damaged and encrypted ones cannot be.
    pub(super) fn open_on_demand(bytes: &[u8]) -> Option<File> {
        Some(File::of(Objects::OnDemand(Box::new(OnDemand::open(bytes)?)), bytes.len()))
    }

    /// Opens a file; the empty password is tried where one is asked for.
    pub(super) fn open(bytes: &[u8]) -> Result<File, &'static str> {
        let options = LoadOptions { max_decompressed_size: Some(MAX_STREAM), ..LoadOptions::default() };
        let document = Document::load_mem_with_options(bytes, options).map_err(|error| match error {
            lopdf::Error::InvalidPassword
            | lopdf::Error::Decryption(_)
            | lopdf::Error::UnsupportedSecurityHandler(_) => ENCRYPTED,
            _ => "damaged: no objects of a PDF",
        })?;
        if document.is_encrypted() {
            return Err(ENCRYPTED);
        }
        Ok(File::of(Objects::All(Box::new(document)), bytes.len()))
    }

    fn of(objects: Objects, size: usize) -> File {
        let left = size.saturating_mul(MAX_GROWTH).clamp(MIN_UNPACKED, MAX_UNPACKED);
        File { objects, left: Cell::new(left), is_cut: Cell::new(false), is_unread: Cell::new(false) }
    }

    /// Whether its objects are read when they are asked for.
    pub(super) fn is_on_demand(&self) -> bool {
        matches!(self.objects, Objects::OnDemand(_))
    }

    /// Whether a stream was left out because it, or all together, unpack to more than is read.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.get()
    }

    /// Whether a stream could not be unpacked.
    pub(super) fn is_unread(&self) -> bool {
        self.is_unread.get()
    }

    /// The object of an id.
    pub(super) fn object(&self, id: ObjectId) -> Option<&Object> {
        match &self.objects {
            Objects::All(document) => document.objects.get(&id),
            Objects::OnDemand(objects) => objects.object(id),
        }
    }

    /// What `object` is in the end.
    pub(super) fn resolve<'f>(&'f self, object: &'f Object) -> &'f Object {
        let mut at = object;
        for _ in 0..MAX_REFERENCES {
            let Object::Reference(id) = at else { return at };
            at = self.object(*id).unwrap_or(&Object::Null);
        }
        &Object::Null
    }

    pub(super) fn trailer(&self) -> &Dictionary {
        match &self.objects {
            Objects::All(document) => &document.trailer,
            Objects::OnDemand(objects) => objects.trailer(),
        }
    }

    pub(super) fn catalog(&self) -> Option<&Dictionary> {
        self.dictionary(self.trailer(), "Root")
    }

    pub(super) fn get<'f>(&'f self, of: &'f Dictionary, key: &str) -> Option<&'f Object> {
        let object = self.resolve(of.get(key.as_bytes()).ok()?);
        (!object.is_null()).then_some(object)
    }

    pub(super) fn dictionary<'f>(&'f self, of: &'f Dictionary, key: &str) -> Option<&'f Dictionary> {
        as_dictionary(self.get(of, key)?)
    }

    pub(super) fn array<'f>(&'f self, of: &'f Dictionary, key: &str) -> Option<&'f [Object]> {
        self.get(of, key)?.as_array().ok().map(Vec::as_slice)
    }

    pub(super) fn name<'f>(&'f self, of: &'f Dictionary, key: &str) -> Option<&'f [u8]> {
        self.get(of, key)?.as_name().ok()
    }

    pub(super) fn number(&self, of: &Dictionary, key: &str) -> Option<f32> {
        self.get(of, key)?.as_float().ok()
    }

    /// The numbers of an array.
    pub(super) fn numbers(&self, of: &Dictionary, key: &str) -> Vec<f32> {
        let array = self.array(of, key).unwrap_or_default();
        array.iter().take(64).filter_map(|object| self.resolve(object).as_float().ok()).collect()
    }

    /// The unpacked bytes of a stream; none where that is not possible within bounds.
    pub(super) fn unpack(&self, stream: &Stream) -> Option<Vec<u8>> {
        let most = self.left.get().min(MAX_STREAM);
        let stream = self.spelled_out(stream);
        if !are_filters(&stream.dict) {
            self.is_unread.set(true);
            return None;
        }
        match stream.get_plain_content_with_limit(most) {
            Ok(bytes) => {
                self.left.set(self.left.get().saturating_sub(bytes.len()));
                Some(bytes)
            }
            Err(error) => {
                if matches!(error, lopdf::Error::Decompress(lopdf::DecompressError::MemoryLimitExceeded { .. })) {
                    self.is_cut.set(true);
                    // What was unpacked in vain was work too.
                    self.left.set(self.left.get().saturating_sub(most));
                }
                self.is_unread.set(true);
                None
            }
        }
    }

    /// The stream with its filters, and what these are told, written out: both may be objects of their own, and some
    /// writers use the short names that are meant for pictures within a page.
    fn spelled_out<'s>(&self, stream: &'s Stream) -> Cow<'s, Stream> {
        let filter = filter_of(&stream.dict);
        let parms = ["DecodeParms", "DP"].iter().find_map(|key| stream.dict.get(key.as_bytes()).ok());
        let is_usual = |object: &Object| match object {
            Object::Name(name) => full_name(name) == name.as_slice(),
            Object::Dictionary(told) => told.iter().all(|(_, value)| !matches!(value, Object::Reference(_))),
            object => object.is_null(),
        };
        let is_plain = |object: &Object| match object {
            Object::Array(each) => each.iter().all(is_usual),
            object => is_usual(object),
        };
        let has_long_names = stream.dict.has(b"Filter") || filter.is_none();
        let has_long_names = has_long_names && !stream.dict.has(b"DP");
        if has_long_names && filter.is_none_or(is_plain) && parms.is_none_or(is_plain) {
            return Cow::Borrowed(stream);
        }
        let mut told = stream.clone();
        if let Some(filter) = filter {
            told.dict.set("Filter", self.written_out(filter, 0));
        }
        if let Some(parms) = parms {
            told.dict.set("DecodeParms", self.written_out(parms, 0));
        }
        Cow::Owned(told)
    }

    /// A filter, or what it is told, with what it refers to in its place.
    fn written_out(&self, object: &Object, depth: usize) -> Object {
        match self.resolve(object) {
            // What filters are told is at most an array of dictionaries of numbers.
            _ if depth > 3 => Object::Null,
            Object::Name(name) => Object::Name(full_name(name).to_vec()),
            Object::Array(each) => {
                Object::Array(each.iter().take(MAX_FILTERS).map(|one| self.written_out(one, depth + 1)).collect())
            }
            Object::Dictionary(told) => {
                let each = told.iter().take(MAX_FILTERS);
                let each = each.map(|(key, value)| (key.clone(), self.written_out(value, depth + 1)));
                Object::Dictionary(each.collect())
            }
            // A picture's own filters are told with a stream; no other filter is.
            Object::Stream(_) => Object::Null,
            other => other.clone(),
        }
    }

    /// Takes work that `count` entries of a map or list of a font make from what may still be done; false if that is
    /// too much.
    pub(super) fn spend(&self, count: usize) -> bool {
        let cost = count.saturating_mul(ENTRY);
        let is_within = cost <= self.left.get();
        self.left.set(self.left.get().saturating_sub(cost));
        self.is_cut.set(self.is_cut.get() || !is_within);
        is_within
    }

    /// The ids of up to `most` pages, in order.
    pub(super) fn pages(&self, most: usize) -> Vec<ObjectId> {
        match &self.objects {
            Objects::All(document) => document.page_iter().take(most).collect(),
            Objects::OnDemand(_) => self.first_pages(most),
        }
    }

    /// Pages of a file whose page tree is as it should be; none if it is not.
    fn first_pages(&self, most: usize) -> Vec<ObjectId> {
        let mut pages = Vec::new();
        let mut open: Vec<&Object> =
            self.catalog().and_then(|catalog| catalog.get(b"Pages").ok()).into_iter().collect();
        let mut seen = HashSet::new();
        while let Some(object) = open.pop()
            && pages.len() < most
        {
            let id = object.as_reference().ok().filter(|id| seen.insert(*id));
            let (Some(id), Some(node)) = (id, as_dictionary(self.resolve(object))) else { return Vec::new() };
            match self.array(node, "Kids") {
                Some(kids) => open.extend(kids.iter().rev()),
                None => pages.push(id),
            }
        }
        pages
    }

    /// A key of a page, or of what it is part of.
    pub(super) fn inherited<'f>(&'f self, page: &'f Dictionary, key: &str) -> Option<&'f Object> {
        let mut at = page;
        for _ in 0..32 {
            if let Some(object) = self.get(at, key) {
                return Some(object);
            }
            at = self.dictionary(at, "Parent")?;
        }
        None
    }

    /// A text that is no part of a page: a title, an address.
    pub(super) fn told(&self, object: &Object) -> Option<String> {
        let text = match self.resolve(object) {
            Object::String(bytes, _) => match bytes.as_slice() {
                [0xfe, 0xff, rest @ ..] => decoded(rest, u16::from_be_bytes),
                [0xff, 0xfe, rest @ ..] => decoded(rest, u16::from_le_bytes),
                bytes => match std::str::from_utf8(bytes) {
                    Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
                    Err(_) => lopdf::decode_text_string(&Object::string_literal(bytes)).ok()?,
                },
            },
            _ => return None,
        };
        Some(text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
    }
}

/// The filters of a stream. `F` is another file as a rule; only where it is written like filters it stands for them.
fn filter_of(dict: &Dictionary) -> Option<&Object> {
    let is_short = |object: &&Object| matches!(object, Object::Name(_) | Object::Array(_));
    dict.get(b"Filter").ok().or_else(|| dict.get(b"F").ok().filter(is_short))
}

/// Whether a stream is packed by filters that have names, or by none.
fn are_filters(dict: &Dictionary) -> bool {
    match dict.get(b"Filter") {
        Ok(Object::Array(each)) => each.iter().all(|filter| matches!(filter, Object::Name(_))),
        Ok(filter) => matches!(filter, Object::Name(_) | Object::Null),
        Err(_) => true,
    }
}

/// The name of a filter that may be abbreviated (ISO 32000-1, table 94).
fn full_name(name: &[u8]) -> &[u8] {
    match name {
        b"AHx" => b"ASCIIHexDecode",
        b"A85" => b"ASCII85Decode",
        b"LZW" => b"LZWDecode",
        b"Fl" => b"FlateDecode",
        b"RL" => b"RunLengthDecode",
        b"CCF" => b"CCITTFaxDecode",
        b"DCT" => b"DCTDecode",
        name => name,
    }
}

/// A dictionary, also that of a stream.
pub(super) fn as_dictionary(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

/// Text in UTF-16, without the marks of its language.
fn decoded(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect();
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    // An escape sequence names a language between two escapes.
    parts.enumerate().fold(first, |all, (at, part)| if at % 2 == 1 { all + part } else { all })
}

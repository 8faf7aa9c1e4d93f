//! Segments: the structure of some documents as flat columns, in memory or mapped from a file.
//!
//! A segment is one run of bytes, written once by [`super::builder::SegmentBuilder`] and then only read in place:
//! opening one checks its header and nothing else. **Invariant:** whatever the bytes are, reading never
//! panics; a damaged segment yields empty names and zeroes until its checksum is looked at.

use super::bitsliced_signatures::SlicedLetters;
use super::calls::{CallSite, Calls};
use super::name_index::NameIndex;
use super::numbers::{SHAPE, Shape};
use crate::library::bytes::layout;
use crate::library::bytes::layout::{Damage, first, text_at, u32_at, u64_at, u128_at};
use std::ops::Range;
use std::sync::atomic::AtomicU8;
use tantivy::directory::OwnedBytes;
use xxhash_rust::xxh3::xxh3_64;

/// The magic bytes at the start of a segment file.
pub(in crate::library) const NAME: [u8; 8] = *b"docqlseg";

/// Changes with the layout of the bytes.
pub(in crate::library) const VERSION: u32 = 4;

/// The parts of a segment.
pub(super) const PARTS: usize = 11;

/// Bytes of the record of one document.
pub(super) const RECORD: usize = 72 + SHAPE;

/// Bytes of one row about a folded name: where it ends, its document, its node.
pub(super) const FOLDED_ENTRY: usize = 12;

/// The identity of what was parsed: the same content in the same format has the same structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContentKey {
    /// XXH3 over the bytes of the file.
    pub hash: u128,
    /// The number of bytes.
    pub size: u64,
    /// [`super::calls::name_hash`] of the id of the format that it was read as.
    pub format: u32,
}

/// The structure of some documents.
pub struct Segment {
    bytes: OwnedBytes,
    documents: Range<usize>,
    pub(in crate::library) kinds: Range<usize>,
    pub(super) levels: Range<usize>,
    pub(super) packed: Range<usize>,
    names: Range<usize>,
    folded_entries: Range<usize>,
    folded: Range<usize>,
    details: Range<usize>,
    titles: Range<usize>,
    calls: Range<usize>,
    name_index: Range<usize>,
    /// The file it is mapped from, and what its checksum was when it was written.
    origin: Option<(Box<str>, u64)>,
    pub(super) letters: SlicedLetters,
    /// Of each document whether its nodes stand in the order of their lines, found out when that is first asked.
    pub(super) line_order: Box<[AtomicU8]>,
}

/// The record of one document. The numbers count from the start of the segment's parts.
#[derive(Clone, Copy)]
pub(in crate::library) struct Record<'s>(&'s [u8]);

impl Record<'_> {
    pub(in crate::library) fn key(self) -> ContentKey {
        ContentKey { hash: u128_at(self.0, 0), size: u64_at(self.0, 16), format: u32_at(self.0, 68) }
    }
    pub(super) fn packed(self) -> u64 {
        u64_at(self.0, 24)
    }
    pub(in crate::library) fn first(self) -> u32 {
        u32_at(self.0, 32)
    }
    pub(in crate::library) fn count(self) -> u32 {
        u32_at(self.0, 36)
    }
    pub(in crate::library) fn names(self) -> u32 {
        u32_at(self.0, 40)
    }
    pub(in crate::library) fn details(self) -> u32 {
        u32_at(self.0, 44)
    }
    fn title(self) -> Range<usize> {
        let start = u32_at(self.0, 48) as usize;
        start..start + u32_at(self.0, 52) as usize
    }
    pub(in crate::library) fn lines(self) -> u32 {
        u32_at(self.0, 56)
    }
    pub(in crate::library) fn symbols(self) -> u32 {
        u32_at(self.0, 60)
    }
    pub(in crate::library) fn sections(self) -> u32 {
        u32_at(self.0, 64)
    }
    pub(super) fn shape(self) -> Shape {
        Shape::read(self.0.get(72..).unwrap_or_default())
    }
}

/// The same as a value that is being written.
#[derive(Debug, Default)]
pub(super) struct NewRecord<'t> {
    pub key: ContentKey,
    pub packed: u64,
    pub first: u32,
    pub count: u32,
    pub names: u32,
    pub details: u32,
    pub title: (u32, &'t str),
    pub lines: u32,
    pub symbols: u32,
    pub sections: u32,
    pub shape: Shape,
}

impl NewRecord<'_> {
    pub(in crate::library) fn write(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(self.key.hash.to_le_bytes());
        out.extend(self.key.size.to_le_bytes());
        out.extend(self.packed.to_le_bytes());
        let title_bytes = self.title.1.len() as u32;
        for number in [self.first, self.count, self.names, self.details, self.title.0, title_bytes] {
            out.extend(number.to_le_bytes());
        }
        for number in [self.lines, self.symbols, self.sections, self.key.format] {
            out.extend(number.to_le_bytes());
        }
        self.shape.write(out);
        out.resize(start + RECORD, 0);
    }
}

impl Segment {
    /// Reads a segment in place. Only its header is checked; see [`Segment::checksum`].
    ///
    /// # Errors
    /// If these are no bytes of a segment.
    pub fn open(bytes: OwnedBytes) -> Result<Segment, Damage> {
        let [documents, kinds, levels, packed, names, folded_entries, folded, details, titles, calls, name_index] =
            layout::parts::<PARTS>(&bytes, NAME, VERSION)?;
        if documents.len() % RECORD != 0 || kinds.len() != levels.len() {
            return Err(Damage::Broken);
        }
        let orders = (0..documents.len() / RECORD).map(|_| AtomicU8::new(0));
        let letters = SlicedLetters::unread(documents.len() / RECORD);
        Ok(Segment {
            bytes,
            documents,
            kinds,
            levels,
            packed,
            names,
            folded_entries,
            folded,
            details,
            titles,
            calls,
            name_index,
            origin: None,
            letters,
            line_order: orders.collect(),
        })
    }

    /// The same, mapped from the file `name`, whose checksum was `checksum` when it was written.
    pub fn from_file(self, name: &str, checksum: u64) -> Segment {
        Segment { origin: Some((name.into(), checksum)), ..self }
    }

    /// The file it is mapped from; `None` while it is in memory only.
    pub fn file(&self) -> Option<&str> {
        self.origin.as_ref().map(|(name, _)| &**name)
    }

    /// Its checksum when its file was written.
    pub fn saved_checksum(&self) -> Option<u64> {
        self.origin.as_ref().map(|(_, checksum)| *checksum)
    }

    /// The bytes that [`Segment::open`] was given.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// XXH3 over all bytes, to compare with what it was when they were written. Reads everything.
    pub fn checksum(&self) -> u64 {
        xxh3_64(&self.bytes)
    }

    /// The number of documents.
    pub fn len(&self) -> usize {
        self.documents.len() / RECORD
    }

    /// True if there is no document.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.kinds.len()
    }

    pub(in crate::library) fn record(&self, document: u32) -> Record<'_> {
        let documents = self.part(&self.documents);
        let start = document as usize * RECORD;
        Record(documents.get(start..start + RECORD).unwrap_or_default())
    }

    /// The content that document number `document` was parsed from.
    pub fn key(&self, document: u32) -> ContentKey {
        self.record(document).key()
    }

    /// The title of document number `document`.
    pub(in crate::library) fn title(&self, document: u32) -> &str {
        text_at(self.part(&self.titles), self.record(document).title())
    }

    /// The number of nodes of a document. Nodes beyond the columns are damage: what is left of them is shown.
    pub(super) fn count(&self, record: Record<'_>) -> u32 {
        record.count().min((self.nodes() as u32).saturating_sub(record.first()))
    }

    /// The kinds of all nodes of document number `document` as numbers (`Kind as u8`).
    pub(in crate::library) fn kinds_of(&self, document: u32) -> &[u8] {
        let record = self.record(document);
        let first = record.first() as usize;
        self.part(&self.kinds).get(first..first + self.count(record) as usize).unwrap_or_default()
    }

    /// The document whose names hold the byte at `offset` of [`Segment::names`].
    pub(super) fn document_at_name(&self, offset: usize) -> u32 {
        // A document without nodes has no names: the last one that starts there has.
        let after = first(self.len(), |at| self.record(at as u32).names() as usize > offset);
        after.saturating_sub(1) as u32
    }

    /// The document and its node whose folded name holds the byte at `offset` of [`Segment::folded_names`].
    pub(super) fn node_at_folded(&self, offset: usize) -> (u32, u32) {
        let entries = self.part(&self.folded_entries);
        let end = |at: usize| u32_at(entries, at * FOLDED_ENTRY) as usize;
        let at = first(entries.len() / FOLDED_ENTRY, |at| end(at) > offset);
        (u32_at(entries, at * FOLDED_ENTRY + 4), u32_at(entries, at * FOLDED_ENTRY + 8))
    }

    #[inline]
    pub(in crate::library) fn part(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }

    /// The names of all nodes, each followed by `\n`.
    pub(in crate::library) fn names(&self) -> &[u8] {
        self.part(&self.names)
    }

    /// The names that are not all ASCII in lower case, each followed by `\n`.
    pub(super) fn folded_names(&self) -> &[u8] {
        self.part(&self.folded)
    }

    pub(in crate::library) fn details(&self) -> &[u8] {
        self.part(&self.details)
    }

    pub(super) fn name_index(&self) -> NameIndex<'_> {
        NameIndex(self.part(&self.name_index))
    }

    /// All sites where a name with this hash is called, by document and offset.
    pub fn calls(&self, name: u32) -> impl Iterator<Item = CallSite> + use<'_> {
        Calls(self.part(&self.calls)).of(name)
    }

    pub(in crate::library) fn all_calls(&self) -> impl Iterator<Item = CallSite> + use<'_> {
        Calls(self.part(&self.calls)).all()
    }
}

impl std::fmt::Debug for Segment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Segment").field("documents", &self.len()).field("nodes", &self.nodes()).finish_non_exhaustive()
    }
}

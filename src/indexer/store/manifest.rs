//! The manifest: which files a saved index knows, in which state, and where their structure is.
//!
//! One small file, replaced as a whole. Its checksum covers all of it and is looked at whenever it is read. Files are in
//! path order and look like the ones before them, so that each is written as how it differs from the last one.

use crate::library::{Damage, ObjectId, RowKind, join, parts, read_varint, u64_at, write_varint};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tantivy::directory::OwnedBytes;
use xxhash_rust::xxh3::xxh3_64;

const NAME: [u8; 8] = *b"docqlman";

/// Changes with the layout of this file.
const VERSION: u32 = 7;

const KINDS: usize = RowKind::ALL.len();

/// The manifest without its files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Meta {
    /// The program that wrote it; another one does not read it.
    pub made_by: String,
    /// Grows with every commit.
    pub generation: u64,
    /// The directories that are indexed.
    pub roots: Vec<String>,
    /// Repositories in it: path and name.
    pub repositories: Vec<(String, String)>,
    /// Files that were left out: path and reason.
    pub skipped: Vec<(String, String)>,
    /// The ids of the formats that the records speak of by number.
    pub formats: Vec<String>,
    pub segments: Vec<SegmentFile>,
    /// Tables of rows, by kind.
    pub rows: [Vec<SegmentFile>; KINDS],
    /// The number that the next file gets in the full-text index.
    pub next_number: u32,
    /// The commit of the full-text index that the numbers speak of: the number of the index, and that of the commit.
    pub words: Option<(u64, u64)>,
    /// When it was written, in seconds since 1970.
    pub written: u64,
}

impl Meta {
    /// The kinds of rows that there are tables of: of others nothing is written for any file.
    fn kinds(&self) -> [bool; KINDS] {
        std::array::from_fn(|kind| !self.rows[kind].is_empty())
    }
}

/// One segment file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SegmentFile {
    pub file: String,
    pub bytes: u64,
    pub checksum: u64,
}

/// The record of one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FileRecord {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified: i64,
    /// The same of the change of its entry; 0 where there is none.
    pub changed: i64,
    /// The object of a Git repository that it is; all files of a manifest are objects, or none is.
    pub object: Option<ObjectId>,
    /// Index into [`Meta::formats`].
    pub format: u32,
    /// Index into [`Meta::repositories`].
    pub repository: Option<u32>,
    /// Segment and row of its structure.
    pub row: Option<(u32, u32)>,
    /// Its number in the full-text index, if its text is in it.
    pub number: Option<u32>,
    /// Table and row of its row of each kind, if there is one.
    pub rows: [Option<(u32, u32)>; KINDS],
}

impl FileRecord {
    /// The numbers that may be missing, in the order in which they are written.
    fn numbers(&mut self) -> [&mut Option<u32>; 2] {
        [&mut self.repository, &mut self.number]
    }

    /// The places that may be missing, in the order in which they are written.
    fn places(&mut self, kinds: [bool; KINDS]) -> impl Iterator<Item = &mut Option<(u32, u32)>> {
        let rows = self.rows.iter_mut().zip(kinds).filter(|(_, is_kept)| *is_kept);
        std::iter::once(&mut self.row).chain(rows.map(|(row, _)| row))
    }

    /// Appends how it differs from the one before.
    fn write(mut self, mut before: FileRecord, kinds: [bool; KINDS], out: &mut Vec<u8>) {
        write_varint(out, self.size);
        write_varint(out, zigzag(self.modified.wrapping_sub(before.modified)));
        write_varint(
            out,
            self.changed.checked_sub(self.modified).filter(|_| self.changed != 0).map_or(0, |later| zigzag(later) + 1),
        );
        let object = self.object.as_ref().map(ObjectId::as_bytes).unwrap_or_default();
        write_varint(out, object.len() as u64);
        out.extend(object);
        write_varint(out, u64::from(self.format));
        for (number, before) in self.numbers().into_iter().zip(before.numbers()) {
            write_number(out, *number, *before);
        }
        for (place, before) in self.places(kinds).zip(before.places(kinds)) {
            write_number(out, place.map(|(table, _)| table), before.map(|(table, _)| table));
            if let Some((_, row)) = place {
                write_number(out, Some(*row), before.map(|(_, row)| row));
            }
        }
    }

    /// Takes the one after this off the front of `bytes`.
    fn read_next(mut self, kinds: [bool; KINDS], bytes: &mut &[u8]) -> Option<FileRecord> {
        self.size = read_varint(bytes)?;
        self.modified = self.modified.wrapping_add(unzigzag(read_varint(bytes)?));
        let later = read_varint(bytes)?.checked_sub(1).map(unzigzag);
        self.changed = later.map_or(0, |later| self.modified.wrapping_add(later));
        let length = read_varint(bytes)? as usize;
        let (object, rest) = bytes.split_at_checked(length)?;
        (self.object, *bytes) = (ObjectId::from_bytes(object), rest);
        self.format = read_varint(bytes)? as u32;
        for number in self.numbers() {
            *number = read_number(bytes, *number)?;
        }
        for place in self.places(kinds) {
            let table = read_number(bytes, place.map(|(table, _)| table))?;
            *place = match table {
                Some(table) => Some((table, read_number(bytes, place.map(|(_, row)| row))??)),
                None => None,
            };
        }
        Some(self)
    }
}

/// Small numbers for small distances in either direction.
fn zigzag(distance: i64) -> u64 {
    ((distance << 1) ^ (distance >> 63)) as u64
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// Appends the distance of a number that may be missing from the one before: 0 for none.
fn write_number(out: &mut Vec<u8>, number: Option<u32>, before: Option<u32>) {
    let distance = number.map(|number| zigzag(i64::from(number) - i64::from(before.unwrap_or(0))) + 1);
    write_varint(out, distance.unwrap_or(0));
}

/// Reads what [`write_number`] has written; `None` at the end of the bytes.
fn read_number(bytes: &mut &[u8], before: Option<u32>) -> Option<Option<u32>> {
    let distance = read_varint(bytes)?.checked_sub(1).map(unzigzag);
    Some(distance.map(|distance| i64::from(before.unwrap_or(0)).wrapping_add(distance) as u32))
}

/// A manifest that is being written.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub meta: Meta,
    files: Vec<u8>,
    count: usize,
    /// The path and the record of the last file.
    last: (String, FileRecord),
}

impl Draft {
    /// A manifest without files yet.
    pub(super) fn new(meta: Meta) -> Draft {
        Draft { meta, ..Draft::default() }
    }

    /// Adds a file; files come in path order.
    pub(super) fn push(&mut self, path: &str, record: FileRecord) {
        let (last, before) = &mut self.last;
        let shared = last.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
        let rest = &path.as_bytes()[shared..];
        write_varint(&mut self.files, shared as u64);
        write_varint(&mut self.files, rest.len() as u64);
        self.files.extend(rest);
        record.write(*before, self.meta.kinds(), &mut self.files);
        *before = record;
        last.clear();
        last.push_str(path);
        self.count += 1;
    }

    /// The bytes of the file.
    pub(super) fn encode(&self) -> serde_json::Result<Vec<u8>> {
        let meta = serde_json::to_vec(&self.meta)?;
        let count = (self.count as u64).to_le_bytes();
        let mut out = join(NAME, VERSION, &[&meta, &count, &self.files]);
        out.extend(xxh3_64(&out).to_le_bytes());
        Ok(out)
    }
}

/// A manifest as it was written.
pub(super) struct Manifest {
    pub meta: Meta,
    bytes: OwnedBytes,
    count: usize,
    files: Range<usize>,
}

impl Manifest {
    /// Reads a manifest that the program `made_by` has written.
    pub(super) fn read(bytes: OwnedBytes, made_by: &str) -> Result<Manifest, Damage> {
        let body = bytes.len().checked_sub(8).ok_or(Damage::Broken)?;
        let [meta, count, files] = parts::<3>(&bytes, NAME, VERSION)?;
        if u64_at(&bytes, body) != xxh3_64(&bytes[..body]) {
            return Err(Damage::Broken);
        }
        let meta: Meta = serde_json::from_slice(&bytes[meta]).map_err(|_| Damage::Foreign)?;
        if meta.made_by != made_by {
            return Err(Damage::Foreign);
        }
        let count = u64_at(&bytes, count.start) as usize;
        Ok(Manifest { meta, bytes, count, files })
    }

    /// The number of its files.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Calls `each` with the path and the record of every file, in path order.
    pub(super) fn files(&self, mut each: impl FnMut(&str, FileRecord)) {
        let kinds = self.meta.kinds();
        let (mut bytes, mut path, mut record) = (&self.bytes[self.files.clone()], Vec::new(), FileRecord::default());
        for _ in 0..self.count {
            let Some(next) = next_file(&mut bytes, &mut path, record, kinds) else { return };
            record = next;
            each(std::str::from_utf8(&path).unwrap_or_default(), record);
        }
    }
}

/// Takes a file off the front of `bytes`: `path` becomes its path. `None` where there is none.
fn next_file(bytes: &mut &[u8], path: &mut Vec<u8>, before: FileRecord, kinds: [bool; KINDS]) -> Option<FileRecord> {
    let (shared, length) = (read_varint(bytes)? as usize, read_varint(bytes)? as usize);
    let (rest, after) = bytes.split_at_checked(length)?;
    *bytes = after;
    path.truncate(shared);
    path.extend(rest);
    before.read_next(kinds, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record() -> impl Strategy<Value = FileRecord> {
        let rest = (proptest::option::of(0u32..9), proptest::option::of((0u32..9, 0u32..9)));
        let place = || proptest::option::of((0u32..9, any::<u32>()));
        let numbers = (proptest::option::of(0u32..9), [place(), place(), place(), place()]);
        let object = proptest::option::of(any::<[u8; 20]>());
        // Without the change of an entry, and with one at about the time of the other.
        let times = (any::<i64>(), -9i64..9, any::<bool>());
        (any::<u64>(), (times, object), 0u32..5, rest, numbers).prop_map(
            |(size, ((modified, later, has_changed), object), format, (repository, row), (number, rows))| FileRecord {
                size,
                modified,
                changed: if has_changed { modified.saturating_add(later) } else { 0 },
                object: object.and_then(|id| ObjectId::from_bytes(&id)),
                format,
                repository,
                row,
                number,
                rows,
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_and_any_damage_is_noticed(
            files in proptest::collection::vec(("[a-z/架]{0,8}", record()), 0..20), at: usize, flip in 1u8..
        ) {
            let table = SegmentFile { file: "a".to_owned(), bytes: 1, checksum: 2 };
            let rows = RowKind::ALL.map(|_| vec![table.clone()]);
            let meta = Meta { made_by: "me".to_owned(), generation: 7, rows, ..Meta::default() };
            let mut draft = Draft::new(meta.clone());
            files.iter().for_each(|(path, record)| draft.push(path, *record));
            let bytes = draft.encode().expect("bytes");
            let manifest = Manifest::read(OwnedBytes::new(bytes.clone()), "me").expect("whole");
            prop_assert_eq!(&manifest.meta, &meta);
            prop_assert_eq!(manifest.len(), files.len());
            let mut read = Vec::new();
            manifest.files(|path, record| read.push((path.to_owned(), record)));
            prop_assert_eq!(&read, &files);
            let mut bare = Draft::new(Meta { rows: Default::default(), ..meta.clone() });
            files.iter().for_each(|(path, record)| bare.push(path, *record));
            let bare = bare.encode().expect("bytes");
            let mut without = Vec::new();
            let manifest = Manifest::read(OwnedBytes::new(bare), "me").expect("whole");
            manifest.files(|path, record| without.push((path.to_owned(), record)));
            let rows = [None; KINDS];
            let files: Vec<_> = files.into_iter().map(|(path, record)| (path, FileRecord { rows, ..record })).collect();
            prop_assert_eq!(&without, &files);
            prop_assert_eq!(Manifest::read(OwnedBytes::new(bytes.clone()), "you").err(), Some(Damage::Foreign));
            let mut damaged = bytes;
            let at = at % damaged.len();
            damaged[at] ^= flip;
            prop_assert!(Manifest::read(OwnedBytes::new(damaged), "me").is_err());
        }
    }
}

//! The manifest: which files a saved index knows, in which state, and where their structure is.
//!
//! One small file, replaced as a whole. Its checksum covers all of it and is looked at whenever it is read.

use crate::library::{Damage, RowKind, join, parts, text_at, u32_at, u64_at};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tantivy::directory::OwnedBytes;
use xxhash_rust::xxh3::xxh3_64;

const NAME: [u8; 8] = *b"docqlman";

/// Changes with the layout of this file.
const VERSION: u32 = 3;

/// Bytes of the record of one file.
const RECORD: usize = 56;

/// No segment, no number, no repository.
const NONE: u32 = u32::MAX;

const KINDS: usize = RowKind::ALL.len();

/// What the manifest says beyond its files.
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
    /// What was left out: path and reason.
    pub skipped: Vec<(String, String)>,
    /// The ids of the formats that the records speak of by number.
    pub formats: Vec<String>,
    pub segments: Vec<SegmentFile>,
    /// Tables of rows, by kind.
    pub rows: [Vec<SegmentFile>; KINDS],
    /// The number that the next file gets in the full-text index.
    pub next_number: u32,
    /// When it was written, in seconds since 1970.
    pub written: u64,
}

/// One segment file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SegmentFile {
    pub file: String,
    pub bytes: u64,
    pub checksum: u64,
}

/// What is known of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileRecord {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified: i64,
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

/// A manifest that is being written.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub meta: Meta,
    paths: Vec<u8>,
    records: Vec<u8>,
}

impl Draft {
    /// A manifest without files yet.
    pub(super) fn new(meta: Meta) -> Draft {
        Draft { meta, ..Draft::default() }
    }

    /// Adds a file; files come in path order.
    pub(super) fn push(&mut self, path: &str, record: FileRecord) {
        self.paths.extend(path.as_bytes());
        let out = &mut self.records;
        let start = out.len();
        out.extend(record.size.to_le_bytes());
        out.extend(record.modified.to_le_bytes());
        let (segment, row) = record.row.unwrap_or((NONE, NONE));
        let number = record.number.unwrap_or(NONE);
        let repository = record.repository.unwrap_or(NONE);
        for number in [self.paths.len() as u32, record.format, repository, segment, row, number] {
            out.extend(number.to_le_bytes());
        }
        for (table, row) in record.rows.map(|place| place.unwrap_or((NONE, NONE))) {
            out.extend(table.to_le_bytes());
            out.extend(row.to_le_bytes());
        }
        out.resize(start + RECORD, 0);
    }

    /// The bytes of the file. The error is a clause.
    pub(super) fn encode(&self) -> Result<Vec<u8>, String> {
        let meta = serde_json::to_vec(&self.meta).map_err(|error| error.to_string())?;
        let mut out = join(NAME, VERSION, &[&meta, &self.paths, &self.records]);
        out.extend(xxh3_64(&out).to_le_bytes());
        Ok(out)
    }
}

/// A manifest as it was written.
pub(super) struct Manifest {
    pub meta: Meta,
    bytes: OwnedBytes,
    paths: Range<usize>,
    records: Range<usize>,
}

impl Manifest {
    /// Reads a manifest that the program `made_by` has written.
    pub(super) fn read(bytes: OwnedBytes, made_by: &str) -> Result<Manifest, Damage> {
        let body = bytes.len().checked_sub(8).ok_or(Damage::Broken)?;
        let [meta, paths, records] = parts::<3>(&bytes, NAME, VERSION)?;
        if u64_at(&bytes, body) != xxh3_64(&bytes[..body]) || records.len() % RECORD != 0 {
            return Err(Damage::Broken);
        }
        let meta: Meta = serde_json::from_slice(&bytes[meta]).map_err(|_| Damage::Foreign)?;
        if meta.made_by != made_by {
            return Err(Damage::Foreign);
        }
        Ok(Manifest { meta, bytes, paths, records })
    }

    /// How many files it knows.
    pub(super) fn len(&self) -> usize {
        self.records.len() / RECORD
    }

    fn number(&self, file: usize, at: usize) -> u32 {
        u32_at(&self.bytes, self.records.start + file * RECORD + 16 + at * 4)
    }

    /// The path of file number `file`.
    pub(super) fn path(&self, file: usize) -> &str {
        let start = file.checked_sub(1).map_or(0, |before| self.number(before, 0)) as usize;
        text_at(&self.bytes, self.paths.start + start..self.paths.start + self.number(file, 0) as usize)
    }

    /// What is known of file number `file`.
    pub(super) fn record(&self, file: usize) -> FileRecord {
        let at = self.records.start + file * RECORD;
        let some = |number: u32| (number != NONE).then_some(number);
        FileRecord {
            size: u64_at(&self.bytes, at),
            modified: u64_at(&self.bytes, at + 8) as i64,
            format: self.number(file, 1),
            repository: some(self.number(file, 2)),
            row: some(self.number(file, 3)).zip(some(self.number(file, 4))),
            number: some(self.number(file, 5)),
            rows: std::array::from_fn(|kind| {
                some(self.number(file, 6 + 2 * kind)).zip(some(self.number(file, 7 + 2 * kind)))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record() -> impl Strategy<Value = FileRecord> {
        let rest = (proptest::option::of(0u32..9), proptest::option::of((0u32..9, 0u32..9)));
        let place = || proptest::option::of((0u32..9, 0u32..9));
        let numbers = (proptest::option::of(0u32..9), [place(), place()]);
        (any::<u64>(), any::<i64>(), 0u32..5, rest, numbers).prop_map(
            |(size, modified, format, (repository, row), (number, rows))| FileRecord {
                size,
                modified,
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
            let meta = Meta { made_by: "me".to_owned(), generation: 7, ..Meta::default() };
            let mut draft = Draft::new(meta.clone());
            files.iter().for_each(|(path, record)| draft.push(path, *record));
            let bytes = draft.encode().expect("bytes");
            let manifest = Manifest::read(OwnedBytes::new(bytes.clone()), "me").expect("whole");
            prop_assert_eq!(&manifest.meta, &meta);
            prop_assert_eq!(manifest.len(), files.len());
            for (number, (path, record)) in files.iter().enumerate() {
                prop_assert_eq!((manifest.path(number), manifest.record(number)), (path.as_str(), *record));
            }
            prop_assert_eq!(Manifest::read(OwnedBytes::new(bytes.clone()), "you").err(), Some(Damage::Foreign));
            let mut damaged = bytes;
            let at = at % damaged.len();
            damaged[at] ^= flip;
            prop_assert!(Manifest::read(OwnedBytes::new(damaged), "me").is_err());
        }
    }
}

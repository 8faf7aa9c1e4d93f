//! A pack: objects behind each other, then a table of where they are, sorted by their ids.

use super::cat_file::Kind;
use crate::library::{ObjectId, u64_at};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};
use xxhash_rust::xxh3::xxh3_64;

/// Changes with the layout.
const NAME: [u8; 8] = *b"docqlob1";

/// Kind, length of the id, id, offset, length, checksum.
const ROW: usize = 2 + 32 + 8 + 8 + 8;

/// The start of the table, its number of rows, and its checksum.
const FOOTER: usize = 3 * 8;

/// An object of a repository. A list of all files of a tree counts as the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    pub kind: Kind,
    pub id: ObjectId,
}

impl Key {
    /// The key as rows are sorted by it.
    fn to_bytes(self) -> [u8; 34] {
        let mut bytes = [0; 34];
        let id = self.id.as_bytes();
        (bytes[0], bytes[1]) = (self.kind as u8, id.len() as u8);
        bytes[2..2 + id.len()].copy_from_slice(id);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Key> {
        let kind =
            [Kind::Blob, Kind::Commit, Kind::Tree, Kind::Tag].into_iter().find(|kind| *kind as u8 == bytes[0])?;
        Some(Key { kind, id: ObjectId::from_bytes(bytes.get(2..2 + usize::from(bytes[1]))?)? })
    }
}

/// The bytes of a pack.
pub(super) fn encode(objects: &HashMap<Key, Arc<[u8]>>) -> Vec<u8> {
    let size: usize = objects.values().map(|bytes| bytes.len() + ROW).sum();
    let mut out = Vec::with_capacity(NAME.len() + size + FOOTER);
    out.extend(NAME);
    let mut sorted: Vec<(&Key, &Arc<[u8]>)> = objects.iter().collect();
    sorted.sort_by_key(|(key, _)| key.to_bytes());
    let mut table = Vec::with_capacity(sorted.len() * ROW);
    for (key, bytes) in sorted {
        table.extend(key.to_bytes());
        for number in [out.len() as u64, bytes.len() as u64, xxh3_64(bytes)] {
            table.extend(number.to_le_bytes());
        }
        out.extend_from_slice(bytes);
    }
    let footer = [out.len() as u64, (table.len() / ROW) as u64, xxh3_64(&table)];
    out.extend(table);
    footer.iter().for_each(|number| out.extend(number.to_le_bytes()));
    out
}

/// A pack that is mapped.
pub(super) struct Pack {
    path: PathBuf,
    bytes: OwnedBytes,
    /// The start of the table, and its number of rows.
    table: (usize, usize),
    /// Set if something was read from it.
    used: AtomicBool,
}

impl Pack {
    /// Maps the pack at `path`; `None` if it is none, or damaged.
    pub(super) fn open(path: &Path) -> Option<Pack> {
        let directory = MmapDirectory::open(path.parent()?).ok()?;
        let bytes = directory.open_read(Path::new(path.file_name()?)).ok()?.read_bytes().ok()?;
        let footer = bytes.len().checked_sub(FOOTER).filter(|_| bytes.starts_with(&NAME))?;
        let [start, rows, checksum] = [0, 8, 16].map(|at| u64_at(&bytes, footer + at));
        let (start, rows) = (usize::try_from(start).ok()?, usize::try_from(rows).ok()?);
        let is_whole = start.checked_add(rows.checked_mul(ROW)?)? == footer;
        if !is_whole || xxh3_64(&bytes[start..footer]) != checksum {
            return None;
        }
        Some(Pack { path: path.to_owned(), bytes, table: (start, rows), used: AtomicBool::default() })
    }

    /// Its place on disk.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Its bytes on disk.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Set if something was read from it.
    pub(super) fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    /// An object; `None` if it is not here, or damaged.
    pub(super) fn get(&self, key: &Key) -> Option<&[u8]> {
        let wanted = key.to_bytes();
        let (mut low, mut high) = (0, self.table.1);
        while low < high {
            let middle = (low + high) / 2;
            match self.row(middle)[..wanted.len()].cmp(&wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    self.used.store(true, Ordering::Relaxed);
                    return self.object(self.row(middle));
                }
            }
        }
        None
    }

    /// Calls `work` with every object that is whole.
    pub(super) fn each(&self, mut work: impl FnMut(Key, &[u8])) {
        for row in (0..self.table.1).map(|number| self.row(number)) {
            if let (Some(key), Some(bytes)) = (Key::from_bytes(row), self.object(row)) {
                work(key, bytes);
            }
        }
    }

    fn row(&self, number: usize) -> &[u8] {
        let at = self.table.0 + number * ROW;
        &self.bytes[at..at + ROW]
    }

    fn object(&self, row: &[u8]) -> Option<&[u8]> {
        let [start, length, checksum] = [34, 42, 50].map(|at| u64_at(row, at));
        let start = usize::try_from(start).ok()?;
        let bytes = self.bytes[..self.table.0].get(start..start.checked_add(usize::try_from(length).ok()?)?)?;
        (xxh3_64(bytes) == checksum).then_some(bytes)
    }
}

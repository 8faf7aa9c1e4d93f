//! A row of bytes for each of many files in one run of bytes, which is the same in memory and on disk.
//!
//! All numbers are little-endian: words of eight bytes, for each row the number of the word after its last one
//! (`u32`), then how many rows (`u32`) and how many words (`u32`) there are. Nothing is checked per row on opening; what does not fit is
//! a row that is not known.

use std::sync::Arc;

/// Bytes after the ends of rows.
const TRAILER: usize = 8;

/// Bytes that stay in memory or in a mapped file as long as they are needed.
type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The rows of some files, in the order in which they were pushed. Cheap to clone.
#[derive(Clone)]
pub struct RowTable {
    bytes: Bytes,
    rows: usize,
    /// The file it is mapped from, and its checksum when that was written.
    origin: Option<(Arc<str>, u64)>,
}

impl std::fmt::Debug for RowTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowTable").field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl RowTable {
    /// Reads what [`RowTable::as_bytes`] gave; `None` if the length is not what the header says.
    /// Damage inside makes rows unknown or wrong, and never a panic: checksums are the caller's.
    pub fn open(bytes: Bytes) -> Option<RowTable> {
        let (rows, words, length) = {
            let all = (*bytes).as_ref();
            let trailer = all.len().checked_sub(TRAILER)?;
            (number(all, trailer)?, number(all, trailer + 4)?, all.len())
        };
        (words * 8 + rows * 4 + TRAILER == length).then_some(RowTable { bytes, rows, origin: None })
    }

    /// The whole table, ready to be written.
    pub fn as_bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// The same, mapped from the file `name`, whose checksum was `checksum` when it was written.
    pub fn from_file(self, name: &str, checksum: u64) -> RowTable {
        RowTable { origin: Some((name.into(), checksum)), ..self }
    }

    /// The file it is mapped from, and its checksum when that was written; `None` while it is in memory only.
    pub fn origin(&self) -> Option<(&str, u64)> {
        self.origin.as_ref().map(|(name, checksum)| (&**name, *checksum))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The bytes of `row`; `None` if there is no such row.
    pub fn row(&self, row: usize) -> Option<&[u8]> {
        if row >= self.rows {
            return None;
        }
        let all = self.as_bytes();
        let ends = all.len().checked_sub(TRAILER + self.rows * 4)?;
        let end = |row: usize| number(all, ends + row * 4);
        let (start, end) = (if row == 0 { 0 } else { end(row - 1)? }, end(row)?);
        all.get(..ends)?.get(start * 8..end * 8)
    }
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let (number, _) = bytes.get(at..)?.split_first_chunk::<4>()?;
    Some(u32::from_le_bytes(*number) as usize)
}

/// Collects rows.
#[derive(Debug, Default)]
pub struct RowTableBuilder {
    ends: Vec<u32>,
    arena: Vec<u8>,
}

impl RowTableBuilder {
    /// Appends what `write` appends to the bytes it is given, filled up with zeroes to a multiple of eight.
    pub fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.arena);
        self.arena.resize(self.arena.len().next_multiple_of(8), 0);
        self.ends.push((self.arena.len() / 8) as u32);
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The table.
    pub fn finish(self) -> RowTable {
        let rows = self.ends.len();
        let mut bytes = self.arena;
        let words = (bytes.len() / 8) as u32;
        bytes.extend(self.ends.iter().flat_map(|end| end.to_le_bytes()));
        bytes.extend((rows as u32).to_le_bytes());
        bytes.extend(words.to_le_bytes());
        bytes.shrink_to_fit();
        RowTable { bytes: Arc::new(bytes), rows, origin: None }
    }
}

//! Cutting a table into pieces. Where one begins is decided by the key of a row alone, so that a row that comes or goes
//! changes the piece that it is in, and no other.

use super::known::{KeyPart, Piece};
use crate::databases::{KeyedRow, piece_name};
use crate::document::Cell;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Bytes of rows in a piece, about: what is read again where one row has changed, and for a hit in one.
const PIECE_BYTES: u64 = 128 << 10;

/// Rows of a piece, on the average: the fewest and the most.
const LEAST_ROWS: u64 = 8;
const MOST_ROWS: u64 = 512;

/// A piece has so many times the rows of the average, at most.
const MAX_TIMES: u64 = 4;

/// The rows of a piece of a table whose rows have `bytes` each, on the average.
pub(super) fn rows_of_piece(bytes: u64) -> u64 {
    (PIECE_BYTES / bytes.max(1)).clamp(LEAST_ROWS, MOST_ROWS).next_power_of_two()
}

/// Cuts rows that come in the order of their keys.
pub(super) struct Cutter {
    /// One key of so many begins a piece; a power of two.
    one_of: u64,
    pieces: Vec<Piece>,
    hash: Xxh3Default,
    /// The greatest version, and how many rows have it.
    newest: Option<(KeyPart, u64)>,
    bytes: Vec<u8>,
}

impl Cutter {
    /// Cuts into pieces of `rows` rows, on the average.
    pub(super) fn new(rows: u64) -> Cutter {
        let (pieces, hash, newest, bytes) = Default::default();
        Cutter { one_of: rows, pieces, hash, newest, bytes }
    }

    /// Adds a row; false if its key is none that a piece can begin with.
    pub(super) fn add(&mut self, row: &KeyedRow) -> bool {
        self.bytes.clear();
        for cell in &row.key {
            match cell {
                Cell::Integer(number) => self.bytes.extend(number.to_le_bytes()),
                Cell::Text(text) | Cell::Decimal(text) => self.bytes.extend(text.as_bytes()),
                _ => return false,
            }
            self.bytes.push(0);
        }
        let is_full = self.pieces.last().is_none_or(|piece| piece.rows >= self.one_of * MAX_TIMES);
        if is_full || xxh3_64(&self.bytes).is_multiple_of(self.one_of) {
            self.end();
            let first: Option<Vec<KeyPart>> = row.key.iter().map(KeyPart::of).collect();
            let Some(first) = first else { return false };
            self.pieces.push(Piece { name: piece_name(&row.key), first, rows: 0, version: 0 });
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.rows += 1;
        }
        match &row.version {
            Cell::Integer(number) => self.bytes.extend(number.to_le_bytes()),
            Cell::Text(text) | Cell::Decimal(text) => self.bytes.extend(text.as_bytes()),
            _ => {}
        }
        self.hash.update(&self.bytes);
        self.hash.update(&[1]);
        self.newest = newest(self.newest.take(), KeyPart::of(&row.version).map(|part| (part, 1)));
        true
    }

    fn end(&mut self) {
        if let Some(piece) = self.pieces.last_mut() {
            piece.version = (self.hash.digest() >> 1) as i64;
        }
        self.hash.reset();
    }

    /// The pieces, and the greatest version with how many rows have it.
    pub(super) fn finish(mut self) -> (Vec<Piece>, Option<(KeyPart, u64)>) {
        self.end();
        (self.pieces, self.newest)
    }
}

/// The greater of two versions; of equal ones both rows count.
pub(super) fn newest(a: Option<(KeyPart, u64)>, b: Option<(KeyPart, u64)>) -> Option<(KeyPart, u64)> {
    match (a, b) {
        (Some((a, rows)), Some((b, more))) if a == b => Some((a, rows + more)),
        (Some(a), Some(b)) if is_less(&a.0, &b.0) => Some(b),
        (Some(a), _) => Some(a),
        (None, b) => b,
    }
}

/// Numbers by value; times are texts of one form, which have their order.
pub(super) fn is_less(a: &KeyPart, b: &KeyPart) -> bool {
    match (a, b) {
        (KeyPart::Number(a), KeyPart::Number(b)) => a < b,
        (KeyPart::Text(a), KeyPart::Text(b)) => a < b,
        (KeyPart::Number(_), KeyPart::Text(_)) => true,
        (KeyPart::Text(_), KeyPart::Number(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(rows: impl Iterator<Item = (i64, i64)>) -> Vec<Piece> {
        let mut cutter = Cutter::new(512);
        for (key, version) in rows {
            assert!(cutter.add(&KeyedRow { key: vec![Cell::Integer(key)], version: Cell::Integer(version) }));
        }
        cutter.finish().0
    }

    #[test]
    fn a_row_that_changes_comes_or_goes_changes_one_piece() {
        let before = cut((0..20_000).map(|key| (key, 1)));
        assert!(before.len() > 20 && before.iter().all(|piece| piece.rows <= 512 * MAX_TIMES));
        assert_eq!(before.iter().map(|piece| piece.rows).sum::<u64>(), 20_000);
        let differ = |after: &[Piece]| after.iter().filter(|piece| !before.contains(piece)).count();
        assert_eq!(differ(&cut((0..20_000).map(|key| (key, if key == 7_777 { 2 } else { 1 })))), 1);
        // Neither begins a piece: those that do are rare.
        let is_inner = |key: i64| before.iter().all(|piece| piece.first != [KeyPart::Number(key)]);
        let gone = (9_000..).find(|key| is_inner(*key)).expect("a key");
        assert_eq!(differ(&cut((0..20_000).filter(|key| *key != gone).map(|key| (key, 1)))), 1);
        assert_eq!(differ(&cut((0..20_001).map(|key| (key, 1)))), 1);
        // A part that is cut anew is cut as before.
        let (from, to) = (&before[5], &before[9]);
        let (KeyPart::Number(first), KeyPart::Number(end)) = (&from.first[0], &to.first[0]) else { panic!("numbers") };
        assert_eq!(cut((*first..*end).map(|key| (key, 1))), before[5..9]);
    }
}

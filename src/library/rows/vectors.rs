//! The vectors of a file's pieces as one row of bytes: which model made them, and for each its piece.
//!
//! All numbers are little-endian: the model (`u64`), dimensions and pieces (`u32` each); for each piece its node
//! (`u32`, or all ones), first byte and the byte after its last one (`u32` each), and the vector as it is kept: a scale
//! (`f32`) and a signed byte for each dimension. Damaged rows have fewer pieces, and reading them never panics.

use crate::document::Span;
use crate::library::bytes::layout::{u32_at, u64_at};

/// Bytes before the pieces.
const HEADER: usize = 16;

/// Bytes of a piece before its vector.
const PLACE: usize = 12;

/// No node.
const NONE: u32 = u32::MAX;

/// The vectors of one file.
#[derive(Clone, Copy, Debug)]
pub struct VectorRow<'l> {
    model: u64,
    dimensions: usize,
    pieces: &'l [u8],
}

/// A piece of a text and its vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<V> {
    /// The section or symbol that it is of, if it is of one.
    pub node: Option<u32>,
    /// Its bytes in the file's node text.
    pub span: Span,
    /// Its vector as it is kept.
    pub vector: V,
}

impl<'l> VectorRow<'l> {
    /// Reads a row; `None` if it is none.
    pub(in crate::library) fn read(row: &'l [u8]) -> Option<VectorRow<'l>> {
        let dimensions = u32_at(row, 8) as usize;
        let count = u32_at(row, 12) as usize;
        let pieces = row.get(HEADER..HEADER + count.checked_mul(PLACE + 4 + dimensions)?)?;
        Some(VectorRow { model: u64_at(row, 0), dimensions, pieces })
    }

    /// The model that made the vectors: others cannot be compared with them.
    pub fn model(&self) -> u64 {
        self.model
    }

    /// True if the file has nothing that has a vector.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The pieces, in the order of the text.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<&'l [u8]>> + use<'l> {
        self.pieces.chunks_exact(PLACE + 4 + self.dimensions).map(|piece| Piece {
            node: Some(u32_at(piece, 0)).filter(|&node| node != NONE),
            span: Span::new(u32_at(piece, 4), u32_at(piece, 8)),
            vector: &piece[PLACE..],
        })
    }
}

/// Appends a row to `out`. The vectors, as they are kept, have `dimensions` numbers each.
pub fn write_vectors(out: &mut Vec<u8>, model: u64, dimensions: usize, pieces: &[Piece<Vec<u8>>]) {
    let fitting = || pieces.iter().filter(|piece| piece.vector.len() == dimensions + 4);
    out.extend(model.to_le_bytes());
    out.extend((dimensions as u32).to_le_bytes());
    out.extend((fitting().count() as u32).to_le_bytes());
    for piece in fitting() {
        out.extend(piece.node.unwrap_or(NONE).to_le_bytes());
        out.extend(piece.span.start.to_le_bytes());
        out.extend(piece.span.end.to_le_bytes());
        out.extend_from_slice(&piece.vector);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written_and_cut_ones_are_none() {
        let pieces = [
            Piece { node: Some(3), span: Span::new(1, 9), vector: vec![1, 2, 3, 4, 5, 6] },
            Piece { node: None, span: Span::new(9, 12), vector: vec![6, 5, 4, 3, 2, 1] },
        ];
        let mut row = Vec::new();
        write_vectors(&mut row, 77, 2, &pieces);
        let read = VectorRow::read(&row).expect("a row");
        assert_eq!(read.model(), 77);
        let again: Vec<Piece<Vec<u8>>> = read
            .pieces()
            .map(|piece| Piece { node: piece.node, span: piece.span, vector: piece.vector.to_vec() })
            .collect();
        assert_eq!(again, pieces);
        for end in 0..row.len() {
            assert!(VectorRow::read(&row[..end]).is_none_or(|row| row.pieces().count() == 0), "{end}");
        }
        row.fill(0xff);
        assert!(VectorRow::read(&row).is_none());
    }
}

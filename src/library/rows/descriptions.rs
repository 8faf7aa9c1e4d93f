//! The descriptions of a file's pieces as one row of bytes: what a language model has said of each, in a line.
//!
//! All numbers are little-endian: pieces (`u32`); for each piece its node (`u32`, or all ones), first byte and the byte
//! after its last one (`u32` each), the bytes of its description (`u32`), and the hash of what was described (`u64`);
//! then all descriptions. Damaged rows have fewer pieces, and reading them never panics.

use crate::document::Span;
use crate::library::bytes::layout::{u32_at, u64_at};

/// Bytes before the pieces.
const HEADER: usize = 4;

/// Bytes of a piece before the descriptions.
const PIECE: usize = 24;

/// No node.
const NONE: u32 = u32::MAX;

/// The descriptions of one file.
#[derive(Clone, Copy, Debug)]
pub struct DescriptionRow<'l> {
    pieces: &'l [u8],
    texts: &'l str,
}

/// A piece of a text and what is said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description<'l> {
    /// The section or symbol that it is of, if it is of one.
    pub node: Option<u32>,
    /// Its bytes in the file's node text.
    pub span: Span,
    /// The hash of what was described.
    pub hash: u64,
    /// What is said of it.
    pub text: &'l str,
}

impl<'l> DescriptionRow<'l> {
    /// Reads a row; `None` if it is none.
    pub(in crate::library) fn read(row: &'l [u8]) -> Option<DescriptionRow<'l>> {
        let count = u32_at(row, 0) as usize;
        let pieces = row.get(HEADER..HEADER.checked_add(count.checked_mul(PIECE)?)?)?;
        let length: usize = pieces.chunks_exact(PIECE).map(|piece| u32_at(piece, 12) as usize).sum();
        let start = HEADER + pieces.len();
        let texts = std::str::from_utf8(row.get(start..start.checked_add(length)?)?).ok()?;
        Some(DescriptionRow { pieces, texts })
    }

    /// The number of pieces.
    pub fn len(&self) -> usize {
        self.pieces.len() / PIECE
    }

    /// True if nothing of the file is described.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The pieces, in the order of the text.
    pub fn pieces(&self) -> impl Iterator<Item = Description<'l>> + use<'l> {
        let (texts, mut at) = (self.texts, 0);
        self.pieces.chunks_exact(PIECE).map(move |piece| {
            let start = at;
            at += u32_at(piece, 12) as usize;
            Description {
                node: Some(u32_at(piece, 0)).filter(|&node| node != NONE),
                span: Span::new(u32_at(piece, 4), u32_at(piece, 8)),
                hash: u64_at(piece, 16),
                text: texts.get(start..at).unwrap_or_default(),
            }
        })
    }

    /// All descriptions, one behind the other.
    pub fn texts(&self) -> &'l str {
        self.texts
    }
}

/// Appends a row to `out`.
pub fn write_descriptions(out: &mut Vec<u8>, pieces: &[Description<'_>]) {
    out.extend((pieces.len() as u32).to_le_bytes());
    for piece in pieces {
        for number in [piece.node.unwrap_or(NONE), piece.span.start, piece.span.end, piece.text.len() as u32] {
            out.extend(number.to_le_bytes());
        }
        out.extend(piece.hash.to_le_bytes());
    }
    pieces.iter().for_each(|piece| out.extend(piece.text.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written_and_damaged_ones_never_panic() {
        let pieces = [
            Description { node: Some(3), span: Span::new(1, 9), hash: 7, text: "Weighs parcels – 架." },
            Description { node: None, span: Span::new(9, 12), hash: u64::MAX, text: "" },
        ];
        let mut row = Vec::new();
        write_descriptions(&mut row, &pieces);
        row.resize(row.len().next_multiple_of(8), 0);
        let read = DescriptionRow::read(&row).expect("a row");
        assert_eq!(read.pieces().collect::<Vec<_>>(), pieces);
        assert_eq!(read.texts(), pieces[0].text);
        for at in 0..row.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut damaged = row.clone();
                damaged[at] = value;
                let _ = DescriptionRow::read(&damaged).map(|row| row.pieces().count());
            }
            let _ = DescriptionRow::read(&row[..at]).map(|row| row.pieces().count());
        }
    }
}

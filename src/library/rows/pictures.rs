//! The vector of a file that is a picture as one row of bytes: which model made it, and of which content.
//!
//! All numbers are little-endian: the model and the hash of the content (`u64` each), the bytes of the vector (`u32`), and
//! the vector as it is kept. A picture that was looked at and has no vector has a row with none, so that it is not looked
//! at again. Damaged rows are none, and reading them never panics.

use crate::library::bytes::layout::{u32_at, u64_at};

/// Bytes before the vector.
const HEADER: usize = 20;

/// The vector of one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureRow<'l> {
    /// The model that has made it, or was to make it.
    pub model: u64,
    /// The hash of what the file holds; 0 where it was not read.
    pub content: u64,
    /// The vector as it is kept; `None` if the picture has none.
    pub vector: Option<&'l [u8]>,
}

impl<'l> PictureRow<'l> {
    /// Reads a row; `None` if it is none.
    pub(in crate::library) fn read(row: &'l [u8]) -> Option<PictureRow<'l>> {
        let length = u32_at(row, 16) as usize;
        let vector = row.get(HEADER..HEADER.checked_add(length)?)?;
        let vector = Some(vector).filter(|vector| !vector.is_empty());
        Some(PictureRow { model: u64_at(row, 0), content: u64_at(row, 8), vector })
    }
}

/// Appends a row to `out`.
pub fn write_picture(out: &mut Vec<u8>, row: &PictureRow<'_>) {
    let vector = row.vector.unwrap_or_default();
    out.extend(row.model.to_le_bytes());
    out.extend(row.content.to_le_bytes());
    out.extend((vector.len() as u32).to_le_bytes());
    out.extend_from_slice(vector);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written_and_cut_ones_are_none() {
        for vector in [Some(&[1, 2, 3, 4, 5][..]), None] {
            let (mut row, written) = (Vec::new(), PictureRow { model: 7, content: u64::MAX, vector });
            write_picture(&mut row, &written);
            let end = row.len();
            row.resize(end.next_multiple_of(8), 0);
            assert_eq!(PictureRow::read(&row), Some(written));
            for at in 0..end {
                assert_eq!(PictureRow::read(&row[..at]), None, "{at}");
            }
        }
        assert_eq!(PictureRow::read(&[0xff; 40]), None);
    }
}

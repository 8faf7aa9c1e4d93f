//! The size at which a picture is shown, and limits that are checked before decoding.

/// Bytes of a file that is decoded, at most.
pub const MOST_BYTES: u64 = 32 << 20;

/// Pixels of a picture that is decoded, at most: at four bytes each they take 160 MB.
pub const MOST_PIXELS: u64 = 40_000_000;

/// Cells in a row, at most; kitty has placeholders for 297.
const MAX_COLUMNS: usize = 256;

/// The space available for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The width and height of a cell in pixels.
    pub cell: (u16, u16),
    /// Rows it may take, at most.
    pub rows: u16,
}

impl Room {
    /// The space in a document shown in a pane of `pane` rows: half of them, so that a picture is mostly visible as a
    /// whole, with its caption and surrounding text, and at most twenty, so that on a large screen a document stays
    /// text with pictures in it.
    pub fn in_document(cell: (u16, u16), pane: u16) -> Room {
        Room { cell, rows: (pane / 2).clamp(1, 20) }
    }

    /// The space for a picture shown alone, below a line about it.
    pub fn alone(cell: (u16, u16), pane: u16) -> Room {
        Room { cell, rows: pane.saturating_sub(1).clamp(1, MAX_COLUMNS as u16) }
    }
}

/// The columns and rows for a picture of `width` × `height` pixels: its natural size, or scaled down to fit `room` and
/// `columns`.
pub fn fit((width, height): (usize, usize), room: Room, columns: usize) -> (u16, u16) {
    let (cell_width, cell_height) = (f64::from(room.cell.0.max(1)), f64::from(room.cell.1.max(1)));
    let (width, height) = (width.max(1) as f64 / cell_width, height.max(1) as f64 / cell_height);
    let columns = columns.clamp(1, MAX_COLUMNS) as f64;
    let scale = (columns / width).min(f64::from(room.rows.max(1)) / height).min(1.0);
    // Rounding errors must not add a cell.
    let cells = |size: f64, max: f64| (size * scale - 1e-6).ceil().clamp(1.0, max) as u16;
    (cells(width, columns), cells(height, f64::from(room.rows.max(1))))
}

/// The reason a picture of this size is not decoded; `None` if it is.
pub fn refused(bytes: u64, (width, height): (usize, usize)) -> Option<&'static str> {
    let pixels = (width as u64).saturating_mul(height as u64);
    match () {
        () if bytes > MOST_BYTES => Some("the file is too large"),
        () if pixels > MOST_PIXELS => Some("too many pixels"),
        () if pixels == 0 => Some("it has no pixels"),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_shrink_in_their_proportions_and_never_grow() {
        let room = Room { cell: (10, 20), rows: 10 };
        for (pixels, columns, expected) in [
            ((640, 200), 100, (64, 10)),
            ((640, 200), 32, (32, 5)),
            ((100, 2000), 100, (1, 10)),
            ((1000, 20), 10, (10, 1)),
            ((1, 1), 100, (1, 1)),
            ((16, 16), 100, (2, 1)),
            ((1_000_000, 10), 1000, (256, 1)),
            ((0, 0), 0, (1, 1)),
        ] {
            assert_eq!(fit(pixels, room, columns), expected, "{pixels:?} in {columns}");
        }
        assert_eq!(Room::in_document((8, 16), 30).rows, 15);
        assert_eq!(Room::in_document((8, 16), 90).rows, 20);
        assert_eq!((Room::in_document((8, 16), 0).rows, Room::alone((8, 16), 0).rows), (1, 1));
        assert_eq!(Room::alone((8, 16), 30).rows, 29);
    }

    #[test]
    fn what_is_too_much_is_refused() {
        assert_eq!(refused(1000, (640, 200)), None);
        assert_eq!(refused(1000, (100_000, 100_000)), Some("too many pixels"));
        assert_eq!(refused(1000, (usize::MAX, usize::MAX)), Some("too many pixels"));
        assert_eq!(refused(MOST_BYTES + 1, (1, 1)), Some("the file is too large"));
        assert_eq!(refused(1000, (0, 7)), Some("it has no pixels"));
    }
}

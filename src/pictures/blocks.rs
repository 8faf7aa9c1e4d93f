//! Pictures in half blocks: a cell shows two pixels, one above the other.

/// Alpha of a pixel that is drawn, at least; below, the background shows through.
const MIN_OPACITY: u8 = 128;

/// The two pixels of a cell; `None` where the background shows through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The upper pixel.
    pub upper: Option<[u8; 3]>,
    /// The lower pixel.
    pub lower: Option<[u8; 3]>,
}

/// The cells of a picture, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Cells in a row.
    pub columns: u16,
    /// Number of rows.
    pub rows: u16,
    blocks: Vec<Block>,
}

impl Blocks {
    /// Makes blocks of RGBA pixels, four bytes each: `columns` in a row, two rows of pixels for a row of cells. Missing
    /// pixels are transparent.
    pub fn of(columns: u16, rows: u16, pixels: &[u8]) -> Blocks {
        let pixel = |x: usize, y: usize| {
            let at = (y * usize::from(columns) + x) * 4;
            match pixels.get(at..at + 4) {
                Some(&[red, green, blue, opaque]) if opaque >= MIN_OPACITY => Some([red, green, blue]),
                _ => None,
            }
        };
        let cells = (0..usize::from(rows)).flat_map(|y| (0..usize::from(columns)).map(move |x| (x, y)));
        let blocks = cells.map(|(x, y)| Block { upper: pixel(x, 2 * y), lower: pixel(x, 2 * y + 1) }).collect();
        Blocks { columns, rows, blocks }
    }

    /// The cells of a row; empty if there is no such row.
    pub fn row(&self, row: u16) -> &[Block] {
        let start = usize::from(row) * usize::from(self.columns);
        self.blocks.get(start..start + usize::from(self.columns)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rows_of_pixels_are_one_of_cells() {
        let pixels = [[1, 2, 3, 255], [9, 9, 9, 0], [4, 5, 6, 200], [7, 8, 9, 128]].concat();
        let blocks = Blocks::of(2, 1, &pixels);
        let expected =
            [Block { upper: Some([1, 2, 3]), lower: Some([4, 5, 6]) }, Block { upper: None, lower: Some([7, 8, 9]) }];
        assert_eq!(blocks.row(0), expected);
        assert!(blocks.row(1).is_empty());
        assert_eq!(Blocks::of(2, 2, &pixels).row(1), [Block::default(); 2]);
    }
}

//! A line, or the piece of one: its words, where it stands, what it looks like.

use super::grid;
use super::words::{SPACE, Word};

/// A wider gap, in sizes, ends a piece of a line: what follows is another cell or column.
pub(super) const CELL: f32 = 1.8;

/// A line, or the piece of one that stands in a column or cell.
#[derive(Clone, Debug)]
pub(in crate::formats::binary::pdf) struct Line {
    pub(in crate::formats::binary::pdf) words: Vec<Word>,
    /// The words that begin a further cell.
    pub(in crate::formats::binary::pdf) cells: Vec<usize>,
    pub(in crate::formats::binary::pdf) left: f32,
    pub(in crate::formats::binary::pdf) right: f32,
    pub(in crate::formats::binary::pdf) y: f32,
    pub(in crate::formats::binary::pdf) size: f32,
    /// Letters of the word that size and `y` are those of.
    longest: usize,
    /// The width of a letter, where letters stand one by one in a grid.
    pub(in crate::formats::binary::pdf) grid: Option<f32>,
}

impl Line {
    pub(super) fn of(word: Word) -> Line {
        let (left, right, y, size, longest) = (word.left, word.right, word.y, word.size, word.text.len());
        Line { words: vec![word], cells: Vec::new(), left, right, y, size, longest, grid: None }
    }

    pub(super) fn takes(&self, word: &Word) -> bool {
        let size = self.size.max(word.size);
        let gap = word.left - self.right;
        (word.y - self.y).abs() < 0.45 * size && gap > -0.6 * size && gap < CELL * size
    }

    pub(super) fn push(&mut self, word: Word) {
        if word.text.len() > self.longest && word.size > 0.9 * self.size || word.size > 1.15 * self.size {
            (self.y, self.size, self.longest) = (word.y, word.size, word.text.len());
        }
        self.left = self.left.min(word.left);
        self.right = self.right.max(word.right);
        self.words.push(word);
    }

    /// Adds the line below, which goes on with the last cell of this one, and with its last word if a hyphen divides it.
    pub(in crate::formats::binary::pdf) fn go_on(&mut self, below: Line) {
        let spaces: Vec<bool> = (0..below.words.len()).map(|at| below.has_space(at)).collect();
        let mut words = below.words.into_iter().zip(spaces).map(|(word, after_space)| Word { after_space, ..word });
        let Some(mut first) = words.next() else { return };
        let whole = self.words.last().and_then(|last| last.text.strip_suffix(['-', '‐']));
        let is_divided = whole.is_some_and(|whole| whole.ends_with(char::is_alphabetic))
            && first.text.starts_with(char::is_lowercase);
        match self.words.last_mut() {
            Some(last) if is_divided => {
                last.text.pop();
                last.text.push_str(&first.text);
            }
            _ => {
                first.after_space = true;
                self.words.push(first);
            }
        }
        self.words.extend(words);
        self.right = self.right.max(below.right);
    }

    pub(in crate::formats::binary::pdf) fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(in crate::formats::binary::pdf) fn overlaps(&self, other: &Line) -> bool {
        let common = self.right.min(other.right) - self.left.max(other.left);
        common > 0.3 * self.width().min(other.width())
    }

    pub(in crate::formats::binary::pdf) fn is_beside(&self, other: &Line) -> bool {
        (self.y - other.y).abs() < 0.3 * self.size.max(other.size)
    }

    fn is_mostly(&self, is: impl Fn(&Word) -> bool) -> bool {
        let count = |words: &mut dyn Iterator<Item = &Word>| words.map(|word| word.text.len()).sum::<usize>();
        2 * count(&mut self.words.iter().filter(|word| is(word))) > count(&mut self.words.iter())
    }

    pub(in crate::formats::binary::pdf) fn is_bold(&self) -> bool {
        self.is_mostly(|word| word.is_bold)
    }

    pub(in crate::formats::binary::pdf) fn is_mono(&self) -> bool {
        self.grid.is_some() || self.is_mostly(|word| word.is_mono)
    }

    /// The line as text.
    pub(in crate::formats::binary::pdf) fn text(&self) -> String {
        let mut out = String::new();
        for (at, word) in self.words.iter().enumerate() {
            if at > 0 && self.has_space(at) {
                out.push(' ');
            }
            out.push_str(&word.text);
        }
        out
    }

    /// Whether white space stands before a word of the line.
    pub(in crate::formats::binary::pdf) fn has_space(&self, at: usize) -> bool {
        let Some([before, word]) = at.checked_sub(1).and_then(|from| self.words.get(from..=at)) else { return false };
        if let Some(cell) = self.grid {
            return word.after_space || grid::distance(before, word) > 1.5 * cell;
        }
        word.after_space || word.left - before.right > SPACE * word.size.max(before.size)
    }
}

/// Whether a piece is as wide as lines of running text are.
pub(in crate::formats::binary::pdf) fn is_column(line: &Line) -> bool {
    line.width() > 10.0 * line.size && line.words.len() > 3
}

/// Whether pieces are running text: cells of a table are read row by row.
pub(in crate::formats::binary::pdf) fn is_text(pieces: &[Line], of: &[usize]) -> bool {
    let wide = of.iter().filter(|at| is_column(&pieces[**at])).count();
    of.len() >= 2 && 2 * wide >= of.len().min(of.len() * 2 / 3 + 1)
}

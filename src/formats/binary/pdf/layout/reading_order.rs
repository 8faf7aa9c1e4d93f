//! Words → lines in the order in which they are read.
//!
//! Most files draw their text in reading order; where one does not, white space between columns and above and below
//! parts of a page says how it is read.

use super::bands::bands;
use super::direction::reorder;
use super::grid;
use super::late::{is_scattered, settled};
use super::words::{SPACE, Word};

/// A wider gap, in sizes, ends a piece of a line: what follows is another cell or column.
const CELL: f32 = 1.8;

/// Pieces of a page beyond which nothing is compared with everything.
const MAX_COMPARED: usize = 6_000;

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
    fn of(word: Word) -> Line {
        let (left, right, y, size, longest) = (word.left, word.right, word.y, word.size, word.text.len());
        Line { words: vec![word], cells: Vec::new(), left, right, y, size, longest, grid: None }
    }

    fn takes(&self, word: &Word) -> bool {
        let size = self.size.max(word.size);
        let gap = word.left - self.right;
        (word.y - self.y).abs() < 0.45 * size && gap > -0.6 * size && gap < CELL * size
    }

    fn push(&mut self, word: Word) {
        if word.text.len() > self.longest && word.size > 0.9 * self.size || word.size > 1.15 * self.size {
            (self.y, self.size, self.longest) = (word.y, word.size, word.text.len());
        }
        self.left = self.left.min(word.left);
        self.right = self.right.max(word.right);
        self.words.push(word);
    }

    fn width(&self) -> f32 {
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

/// The pieces of lines that `words` make, in the order of the file.
pub(in crate::formats::binary::pdf) fn pieces(words: Vec<Word>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.takes(&word) => line.push(word),
            _ => lines.push(Line::of(word)),
        }
    }
    lines
}

/// The lines of a page as they are read, from pieces of one turn.
pub(in crate::formats::binary::pdf) fn ordered(mut pieces: Vec<Line>) -> Vec<Line> {
    pieces.retain(|line| line.words.iter().any(|word| !word.text.is_empty()));
    if pieces.len() > MAX_COMPARED {
        // As it is drawn.
    } else if is_in_order(&pieces) && !is_scattered(&pieces) {
        pieces = settled(pieces);
    } else {
        let all: Vec<usize> = (0..pieces.len()).collect();
        let mut order = Vec::with_capacity(pieces.len());
        cut(&pieces, all, 0, &mut order);
        let mut taken: Vec<Option<Line>> = pieces.into_iter().map(Some).collect();
        pieces = order.into_iter().filter_map(|at| taken.get_mut(at)?.take()).collect();
    }
    let mut lines = joined(pieces);
    lines.iter_mut().for_each(reorder);
    grid::find(&mut lines);
    lines
}

/// Joins pieces that follow each other on one line.
fn joined(pieces: Vec<Line>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.is_beside(&piece) && piece.left >= line.right - 0.3 * piece.size => {
                if piece.left - line.right >= CELL * piece.size.min(line.size) {
                    line.cells.push(line.words.len());
                }
                let cells: Vec<usize> = piece.cells.iter().map(|at| at + line.words.len()).collect();
                line.cells.extend(cells);
                piece.words.into_iter().for_each(|word| line.push(word));
            }
            _ => lines.push(piece),
        }
    }
    lines
}

/// Whether the pieces go down their columns one after the other, and not across several at once.
fn is_in_order(pieces: &[Line]) -> bool {
    let pairs = || pieces.windows(2).filter_map(|pair| if let [a, b] = pair { Some((a, b)) } else { None });
    let back = pairs().filter(|(a, b)| b.y < a.y - 0.8 * a.size && a.overlaps(b)).count();
    let across = pairs().filter(|(a, b)| a.is_beside(b) && is_column(a) && is_column(b) && b.left > a.right).count();
    let left = pairs().filter(|(a, b)| a.is_beside(b) && b.right < a.left).count();
    back <= 2 + pieces.len() / 20 && across < 4 && left <= 2 + pieces.len() / 20
}

/// Whether a piece is as wide as lines of running text are.
pub(in crate::formats::binary::pdf) fn is_column(line: &Line) -> bool {
    line.width() > 10.0 * line.size && line.words.len() > 3
}

/// Divides pieces by the widest white space between columns, else by what crosses it, else above and below, until nothing
/// divides them.
fn cut(pieces: &[Line], of: Vec<usize>, depth: usize, order: &mut Vec<usize>) {
    if of.len() > 1
        && depth < 64
        && let Some(parts) = columns(pieces, &of).or_else(|| bands(pieces, &of)).or_else(|| rows(pieces, &of))
    {
        parts.into_iter().for_each(|part| cut(pieces, part, depth + 1, order));
        return;
    }
    let mut of = of;
    of.sort_by(|a, b| pieces[*a].y.total_cmp(&pieces[*b].y));
    // Lines whose baselines hardly differ are one.
    let mut start = 0;
    while start < of.len() {
        let first = &pieces[of[start]];
        let end = of[start..].iter().position(|at| !first.is_beside(&pieces[*at])).map_or(of.len(), |at| start + at);
        of[start..end].sort_by(|a, b| pieces[*a].left.total_cmp(&pieces[*b].left));
        start = end.max(start + 1);
    }
    order.extend(of);
}

type Parts = Option<Vec<Vec<usize>>>;

/// The widest gap between intervals, if it is wide enough: where it is.
fn widest(mut intervals: Vec<(f32, f32)>, least: f32) -> Option<f32> {
    intervals.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(f32, f32)> = None;
    let mut end = intervals.first()?.1;
    for (from, to) in intervals {
        let gap = from - end;
        if gap > least && best.is_none_or(|(width, _)| gap > width) {
            best = Some((gap, end + gap / 2.0));
        }
        end = end.max(to);
    }
    best.map(|(_, at)| at)
}

fn columns(pieces: &[Line], of: &[usize]) -> Parts {
    let size = of.iter().map(|at| pieces[*at].size).fold(f32::MAX, f32::min);
    let at = widest(of.iter().map(|at| (pieces[*at].left, pieces[*at].right)).collect(), 0.6 * size)?;
    let (left, right): (Vec<usize>, Vec<usize>) = of.iter().partition(|piece| pieces[**piece].right <= at);
    (is_text(pieces, &left) && is_text(pieces, &right)).then(|| vec![left, right])
}

/// Whether pieces are running text: cells of a table are read row by row.
pub(in crate::formats::binary::pdf) fn is_text(pieces: &[Line], of: &[usize]) -> bool {
    let wide = of.iter().filter(|at| is_column(&pieces[**at])).count();
    of.len() >= 2 && 2 * wide >= of.len().min(of.len() * 2 / 3 + 1)
}

fn rows(pieces: &[Line], of: &[usize]) -> Parts {
    let bounds = |at: &usize| {
        let line = &pieces[*at];
        (line.y - 0.75 * line.size, line.y + 0.2 * line.size)
    };
    let at = widest(of.iter().map(bounds).collect(), 0.0)?;
    let (above, below): (Vec<usize>, Vec<usize>) = of.iter().partition(|piece| bounds(piece).1 <= at);
    Some(vec![above, below])
}

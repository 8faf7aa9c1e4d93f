//! Words → lines in the order in which they are read.
//!
//! Most files draw their text in reading order; where one does not, white space between columns and above and below
//! parts of a page says how it is read.

use super::bands::bands;
use super::direction::{is_from_right, reorder, turned};
use super::grid;
use super::gutters::divided;
use super::late::{is_scattered, settled};
use super::line::{CELL, is_column, is_text};
use super::words::Word;

pub(in crate::formats::binary::pdf) use super::line::Line;

/// Pieces of a page beyond which nothing is compared with everything.
const MAX_COMPARED: usize = 6_000;

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
    if pieces.len() <= MAX_COMPARED {
        pieces = divided(pieces);
    }
    let from_right = is_from_right(&pieces);
    if pieces.len() > MAX_COMPARED {
        // As it is drawn.
    } else if is_in_order(&pieces, from_right) && !is_scattered(&pieces) {
        pieces = settled(pieces);
    } else {
        let all: Vec<usize> = (0..pieces.len()).collect();
        let mut order = Vec::with_capacity(pieces.len());
        cut(&pieces, all, (0, from_right), &mut order);
        let mut taken: Vec<Option<Line>> = pieces.into_iter().map(Some).collect();
        pieces = order.into_iter().filter_map(|at| taken.get_mut(at)?.take()).collect();
    }
    if from_right {
        pieces = turned(pieces);
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
fn is_in_order(pieces: &[Line], from_right: bool) -> bool {
    let pairs = || pieces.windows(2).filter_map(|pair| if let [a, b] = pair { Some((a, b)) } else { None });
    let back = pairs().filter(|(a, b)| b.y < a.y - 0.8 * a.size && a.overlaps(b)).count();
    let right = |(a, b): &(&Line, &Line)| a.is_beside(b) && b.left > a.right;
    let left = |(a, b): &(&Line, &Line)| a.is_beside(b) && b.right < a.left;
    let across =
        |pair: &(&Line, &Line)| is_column(pair.0) && is_column(pair.1) && (right(pair) || from_right && left(pair));
    let most = 2 + pieces.len() / 20;
    // What runs from the right is drawn from there, or as other lines are.
    let against = pairs().filter(left).count();
    let against = if from_right { against.min(pairs().filter(right).count()) } else { against };
    back <= most && pairs().filter(across).count() < 4 && against <= most
}

/// Divides pieces by the widest white space between columns, else by what crosses it, else above and below, until nothing
/// divides them.
fn cut(pieces: &[Line], of: Vec<usize>, (depth, from_right): (usize, bool), order: &mut Vec<usize>) {
    if of.len() > 1
        && depth < 64
        && let Some(parts) =
            columns(pieces, &of, from_right).or_else(|| bands(pieces, &of, from_right)).or_else(|| rows(pieces, &of))
    {
        parts.into_iter().for_each(|part| cut(pieces, part, (depth + 1, from_right), order));
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

fn columns(pieces: &[Line], of: &[usize], from_right: bool) -> Parts {
    let size = of.iter().map(|at| pieces[*at].size).fold(f32::MAX, f32::min);
    let at = widest(of.iter().map(|at| (pieces[*at].left, pieces[*at].right)).collect(), 0.6 * size)?;
    let (left, right): (Vec<usize>, Vec<usize>) = of.iter().partition(|piece| pieces[**piece].right <= at);
    let is_text = is_text(pieces, &left) && is_text(pieces, &right);
    is_text.then(|| if from_right { vec![right, left] } else { vec![left, right] })
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

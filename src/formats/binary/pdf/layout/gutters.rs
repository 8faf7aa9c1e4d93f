//! Columns that are drawn across, line by line, with little white space between them: what is one run of words is the
//! piece of one column and that of the next.

use super::line::{Line, is_column};

/// Wide pieces that begin at the edge of a column.
const MIN_LINES: usize = 6;

/// Edges of one page that are looked at.
const MAX_EDGES: usize = 6;

/// Edges that are nearer to each other than so many sizes are one.
const SAME_EDGE: f32 = 0.3;

/// White space before a column, in sizes: more than justified lines have between words.
const LEAST_GAP: f32 = 0.45;

/// A column is so many sizes wide, at least.
const LEAST_WIDTH: f32 = 8.0;

/// Lines within so many sizes above and below say whether an edge is one there.
const NEAR: f32 = 3.5;

/// The pieces of a page, those that reach over the edge of a column divided there.
pub(in crate::formats::binary::pdf) fn divided(pieces: Vec<Line>) -> Vec<Line> {
    let edges = edges(&pieces);
    if edges.is_empty() {
        return pieces;
    }
    // For every piece the words that begin a further column.
    let mut cuts: Vec<Vec<usize>> = vec![Vec::new(); pieces.len()];
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|a, b| pieces[*a].y.total_cmp(&pieces[*b].y));
    for edge in edges {
        let sides: Vec<Side> = pieces.iter().map(|piece| side(piece, edge)).collect();
        for (place, &at) in order.iter().enumerate() {
            let Side::Divided(word) = sides[at] else { continue };
            let far = NEAR * pieces[at].size;
            let is_near = |other: &&usize| (pieces[**other].y - pieces[at].y).abs() < far;
            let above = order[..place].iter().rev().take_while(is_near);
            let below = order[place + 1..].iter().take_while(is_near);
            let (mut over, mut beside) = (0, 0);
            for other in above.chain(below) {
                match sides[*other] {
                    Side::Over => over += 1,
                    Side::Begins | Side::Divided(_) => beside += 1,
                    Side::None => {}
                }
            }
            if over == 0 && beside > 0 || beside > 4 * over {
                cuts[at].push(word);
            }
        }
    }
    pieces.into_iter().zip(cuts).flat_map(|(piece, cuts)| cut(piece, cuts)).collect()
}

/// Where the columns of a page begin, but for the first: where many wide pieces do, right of others.
fn edges(pieces: &[Line]) -> Vec<f32> {
    let mut lefts: Vec<(f32, f32)> =
        pieces.iter().filter(|piece| is_column(piece)).map(|piece| (piece.left, piece.size)).collect();
    lefts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(first) = lefts.first().copied() else { return Vec::new() };
    let mut found: Vec<(usize, f32)> = Vec::new();
    for same in lefts.chunk_by(|a, b| b.0 - a.0 < SAME_EDGE * a.1) {
        if same.len() >= MIN_LINES && same[0].0 > first.0 + LEAST_WIDTH * first.1 {
            found.push((same.len(), same[0].0));
        }
    }
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    found.truncate(MAX_EDGES);
    found.into_iter().map(|(_, edge)| edge).collect()
}

/// How a piece stands to an edge.
#[derive(Clone, Copy)]
enum Side {
    /// It reaches over it.
    Over,
    /// It begins there.
    Begins,
    /// The word begins there, behind white space.
    Divided(usize),
    None,
}

fn side(piece: &Line, edge: f32) -> Side {
    let slack = SAME_EDGE * piece.size;
    if (piece.left - edge).abs() <= slack {
        return Side::Begins;
    }
    if piece.left > edge || piece.right < edge + slack {
        return Side::None;
    }
    let at = piece.words.iter().position(|word| word.left >= edge - slack);
    let Some((at, [before, word])) = at.and_then(|at| Some((at, piece.words.get(at.checked_sub(1)?..=at)?))) else {
        return Side::Over;
    };
    let is_apart = word.left - before.right >= LEAST_GAP * piece.size && before.right <= edge - slack;
    let is_wide = before.right - piece.left >= LEAST_WIDTH * piece.size;
    if is_apart && is_wide { Side::Divided(at) } else { Side::Over }
}

fn cut(piece: Line, mut cuts: Vec<usize>) -> Vec<Line> {
    if cuts.is_empty() {
        return vec![piece];
    }
    cuts.sort_unstable();
    let mut lines: Vec<Line> = Vec::new();
    for (at, word) in piece.words.into_iter().enumerate() {
        match lines.last_mut() {
            Some(line) if !cuts.contains(&at) => line.push(word),
            _ => lines.push(Line::of(word)),
        }
    }
    lines
}

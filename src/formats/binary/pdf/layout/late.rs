//! What is drawn late: titles and notes that stand above what is drawn before them, columns of a table one by one.

use super::line::{Line, is_column};

/// A block ends where the next piece is further away than so many sizes.
const STEP: f32 = 2.2;

/// White space above and below what is drawn late, in sizes.
const ROOM: f32 = 0.5;

/// What is below within so many sizes says where a block belongs.
const NEAR: f32 = 12.0;

/// Rows of several cells, or columns, that say how a page is drawn.
const MIN_ROWS: usize = 4;

/// From where to where something reaches down a page.
#[derive(Clone, Copy, Debug)]
struct Extent {
    top: f32,
    bottom: f32,
}

/// Pieces that follow each other on the page and in the file.
struct Block {
    extent: Extent,
    /// Whether it was put before what is drawn before it.
    is_late: bool,
    lines: Vec<Line>,
}

/// The pieces of a page by the rows in which they stand.
fn rows(pieces: &[Line]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|a, b| pieces[*a].y.total_cmp(&pieces[*b].y));
    order.chunk_by(|a, b| pieces[*a].is_beside(&pieces[*b])).map(<[usize]>::to_vec).collect()
}

/// The number of wide pieces in a row: two are two columns of text.
fn wide(pieces: &[Line], row: &[usize]) -> usize {
    row.iter().filter(|at| is_column(&pieces[**at])).count()
}

/// Whether the cells of most rows are drawn apart from each other: a table is drawn column by column.
pub(in crate::formats::binary::pdf) fn is_scattered(pieces: &[Line]) -> bool {
    let rows = rows(pieces);
    let is_scattered = |row: &&Vec<usize>| match (row.iter().min(), row.iter().max()) {
        (Some(first), Some(last)) => row.len() >= 3 && wide(pieces, row) < 2 && last - first >= 2 * row.len(),
        _ => false,
    };
    let scattered = rows.iter().filter(is_scattered).count();
    let several = rows.iter().filter(|row| row.len() > 1).count();
    // Columns that are none of one table seldom stand on the same lines; a footer of cells makes no table of a page.
    scattered >= MIN_ROWS && 5 * scattered >= 3 * several && 2 * scattered >= rows.len()
}

/// Puts what is drawn behind what stands below it in the place where it stands. What is beside it – another column – stays
/// as it is drawn.
pub(in crate::formats::binary::pdf) fn settled(pieces: Vec<Line>) -> Vec<Line> {
    let has_columns = rows(&pieces).iter().filter(|row| wide(&pieces, row) > 1).count() >= MIN_ROWS;
    let mut blocks: Vec<Vec<Line>> = Vec::new();
    for piece in pieces {
        match blocks.last_mut() {
            Some(block) if block.last().is_some_and(|last| goes_on(last, &piece)) => block.push(piece),
            _ => blocks.push(vec![piece]),
        }
    }
    let mut out: Vec<Block> = Vec::new();
    let mut lowest = f32::MIN;
    for lines in blocks {
        let extent = extent(&lines);
        let is_back = extent.top < lowest && has_word(&lines);
        let place = if is_back { place(&out, extent, &lines) } else { None };
        // Between columns only the head of a page is sure of its place.
        let place = place.filter(|at| !has_columns || out[..*at].iter().all(|block| block.is_late));
        lowest = lowest.max(extent.bottom);
        out.insert(place.unwrap_or(out.len()), Block { extent, is_late: place.is_some(), lines });
    }
    out.into_iter().flat_map(|block| block.lines).collect()
}

/// Whether lines have a word: the signs of a formula are drawn in their own order.
fn has_word(lines: &[Line]) -> bool {
    let is_word = |text: &str| text.chars().filter(|c| c.is_alphabetic()).nth(2).is_some();
    lines.iter().any(|line| is_word(&line.text()))
}

fn goes_on(last: &Line, piece: &Line) -> bool {
    let down = piece.y - last.y;
    let size = last.size.max(piece.size);
    (-0.3 * size..STEP * size).contains(&down)
}

fn extent(block: &[Line]) -> Extent {
    let of =
        |edge: &dyn Fn(&Line) -> f32, pick: fn(f32, f32) -> f32, from: f32| block.iter().map(edge).fold(from, pick);
    Extent {
        top: of(&|line| line.y - 0.75 * line.size, f32::min, f32::MAX),
        bottom: of(&|line| line.y + 0.2 * line.size, f32::max, f32::MIN),
    }
}

/// Where lines belong among the blocks before: behind all that are above them, before all that are below.
fn place(out: &[Block], own: Extent, lines: &[Line]) -> Option<usize> {
    let size = lines.iter().map(|line| line.size).fold(0.0, f32::max);
    let is_below = |other: &Extent| other.top + 0.2 * size >= own.bottom;
    let is_above = |other: &Extent| other.bottom <= own.top + ROOM * size;
    let is_over = |other: &Block| other.lines.iter().any(|line| lines.iter().any(|own| own.overlaps(line)));
    let at = out.iter().position(|other| is_below(&other.extent))?;
    // Beside them only what was drawn late, too: the rest is another column.
    let is_behind = out[..at].iter().all(|other| is_above(&other.extent) || other.is_late && !is_over(other));
    // What stands far below says nothing, unless this is the head of the page.
    let is_head = out[..at].iter().all(|other| other.is_late);
    let is_near = |other: &Extent| is_head || other.top - own.bottom < NEAR * size;
    let is_before = out[at..].iter().all(|other| is_below(&other.extent))
        && out[at..].iter().any(|other| is_near(&other.extent) && is_over(other));
    (is_behind && is_before).then_some(at)
}

//! A page of two columns that something crosses – a title, a wide figure, a table: bands between what crosses the gutter,
//! each with its columns.

use super::line::{Line, is_column, is_text};

/// Of the wide pieces one in so many, at least, stands on each side of a gutter.
const SIDE: usize = 4;

/// Of the wide pieces one in so many, at most, crosses it.
const CROSSING: usize = 5;

/// How far beyond a gutter a piece reaches that crosses it, in sizes.
const BEYOND: f32 = 2.0;

/// The parts of a page in the order in which they are read; `None` if it has no two columns, or nothing crosses them.
pub(in crate::formats::binary::pdf) fn bands(
    pieces: &[Line],
    of: &[usize],
    from_right: bool,
) -> Option<Vec<Vec<usize>>> {
    let gutter = gutter(pieces, of)?;
    let crosses = |at: &usize| {
        let line = &pieces[*at];
        line.left < gutter - BEYOND * line.size && line.right > gutter + BEYOND * line.size
    };
    let mut order = of.to_vec();
    order.sort_by(|a, b| pieces[*a].y.total_cmp(&pieces[*b].y));
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut is_divided = false;
    for band in order.chunk_by(|a, b| crosses(a) == crosses(b)) {
        let is_left = |at: &usize| pieces[*at].left + pieces[*at].right < 2.0 * gutter;
        let (left, right): (Vec<usize>, Vec<usize>) = band.iter().partition(|at| is_left(at));
        if !crosses(&band[0]) && is_text(pieces, &left) && is_text(pieces, &right) {
            is_divided = true;
            parts.extend(if from_right { [right, left] } else { [left, right] });
        } else {
            parts.push(band.to_vec());
        }
    }
    is_divided.then_some(parts)
}

/// Where the white space between two columns is, though something may cross it.
fn gutter(pieces: &[Line], of: &[usize]) -> Option<f32> {
    let wide: Vec<&Line> = of.iter().map(|at| &pieces[*at]).filter(|line| is_column(line)).collect();
    let mut edges: Vec<f32> = wide.iter().map(|line| line.right + 0.3 * line.size).collect();
    edges.sort_by(f32::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < 1.0);
    let count = |is: &dyn Fn(&&&Line) -> bool| wide.iter().filter(is).count();
    let crossing = |at: f32| {
        let (left, right) = (count(&|line| line.right <= at), count(&|line| line.left >= at));
        let across = wide.len() - left - right;
        let is_gutter = SIDE * left.min(right) >= wide.len() && CROSSING * across <= wide.len();
        is_gutter.then_some((across, at))
    };
    edges.into_iter().filter_map(crossing).min_by_key(|(across, _)| *across).map(|(_, at)| at)
}

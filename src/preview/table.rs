//! Tables fitted to a width: columns shrink, cells wrap, what still does not fit is marked.

use pulldown_cmark::Alignment;

use super::canvas::Canvas;
use super::flow::{Breaks, Flow, FlowLine, Piece};
use crate::document::Scope;

/// What stands between two columns.
const BETWEEN: &str = " │ ";
/// The same in the line below the headers.
const CROSSING: &str = "─┼─";
/// Columns are not made narrower than this; if there is no room for all, the last ones are left out.
const MIN_COLUMN: usize = 4;
/// Longer words may be broken to make a column narrower.
const MAX_WORD: usize = 16;
/// Cells are cut after so many lines.
const MAX_CELL_LINES: usize = 6;
/// Cells of a table cell that are looked at.
const MAX_CELL_CELLS: usize = 2_000;

/// A table before it is laid out.
#[derive(Default)]
pub(super) struct TableBlock<'t> {
    pub alignments: Vec<Alignment>,
    /// The header row first. Of each row the cells and where it stands in the document.
    pub rows: Vec<(Vec<Vec<Piece<'t>>>, u32)>,
    /// Whether the first row holds the headers.
    pub has_header: bool,
}

/// The cells of a row, ready to be wrapped, and where the row stands in the document.
type FlowRow = (Vec<Flow>, u32);

/// Writes `table`.
pub(super) fn write_table(canvas: &mut Canvas, table: &TableBlock) {
    let rows: Vec<FlowRow> = table
        .rows
        .iter()
        .map(|(cells, offset)| (cells.iter().map(|cell| Flow::new(cell, MAX_CELL_CELLS)).collect(), *offset))
        .collect();
    let columns = rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0);
    let (mut natural, mut words) = (vec![1; columns], vec![1; columns]);
    for (cells, _) in &rows {
        for (column, cell) in cells.iter().enumerate() {
            natural[column] = cell.width().max(natural[column]);
            words[column] = cell.longest_word().max(words[column]);
        }
    }
    let (widths, cut) = column_widths(&natural, &words, canvas.inner_width());
    for (index, (cells, offset)) in rows.iter().enumerate() {
        if canvas.is_full() {
            break;
        }
        write_row(canvas, cells, *offset, &widths, &table.alignments, cut);
        if index == 0 && table.has_header {
            let mut line = FlowLine::default();
            let dashes: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
            line.append_decoration(dashes.join(CROSSING), Scope::Rule);
            canvas.line(line, *offset);
        }
    }
    canvas.want_blank();
}

/// How wide each column that is shown becomes, and whether columns are left out. Every column gets what its
/// longest word needs, if there is room for that, and the widest columns give first.
fn column_widths(natural: &[usize], words: &[usize], room: usize) -> (Vec<usize>, bool) {
    let between = |columns: usize| 3 * columns.saturating_sub(1);
    let least: Vec<usize> = natural.iter().map(|width| (*width).min(MIN_COLUMN)).collect();
    let fits = |columns: usize, room: usize| least[..columns].iter().sum::<usize>() + between(columns) <= room;
    let mut columns = natural.len();
    let cut = !fits(columns, room);
    // A mark at the end of each row says that there is more.
    let room = if cut { room.saturating_sub(2) } else { room };
    while columns > 1 && !fits(columns, room) {
        columns -= 1;
    }
    let room = room.saturating_sub(between(columns)).max(columns);
    let natural = &natural[..columns];
    let words: Vec<usize> =
        words.iter().zip(natural).map(|(word, width)| (*word).clamp(1, MAX_WORD).min(*width)).collect();
    let floor = if words.iter().sum::<usize>() <= room { words } else { vec![1; columns] };
    let at_most = |cap: usize| natural.iter().zip(&floor).map(move |(width, floor)| (*width).min(cap).max(*floor));
    let most = natural.iter().copied().max().unwrap_or(1);
    let cap = (1..=most).rev().find(|cap| at_most(*cap).sum::<usize>() <= room).unwrap_or(1);
    let mut widths: Vec<usize> = at_most(cap).collect();
    let mut spare = room.saturating_sub(widths.iter().sum());
    for (width, natural) in widths.iter_mut().zip(natural) {
        if *width < *natural && *width >= cap && spare > 0 {
            *width += 1;
            spare -= 1;
        }
    }
    (widths, cut)
}

fn write_row(canvas: &mut Canvas, cells: &[Flow], offset: u32, widths: &[usize], alignments: &[Alignment], cut: bool) {
    let mut columns: Vec<std::vec::IntoIter<FlowLine>> = Vec::with_capacity(widths.len());
    let mut height = 1;
    for (column, width) in widths.iter().enumerate() {
        let lines = cells.get(column).map_or_else(Vec::new, |cell| cell_lines(cell, *width));
        height = height.max(lines.len());
        columns.push(lines.into_iter());
    }
    for _ in 0..height {
        let mut row = FlowLine::default();
        for (index, (column, width)) in columns.iter_mut().zip(widths).enumerate() {
            if index > 0 {
                row.append_decoration(BETWEEN, Scope::Rule);
            }
            let line = column.next().unwrap_or_default();
            let free = width.saturating_sub(line.width);
            let before = match alignments.get(index) {
                Some(Alignment::Right) => free,
                Some(Alignment::Center) => free / 2,
                _ => 0,
            };
            row.append_decoration(" ".repeat(before), Scope::Text);
            row.append(line);
            let last = index + 1 == widths.len() && !cut;
            row.append_decoration(if last { String::new() } else { " ".repeat(free - before) }, Scope::Text);
        }
        if cut {
            row.append_decoration(" ›", Scope::Comment);
        }
        canvas.line(row, offset);
    }
}

fn cell_lines(cell: &Flow, width: usize) -> Vec<FlowLine> {
    let mut lines = cell.wrap(width, Breaks::Words);
    if lines.len() > MAX_CELL_LINES {
        lines.truncate(MAX_CELL_LINES);
        if let Some(last) = lines.last_mut().filter(|last| last.width < width) {
            last.append_decoration("…", Scope::Comment);
        } else {
            lines.pop();
            let mut mark = FlowLine::default();
            mark.append_decoration("…", Scope::Comment);
            lines.push(mark);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_columns_give_first() {
        assert_eq!(column_widths(&[3, 5], &[1, 1], 40), (vec![3, 5], false));
        assert_eq!(column_widths(&[3, 50, 20], &[1, 1, 1], 46), (vec![3, 19, 18], false));
        assert_eq!(column_widths(&[30, 30], &[12, 4], 23), (vec![12, 8], false));
        assert_eq!(column_widths(&[30, 30], &[14, 14], 23), (vec![10, 10], false));
        assert_eq!(column_widths(&[9, 9, 9, 9], &[9, 9, 9, 9], 16), (vec![6, 5], true));
    }
}

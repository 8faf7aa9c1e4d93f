//! Tables fitted to a width: columns shrink, cells wrap, what still does not fit is marked.

use pulldown_cmark::Alignment;

use super::rendering::{RenderedRow, RenderedTable};
use super::writer::Canvas;
use crate::document::Scope;
use crate::preview::line::breaks::Breaks;
use crate::preview::line::flow::{Flow, FlowLine, Piece};
use crate::stdx::printable;

/// The separator of two columns.
const BETWEEN: &str = " │ ";
/// The same in the line below the headers.
const CROSSING: &str = "─┼─";
/// Columns are not made narrower than this; if there is no room for all, the last ones are scrolled away.
const MIN_COLUMN: usize = 4;
/// Longer words may be broken to make a column narrower.
const MAX_WORD: usize = 16;
/// Cells are cut after so many lines.
const MAX_CELL_LINES: usize = 6;
/// Cells of a table cell that are looked at.
const MAX_CELL_CELLS: usize = 2_000;

/// A table before it is laid out.
#[derive(Default)]
pub(in crate::preview) struct TableBlock<'t> {
    pub alignments: Vec<Alignment>,
    /// The header row first. Of each row the cells and where it stands in the document.
    pub rows: Vec<(Vec<Vec<Piece<'t>>>, u32)>,
    /// True if the first row holds the headers.
    pub has_header: bool,
}

/// The cells of a row, ready to be wrapped, and where the row stands in the document.
type FlowRow = (Vec<Flow>, u32);

/// The columns that are shown, and their widths.
#[derive(Debug, Default, PartialEq)]
struct Columns {
    /// The numbers of the columns that are shown; the first always is.
    shown: Vec<usize>,
    widths: Vec<usize>,
    /// True if some are scrolled away behind the first, and whether some follow the last.
    before: bool,
    after: bool,
    /// Columns that can be scrolled away before all that follow fit.
    most_skipped: usize,
}

/// Writes `table`.
pub(in crate::preview) fn write_table(canvas: &mut Canvas, table: &TableBlock) {
    let rows: Vec<FlowRow> = table
        .rows
        .iter()
        .map(|(cells, offset)| (cells.iter().map(|cell| Flow::new(cell, MAX_CELL_CELLS)).collect(), *offset))
        .collect();
    let count = rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0);
    if count == 0 {
        return;
    }
    let (mut natural, mut words) = (vec![1; count], vec![1; count]);
    for (cells, _) in &rows {
        for (column, cell) in cells.iter().enumerate() {
            natural[column] = cell.width().max(natural[column]);
            words[column] = cell.longest_word().max(words[column]);
        }
    }
    let columns = columns(&natural, &words, canvas.inner_width(), canvas.options.skipped_columns);
    let mut drawn = RenderedTable { most_skipped: columns.most_skipped, ..RenderedTable::default() };
    for (index, (cells, offset)) in rows.iter().enumerate() {
        if canvas.is_full() {
            break;
        }
        let said: Vec<String> = table.rows[index].0.iter().map(|cell| said(cell)).collect();
        let at = write_row(canvas, cells, *offset, &columns, &table.alignments);
        if index == 0 {
            drawn.start = at;
        }
        if index == 0 && table.has_header {
            let mut line = FlowLine::default();
            let dashes: Vec<String> = columns.widths.iter().map(|width| "─".repeat(*width)).collect();
            line.append_decoration(dashes.join(CROSSING), Scope::Rule);
            canvas.line(line, *offset);
            drawn.headers = said;
        } else {
            let source_line = canvas.document.source_line(*offset);
            drawn.rows.push(RenderedRow { at, source_line, cells: said });
        }
    }
    drawn.end = canvas.lines.len();
    if drawn.end > drawn.start {
        canvas.tables.push(drawn);
    }
    canvas.want_blank();
}

/// The text of a cell, without the numbers of its links.
fn said(cell: &[Piece]) -> String {
    let parts = cell.iter().filter(|piece| piece.scope != Scope::ListMark).map(|piece| piece.text.replace('\n', " "));
    printable(parts.collect::<String>().trim()).into_owned()
}

/// Chooses the columns that fit, `skipped` of them scrolled away behind the first, and shares the room out.
fn columns(natural: &[usize], words: &[usize], room: usize, skipped: usize) -> Columns {
    let between = |columns: usize| 3 * columns.saturating_sub(1);
    let least = |column: usize| natural[column].min(words[column].clamp(MIN_COLUMN, MAX_WORD));
    let fits = |shown: &[usize], room: usize| {
        shown.iter().map(|&column| least(column)).sum::<usize>() + between(shown.len()) <= room
    };
    let all: Vec<usize> = (0..natural.len()).collect();
    if fits(&all, room) {
        let widths = column_widths(natural, words, room);
        return Columns { shown: all, widths, ..Columns::default() };
    }
    // Marks at the end of each row say that there is more.
    let room = room.saturating_sub(2);
    let behind = |skipped: usize| std::iter::once(0).chain(1 + skipped..natural.len()).collect::<Vec<usize>>();
    let most = natural.len().saturating_sub(2);
    let most_skipped = (0..=most).find(|&skipped| fits(&behind(skipped), room)).unwrap_or(most);
    let skipped = skipped.min(most_skipped);
    let mut shown = behind(skipped);
    while shown.len() > 2 && !fits(&shown, room) {
        shown.pop();
    }
    let after = shown.last().is_some_and(|last| last + 1 < natural.len());
    let pick = |of: &[usize]| shown.iter().map(|&column| of[column]).collect::<Vec<usize>>();
    let widths = column_widths(&pick(natural), &pick(words), room);
    Columns { widths, shown, before: skipped > 0, after, most_skipped }
}

/// The width of each column. Every column gets what its longest word needs, if there is room for that, and the widest
/// columns give first.
fn column_widths(natural: &[usize], words: &[usize], room: usize) -> Vec<usize> {
    let room = room.saturating_sub(3 * natural.len().saturating_sub(1)).max(natural.len());
    let words: Vec<usize> =
        words.iter().zip(natural).map(|(word, width)| (*word).clamp(1, MAX_WORD).min(*width)).collect();
    let floor = if words.iter().sum::<usize>() <= room { words } else { vec![1; natural.len()] };
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
    widths
}

/// Writes a row; returns the index of its first line.
fn write_row(canvas: &mut Canvas, cells: &[Flow], offset: u32, columns: &Columns, alignments: &[Alignment]) -> usize {
    let mut shown: Vec<std::vec::IntoIter<FlowLine>> = Vec::with_capacity(columns.widths.len());
    let mut height = 1;
    for (column, width) in columns.shown.iter().zip(&columns.widths) {
        let lines = cells.get(*column).map_or_else(Vec::new, |cell| cell_lines(cell, *width));
        height = height.max(lines.len());
        shown.push(lines.into_iter());
    }
    let cut = columns.before || columns.after;
    for _ in 0..height {
        let mut row = FlowLine::default();
        for (index, (column, width)) in shown.iter_mut().zip(&columns.widths).enumerate() {
            match index {
                0 => {}
                1 if columns.before => row.append_decoration(" ‹ ", Scope::Rule),
                _ => row.append_decoration(BETWEEN, Scope::Rule),
            }
            let line = column.next().unwrap_or_default();
            let free = width.saturating_sub(line.width);
            let before = match alignments.get(columns.shown[index]) {
                Some(Alignment::Right) => free,
                Some(Alignment::Center) => free / 2,
                _ => 0,
            };
            row.append_decoration(" ".repeat(before), Scope::Text);
            row.append(line);
            let last = index + 1 == columns.widths.len() && !cut;
            row.append_decoration(if last { String::new() } else { " ".repeat(free - before) }, Scope::Text);
        }
        if columns.after {
            row.append_decoration(" ›", Scope::Comment);
        }
        canvas.line(row, offset);
    }
    canvas.lines.len().saturating_sub(height)
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
        let widths = |natural: &[usize], words: &[usize], room| columns(natural, words, room, 0).widths;
        assert_eq!(widths(&[3, 5], &[1, 1], 40), [3, 5]);
        assert_eq!(widths(&[3, 50, 20], &[1, 1, 1], 46), [3, 19, 18]);
        assert_eq!(widths(&[30, 30], &[12, 4], 23), [12, 8]);
        assert_eq!(widths(&[30, 30], &[14, 14], 32), [15, 14]);
    }

    #[test]
    fn columns_that_do_not_fit_are_scrolled_behind_the_first() {
        let shown = |skipped| {
            let columns = columns(&[9; 5], &[9; 5], 25, skipped);
            (columns.shown, columns.before, columns.after, columns.most_skipped)
        };
        assert_eq!(shown(0), (vec![0, 1], false, true, 3));
        assert_eq!(shown(2), (vec![0, 3], true, true, 3));
        assert_eq!(shown(9), (vec![0, 4], true, false, 3));
    }
}

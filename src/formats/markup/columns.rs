//! Simple tables of reStructuredText: columns between rules of `=`, cells over several columns above rules of `-`.

use super::scan::Scan;
use super::tables::{Drawn, MAX_ROWS, MAX_UNCLOSED};
use crate::formats::draft::spans::{MAX_COLUMNS, Spans};

/// Reads the table that begins at the current line; false if there is none.
pub(super) fn read(scan: &mut Scan) -> bool {
    let first = scan.at;
    let Some(starts) = border(scan.line(first)) else { return false };
    let is_border = |scan: &Scan, number: usize| border(scan.line(number)).is_some();
    // The last border before a blank line ends it.
    let stop = if scan.unclosed < MAX_UNCLOSED { scan.lines.len().min(first + MAX_ROWS) } else { first };
    let Some(last) = (first + 1..stop).find(|&number| is_border(scan, number) && scan.is_blank(number + 1)) else {
        scan.unclosed += 1;
        return false;
    };
    let spans = Spans::within(std::mem::take(&mut scan.spans_room));
    let mut table = Columns { drawn: Drawn::default(), starts, open: None, spans };
    for number in first + 1..last {
        let line: Vec<char> = scan.line(number).chars().collect();
        if is_border(scan, number) {
            table.end_row(None);
            table.drawn.end_titles();
        } else if is_underline(&line) {
            table.end_row(Some(&line));
        } else if line.iter().any(|c| !c.is_whitespace()) {
            table.take(number, line);
        }
    }
    table.end_row(None);
    scan.spans_room = table.spans.room;
    table.drawn.finish(scan, first, last + 1);
    scan.at = last + 1;
    true
}

/// `=====  =====`: where the columns begin, in characters.
fn border(line: &str) -> Option<Vec<usize>> {
    let is_border = line.contains("= =") || line.contains("=  ");
    if !is_border || !line.chars().all(|c| matches!(c, '=' | ' ')) {
        return None;
    }
    Some(begins(&line.chars().collect::<Vec<_>>()))
}

/// `------------  -----`: how far the cells of the row above reach.
fn is_underline(line: &[char]) -> bool {
    line.len() > 2 && line.contains(&'-') && line.iter().all(|c| matches!(c, '-' | ' '))
}

/// Where the runs of a rule begin.
fn begins(rule: &[char]) -> Vec<usize> {
    (0..rule.len()).filter(|&at| rule[at] != ' ' && (at == 0 || rule[at - 1] == ' ')).take(MAX_COLUMNS).collect()
}

struct Columns {
    drawn: Drawn,
    /// Where the columns begin.
    starts: Vec<usize>,
    /// The first line of the row that is open, and all of its lines.
    open: Option<(usize, Vec<Vec<char>>)>,
    spans: Spans,
}

impl Columns {
    /// Takes a line: one whose first column is empty goes on with the row before.
    fn take(&mut self, number: usize, line: Vec<char>) {
        let second = self.starts.get(1).copied().unwrap_or(line.len()).min(line.len());
        let goes_on = line[..second].iter().all(|c| c.is_whitespace());
        match &mut self.open {
            Some((_, lines)) if goes_on => lines.push(line),
            _ => {
                self.end_row(None);
                self.open = Some((number, vec![line]));
            }
        }
    }

    /// Ends the row that is open; the runs of a rule below it say which columns each cell takes.
    fn end_row(&mut self, underline: Option<&[char]>) {
        let Some((number, lines)) = self.open.take() else { return };
        let runs = underline.map(begins);
        // A cell begins at the first column that its run reaches.
        let is_first = |column: usize| match &runs {
            Some(runs) if column > 0 => {
                let (before, from) = (self.starts[column - 1], self.starts[column]);
                runs.iter().any(|run| (before + 1..=from).contains(run))
            }
            _ => true,
        };
        let firsts: Vec<usize> = (0..self.starts.len()).filter(|&column| is_first(column)).collect();
        let mut row = Vec::new();
        for (at, &column) in firsts.iter().enumerate() {
            let next = firsts.get(at + 1).copied();
            let (from, end) = (self.starts[column], next.map(|next| self.starts[next]));
            let part = |line: &Vec<char>| -> String {
                let end = end.unwrap_or(line.len()).min(line.len());
                line[from.min(end)..end].iter().collect()
            };
            let text = lines.iter().map(part).collect::<Vec<_>>().join("\n");
            // An escaped space keeps the place of a first cell without text.
            let text = if text.trim() == "\\" { String::new() } else { text };
            self.spans.cell(&mut row, text, next.unwrap_or(self.starts.len()) - column, 1);
        }
        let repeated = self.spans.next_row();
        self.drawn.push_repeating(number, row, repeated);
    }
}

//! HTML in the making: blocks, lists by level, tables; every block on a line of its own.

use super::anchors::Anchors;
use super::cells::Cell;
use super::inline::{escaped, tagged};
use crate::document::{Document, LineIndex, PARTLY};
use crate::formats::html;

/// Levels of a list that are told apart.
const MAX_LEVEL: usize = 12;

/// Bytes that are written of a document, whatever it claims to hold: so many, and so many times its own.
const LEAST_LIMIT: usize = 8 << 20;
const LIMIT_TIMES: usize = 32;
const MOST_LIMIT: usize = 64 << 20;

/// Lines that are written of it: so many, and so many times its bytes by this. A line costs more than its bytes.
const LEAST_LINES: usize = 100_000;
const BYTES_OF_LINE: usize = 4;

/// Columns of a table that are kept: no sheet has more.
pub(super) const MAX_COLUMNS: usize = 16_384;

/// Parts that are not read, named at most.
const MAX_LOST: usize = 8;

/// What stands before an item of a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Bullet,
    /// The number after that of the item before.
    Next,
    /// This one; without any the paragraph goes on with an item.
    Number(String),
}

/// Text of a page.
pub(super) struct Html {
    out: String,
    /// Bytes that are written at most; what comes after them is lost.
    limit: usize,
    /// Lines that may still be written.
    lines_left: usize,
    /// Set if something was lost for the size of what is written.
    pub(super) is_cut: bool,
    /// Other parts of the document that are not read.
    lost: Vec<String>,
    /// What else is to be told of it.
    pub(super) remarks: Vec<String>,
    /// Whether each open list is ordered, from the outermost.
    lists: Vec<bool>,
    /// Whether a table is open.
    in_table: bool,
    /// True while consecutive lines of code are joined.
    in_code: bool,
    /// True while a note to the text is open.
    in_note: bool,
}

impl Html {
    /// Nothing yet, of a document of so many bytes.
    pub(super) fn of(bytes: usize) -> Html {
        let limit = bytes.saturating_mul(LIMIT_TIMES).clamp(LEAST_LIMIT, MOST_LIMIT);
        let lines_left = LEAST_LINES.max(bytes / BYTES_OF_LINE);
        Html {
            out: String::new(),
            limit,
            lines_left,
            is_cut: false,
            lost: Vec::new(),
            remarks: Vec::new(),
            lists: Vec::new(),
            in_table: false,
            in_code: false,
            in_note: false,
        }
    }

    /// Nothing yet, to be added to this.
    pub(super) fn beside(&self) -> Html {
        Html { limit: self.limit.saturating_sub(self.out.len()), lines_left: self.lines_left, ..Html::of(0) }
    }

    /// Notes a part of the document that is not read.
    pub(super) fn lose(&mut self, part: String) {
        if self.lost.len() < MAX_LOST && !self.lost.contains(&part) {
            self.lost.push(part);
        }
    }

    /// What is not read, as a sentence; nothing if all of it is.
    pub(super) fn told_as_lost(&mut self) -> Option<String> {
        let mut lost = std::mem::take(&mut self.lost);
        if self.is_cut {
            lost.push("cut, as it unpacks to more than is read".to_owned());
        }
        (!lost.is_empty()).then(|| format!("{PARTLY}: {}", lost.join("; ")))
    }

    /// True if nothing more is written.
    pub(super) fn is_full(&self) -> bool {
        self.out.len() >= self.limit
    }

    /// A heading; `inline` is HTML, as in all that follows.
    pub(super) fn heading(&mut self, level: usize, inline: &str) {
        self.heading_at(level, inline, "");
    }

    /// A heading to which links lead by an anchor.
    pub(super) fn heading_at(&mut self, level: usize, inline: &str, anchor: &str) {
        if inline.trim().is_empty() {
            return;
        }
        self.close();
        let level = level.clamp(1, 6);
        let id = if anchor.is_empty() { String::new() } else { format!(" id=\"{}\"", escaped(anchor)) };
        self.line(&format!("<h{level}{id}>{}</h{level}>", inline.trim()));
    }

    /// Lets links to places in the text lead to the sections that these are in.
    pub(super) fn lead(&mut self, anchors: &Anchors) {
        const LINK: &str = "<a href=\"#";
        if anchors.is_empty() || !self.out.contains(LINK) {
            return;
        }
        let mut led = String::with_capacity(self.out.len());
        for (at, piece) in self.out.split(LINK).enumerate() {
            let called = piece.split('"').next().unwrap_or_default();
            let section = anchors.section_of(called).filter(|_| at > 0);
            led += if at > 0 { LINK } else { "" };
            led += &section.map_or_else(|| called.to_owned(), escaped);
            led += &piece[called.len()..];
        }
        self.out = led;
    }

    /// The heading of a page by its number: a slide.
    pub(super) fn page(&mut self, number: usize, inline: &str) {
        self.close();
        // One line: a page that is cut away leaves no mark behind.
        self.line(&format!("<hr {}=\"{number}\"><h1>{}</h1>", html::PAGE_NUMBER, inline.trim()));
    }

    /// Ends the paragraph before, and writes one with this text.
    pub(super) fn paragraph(&mut self, inline: &str) {
        if !inline.trim().is_empty() {
            self.close();
            self.line(&format!("<p>{inline}</p>"));
        }
    }

    /// A quotation.
    pub(super) fn quote(&mut self, inline: &str) {
        if !inline.trim().is_empty() {
            self.close();
            self.line(&format!("<blockquote><p>{inline}</p></blockquote>"));
        }
    }

    /// Begins a note to the text, of this mark; what follows is in it.
    pub(super) fn open_note(&mut self, mark: &str) {
        self.close_note();
        self.close();
        self.in_note = true;
        self.line(&format!("<aside {}=\"{}\">", html::NOTE, escaped(mark)));
    }

    /// Ends the note that is open.
    pub(super) fn close_note(&mut self) {
        if std::mem::take(&mut self.in_note) {
            self.close();
            self.line("</aside>");
        }
    }

    /// A line of code; those that follow each other are one block.
    pub(super) fn code(&mut self, inline: &str) {
        if !self.in_code {
            self.close();
            if !self.is_full() {
                self.out.push_str("<pre><code>");
            }
            self.in_code = true;
        }
        self.line(&inline.replace("<br>", "\n"));
    }

    /// An item of a list at a level, from 0.
    pub(super) fn item(&mut self, level: usize, mark: &Mark, inline: &str) {
        if inline.trim().is_empty() {
            return;
        }
        self.close_code();
        let level = level.min(MAX_LEVEL);
        let is_ordered = match mark {
            Mark::Bullet => false,
            Mark::Number(number) if number.is_empty() => self.lists.get(level).copied().unwrap_or(true),
            Mark::Number(_) | Mark::Next => true,
        };
        while self.lists.len() > level + 1 {
            self.close_list();
        }
        // Another kind of list at the same level is another list.
        if self.lists.len() == level + 1 && self.lists.last() != Some(&is_ordered) {
            self.close_list();
        }
        while self.lists.len() < level + 1 {
            self.line(if is_ordered { "<ol>" } else { "<ul>" });
            self.lists.push(is_ordered);
        }
        match mark {
            // A mark of nothing is a space wide.
            Mark::Number(number) => {
                let number = if number.is_empty() { " " } else { number };
                self.line(&format!("<li {}=\"{}\">{inline}", html::ITEM_MARK, escaped(number)));
            }
            Mark::Bullet | Mark::Next => {
                self.line(&format!("<li>{inline}"));
            }
        }
    }

    /// A table; its first row is the header.
    pub(super) fn table(&mut self, rows: &[Vec<Cell>]) {
        self.open_table();
        for (at, row) in rows.iter().enumerate() {
            self.row(row, at == 0 && rows.len() > 1);
        }
        self.close_table();
    }

    /// The start of a table whose rows come one by one.
    pub(super) fn open_table(&mut self) {
        self.close();
        self.in_table |= self.line(&format!("<table {}=\"1\">", html::CERTAIN_TABLE));
    }

    /// Writes the cells as one row of the table that is open.
    pub(super) fn row(&mut self, cells: &[Cell], is_header: bool) {
        self.row_at(cells, is_header, "");
    }

    /// The same for a row whose first cell stands at a place in its sheet.
    pub(super) fn row_at(&mut self, cells: &[Cell], is_header: bool, place: &str) {
        let name = if is_header { "th" } else { "td" };
        let cells: String = cells.iter().take(MAX_COLUMNS).map(|cell| tagged(cell, name)).collect();
        let place = if place.is_empty() { String::new() } else { format!(" {}=\"{place}\"", html::ROW_PLACE) };
        self.line(&format!("<tr{place}>{cells}</tr>"));
    }

    /// The end of a table.
    pub(super) fn close_table(&mut self) {
        if self.line("</table>") {
            self.in_table = false;
        }
    }

    /// Writes parts of the document, which say how large they are, in their order. They share the room that is left: the
    /// smaller ones take what they need, and the larger ones what these leave, in equal shares (max-min fairness). Returns
    /// those that are cut.
    pub(super) fn parts(&mut self, sizes: &[u64], mut write: impl FnMut(usize, &mut Html)) -> Vec<usize> {
        let mut by_size: Vec<usize> = (0..sizes.len()).collect();
        by_size.sort_by_key(|at| sizes[*at]);
        let mut parts: Vec<(usize, Html)> = Vec::with_capacity(sizes.len());
        let (mut room, mut lines_left) = (self.room(), self.lines_left);
        for (written, at) in by_size.into_iter().enumerate() {
            let mut part = Html { limit: room / (sizes.len() - written), lines_left, ..Html::of(0) };
            write(at, &mut part);
            part.end_table();
            room = room.saturating_sub(part.length());
            lines_left = part.lines_left;
            parts.push((at, part));
        }
        parts.sort_unstable_by_key(|(at, _)| *at);
        let mut cut = Vec::new();
        for (at, part) in parts {
            cut.extend(part.is_cut.then_some(at));
            self.append(part);
        }
        self.lines_left = lines_left;
        cut
    }

    /// Ends the table that was cut, if one was: what comes after does not stand in it.
    fn end_table(&mut self) {
        if std::mem::take(&mut self.in_table) {
            self.out.push_str("</table>\n");
        }
    }

    /// Bytes that may still be written.
    pub(super) fn room(&self) -> usize {
        self.limit.saturating_sub(self.out.len())
    }

    /// What was written.
    pub(super) fn into_html(mut self) -> String {
        self.close();
        self.out
    }

    /// Bytes that were written.
    pub(super) fn length(&self) -> usize {
        self.out.len()
    }

    /// HTML of somebody else, as it is.
    pub(super) fn raw(&mut self, html: &str) {
        self.close();
        let shown: String = html.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        self.line(&shown);
    }

    /// Adds what was written elsewhere.
    pub(super) fn append(&mut self, mut other: Html) {
        self.close();
        other.close_note();
        other.close();
        self.is_cut |= other.is_cut;
        std::mem::take(&mut other.lost).into_iter().for_each(|part| self.lose(part));
        self.remarks.append(&mut other.remarks);
        self.lines_left = other.lines_left;
        self.out += &other.out;
    }

    /// Ends lists and code.
    pub(super) fn close(&mut self) {
        self.close_code();
        while !self.lists.is_empty() {
            self.close_list();
        }
    }

    fn close_code(&mut self) {
        if std::mem::take(&mut self.in_code) {
            self.line("</code></pre>");
        }
    }

    fn close_list(&mut self) {
        if let Some(is_ordered) = self.lists.pop() {
            self.line(if is_ordered { "</ol>" } else { "</ul>" });
        }
    }

    /// Writes a line, if there is room for it.
    fn line(&mut self, line: &str) -> bool {
        if self.lines_left == 0 || self.out.len() + line.len() > self.limit {
            // Not a short line behind a long one that was lost.
            self.limit = self.limit.min(self.out.len());
            self.is_cut = true;
            return false;
        }
        self.lines_left -= 1;
        self.out.push_str(line);
        self.out.push('\n');
        true
    }

    /// The document. Its lines are those of the text that is shown: there is no other.
    pub(super) fn finish(mut self) -> Document {
        self.close();
        let mut document = html::parse(self.out);
        let made = document.source_lines.take().unwrap_or_default();
        let lines = LineIndex::new(&document.text);
        let shown = |line: u32| (made.partition_point(|of| *of < line) as u32 + 1).min(lines.count().max(1));
        for node in &mut document.nodes {
            let (start, end) = (node.span.start, node.span.end);
            node.line = lines.line(start);
            node.end_line = lines.line(end.saturating_sub(1).max(start));
        }
        document.tables.iter_mut().flat_map(|table| &mut table.row_lines).for_each(|line| *line = shown(*line));
        document.problems.iter_mut().filter(|problem| problem.line > 0).for_each(|problem| {
            problem.line = shown(problem.line);
        });
        document.source_lines = Some((1..=lines.count()).collect());
        document
    }
}

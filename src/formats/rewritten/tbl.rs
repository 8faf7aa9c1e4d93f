//! Tables of tbl(1): options, formats and rows of data → a table of Markdown.

use super::roff::Runs;
use super::tbl_formats::{self, Key};
use super::writer::{Again, MarkdownWriter};
use crate::formats::draft::spans::{MAX_COLUMNS, MAX_REPEATED};

/// Rows of a table that are kept.
const MAX_ROWS: usize = 50_000;

/// Cells of a table that say nothing of their own, at most.
const MAX_SPANNED: usize = MAX_REPEATED / size_of::<Cell>();

/// Rows of titles, at most, where nothing but a rule or a font tells them.
const MAX_TITLES: usize = 3;

#[derive(Debug)]
enum Cell {
    Text { text: String, is_bold: bool },
    Left,
    Above,
}

impl Cell {
    fn empty() -> Cell {
        Cell::Text { text: String::new(), is_bold: false }
    }

    fn is_empty(&self) -> bool {
        matches!(self, Cell::Text { text, .. } if text.is_empty())
    }

    /// Bold by its format, or as a whole by its own marks.
    fn is_bold(&self) -> bool {
        match self {
            Cell::Text { text, is_bold } => {
                let inner = text.strip_prefix("**").and_then(|text| text.strip_suffix("**"));
                *is_bold || inner.is_some_and(|inner| !inner.contains("**"))
            }
            Cell::Left | Cell::Above => true,
        }
    }
}

/// The part of a table that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Options,
    Formats,
    Data,
}

/// A table on its way down its lines.
pub(super) struct Tbl {
    at: u32,
    part: Part,
    /// What divides the fields of a row.
    tab: char,
    /// The formats of the rows; the last one is that of all others.
    formats: Vec<Vec<Key>>,
    /// The format of the next row.
    format: usize,
    /// Rows with their first lines.
    rows: Vec<(Vec<Cell>, u32)>,
    /// A text block is open: what follows is the text of the last cell.
    in_block: bool,
    /// A line that goes on with the next one.
    begun: String,
    /// So many rows stand before the first rule.
    ruled: Option<usize>,
    /// So many rows are titles, as the page itself says.
    titled: Option<usize>,
    spanned: usize,
    /// What was read before it was clear that the lines are a table.
    raw: Vec<(String, u32)>,
}

impl Tbl {
    /// A table that begins at the line `at`.
    pub(super) fn new(at: u32) -> Tbl {
        Tbl {
            at,
            part: Part::Options,
            tab: '\t',
            formats: Vec::new(),
            format: 0,
            rows: Vec::new(),
            in_block: false,
            begun: String::new(),
            ruled: None,
            titled: None,
            spanned: 0,
            raw: Vec::new(),
        }
    }

    /// Takes a line; false if it is one of the page around the table, or text of a cell, which [`Tbl::text`] takes.
    pub(super) fn take(&mut self, line: &str, at: u32) -> bool {
        if self.in_block {
            let Some(rest) = line.strip_prefix("T}") else { return false };
            self.in_block = false;
            return self.fields(rest.strip_prefix(self.tab));
        }
        if self.part != Part::Data {
            let is_request = line.starts_with('.') && !line.starts_with(".\\\"");
            if !is_request {
                let mut runs = Runs::default();
                runs.add(line);
                self.raw.push((runs.plain(), at));
                self.specification(line);
            }
            return !is_request;
        }
        let request = line.strip_prefix('.').filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(request) = request {
            match request.trim() {
                "T&" => (self.part, self.formats, self.format) = (Part::Formats, Vec::new(), 0),
                "TH" => self.titled = Some(self.rows.len()),
                "TE" => return false,
                _ => return !request.starts_with(['S', 'T']),
            }
            return true;
        }
        if let Some(begun) = line.strip_suffix('\\').filter(|begun| !begun.ends_with('\\')) {
            self.begun.push_str(begun);
            return true;
        }
        let line = std::mem::take(&mut self.begun) + line;
        if matches!(line.trim(), "_" | "=") {
            self.rule();
        } else if self.rows.len() < MAX_ROWS {
            self.skip_drawn();
            self.rows.push((Vec::new(), at));
            self.fields(Some(&line));
        }
        true
    }

    /// Adds text to the cell whose text block is open.
    pub(super) fn text(&mut self, more: &str) {
        let Some(Cell::Text { text, .. }) = self.rows.last_mut().and_then(|(cells, _)| cells.last_mut()) else {
            return;
        };
        if !text.is_empty() && !more.is_empty() {
            text.push(' ');
        }
        text.push_str(more);
    }

    /// Reads a line of options or of formats.
    fn specification(&mut self, line: &str) {
        let mut formats = line;
        if self.part == Part::Options {
            self.part = Part::Formats;
            let (options, rest) = tbl_formats::divided(line);
            let lower = options.to_ascii_lowercase();
            let tab = lower.find("tab").and_then(|at| options[at + 3..].trim_start().strip_prefix('('));
            self.tab = tab.and_then(|tab| tab.chars().next()).unwrap_or('\t');
            formats = rest;
        }
        let is_last = tbl_formats::read(formats, &mut self.formats);
        if is_last {
            self.formats.retain(|keys| !keys.is_empty());
            self.part = Part::Data;
        }
    }

    fn rule(&mut self) {
        if !self.rows.is_empty() {
            self.ruled.get_or_insert(self.rows.len());
        }
    }

    /// Passes over formats that draw a line over the whole table: no row of data belongs to them.
    fn skip_drawn(&mut self) {
        let is_drawn = |keys: &Vec<Key>| keys.iter().all(|key| *key == Key::Rule);
        while self.format + 1 < self.formats.len() && is_drawn(&self.formats[self.format]) {
            self.format += 1;
            self.rule();
        }
    }

    fn key(&self, column: usize) -> Option<Key> {
        self.formats.get(self.format)?.get(column).copied()
    }

    /// Adds the fields of a line, or of what follows a text block, to the last row, which ends with them unless a text
    /// block begins. Always true.
    fn fields(&mut self, line: Option<&str>) -> bool {
        let tab = self.tab;
        for field in line.into_iter().flat_map(|line| line.split(tab)) {
            self.field(field);
            if self.in_block {
                return true;
            }
        }
        // What reaches over the rest of the row needs no fields.
        while let Some(key) = self.key(self.width()) {
            let cell = match key {
                Key::Left => Cell::Left,
                Key::Above => Cell::Above,
                Key::Text { .. } | Key::Rule => Cell::empty(),
            };
            if !self.push_spanned(cell) {
                break;
            }
        }
        if let Some((cells, _)) = self.rows.last_mut() {
            let end = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
            cells.truncate(end);
        }
        self.format += usize::from(self.format + 1 < self.formats.len());
        true
    }

    fn field(&mut self, field: &str) {
        while self.key(self.width()) == Some(Key::Left) && self.push_spanned(Cell::Left) {}
        let key = self.key(self.width()).unwrap_or(Key::Text { is_bold: false });
        let field = field.trim();
        self.in_block = field == "T{";
        let cell = match key {
            Key::Text { is_bold } if self.in_block => Cell::Text { text: String::new(), is_bold },
            _ if self.in_block => Cell::empty(),
            Key::Above => Cell::Above,
            Key::Rule => Cell::empty(),
            _ if field == "\\^" => Cell::Above,
            // Lines that are drawn in a cell, and signs that fill it.
            _ if matches!(field, "_" | "=" | "\\_" | "\\=") || field.starts_with("\\R") => Cell::empty(),
            Key::Text { is_bold } => Cell::Text { text: markdown(field), is_bold },
            Key::Left => Cell::Text { text: markdown(field), is_bold: false },
        };
        if let Some((cells, _)) = self.rows.last_mut().filter(|(cells, _)| cells.len() < MAX_COLUMNS) {
            cells.push(cell);
        }
    }

    fn width(&self) -> usize {
        self.rows.last().map_or(0, |(cells, _)| cells.len())
    }

    /// Adds a cell without a field to the last row; false if there is no room for it.
    fn push_spanned(&mut self, cell: Cell) -> bool {
        let Some((cells, _)) = self.rows.last_mut() else { return false };
        let is_within = self.spanned < MAX_SPANNED && cells.len() < MAX_COLUMNS;
        if is_within {
            self.spanned += 1;
            cells.push(cell);
        }
        is_within
    }

    /// How many rows are titles: those that the page marks, those above the first rule, or those that are bold as a whole
    /// while others are not.
    fn titles(&self) -> usize {
        let is_some = |count: &usize| *count > 0 && *count < self.rows.len();
        let width = self.rows.iter().map(|(cells, _)| cells.len()).max().unwrap_or(0);
        let is_title = |(cells, _): &&(Vec<Cell>, u32)| {
            let said = cells.iter().filter(|cell| !cell.is_empty());
            said.clone().count() >= width.min(2) && said.clone().all(Cell::is_bold)
        };
        let bold = self.rows.iter().take_while(is_title).count();
        let ruled = self.ruled.filter(|count| *count <= MAX_TITLES);
        let found = self.titled.or(ruled).filter(is_some);
        found.or((bold <= MAX_TITLES).then_some(bold)).filter(is_some).unwrap_or(0)
    }

    /// Takes a first row of one cell that reaches over all columns: what it says is the title of the table.
    fn take_caption(&mut self) -> Option<(Cell, u32)> {
        let (cells, line) = self.rows.first()?;
        let line = *line;
        let is_whole = cells.len() > 1 && cells[1..].iter().all(|cell| matches!(cell, Cell::Left));
        if !is_whole || self.rows.len() < 2 || self.rows.iter().any(|(other, _)| other.len() > cells.len()) {
            return None;
        }
        let (cells, _) = self.rows.remove(0);
        self.ruled = self.ruled.map(|count| count - 1);
        self.titled = self.titled.map(|count| count.saturating_sub(1));
        cells.into_iter().next().map(|cell| (cell, line))
    }

    /// Writes the table; lines that are none as they are.
    pub(super) fn write(mut self, out: &mut MarkdownWriter) {
        self.rows.retain(|(cells, _)| !cells.is_empty());
        if self.rows.is_empty() {
            if !self.raw.is_empty() && self.part != Part::Data {
                out.fenced(&self.raw, "text", self.at);
            }
            return;
        }
        if let Some((Cell::Text { text, .. }, line)) = self.take_caption() {
            out.line(&text, line);
            out.line("", line);
        }
        let count = self.titles();
        let body = self.rows.split_off(count);
        let (titles, at) = (titles(&self.rows), self.rows.first().map_or(self.at, |(_, line)| *line));
        let is_left = |column: usize| self.rows.iter().all(|(cells, _)| matches!(cells.get(column), Some(Cell::Left)));
        let mut again: Vec<Again> = (0..titles.len())
            .filter(|&column| column > 0 && count > 0 && is_left(column) && titles[column] == titles[column - 1])
            .map(|column| Again { row: 0, column, is_left: true })
            .collect();
        let mut rows = Vec::with_capacity(body.len());
        for (number, (cells, line)) in body.into_iter().enumerate() {
            let mut row = Vec::with_capacity(cells.len());
            for (column, cell) in cells.into_iter().enumerate() {
                row.push(match cell {
                    Cell::Text { text, .. } => text,
                    Cell::Left | Cell::Above => {
                        again.push(Again { row: number + 1, column, is_left: matches!(cell, Cell::Left) });
                        String::new()
                    }
                });
            }
            rows.push((row, line));
        }
        out.table(&titles, &rows, again, at);
    }
}

/// The titles of columns: several rows of titles are one.
fn titles(rows: &[(Vec<Cell>, u32)]) -> Vec<String> {
    let mut titles: Vec<String> = Vec::new();
    let mut above: Vec<String> = Vec::new();
    for (cells, _) in rows {
        let mut row: Vec<String> = Vec::with_capacity(cells.len());
        for (column, cell) in cells.iter().enumerate() {
            row.push(match cell {
                Cell::Text { text, .. } => text.clone(),
                Cell::Left => row.last().cloned().unwrap_or_default(),
                Cell::Above => above.get(column).cloned().unwrap_or_default(),
            });
        }
        titles.resize(titles.len().max(row.len()), String::new());
        for (column, text) in row.iter().enumerate() {
            let goes_on = !text.is_empty() && above.get(column) != Some(text);
            if goes_on && !titles[column].is_empty() {
                titles[column].push(' ');
            }
            titles[column].push_str(if goes_on { text } else { "" });
        }
        above = row;
    }
    titles
}

fn markdown(field: &str) -> String {
    let mut runs = Runs::default();
    runs.add(field);
    runs.markdown()
}

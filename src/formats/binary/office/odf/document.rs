//! OpenDocument: texts, slides and sheets. Changes are read as accepted.

use super::lists::{ListStyles, OpenLists};
use super::margins::margins;
use crate::formats::binary::office::html::{Cell, Html, MAX_COLUMNS, escaped, link};
use crate::formats::binary::office::number_format::rounded;
use crate::formats::binary::office::package::Package;
use crate::formats::binary::office::sheet::{Declared, MAX_ROWS, Sheet};
use crate::formats::binary::office::xml::{Tag, Token, each};
use std::collections::HashMap;

/// Times that a cell or row which says that it is repeated counts.
const MAX_REPEATED: usize = 64;

/// Writes the document.
pub(in crate::formats::binary::office) fn write(package: &mut Package<'_>, out: &mut Html) -> Result<(), &'static str> {
    let xml = package.part("content.xml").ok_or("damaged, or encrypted: its text is missing")?;
    let declared = declared(&xml);
    let mut styles = ListStyles::default();
    styles.read(&xml);
    let of_pages = package.part("styles.xml");
    of_pages.iter().for_each(|xml| styles.read(xml));
    let mut story = Story::new(out, &declared, styles);
    each(&xml, &mut |token| match token {
        _ if story.out.is_full() => {}
        Token::Open(tag) if story.skipped > 0 || is_skipped(tag) => story.skipped += 1,
        Token::Close(_) if story.skipped > 0 => story.skipped -= 1,
        Token::Open(tag) => story.start(tag),
        Token::Close(name) => story.end(name),
        Token::Text(text) => story.text(text),
    });
    let has_slides = story.slide > 0;
    if let Some(xml) = of_pages.filter(|_| !has_slides) {
        margins(&xml).write(1, out);
    }
    Ok(())
}

/// The tables that a file declares, by their sheets. They stand behind all sheets.
fn declared(xml: &[u8]) -> HashMap<String, Vec<Declared>> {
    let mut found: HashMap<String, Vec<Declared>> = HashMap::new();
    if memchr::memmem::find(xml, b"database-range").is_none() {
        return found;
    }
    each(xml, &mut |token| {
        if let Token::Open(tag) = token
            && tag.name == "database-range"
            && let Some(range) = tag.get("target-range-address")
            && let Some((sheet, first)) = range.rsplit_once(':').unwrap_or((&range, &range)).0.rsplit_once('.')
            && let Some((_, last)) = range.rsplit_once('.')
        {
            let has_titles = tag.get("contains-header").is_none_or(|has| has == "true");
            let name = sheet.trim_start_matches('$').trim_matches('\'').replace("''", "'");
            found.entry(name).or_default().extend(Declared::of(&format!("{first}:{last}"), has_titles));
        }
    });
    found
}

/// A block in the making.
#[derive(Debug, Default)]
struct Block {
    /// The level of a heading; 0 for a paragraph.
    level: usize,
    style: String,
    inline: String,
    links: Vec<(usize, Option<String>)>,
}

/// A table in the making.
#[derive(Debug, Default)]
struct Table {
    name: String,
    rows: Vec<Vec<Cell>>,
    /// The sheet that the table is, and the number of the row that is open.
    sheet: Option<(Sheet, usize)>,
    row: Vec<Cell>,
    /// What is in the open cell, and what its tag says of it.
    cell: Vec<String>,
    tag: Cell,
    is_covered: bool,
    cell_times: usize,
    row_times: usize,
    /// Whether the row that is open is hidden.
    is_hidden: bool,
}

struct Story<'o> {
    out: &'o mut Html,
    declared: &'o HashMap<String, Vec<Declared>>,
    open: Vec<Block>,
    tables: Vec<Table>,
    lists: OpenLists,
    styles: ListStyles,
    /// Styles of paragraphs with the ones that they are based on.
    bases: HashMap<String, String>,
    in_notes: bool,
    skipped: usize,
    is_sheet: bool,
    slide: usize,
    /// Columns of the table that were met.
    columns: usize,
}

impl<'o> Story<'o> {
    fn new(out: &'o mut Html, declared: &'o HashMap<String, Vec<Declared>>, styles: ListStyles) -> Story<'o> {
        Story {
            out,
            declared,
            open: Vec::new(),
            tables: Vec::new(),
            lists: OpenLists::default(),
            styles,
            bases: HashMap::new(),
            in_notes: false,
            skipped: 0,
            is_sheet: false,
            slide: 0,
            columns: 0,
        }
    }

    fn end_block(&mut self) {
        let Some(block) = self.open.pop() else { return };
        if let Some(table) = self.tables.last_mut() {
            if !block.inline.trim().is_empty() {
                table.cell.push(block.inline);
            }
            return;
        }
        let style = self.bases.get(&block.style).unwrap_or(&block.style).to_lowercase();
        match (block.level, self.lists.len()) {
            (0, 0) if self.in_notes => self.out.quote(&block.inline),
            (0, 0) if style.contains("preformatted") || style.contains("source_20_code") => {
                self.out.code(&block.inline)
            }
            (0, 0) if style.contains("quotation") => self.out.quote(&block.inline),
            (0, 0) if style == "title" => self.out.heading(1, &block.inline),
            (0, 0) => self.out.paragraph(&block.inline),
            (0, _) if block.inline.trim().is_empty() => {}
            (0, level) => self.out.item(level - 1, &self.lists.mark(&self.styles), &block.inline),
            (level, _) => self.out.heading(level, &block.inline),
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(block) = self.open.last_mut() {
            block.inline += &escaped(text);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "h" => self.open.push(Block { level: tag.number("outline-level").unwrap_or(1).max(1), ..Block::default() }),
            "p" => self.open.push(Block { style: tag.get("style-name").unwrap_or_default(), ..Block::default() }),
            "s" => self.text(&" ".repeat(tag.number("c").unwrap_or(1).min(200))),
            "tab" => self.text("\t"),
            "line-break" => self.raw("<br>"),
            "a" => {
                if let Some(block) = self.open.last_mut() {
                    block.links.push((block.inline.len(), tag.get("href")));
                }
            }
            "list" => self.lists.start(tag),
            "list-item" | "list-header" => self.lists.start_item(tag),
            "style" => {
                if let (Some(name), Some(base)) = (tag.get("name"), tag.get("parent-style-name")) {
                    self.bases.insert(name, base);
                }
            }
            "spreadsheet" => self.is_sheet = true,
            "page" => {
                self.slide += 1;
                let name = tag.get("name").unwrap_or_else(|| format!("Slide {}", self.slide));
                self.out.heading(1, &escaped(&name));
            }
            "notes" => self.in_notes = true,
            "table" => {
                let sheet = (self.is_sheet && self.tables.is_empty()).then(|| (Sheet::of(self.out), 0));
                self.columns = 0;
                self.tables.push(Table { name: tag.get("name").unwrap_or_default(), sheet, ..Table::default() });
            }
            "table-column" if self.tables.len() == 1 => self.column(tag),
            "table-row" => self.with_table(|table| {
                table.row_times = tag.number("number-rows-repeated").unwrap_or(1).max(1);
                table.is_hidden = is_hidden(tag);
            }),
            "table-cell" | "covered-table-cell" => self.with_table(|table| table.start_cell(tag)),
            _ => {}
        }
    }

    /// Columns of a sheet that are hidden.
    fn column(&mut self, tag: &Tag<'_>) {
        let first = self.columns;
        self.columns = first.saturating_add(tag.number("number-columns-repeated").unwrap_or(1));
        let columns = first.min(MAX_COLUMNS)..self.columns.min(MAX_COLUMNS);
        if is_hidden(tag)
            && let Some((sheet, _)) = self.tables.last_mut().and_then(|table| table.sheet.as_mut())
        {
            sheet.hide_columns(columns);
        }
    }

    fn raw(&mut self, html: &str) {
        self.open.last_mut().into_iter().for_each(|block| block.inline += html);
    }

    fn with_table(&mut self, change: impl FnOnce(&mut Table)) {
        self.tables.last_mut().map(change);
    }

    fn end(&mut self, name: &str) {
        match name {
            "h" | "p" => self.end_block(),
            "a" => {
                if let Some(block) = self.open.last_mut()
                    && let Some((start, target)) = block.links.pop()
                {
                    let inline = block.inline.split_off(start.min(block.inline.len()));
                    block.inline += &link(target.as_deref(), &inline);
                }
            }
            "list" => self.lists.end(),
            "notes" => self.in_notes = false,
            "table-cell" | "covered-table-cell" => self.with_table(Table::end_cell),
            "table-row" => self.with_table(Table::end_row),
            "table" => self.end_table(),
            _ => {}
        }
    }

    fn end_table(&mut self) {
        let Some(mut table) = self.tables.pop() else { return };
        while table.rows.last().is_some_and(|row| row.is_empty()) {
            table.rows.pop();
        }
        if let Some(outer) = self.tables.last_mut() {
            let cells = table.rows.into_iter().flatten().map(|cell| cell.inline);
            outer.cell.extend(cells.filter(|cell| !cell.is_empty()));
        } else if let Some((sheet, _)) = table.sheet {
            self.out.heading(1, &escaped(&table.name));
            sheet.write(self.declared.get(&table.name).map_or(&[], Vec::as_slice), self.out);
        } else if !table.rows.is_empty() {
            self.out.table(&table.rows);
        }
    }
}

impl Table {
    fn start_cell(&mut self, tag: &Tag<'_>) {
        self.cell_times = tag.number("number-columns-repeated").unwrap_or(1).max(1);
        self.is_covered = tag.name == "covered-table-cell";
        let span = |name: &str| tag.number(name).filter(|_| self.sheet.is_none()).unwrap_or(1);
        let value = match tag.get("value-type").as_deref() {
            Some("float" | "percentage" | "currency") => tag.get("value").map(|value| rounded(&value)),
            Some("date") => tag.get("date-value").map(|day| day.replace('T', " ")),
            Some("boolean") => tag.get("boolean-value").map(|is| is.to_uppercase()),
            _ => None,
        };
        let (columns, rows) = (span("number-columns-spanned"), span("number-rows-spanned"));
        self.tag = Cell { value, columns, rows, ..Cell::default() };
    }

    fn end_cell(&mut self) {
        let inline = std::mem::take(&mut self.cell).join("<br>");
        // A cell that another reaches over has its place in a sheet only.
        if self.is_covered && self.sheet.is_none() {
            return;
        }
        let mut cell = Cell { inline, ..std::mem::take(&mut self.tag) };
        // Days are written alike in all documents.
        if let Some(day) = cell.value.as_ref().filter(|value| value.contains('-') && value.len() >= 10)
            && !cell.is_empty()
        {
            cell.inline.clone_from(day);
        }
        let times = self.cell_times.min(if cell.is_empty() { MAX_COLUMNS } else { MAX_REPEATED });
        let left = MAX_COLUMNS.saturating_sub(self.row.len());
        self.row.extend(std::iter::repeat_n(cell, times.min(left)));
    }

    /// Ends a row. Rows of nothing at the end of a sheet are repeated a million times.
    fn end_row(&mut self) {
        let mut row = std::mem::take(&mut self.row);
        while row.last().is_some_and(Cell::is_empty) {
            row.pop();
        }
        let times = if row.is_empty() { 1 } else { self.row_times.min(MAX_REPEATED) };
        match &mut self.sheet {
            Some((sheet, number)) => {
                for time in 0..times {
                    if self.is_hidden && !row.is_empty() {
                        sheet.hide_row(*number + time);
                    }
                    sheet.push(*number + time, row.clone());
                }
                *number = number.saturating_add(self.row_times);
            }
            None if self.rows.len() + times <= MAX_ROWS => self.rows.extend(std::iter::repeat_n(row, times)),
            None => {}
        }
    }
}

/// Whether a row or column is not shown.
fn is_hidden(tag: &Tag<'_>) -> bool {
    tag.get("visibility").is_some_and(|is| is != "visible")
}

/// What was deleted, and what is no text of the document.
fn is_skipped(tag: &Tag<'_>) -> bool {
    matches!(tag.name, "tracked-changes" | "forms" | "sequence-decls" | "script" | "creator" | "date")
}

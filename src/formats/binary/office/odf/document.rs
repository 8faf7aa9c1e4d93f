//! OpenDocument: texts, slides and sheets. Changes are read as accepted.

use super::asides::Asides;
use super::lists::{ListStyles, OpenLists};
use super::margins::margins;
use super::pictures::Shapes;
use super::table::{Table, is_hidden};
use crate::formats::binary::office::anchors::Anchors;
use crate::formats::binary::office::html::{Html, MAX_COLUMNS};
use crate::formats::binary::office::inline::{escaped, link, picture};
use crate::formats::binary::office::package::Package;
use crate::formats::binary::office::sheet::{Declared, Sheet};
use crate::formats::binary::office::xml::{Tag, Token, each};
use std::collections::HashMap;

/// Writes the document.
pub(in crate::formats::binary::office) fn write(package: &mut Package<'_>, out: &mut Html) -> Result<(), &'static str> {
    package.must_be_open("content.xml")?;
    let xml = package.part("content.xml").ok_or("damaged: its text is missing")?;
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
        Token::Text(text) if story.skipped == 0 => story.text(text),
        Token::Text(_) => {}
    });
    story.asides.write(1, story.out);
    story.out.lead(&story.anchors);
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

/// References to a place of the text, by its name: a bookmark, a numbered caption, a mark.
const REFERENCES: &[&str] = &["bookmark-ref", "sequence-ref", "reference-ref"];

/// A block in the making.
#[derive(Debug, Default)]
struct Block {
    /// The level of a heading; 0 for a paragraph.
    level: usize,
    style: String,
    inline: String,
    links: Vec<(usize, Option<String>)>,
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
    asides: Asides,
    anchors: Anchors,
    shapes: Shapes,
    /// Pictures on the sheet that is open.
    pictures: Vec<String>,
    skipped: usize,
    is_sheet: bool,
    slide: usize,
    /// What the slide that has begun is called, until its heading is written.
    slide_name: Option<String>,
    in_title: bool,
    /// Whether the notes of a slide have begun to be written.
    has_notes: bool,
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
            asides: Asides::default(),
            anchors: Anchors::default(),
            shapes: Shapes::default(),
            pictures: Vec::new(),
            skipped: 0,
            is_sheet: false,
            slide: 0,
            slide_name: None,
            in_title: false,
            has_notes: false,
            columns: 0,
        }
    }

    fn end_block(&mut self) {
        let Some(block) = self.open.pop() else { return };
        if self.asides.is_open() {
            return self.asides.block(block.inline);
        }
        if let Some(table) = self.tables.last_mut() {
            if !block.inline.trim().is_empty() {
                table.cell.push(block.inline);
            }
            return;
        }
        let is_title = self.in_title && self.slide_name.is_some() && !block.inline.trim().is_empty();
        if is_title {
            return self.begin_slide(Some(&block.inline));
        }
        if !block.inline.trim().is_empty() {
            self.begin_slide(None);
            if self.in_notes && !std::mem::replace(&mut self.has_notes, true) {
                self.out.heading(2, "Notes");
            }
        }
        let style = self.bases.get(&block.style).unwrap_or(&block.style).to_lowercase();
        match (block.level, self.lists.len()) {
            (0, 0) if self.in_notes => self.out.quote(&block.inline),
            (0, 0) if style.contains("preformatted") || style.contains("source_20_code") => {
                self.out.code(&block.inline)
            }
            (0, 0) if style.contains("quotation") => self.out.quote(&block.inline),
            (0, 0) if style == "title" => self.out.heading_at(1, &block.inline, self.anchors.heading(&block.inline)),
            (0, 0) => self.out.paragraph(&block.inline),
            (0, _) if block.inline.trim().is_empty() => {}
            (0, level) => self.out.item(level - 1, &self.lists.mark(&self.styles), &block.inline),
            (_, _) if block.inline.trim().is_empty() => {}
            (level, _) => self.out.heading_at(level, &block.inline, self.anchors.heading(&block.inline)),
        }
        if !block.inline.trim().is_empty() {
            self.anchors.paragraph();
        }
    }

    /// Writes the heading of the slide that has begun: its title, else what it is called.
    fn begin_slide(&mut self, title: Option<&str>) {
        if let Some(name) = self.slide_name.take() {
            self.out.page(self.slide, title.unwrap_or(&escaped(&name)));
        }
    }

    fn text(&mut self, text: &str) {
        if self.shapes.text(text) || self.asides.text(text) {
            return;
        }
        if let Some(block) = self.open.last_mut() {
            block.inline += &escaped(text);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        self.shapes.start(tag, self.open.len());
        let place = self.tables.first().and_then(Table::place);
        if self.asides.start(tag, place) || self.asides.is_open() && !is_inline(tag.name) {
            return;
        }
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
            name if REFERENCES.contains(&name) => {
                if let Some(block) = self.open.last_mut() {
                    block.links.push((block.inline.len(), tag.get("ref-name").map(|name| format!("#{name}"))));
                }
            }
            "bookmark" | "bookmark-start" | "reference-mark" | "reference-mark-start" => {
                self.anchors.mark(tag.get("name"));
            }
            "sequence" => self.anchors.mark(tag.get("ref-name")),
            "list" => self.lists.start(tag),
            "list-item" | "list-header" => self.lists.start_item(tag),
            "style" => {
                if let (Some(name), Some(base)) = (tag.get("name"), tag.get("parent-style-name")) {
                    self.bases.insert(name, base);
                }
            }
            "spreadsheet" => self.is_sheet = true,
            "page" => {
                self.begin_slide(None);
                self.slide += 1;
                self.slide_name = Some(tag.get("name").unwrap_or_else(|| format!("Slide {}", self.slide)));
            }
            "frame" => self.in_title = tag.get("class").is_some_and(|class| class == "title"),
            "notes" => {
                self.begin_slide(None);
                (self.in_notes, self.has_notes) = (true, false);
            }
            "table" => {
                let name = tag.get("name").unwrap_or_default();
                let sheet = (self.is_sheet && self.tables.is_empty()).then(|| (Sheet::of(self.out, &name), 0));
                self.columns = 0;
                self.tables.push(Table { name, sheet, ..Table::default() });
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

    /// Names a picture where it stands; on a sheet, below that: a cell holds none.
    fn picture(&mut self, told: &str) {
        let html = picture(told);
        match (self.open.last_mut(), self.tables.last_mut()) {
            _ if self.asides.is_open() => {}
            _ if self.is_sheet => self.pictures.push(html),
            (Some(block), _) => block.inline += &html,
            (None, Some(table)) => table.cell.push(html),
            (None, None) => {
                self.begin_slide(None);
                self.out.paragraph(&html);
            }
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(told) = self.shapes.end(name) {
            self.picture(&told);
        }
        let was_aside = self.asides.is_open();
        if let Some(mark) = self.asides.end(name) {
            self.raw(&mark);
        }
        if was_aside && !is_inline(name) {
            return;
        }
        match name {
            "h" | "p" => self.end_block(),
            name if name == "a" || REFERENCES.contains(&name) => {
                if let Some(block) = self.open.last_mut()
                    && let Some((start, target)) = block.links.pop()
                {
                    let inline = block.inline.split_off(start.min(block.inline.len()));
                    block.inline += &link(target.as_deref(), &inline);
                }
            }
            "list" => self.lists.end(),
            "notes" => self.in_notes = false,
            "frame" => self.in_title = false,
            "page" => {
                self.begin_slide(None);
                self.asides.write(2, self.out);
            }
            "table-cell" | "covered-table-cell" => self.with_table(Table::end_cell),
            "table-row" => self.with_table(Table::end_row),
            "table" => self.end_table(),
            _ => {}
        }
    }

    fn end_table(&mut self) {
        self.begin_slide(None);
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
            std::mem::take(&mut self.pictures).iter().for_each(|picture| self.out.paragraph(picture));
            self.asides.write(2, self.out);
        } else if !table.rows.is_empty() {
            self.out.table(&table.rows);
        }
    }
}

/// Elements of a paragraph: all that is read of notes and comments.
fn is_inline(name: &str) -> bool {
    matches!(name, "h" | "p" | "s" | "tab" | "line-break" | "a") || REFERENCES.contains(&name)
}

/// What was deleted, and what is no text of the document.
fn is_skipped(tag: &Tag<'_>) -> bool {
    // Of every slide the same.
    let is_margin = || {
        let class = tag.get("class").unwrap_or_default();
        matches!(&*class, "page-number" | "header" | "footer" | "date-time")
    };
    tag.name == "frame" && is_margin() || matches!(tag.name, "tracked-changes" | "forms" | "sequence-decls" | "script")
}

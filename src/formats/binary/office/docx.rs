//! Word documents: headings by style or outline level, lists, tables, notes and comments; changes as accepted.

use super::drawing::{Drawing, drawing_of, drawings};
use super::html::{Html, escaped, link};
use super::package::{Package, Relation};
use super::xml::{Tag, Token, each};
use std::collections::HashMap;

/// Styles that lead to one another, at most.
const MAX_BASES: usize = 20;

/// Paragraphs in paragraphs, and tables in tables, that are told apart: what is deeper is text of the innermost one.
const MAX_DEPTH: usize = 64;

/// What a style, or a style that it is based on, says of a paragraph.
#[derive(Clone, Debug, Default)]
struct Style {
    name: String,
    base: String,
    level: Option<usize>,
    list: Option<(String, usize)>,
}

/// What a document's other parts say.
#[derive(Default)]
struct Parts {
    styles: HashMap<String, Style>,
    /// Whether a list is ordered, by its number and level.
    ordered: HashMap<(String, usize), bool>,
    relations: HashMap<String, Relation>,
    drawings: HashMap<String, Drawing>,
}

/// Writes the document, its notes and its comments.
pub(super) fn write(package: &mut Package<'_>, out: &mut Html) -> Result<(), &'static str> {
    let main = package.main("officeDocument", "word/document.xml");
    let xml = package.part(&main).ok_or("damaged: its text is missing")?;
    let relations = package.relations(&main);
    let related = |kind: &str| relations.values().find(|of| of.kind == kind).map(|of| of.target.clone());
    let (styles, numbering) = (related("styles"), related("numbering"));
    let notes = ["footnotes", "endnotes", "comments"].map(related);
    let drawings = drawings(package, &relations);
    let mut parts = Parts { relations: relations.clone(), drawings, ..Parts::default() };
    if let Some(xml) = styles.and_then(|name| package.part(&name)) {
        parts.styles = read_styles(&xml);
    }
    if let Some(xml) = numbering.and_then(|name| package.part(&name)) {
        parts.ordered = read_numbering(&xml);
    }
    Story::new(&parts, out).read(&xml);
    for (name, title) in notes.into_iter().zip(["Footnotes", "Endnotes", "Comments"]) {
        let Some((name, xml)) = name.and_then(|name| Some((name.clone(), package.part(&name)?))) else { continue };
        parts.relations = package.relations(&name);
        let mut told = out.beside();
        let mut story = Story::new(&parts, &mut told);
        story.read(&xml);
        if story.notes > 0 {
            out.heading(1, title);
            out.append(told);
        }
    }
    Ok(())
}

fn read_styles(xml: &[u8]) -> HashMap<String, Style> {
    let mut styles = HashMap::new();
    let (mut id, mut style) = (String::new(), Style::default());
    each(xml, &mut |token| match token {
        Token::Open(tag) => match tag.name {
            "style" => (id, style) = (tag.get("styleId").unwrap_or_default(), Style::default()),
            "name" => style.name = tag.get("val").unwrap_or_default().to_lowercase(),
            "basedOn" => style.base = tag.get("val").unwrap_or_default(),
            "outlineLvl" => style.level = tag.number("val").filter(|level| *level < 9),
            "numId" => style.list = Some((tag.get("val").unwrap_or_default(), style.list.take().map_or(0, |of| of.1))),
            "ilvl" => {
                style.list = Some((style.list.take().map_or(String::new(), |of| of.0), tag.number("val").unwrap_or(0)))
            }
            _ => {}
        },
        Token::Close("style") => drop(styles.insert(std::mem::take(&mut id), std::mem::take(&mut style))),
        _ => {}
    });
    styles
}

fn read_numbering(xml: &[u8]) -> HashMap<(String, usize), bool> {
    let mut kinds: HashMap<(String, usize), bool> = HashMap::new();
    let mut ordered = HashMap::new();
    let (mut list, mut level, mut number) = (String::new(), 0, String::new());
    each(xml, &mut |token| {
        let Token::Open(tag) = token else { return };
        match tag.name {
            "abstractNum" => list = tag.get("abstractNumId").unwrap_or_default(),
            "lvl" => level = tag.number("ilvl").unwrap_or(0),
            "numFmt" => {
                let is_ordered = tag.get("val").is_some_and(|format| format != "bullet" && format != "none");
                kinds.insert((list.clone(), level), is_ordered);
            }
            "num" => number = tag.get("numId").unwrap_or_default(),
            "abstractNumId" => {
                let list = tag.get("val").unwrap_or_default();
                let levels = kinds.iter().filter(|((of, _), _)| *of == list);
                ordered.extend(levels.map(|((_, level), is_ordered)| ((number.clone(), *level), *is_ordered)));
            }
            _ => {}
        }
    });
    ordered
}

impl Parts {
    /// A style and those that it is based on.
    fn chain<'p>(&'p self, style: &str) -> impl Iterator<Item = &'p Style> {
        let first = self.styles.get(style);
        std::iter::successors(first, |style| self.styles.get(&style.base)).take(MAX_BASES)
    }

    /// The level of a heading, from 1.
    fn level(&self, style: &str) -> Option<usize> {
        self.chain(style)
            .find_map(|style| {
                let by_name = || match &*style.name {
                    "title" => Some(0),
                    name => name.strip_prefix("heading ")?.parse::<usize>().ok()?.checked_sub(1),
                };
                style.level.or_else(by_name)
            })
            .map(|level| level + 1)
    }

    fn is_named(&self, style: &str, words: &[&str]) -> bool {
        self.chain(style).any(|style| words.iter().any(|word| style.name.contains(word)))
    }

    fn list(&self, style: &str) -> Option<(String, usize)> {
        self.chain(style).find_map(|style| style.list.clone())
    }
}

/// A paragraph in the making.
#[derive(Debug, Default)]
struct Paragraph {
    style: String,
    level: Option<usize>,
    list: Option<(String, usize)>,
    inline: String,
    /// Where the open hyperlink begins, and where it leads.
    links: Vec<(usize, Option<String>)>,
}

/// A table in the making.
#[derive(Debug, Default)]
struct TableRows {
    rows: Vec<Vec<String>>,
    cell: Vec<String>,
}

/// The text of one part.
struct Story<'p, 'o> {
    parts: &'p Parts,
    out: &'o mut Html,
    /// Open paragraphs: those of a text box stand in another.
    open: Vec<Paragraph>,
    tables: Vec<TableRows>,
    /// Open paragraphs and tables beyond [`MAX_DEPTH`].
    deeper: (usize, usize),
    /// How deep what is skipped is nested.
    skipped: usize,
    in_text: bool,
    /// Notes and comments that were read.
    notes: usize,
    /// What stands before the first paragraph of a note.
    label: String,
    /// Drawings in the paragraph or table that is open.
    drawn: Vec<&'p Drawing>,
}

impl<'p, 'o> Story<'p, 'o> {
    fn new(parts: &'p Parts, out: &'o mut Html) -> Story<'p, 'o> {
        Story {
            parts,
            out,
            open: Vec::new(),
            tables: Vec::new(),
            deeper: (0, 0),
            skipped: 0,
            in_text: false,
            notes: 0,
            label: String::new(),
            drawn: Vec::new(),
        }
    }

    fn read(&mut self, xml: &[u8]) {
        each(xml, &mut |token| match token {
            _ if self.out.is_full() => {}
            Token::Open(tag) if self.skipped > 0 || is_skipped(tag) => self.skipped += 1,
            Token::Close(_) if self.skipped > 0 => self.skipped -= 1,
            Token::Open(tag) => self.start(tag),
            Token::Close(name) => self.end(name),
            Token::Text(text) => {
                if self.in_text && self.skipped == 0 {
                    self.push(&escaped(text));
                }
            }
        });
        self.deeper = (0, 0);
        while !self.open.is_empty() {
            self.end("p");
        }
    }

    fn push(&mut self, inline: &str) {
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.inline.push_str(inline);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "p" if self.open.len() < MAX_DEPTH => self.open.push(Paragraph::default()),
            "p" => self.deeper.0 += 1,
            "t" => self.in_text = true,
            "tab" if self.open.last().is_some_and(|paragraph| !paragraph.inline.is_empty()) => self.push("\t"),
            "br" | "cr" => self.push("<br>"),
            "noBreakHyphen" => self.push("-"),
            "tbl" if self.tables.len() < MAX_DEPTH => self.tables.push(TableRows::default()),
            "tbl" => self.deeper.1 += 1,
            "tr" => self.tables.last_mut().into_iter().for_each(|table| table.rows.push(Vec::new())),
            "footnoteReference" | "endnoteReference" => {
                let id = tag.get("id").unwrap_or_default();
                self.push(&escaped(&format!("[{id}]")));
            }
            "docPr" => {
                let told = tag.get("descr").filter(|text| !text.trim().is_empty()).or_else(|| tag.get("title"));
                if let Some(told) = told.filter(|text| !text.trim().is_empty()) {
                    self.push(&format!("<img alt=\"{}\">", escaped(&told)));
                }
            }
            "chart" | "relIds" => {
                let parts = self.parts;
                self.drawn.extend(drawing_of(tag).and_then(|id| parts.drawings.get(&id)));
            }
            "footnote" | "endnote" | "comment" => self.note(tag),
            _ => self.property(tag),
        }
    }

    /// What a tag says of the paragraph that is open.
    fn property(&mut self, tag: &Tag<'_>) {
        let parts = self.parts;
        let Some(paragraph) = self.open.last_mut() else { return };
        match tag.name {
            "pStyle" => paragraph.style = tag.get("val").unwrap_or_default(),
            "outlineLvl" => paragraph.level = tag.number("val").filter(|level| *level < 9),
            "ilvl" => {
                let number = paragraph.list.take().map_or(String::new(), |of| of.0);
                paragraph.list = Some((number, tag.number("val").unwrap_or(0)));
            }
            "numId" => {
                let level = paragraph.list.take().map_or(0, |of| of.1);
                paragraph.list = Some((tag.get("val").unwrap_or_default(), level));
            }
            "hyperlink" => {
                let outside = tag.relation().and_then(|id| Some(parts.relations.get(&id)?.target.clone()));
                let inside = || tag.get("anchor").map(|anchor| format!("#{anchor}"));
                paragraph.links.push((paragraph.inline.len(), outside.or_else(inside)));
            }
            _ => {}
        }
    }

    fn note(&mut self, tag: &Tag<'_>) {
        // Separators are notes with a type.
        if tag.get("type").is_some_and(|kind| kind != "normal") {
            self.skipped = 1;
            return;
        }
        self.notes += 1;
        let author = tag.get("author").map(|author| format!("{author}: ")).unwrap_or_default();
        self.label = format!("[{}] {author}", tag.get("id").unwrap_or_default());
    }

    fn end(&mut self, name: &str) {
        self.end_element(name);
        if matches!(name, "p" | "tbl") && self.open.is_empty() && self.tables.is_empty() {
            std::mem::take(&mut self.drawn).into_iter().for_each(|drawing| drawing.write(self.out));
        }
    }

    fn end_element(&mut self, name: &str) {
        match name {
            "p" if self.deeper.0 > 0 => self.deeper.0 -= 1,
            "tbl" if self.deeper.1 > 0 => self.deeper.1 -= 1,
            "p" => self.end_paragraph(),
            "t" => self.in_text = false,
            "hyperlink" => {
                if let Some(paragraph) = self.open.last_mut()
                    && let Some((start, target)) = paragraph.links.pop()
                {
                    let inline = paragraph.inline.split_off(start.min(paragraph.inline.len()));
                    paragraph.inline += &link(target.as_deref(), &inline);
                }
            }
            "tc" => {
                if let Some(table) = self.tables.last_mut() {
                    let cell = std::mem::take(&mut table.cell).join("<br>");
                    table.rows.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
                }
            }
            "tbl" => self.end_table(),
            _ => {}
        }
    }

    fn end_table(&mut self) {
        let Some(table) = self.tables.pop() else { return };
        match self.tables.last_mut() {
            // A table in a cell is the cell's text.
            Some(outer) => outer.cell.extend(table.rows.into_iter().flatten().filter(|cell| !cell.is_empty())),
            None => self.out.table(&table.rows),
        }
    }

    fn end_paragraph(&mut self) {
        let Some(mut paragraph) = self.open.pop() else { return };
        if !self.label.is_empty() && !paragraph.inline.trim().is_empty() {
            paragraph.inline =
                format!("{}{}", escaped(&std::mem::take(&mut self.label)), paragraph.inline.trim_start());
        }
        if let Some(table) = self.tables.last_mut() {
            if !paragraph.inline.trim().is_empty() {
                table.cell.push(paragraph.inline);
            }
            return;
        }
        let (parts, style) = (self.parts, &*paragraph.style);
        let level = paragraph.level.map(|level| level + 1).or_else(|| parts.level(style));
        let list = paragraph.list.or_else(|| parts.list(style)).filter(|(number, _)| number != "0");
        match (level, list) {
            (Some(level), _) => self.out.heading(level, &paragraph.inline),
            _ if parts.is_named(style, &["source code", "html preformatted", "code block", "macro text"]) => {
                self.out.code(&paragraph.inline);
            }
            (None, Some((number, level))) => {
                let is_ordered = parts.ordered.get(&(number, level)).copied().unwrap_or(false);
                self.out.item(level, is_ordered, &paragraph.inline);
            }
            _ if parts.is_named(style, &["quote", "block text"]) => self.out.quote(&paragraph.inline),
            _ => self.out.paragraph(&paragraph.inline),
        }
    }
}

/// What was deleted or moved away, what stands in for newer drawings, and what is no text.
fn is_skipped(tag: &Tag<'_>) -> bool {
    matches!(tag.name, "del" | "moveFrom" | "Fallback" | "instrText" | "delText" | "sectPr" | "rPrChange" | "pPrChange")
}

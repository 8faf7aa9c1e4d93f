//! The text of one part of a word document: headings by style or outline level, lists, tables, notes; changes as accepted.

use super::fields::Fields;
use super::formula::Formula;
use super::notes::Marks;
use super::pictures::Pictures;
use super::styles::{Paragraph, Parts};
use super::table::TableRows;
use crate::formats::binary::office::anchors::Anchors;
use crate::formats::binary::office::drawing::{Drawing, drawing_of};
use crate::formats::binary::office::html::{Html, Mark};
use crate::formats::binary::office::inline::{escaped, link, picture};
use crate::formats::binary::office::numbering::Counters;
use crate::formats::binary::office::xml::{Tag, Token, each};
use crate::formats::bytes::signs;

/// Paragraphs in paragraphs, and tables in tables, that are told apart: what is deeper is text of the innermost one.
const MAX_DEPTH: usize = 64;

/// The text of one part.
pub(super) struct Story<'p, 'o> {
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
    /// Whether the code of a field is read.
    in_code: bool,
    fields: Fields,
    /// The formula that is open.
    formula: Option<Formula>,
    /// Where the last formula ended in its paragraph.
    formula_end: usize,
    counters: Counters,
    /// The paragraph before, if its end was deleted.
    joined: Option<Paragraph>,
    /// What the properties are of that are read: a paragraph or a row.
    properties_of: Option<char>,
    /// Notes and comments that were read.
    pub(super) notes: usize,
    /// What stands before the first paragraph of a note.
    label: String,
    pub(super) marks: Marks,
    pub(super) anchors: Anchors,
    pictures: Pictures,
    /// Drawings in the paragraph or table that is open.
    drawn: Vec<&'p Drawing>,
    /// Whether it is a header or footer: what stands there is neither a heading nor an item.
    pub(super) is_margin: bool,
}

impl<'p, 'o> Story<'p, 'o> {
    pub(super) fn new(parts: &'p Parts, out: &'o mut Html, marks: Marks) -> Story<'p, 'o> {
        Story {
            parts,
            out,
            open: Vec::new(),
            tables: Vec::new(),
            deeper: (0, 0),
            skipped: 0,
            in_text: false,
            in_code: false,
            fields: Fields::default(),
            formula: None,
            formula_end: 0,
            counters: Counters::default(),
            joined: None,
            properties_of: None,
            notes: 0,
            label: String::new(),
            marks,
            anchors: Anchors::default(),
            pictures: Pictures::default(),
            drawn: Vec::new(),
            is_margin: false,
        }
    }

    pub(super) fn read(&mut self, xml: &[u8]) {
        each(xml, &mut |token| match token {
            _ if self.out.is_full() => {}
            token if self.formula.is_some() => self.in_formula(&token),
            Token::Open(tag) if self.skipped > 0 || is_skipped(tag) => {
                self.deletion(tag);
                self.skipped += 1;
            }
            Token::Close(_) if self.skipped > 0 => self.skipped -= 1,
            Token::Open(tag) => self.start(tag),
            Token::Close(name) => self.end(name),
            Token::Text(text) => {
                if self.in_code && self.skipped == 0 {
                    self.fields.code(text);
                } else if self.in_text && self.skipped == 0 {
                    let is_mark = self.marks.is_mark(text);
                    self.push(&escaped(&if is_mark { format!("[{}]", text.trim()) } else { text.to_owned() }));
                }
            }
        });
        self.end_joined();
        self.deeper = (0, 0);
        while !self.open.is_empty() {
            self.end("p");
        }
    }

    fn in_formula(&mut self, token: &Token<'_>) {
        let Some(formula) = &mut self.formula else { return };
        match token {
            Token::Open(tag) => formula.start(tag),
            Token::Text(text) => formula.text(text),
            Token::Close(name) => {
                if let Some(told) = formula.end(name) {
                    self.formula = None;
                    // Formulas that follow each other are not one.
                    let follows = self
                        .open
                        .last()
                        .is_some_and(|paragraph| self.formula_end == paragraph.inline.len() && self.formula_end > 0);
                    self.push(if follows { " " } else { "" });
                    self.push(&escaped(&told));
                    self.formula_end = self.open.last().map_or(0, |paragraph| paragraph.inline.len());
                }
            }
        }
    }

    fn push(&mut self, inline: &str) {
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.inline.push_str(inline);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "p" if self.open.len() < MAX_DEPTH => {
                let inline = self.joined.take().map_or_else(String::new, |before| before.inline);
                self.open.push(Paragraph { inline, ..Paragraph::default() });
            }
            "p" => self.deeper.0 += 1,
            "t" => self.in_text = true,
            "instrText" => self.in_code = true,
            "fldChar" | "fldSimple" => self.field(tag),
            "tab" | "ptab" if self.open.last().is_some_and(|paragraph| !paragraph.inline.is_empty()) => self.push("\t"),
            "br" | "cr" => self.push("<br>"),
            "noBreakHyphen" => self.push("-"),
            "pPr" | "trPr" => self.properties_of = tag.name.chars().next(),
            "tbl" if self.tables.len() < MAX_DEPTH => {
                self.end_joined();
                self.tables.push(TableRows::default());
            }
            "tbl" => self.deeper.1 += 1,
            "tr" | "tc" | "gridSpan" | "vMerge" | "gridBefore" => {
                self.tables.last_mut().into_iter().for_each(|table| table.start(tag));
            }
            "oMath" | "oMathPara" => {
                let mut formula = Formula::default();
                formula.start(tag);
                self.formula = Some(formula);
            }
            "altChunk" => {
                let parts = self.parts;
                let html = tag.relation().and_then(|id| parts.chunks.get(&id));
                html.into_iter().for_each(|html| self.out.raw(html));
            }
            "footnoteReference" | "endnoteReference" => {
                let mark = self.marks.refer(tag).map(|mark| format!("[{mark}]"));
                mark.into_iter().for_each(|mark| self.push(&escaped(&mark)));
            }
            "sym" => self.sign(tag),
            "bookmarkStart" => self.anchors.mark(tag.get("name")),
            "docPr" | "blip" | "imagedata" | "pict" => {
                let told = self.pictures.told(tag, &self.parts.relations);
                told.into_iter().for_each(|told| self.push(&picture(&told)));
            }
            "chart" | "relIds" => {
                let parts = self.parts;
                self.drawn.extend(drawing_of(tag).and_then(|id| parts.drawings.get(&id)));
            }
            "footnote" | "endnote" | "comment" => self.note(tag),
            _ => self.property(tag),
        }
    }

    /// What a field leads to is a link from where its text begins.
    fn field(&mut self, tag: &Tag<'_>) {
        match tag.get("fldCharType").as_deref() {
            Some("begin") => self.fields.begin(),
            Some("end") if self.fields.end() => self.end_link(),
            Some("separate") => self.start_link(),
            Some(_) => {}
            None => {
                self.fields.begin();
                self.fields.code(&tag.get("instr").unwrap_or_default());
                self.start_link();
            }
        }
    }

    fn start_link(&mut self) {
        let address = self.fields.separate();
        if let (Some(address), Some(paragraph)) = (address, self.open.last_mut()) {
            paragraph.links.push((paragraph.inline.len(), Some(address)));
        }
    }

    fn end_link(&mut self) {
        if let Some(paragraph) = self.open.last_mut()
            && let Some((start, target)) = paragraph.links.pop()
        {
            let inline = paragraph.inline.split_off(start.min(paragraph.inline.len()));
            paragraph.inline += &link(target.as_deref(), &inline);
        }
    }

    /// A sign by its font and its code there.
    fn sign(&mut self, tag: &Tag<'_>) {
        let code = tag.get("char").and_then(|code| u32::from_str_radix(&code, 16).ok());
        let sign = code.and_then(|code| signs::shown(&tag.get("font").unwrap_or_default(), code));
        sign.into_iter().for_each(|sign| self.push(&escaped(&sign.to_string())));
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
                let place = tag.get("anchor").map(|anchor| format!("#{anchor}"));
                // An address may have a place within it of its own.
                let place = place.filter(|_| !outside.as_ref().is_some_and(|address| address.contains('#')));
                let address = outside.unwrap_or_default() + place.as_deref().unwrap_or_default();
                paragraph.links.push((paragraph.inline.len(), Some(address).filter(|address| !address.is_empty())));
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
        let id = tag.get("id").filter(|_| tag.name == "comment");
        let mark = id.or_else(|| self.marks.of(tag).map(str::to_owned));
        if tag.name != "comment" {
            self.out.open_note(mark.as_deref().unwrap_or_default());
        }
        self.label = mark.map_or_else(String::new, |mark| format!("[{mark}] ")) + &author;
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
            "pPr" | "trPr" => self.properties_of = None,
            "t" => self.in_text = false,
            "hyperlink" => self.end_link(),
            "instrText" => self.in_code = false,
            "fldSimple" if self.fields.end() => self.end_link(),
            "tc" => {
                self.end_joined();
                self.tables.last_mut().into_iter().for_each(TableRows::end_cell);
            }
            "tbl" => self.end_table(),
            "txbxContent" => self.end_joined(),
            "footnote" | "endnote" => {
                self.end_joined();
                self.out.close_note();
            }
            _ => {}
        }
    }

    fn end_table(&mut self) {
        let Some(table) = self.tables.pop() else { return };
        match self.tables.last_mut() {
            Some(outer) => outer.take(table),
            None => {
                let rows = table.finished();
                if !rows.is_empty() {
                    self.out.table(&rows);
                }
            }
        }
    }

    /// What a deletion in the properties of a paragraph or a row takes away: its end, or all of it.
    fn deletion(&mut self, tag: &Tag<'_>) {
        if self.skipped > 0 || !matches!(tag.name, "del" | "moveFrom") {
            return;
        }
        match self.properties_of {
            Some('p') => self.open.last_mut().into_iter().for_each(|paragraph| paragraph.is_joined = true),
            Some('t') => self.tables.last_mut().into_iter().for_each(TableRows::delete_row),
            _ => {}
        }
    }

    /// Ends a paragraph whose end was deleted and that no other follows.
    fn end_joined(&mut self) {
        if let Some(paragraph) = self.joined.take() {
            self.open.push(Paragraph { is_joined: false, ..paragraph });
            self.end_paragraph();
        }
    }

    fn end_paragraph(&mut self) {
        let Some(mut paragraph) = self.open.pop() else { return };
        self.formula_end = 0;
        if paragraph.is_joined {
            self.joined = Some(paragraph);
            return;
        }
        if !self.label.is_empty() && !paragraph.inline.trim().is_empty() {
            paragraph.inline =
                format!("{}{}", escaped(&std::mem::take(&mut self.label)), paragraph.inline.trim_start());
        }
        let (parts, style) = (self.parts, &*paragraph.style);
        let list = parts.list(&paragraph);
        let mark = list.as_ref().and_then(|(number, level)| parts.lists.count(&mut self.counters, number, *level));
        let numbered = match &mark {
            Some(Mark::Number(number)) => format!("{} {}", escaped(number), paragraph.inline),
            _ => paragraph.inline.clone(),
        };
        if let Some(table) = self.tables.last_mut() {
            self.anchors.paragraph();
            return table.say(&numbered);
        }
        if self.is_margin {
            self.out.paragraph(&numbered);
            return;
        }
        let level = paragraph.level.map(|level| level + 1).or_else(|| parts.level(style));
        match (level, list) {
            (Some(_), _) if paragraph.inline.trim().is_empty() => {}
            (Some(level), _) => self.out.heading_at(level, &numbered, self.anchors.heading(&numbered)),
            _ if parts.is_named(style, &["source code", "html preformatted", "code block", "macro text"]) => {
                self.out.code(&paragraph.inline);
            }
            (None, Some((_, level))) => {
                self.out.item(level, mark.as_ref().unwrap_or(&Mark::Bullet), &paragraph.inline);
            }
            _ if parts.is_named(style, &["quote", "block text"]) => self.out.quote(&paragraph.inline),
            _ => self.out.paragraph(&paragraph.inline),
        }
        if !paragraph.inline.trim().is_empty() {
            self.anchors.paragraph();
        }
    }
}

/// What was deleted or moved away, what stands in for newer drawings, and what is no text.
fn is_skipped(tag: &Tag<'_>) -> bool {
    matches!(
        tag.name,
        "del" | "moveFrom" | "Fallback" | "delInstrText" | "delText" | "sectPr" | "rPrChange" | "pPrChange"
    )
}

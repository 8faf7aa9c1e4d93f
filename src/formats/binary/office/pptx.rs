//! Slides: each a section named by its title, with its texts, lists, tables and notes.

use super::cells::Cell;
use super::comments;
use super::drawing::{Drawing, drawing_of, drawings};
use super::html::{Html, Mark};
use super::inline::{escaped, link, name_of_part, picture};
use super::numbering::written;
use super::package::{Package, Relation};
use super::xml::{Tag, Token, each};
use std::collections::HashMap;

/// Levels of numbered paragraphs that are counted.
const MAX_LEVELS: usize = 9;

/// Writes all slides in their order.
pub(super) fn write(package: &mut Package<'_>, out: &mut Html) -> Result<(), &'static str> {
    let main = package.main("officeDocument", "ppt/presentation.xml");
    let xml = package.part(&main).ok_or("damaged: its slides are missing")?;
    let relations = package.relations(&main);
    let mut slides = Vec::new();
    each(&xml, &mut |token| {
        if let Token::Open(tag) = token
            && tag.name == "sldId"
            && let Some(slide) = tag.relation().and_then(|id| relations.get(&id))
        {
            slides.push(slide.target.clone());
        }
    });
    let authors = comments::authors(package, &relations, &["commentAuthors", "authors"]);
    for (number, name) in (1..).zip(slides) {
        let Some(xml) = package.part(&name) else { continue };
        let relations = package.relations(&name);
        let notes = relations.values().find(|of| of.kind == "notesSlide").map(|of| of.target.clone());
        let drawings = drawings(package, &relations);
        let slide = Slide::read(&xml, &relations, drawings);
        let title = if slide.title.trim().is_empty() { format!("Slide {number}") } else { slide.title };
        out.page(number, &title);
        slide.blocks.iter().for_each(|block| block.write(out));
        let notes = notes.and_then(|name| Some((package.part(&name)?, package.relations(&name))));
        if let Some((xml, relations)) = notes {
            let notes = Slide::read(&xml, &relations, HashMap::new());
            let told: Vec<&Block> = notes.blocks.iter().filter(|block| block.has_text()).collect();
            if !told.is_empty() {
                out.heading(2, "Notes");
                told.into_iter().for_each(|block| block.write(out));
            }
        }
        comments::write(&comments::of_part(package, &relations, &authors), 2, out);
    }
    Ok(())
}

/// A part of a slide.
#[derive(Debug)]
enum Block {
    /// The paragraphs of a shape; those of a body are a list, if nothing else is said.
    Text(Vec<Line>, bool),
    Table(Vec<Vec<Cell>>),
    Picture(String),
    Drawing(Drawing),
}

impl Block {
    fn has_text(&self) -> bool {
        match self {
            Block::Text(lines, _) => lines.iter().any(|line| !line.inline.trim().is_empty()),
            Block::Table(_) => true,
            Block::Picture(_) | Block::Drawing(_) => false,
        }
    }

    fn write(&self, out: &mut Html) {
        match self {
            Block::Text(lines, is_body) => {
                let is_list = *is_body && lines.len() > 1;
                let mut numbers: Vec<usize> = Vec::new();
                for line in lines {
                    let mark = line.mark(is_list, &mut numbers);
                    match mark {
                        Some(mark) => out.item(line.level, &mark, &line.inline),
                        None => out.paragraph(&line.inline),
                    }
                }
                out.close();
            }
            Block::Table(rows) => out.table(rows),
            Block::Drawing(drawing) => drawing.write(out),
            Block::Picture(told) => out.paragraph(&picture(told)),
        }
    }
}

/// What stands before a paragraph.
#[derive(Clone, Debug, Default)]
enum Bullet {
    /// What its shape says.
    #[default]
    Usual,
    Nothing,
    Sign,
    /// A number: how it is written, and the first one.
    Number(String, usize),
}

/// A paragraph of a shape.
#[derive(Debug)]
struct Line {
    level: usize,
    inline: String,
    bullet: Bullet,
}

impl Line {
    /// The mark of an item; none for a paragraph. `numbers` are those that were counted last, by levels.
    fn mark(&self, is_list: bool, numbers: &mut Vec<usize>) -> Option<Mark> {
        let kept = self.level + usize::from(matches!(self.bullet, Bullet::Number(..)));
        numbers.truncate(kept.min(MAX_LEVELS));
        match &self.bullet {
            Bullet::Nothing => None,
            Bullet::Usual => is_list.then_some(Mark::Bullet),
            Bullet::Sign => Some(Mark::Bullet),
            Bullet::Number(kind, start) => {
                let level = self.level.min(MAX_LEVELS - 1);
                numbers.resize(numbers.len().max(level + 1), 0);
                numbers[level] = if numbers[level] == 0 { *start } else { numbers[level].saturating_add(1) };
                Some(Mark::Number(numbered(kind, numbers[level])))
            }
        }
    }
}

/// A number as a list of this kind writes it: `arabicPeriod`, `alphaLcParenR`, `romanUcParenBoth`.
fn numbered(kind: &str, number: usize) -> String {
    let format = match kind {
        kind if kind.starts_with("alphaLc") => "lowerLetter",
        kind if kind.starts_with("alphaUc") => "upperLetter",
        kind if kind.starts_with("romanLc") => "lowerRoman",
        kind if kind.starts_with("romanUc") => "upperRoman",
        _ => "decimal",
    };
    let number = written(number as u64, format);
    match kind {
        kind if kind.ends_with("ParenBoth") => format!("({number})"),
        kind if kind.ends_with("ParenR") => format!("{number})"),
        kind if kind.ends_with("Period") => format!("{number}."),
        _ => number,
    }
}

/// One slide, or its notes.
#[derive(Default)]
struct Slide {
    title: String,
    blocks: Vec<Block>,
    /// The kind of the shape that is open.
    shape: String,
    paragraphs: Vec<Line>,
    level: usize,
    bullet: Bullet,
    inline: String,
    in_text: bool,
    rows: Option<Vec<Vec<Cell>>>,
    /// How far the cell that is open reaches; nothing where another reaches over it.
    reach: Option<Cell>,
    link: Option<String>,
    /// Whether the shape that is open was named already.
    is_described: bool,
    in_picture: bool,
    /// Drawings that were not met yet.
    drawings: HashMap<String, Drawing>,
}

impl Slide {
    fn read(xml: &[u8], relations: &HashMap<String, Relation>, drawings: HashMap<String, Drawing>) -> Slide {
        let mut slide = Slide { drawings, ..Slide::default() };
        each(xml, &mut |token| match token {
            Token::Open(tag) => slide.start(tag, relations),
            Token::Close(name) => slide.end(name),
            Token::Text(text) => {
                if slide.in_text {
                    slide.inline += &escaped(text);
                }
            }
        });
        slide
    }

    fn start(&mut self, tag: &Tag<'_>, relations: &HashMap<String, Relation>) {
        match tag.name {
            "sp" => {
                self.shape = "other".to_owned();
                self.paragraphs.clear();
            }
            "ph" => self.shape = tag.get("type").unwrap_or_else(|| "body".to_owned()),
            "p" => (self.inline, self.level, self.bullet) = (String::new(), 0, Bullet::Usual),
            "buNone" => self.bullet = Bullet::Nothing,
            "buChar" | "buBlip" => self.bullet = Bullet::Sign,
            "buAutoNum" => {
                let start = tag.number("startAt").unwrap_or(1).clamp(1, 32_767);
                self.bullet = Bullet::Number(tag.get("type").unwrap_or_default(), start);
            }
            "pPr" => self.level = tag.number("lvl").unwrap_or(0),
            "t" => self.in_text = true,
            "br" => self.inline += " ",
            "hlinkClick" => self.link = tag.relation().and_then(|id| Some(relations.get(&id)?.target.clone())),
            "tbl" => self.rows = Some(Vec::new()),
            "tr" => self.rows.iter_mut().for_each(|rows| rows.push(Vec::new())),
            "tc" => {
                self.paragraphs.clear();
                let is_covered = |name: &str| tag.get(name).is_some_and(|is| matches!(&*is, "1" | "true"));
                let count = |name: &str| tag.number(name).unwrap_or(1);
                let reach = Cell { columns: count("gridSpan"), rows: count("rowSpan"), ..Cell::default() };
                self.reach = (!is_covered("hMerge") && !is_covered("vMerge")).then_some(reach);
            }
            "chart" | "relIds" => {
                let drawing = drawing_of(tag).and_then(|id| self.drawings.remove(&id));
                self.blocks.extend(drawing.map(Block::Drawing));
            }
            "cNvPr" => {
                let told = tag.get("descr").filter(|told| !told.trim().is_empty());
                self.is_described = told.is_some();
                self.blocks.extend(told.map(Block::Picture));
            }
            // A picture that nobody describes is called like the part that it is.
            "pic" => self.in_picture = true,
            "blip" if self.in_picture && !std::mem::take(&mut self.is_described) => {
                let part = tag.get("embed").and_then(|id| relations.get(&id));
                self.blocks.extend(part.map(|part| Block::Picture(name_of_part(&part.target))));
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "r" => {
                if let Some(target) = self.link.take() {
                    self.inline = link(Some(&target), &self.inline);
                }
            }
            "p" if !self.inline.trim().is_empty() => {
                let bullet = std::mem::replace(&mut self.bullet, Bullet::Usual);
                self.paragraphs.push(Line { level: self.level, inline: std::mem::take(&mut self.inline), bullet });
            }
            "tc" => {
                let cell: Vec<String> = self.paragraphs.drain(..).map(|line| line.inline).collect();
                if let Some(row) = self.rows.as_mut().and_then(|rows| rows.last_mut()) {
                    row.extend(self.reach.take().map(|reach| Cell { inline: cell.join("<br>"), ..reach }));
                }
            }
            "tbl" => self.blocks.extend(self.rows.take().map(Block::Table)),
            "sp" => self.end_shape(),
            "pic" => self.in_picture = false,
            _ => {}
        }
    }

    fn end_shape(&mut self) {
        let paragraphs = std::mem::take(&mut self.paragraphs);
        match &*self.shape {
            // Of every slide the same.
            "dt" | "ftr" | "sldNum" | "hdr" | "sldImg" => {}
            "title" | "ctrTitle" if self.title.is_empty() => {
                self.title = paragraphs.into_iter().map(|line| line.inline).collect::<Vec<_>>().join(" ");
            }
            shape if !paragraphs.is_empty() => {
                let is_list = matches!(shape, "body" | "obj" | "subTitle");
                self.blocks.push(Block::Text(paragraphs, is_list));
            }
            _ => {}
        }
    }
}

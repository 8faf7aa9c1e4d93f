//! Sheets: each a section with its tables; a sheet costs what it holds, whatever it claims.

use super::cells::Cell;
use super::comments;
use super::drawing::{Drawing, drawings, texts};
use super::html::{Html, MAX_COLUMNS};
use super::inline::{escaped, link};
use super::margins::{Margins, of_codes};
use super::number_format::Format;
use super::package::Package;
use super::sheet::{Declared, Sheet, place};
use super::xml::{Tag, Token, each};
use std::collections::HashMap;

/// Bytes of a cell that are kept: sheets hold no more than 32,767 characters in one.
const MAX_CELL: usize = 128 << 10;

/// Remarks on sheets, at most.
const MAX_REMARKS: usize = 20;

/// Links of a sheet that are read.
const MAX_LINKS: usize = 100_000;

/// Elements that hold headers and footers.
const MARGINS: &[&str] = &["oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"];

/// What the sheets of a file share.
#[derive(Default)]
struct Book {
    strings: Vec<String>,
    /// How the cells of each style show numbers.
    formats: Vec<Format>,
    /// Whether days are counted from 1904.
    from_1904: bool,
    /// Who wrote comments, by ids.
    people: HashMap<String, String>,
}

/// Writes all sheets in their order.
pub(super) fn write(package: &mut Package<'_>, out: &mut Html) -> Result<(), &'static str> {
    let main = package.main("officeDocument", "xl/workbook.xml");
    let xml = package.part(&main).ok_or("damaged: its sheets are missing")?;
    let relations = package.relations(&main);
    let mut sheets = Vec::new();
    let mut book = Book::default();
    each(&xml, &mut |token| {
        let Token::Open(tag) = token else { return };
        match tag.name {
            "workbookPr" => book.from_1904 = is_true(tag, "date1904"),
            "sheet" => {
                let part = tag.relation().and_then(|id| relations.get(&id));
                let is_hidden = tag.get("state").is_some_and(|state| state != "visible");
                sheets.extend(part.map(|part| (tag.get("name").unwrap_or_default(), part.target.clone(), is_hidden)));
            }
            _ => {}
        }
    });
    let related = |kind: &str| relations.values().find(|of| of.kind == kind).map(|of| of.target.clone());
    let (strings, styles) = (related("sharedStrings"), related("styles"));
    book.strings = strings.and_then(|name| package.part(&name)).map(|xml| shared(&xml)).unwrap_or_default();
    book.formats = styles.and_then(|name| package.part(&name)).map(|xml| formats(&xml)).unwrap_or_default();
    book.people = comments::authors(package, &relations, &["person"]);
    let sizes: Vec<u64> = sheets.iter().map(|(_, part, _)| package.size(part)).collect();
    let cut = out.parts(&sizes, |at, out| {
        let (name, part, is_hidden) = &sheets[at];
        let Some(xml) = package.part(part) else { return };
        out.heading(1, &escaped(name));
        out.paragraph(if *is_hidden { "This sheet is hidden." } else { "" });
        write_sheet(package, &xml, (name, part), &book, out);
    });
    for at in cut {
        out.lose(format!("the end of the sheet {:?}", sheets[at].0));
    }
    out.remarks.truncate(MAX_REMARKS);
    Ok(())
}

/// Whether a tag says so.
fn is_true(tag: &Tag<'_>, name: &str) -> bool {
    tag.get(name).is_some_and(|is| matches!(&*is, "1" | "true"))
}

/// Writes a sheet, what is drawn on it, its comments, its headers and footers.
fn write_sheet(package: &mut Package<'_>, xml: &[u8], (name, part): (&str, &str), book: &Book, out: &mut Html) {
    let relations = package.relations(part);
    let mut reader = Reader::new(book, Sheet::of(out, name));
    each(xml, &mut |token| match token {
        Token::Open(tag) => reader.start(tag),
        Token::Close(name) => reader.end(name),
        Token::Text(text) => reader.text(text),
    });
    let names = |kind: &str| -> Vec<&str> {
        let mut names: Vec<&str> =
            relations.values().filter(|of| of.kind == kind).map(|of| of.target.as_str()).collect();
        names.sort_unstable();
        names
    };
    let parts = names("table").into_iter().filter_map(|name| package.part(name));
    let mut declared: Vec<Declared> = parts.collect::<Vec<_>>().iter().filter_map(|xml| declared(xml)).collect();
    for name in names("pivotTable") {
        declared.extend(package.part(name).and_then(|xml| pivot(&xml)));
    }
    let margins = std::mem::take(&mut reader.margins);
    for (place, target) in std::mem::take(&mut reader.links) {
        let address = match target {
            Target::Relation(id) => relations.get(&id).map(|of| of.target.clone()),
            Target::Address(address) => Some(address),
        };
        address.into_iter().for_each(|address| reader.sheet.link(&place, &address));
    }
    if reader.without_value > 0 {
        let cells = if reader.without_value == 1 { "cell has" } else { "cells have" };
        let told = format!("{} {cells} a formula without its value in the sheet {name:?}", reader.without_value);
        if out.remarks.len() < MAX_REMARKS {
            out.remarks.push(told);
        }
    }
    reader.sheet.write(&declared, out);
    for name in names("drawing") {
        let drawn = package.part(name).map(|xml| texts(&xml)).unwrap_or_default();
        // What a chart shows stands in the cells; what it is called does not.
        let own = package.relations(name);
        let charts = drawings(package, &own);
        let mut charts: Vec<(&String, &Drawing)> = charts.iter().collect();
        charts.sort_unstable_by_key(|(id, _)| *id);
        let titles = charts.into_iter().flat_map(|(_, chart)| chart.titles());
        drawn.iter().chain(titles).for_each(|text| out.paragraph(&escaped(text)));
    }
    comments::write(&comments::of_part(package, &relations, &book.people), 2, out);
    margins.write(2, out);
}

/// The table that a part declares, without the row of its sums.
fn declared(xml: &[u8]) -> Option<Declared> {
    let mut found = None;
    each(xml, &mut |token| {
        if let Token::Open(tag) = token
            && tag.name == "table"
            && let Some(range) = tag.get("ref")
        {
            let mut table = Declared::of(&range, tag.number("headerRowCount") != Some(0));
            let sums = tag.number("totalsRowCount").unwrap_or(0);
            table.iter_mut().for_each(|table| table.rows.end = table.rows.end.saturating_sub(sums));
            found = found.take().or(table);
        }
    });
    found
}

/// The table that a pivot makes: the titles of its columns and what is below; what it is filtered by stands over it.
fn pivot(xml: &[u8]) -> Option<Declared> {
    let mut found = None;
    each(xml, &mut |token| {
        if let Token::Open(tag) = token
            && tag.name == "location"
            && let Some(range) = tag.get("ref")
        {
            let over = tag.number("firstDataRow").unwrap_or(1);
            let mut table = Declared::of(&range, over > 0);
            table.iter_mut().for_each(|table| {
                table.rows.start = table.rows.start.saturating_add(over.saturating_sub(1)).min(table.rows.end);
            });
            found = found.take().or(table);
        }
    });
    found
}

/// Where a cell leads: to what is named elsewhere, or here.
enum Target {
    Relation(String),
    Address(String),
}

/// The address in a formula that is a link to one, and what it shows if no other cell says it:
/// `HYPERLINK("https://…", "Limits")`.
fn linked(formula: &str) -> Option<(&str, Option<String>)> {
    let (address, rest) = formula.trim().strip_prefix("HYPERLINK(\"")?.split_once('"')?;
    let shown = match rest.trim_start().strip_prefix([',', ';']) {
        Some(label) => label.trim().strip_suffix(')').and_then(|label| quoted(label.trim_end())),
        None => Some(address.to_owned()),
    };
    Some((address, shown))
}

/// The text of a string in a formula that is nothing else; a quotation mark in it is written twice.
fn quoted(written: &str) -> Option<String> {
    let inner = written.strip_prefix('"')?.strip_suffix('"')?.replace("\"\"", "\u{0}");
    (!inner.contains('"')).then(|| inner.replace('\u{0}', "\""))
}

/// Adds to the text of a cell what there is room for.
fn push(text: &mut String, part: &str) {
    text.push_str(&part[..part.floor_char_boundary(MAX_CELL.saturating_sub(text.len()))]);
}

/// The strings that cells share.
fn shared(xml: &[u8]) -> Vec<String> {
    let (mut strings, mut text, mut in_text, mut is_spoken) = (Vec::new(), String::new(), false, false);
    each(xml, &mut |token| match token {
        Token::Open(tag) => match tag.name {
            "si" => text.clear(),
            // How it is pronounced is no part of it.
            "rPh" => is_spoken = true,
            "t" => in_text = !is_spoken,
            _ => {}
        },
        Token::Close("t") => in_text = false,
        Token::Close("rPh") => is_spoken = false,
        Token::Close("si") => strings.push(std::mem::take(&mut text)),
        Token::Text(part) if in_text => push(&mut text, part),
        _ => {}
    });
    strings
}

/// How the cells of each style show numbers.
fn formats(xml: &[u8]) -> Vec<Format> {
    let (mut own, mut formats, mut in_cells) = (HashMap::new(), Vec::new(), false);
    each(xml, &mut |token| match token {
        Token::Open(tag) => match tag.name {
            "numFmt" => {
                if let (Some(id), Some(code)) = (tag.number("numFmtId"), tag.get("formatCode")) {
                    own.insert(id, Format::of(&code));
                }
            }
            "cellXfs" => in_cells = true,
            "xf" if in_cells => {
                let id = tag.number("numFmtId").unwrap_or(0);
                formats.push(own.get(&id).cloned().unwrap_or_else(|| Format::built_in(id)));
            }
            _ => {}
        },
        Token::Close("cellXfs") => in_cells = false,
        _ => {}
    });
    formats
}

/// One sheet on its way.
struct Reader<'s> {
    book: &'s Book,
    sheet: Sheet,
    /// The number of the row that is open.
    number: usize,
    row: Vec<Cell>,
    /// The column of the next cell that does not say where it stands.
    next: usize,
    /// Column, type and style of the cell that is open.
    cell: (usize, String, usize),
    value: String,
    in_value: bool,
    in_string: bool,
    /// The formula of the cell that is open.
    formula: String,
    in_formula: bool,
    has_formula: bool,
    /// Cells whose formula was never calculated.
    without_value: usize,
    /// Cells that lead somewhere.
    links: Vec<(String, Target)>,
    /// Headers and footers; the codes of the one that is open.
    margins: Margins,
    margin: Option<String>,
}

impl<'s> Reader<'s> {
    fn new(book: &'s Book, sheet: Sheet) -> Reader<'s> {
        Reader {
            book,
            sheet,
            number: 0,
            row: Vec::new(),
            next: 0,
            cell: (0, String::new(), 0),
            value: String::new(),
            in_value: false,
            in_string: false,
            formula: String::new(),
            in_formula: false,
            has_formula: false,
            without_value: 0,
            links: Vec::new(),
            margins: Margins::default(),
            margin: None,
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "row" => {
                self.row.clear();
                self.next = 0;
                self.number = tag.number("r").map_or(self.number + 1, |number| number.max(self.number + 1));
                if is_true(tag, "hidden") {
                    self.sheet.hide_row(self.number - 1);
                }
            }
            "col" if is_true(tag, "hidden") => {
                let number = |name: &str| tag.number(name).unwrap_or(0);
                self.sheet.hide_columns(number("min").saturating_sub(1)..number("max").min(MAX_COLUMNS));
            }
            "c" => {
                let column = tag.get("r").and_then(|of| place(&of)).map_or(self.next, |(_, column)| column);
                // One of nothing takes its column, too.
                self.next = column.saturating_add(1);
                self.cell = (column, tag.get("t").unwrap_or_default(), tag.number("s").unwrap_or(0));
                self.value.clear();
                self.formula.clear();
                self.has_formula = false;
            }
            "f" => (self.in_formula, self.has_formula) = (true, true),
            "mergeCell" => tag.get("ref").iter().for_each(|range| self.sheet.merge(range)),
            "hyperlink" if self.links.len() < MAX_LINKS => {
                let inside = || Some(Target::Address(format!("#{}", tag.get("location")?)));
                let target = tag.relation().map(Target::Relation).or_else(inside);
                self.links.extend(tag.get("ref").zip(target));
            }
            "v" => self.in_value = true,
            "is" => self.in_string = true,
            "t" if self.in_string => self.in_value = true,
            name if MARGINS.contains(&name) => self.margin = Some(String::new()),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_value {
            push(&mut self.value, text);
        } else if self.in_formula {
            push(&mut self.formula, text);
        } else if let Some(margin) = &mut self.margin {
            push(margin, text);
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "v" | "t" => self.in_value = false,
            "f" => self.in_formula = false,
            "is" => self.in_string = false,
            name if MARGINS.contains(&name) => {
                let parts = of_codes(&self.margin.take().unwrap_or_default());
                parts.iter().for_each(|part| self.margins.add_text(part));
            }
            "c" if self.sheet.is_full() => {}
            "c" => self.end_cell(),
            // Rows that are left out are counted by their marks only.
            "row" if self.sheet.left_out > 0 => self.sheet.left_out += 1,
            "row" => self.sheet.push(self.number - 1, std::mem::take(&mut self.row)),
            _ => {}
        }
    }

    fn end_cell(&mut self) {
        let mut cell = self.told();
        // Programs that only write files leave the sum to those that show it. Of a formula that cells share only one says it.
        let lacks_value = self.has_formula && cell.is_empty() && self.cell.1 != "str";
        match linked(&self.formula) {
            Some((address, Some(shown))) if lacks_value => cell.inline = link(Some(address), &escaped(&shown)),
            Some((address, _)) if !lacks_value => cell.inline = link(Some(address), &cell.inline),
            _ if lacks_value => {
                self.without_value += 1;
                if !self.formula.is_empty() {
                    cell.inline = escaped(&format!("={}", self.formula));
                }
            }
            _ => {}
        }
        self.sheet.put(&mut self.row, self.cell.0, cell);
    }

    /// What the cell that is open shows, and what it holds.
    fn told(&self) -> Cell {
        let (_, kind, style) = &self.cell;
        let (shown, value) = match &**kind {
            "s" => {
                let shared = self.value.parse::<usize>().ok().and_then(|at| self.book.strings.get(at).cloned());
                (shared.unwrap_or_default(), None)
            }
            "b" => {
                let truth = if self.value == "1" { "TRUE" } else { "FALSE" };
                (truth.to_owned(), Some(truth.to_owned()))
            }
            "" | "n" if !self.value.is_empty() => {
                let format = self.book.formats.get(*style).unwrap_or(&Format::General);
                let from_1904 = self.book.from_1904;
                (format.show(&self.value, from_1904), Some(format.value(&self.value, from_1904)))
            }
            "d" => (self.value.clone(), Some(self.value.clone())),
            _ => (self.value.clone(), None),
        };
        Cell { inline: escaped(&shown), value, ..Cell::default() }
    }
}

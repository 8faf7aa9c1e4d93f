//! Sheets: each a section with a table; a sheet costs what it holds, whatever it claims.

use super::html::{Html, escaped};
use super::package::Package;
use super::xml::{Tag, Token, each};
use crate::stdx::date_of;

/// Rows of a sheet that are kept.
const MAX_ROWS: usize = 50_000;

/// Columns that are kept.
const MAX_COLUMNS: usize = 256;

/// Bytes of a cell that are kept: sheets hold no more than 32,767 characters in one.
const MAX_CELL: usize = 128 << 10;

/// Days between the first day of 1900 as sheets count them and that of 1970.
const EPOCH: f64 = 25_569.0;

/// Writes all sheets in their order.
pub(super) fn write(package: &mut Package<'_>, out: &mut Html) -> Result<(), &'static str> {
    let main = package.main("officeDocument", "xl/workbook.xml");
    let xml = package.part(&main).ok_or("damaged: its sheets are missing")?;
    let relations = package.relations(&main);
    let mut sheets = Vec::new();
    each(&xml, &mut |token| {
        if let Token::Open(tag) = token
            && tag.name == "sheet"
            && let Some(part) = tag.relation().and_then(|id| relations.get(&id))
        {
            sheets.push((tag.get("name").unwrap_or_default(), part.target.clone()));
        }
    });
    let related = |kind: &str| relations.values().find(|of| of.kind == kind).map(|of| of.target.clone());
    let (strings, styles) = (related("sharedStrings"), related("styles"));
    let strings = strings.and_then(|name| package.part(&name)).map(|xml| shared(&xml)).unwrap_or_default();
    let dates = styles.and_then(|name| package.part(&name)).map(|xml| dates(&xml)).unwrap_or_default();
    for (name, part) in sheets {
        let Some(xml) = package.part(&part) else { continue };
        out.heading(1, &escaped(&name));
        let mut sheet = Sheet::new(&strings, &dates, out);
        each(&xml, &mut |token| match token {
            Token::Open(tag) => sheet.start(tag),
            Token::Close(name) => sheet.end(name),
            Token::Text(text) => sheet.text(text),
        });
        sheet.finish();
    }
    Ok(())
}

/// A number as sheets show it: of the 17 digits that some are kept with 15 count, and `1.0` is 1.
pub(super) fn number(value: &str) -> String {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let rounded = || format!("{:.14e}", value.parse::<f64>().ok()?).parse::<f64>().ok();
    match rounded().filter(|_| digits > 15 && value.contains('.') && !value.contains(['e', 'E'])) {
        Some(rounded) => rounded.to_string(),
        None => value.strip_suffix(".0").unwrap_or(value).to_owned(),
    }
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

/// Whether cells of each style hold dates.
fn dates(xml: &[u8]) -> Vec<bool> {
    let (mut own, mut dates, mut in_cells) = (std::collections::HashMap::new(), Vec::new(), false);
    each(xml, &mut |token| match token {
        Token::Open(tag) => match tag.name {
            "numFmt" => {
                if let (Some(id), Some(code)) = (tag.number("numFmtId"), tag.get("formatCode")) {
                    own.insert(id, is_date(&code));
                }
            }
            "cellXfs" => in_cells = true,
            "xf" if in_cells => {
                let id = tag.number("numFmtId").unwrap_or(0);
                dates.push(own.get(&id).copied().unwrap_or(matches!(id, 14..=22 | 27..=36 | 45..=47 | 50..=58)));
            }
            _ => {}
        },
        Token::Close("cellXfs") => in_cells = false,
        _ => {}
    });
    dates
}

/// Whether a format is that of a date: outside of quotes and brackets it names days or years.
fn is_date(code: &str) -> bool {
    let (mut quoted, mut bracketed) = (false, false);
    code.chars().any(|c| {
        match c {
            '"' => quoted = !quoted,
            '[' => bracketed = true,
            ']' => bracketed = false,
            _ => {}
        }
        !quoted && !bracketed && matches!(c, 'y' | 'Y' | 'd' | 'D')
    })
}

/// A number of days as a date, with the time if there is one.
fn date(days: f64) -> Option<String> {
    if !(0.0..2_958_466.0).contains(&days) {
        return None;
    }
    let seconds = ((days - EPOCH) * 86_400.0).round() as i64;
    let (day, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date_of(day);
    let told = format!("{year:04}-{month:02}-{day:02}");
    Some(if rest == 0 { told } else { format!("{told} {:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60) })
}

/// One sheet on its way.
struct Sheet<'s> {
    strings: &'s [String],
    dates: &'s [bool],
    out: &'s mut Html,
    rows: usize,
    row: Vec<String>,
    /// Column, type and style of the cell that is open.
    cell: (usize, String, usize),
    value: String,
    in_value: bool,
    in_string: bool,
}

impl<'s> Sheet<'s> {
    fn new(strings: &'s [String], dates: &'s [bool], out: &'s mut Html) -> Sheet<'s> {
        out.open_table();
        Sheet {
            strings,
            dates,
            out,
            rows: 0,
            row: Vec::new(),
            cell: (0, String::new(), 0),
            value: String::new(),
            in_value: false,
            in_string: false,
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "row" => self.row.clear(),
            "c" => {
                let column = tag.get("r").and_then(|place| column(&place)).unwrap_or(self.row.len());
                self.cell = (column, tag.get("t").unwrap_or_default(), tag.number("s").unwrap_or(0));
                self.value.clear();
            }
            "v" => self.in_value = true,
            "is" => self.in_string = true,
            "t" if self.in_string => self.in_value = true,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_value {
            push(&mut self.value, text);
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "v" | "t" => self.in_value = false,
            "is" => self.in_string = false,
            "c" if self.out.is_full() || self.rows > MAX_ROWS => {}
            "c" => {
                let (column, ..) = self.cell;
                let value = self.told();
                if column < MAX_COLUMNS && !value.is_empty() {
                    self.row.resize(self.row.len().max(column + 1), String::new());
                    self.row[column] = escaped(&value);
                }
            }
            "row" if !self.row.is_empty() => {
                self.rows += 1;
                if self.rows <= MAX_ROWS {
                    self.out.row(&self.row, self.rows == 1);
                }
            }
            _ => {}
        }
    }

    /// What a cell shows.
    fn told(&self) -> String {
        let (_, kind, style) = &self.cell;
        match &**kind {
            "s" => self.value.parse::<usize>().ok().and_then(|at| self.strings.get(at).cloned()).unwrap_or_default(),
            "b" => if self.value == "1" { "TRUE" } else { "FALSE" }.to_owned(),
            "" | "n" if self.dates.get(*style) == Some(&true) => {
                let days = self.value.parse::<f64>().ok();
                days.and_then(date).unwrap_or_else(|| self.value.clone())
            }
            "" | "n" => number(&self.value),
            _ => self.value.clone(),
        }
    }

    fn finish(self) {
        self.out.close_table();
        if self.rows > MAX_ROWS {
            self.out.paragraph(&format!("… {} more rows", self.rows - MAX_ROWS));
        }
    }
}

/// The column of a place such as `AB12`, from 0.
fn column(place: &str) -> Option<usize> {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic);
    let number =
        letters.take(4).fold(0, |number, letter| number * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1);
    number.checked_sub(1)
}

//! What all texts of a column are: numbers, days, yes and no, or texts. One that does not fit in makes it a column of
//! texts, and where the others are numbers or days, of texts that are compared with nothing.

use super::days::{DayOrder, day};
use super::numbers::{Dress, Notation, number, parts_thousands};
use crate::document::Cell;

/// Texts of which others than this share fit in are no numbers with a slip among them, but texts.
const SLIPS_OF: usize = 10;

/// Texts that say that there is no value, among numbers and days.
const NOTHING: &[&str] =
    &["-", "–", "—", "n/a", "na", "#n/a", "nan", "none", "null", "nil", "\\n", "?", "unknown", "tbd"];

/// Texts that say so everywhere: what programs write for it.
const NULL: &[&str] = &["NULL", "\\N"];

/// Yes and no, in the words of a few languages.
const YES_AND_NO: &[(&str, &str)] =
    &[("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f"), ("ja", "nein"), ("oui", "non"), ("是", "否")];

/// A column: its type as SQL declares it, its values, and why they are compared with nothing, if so.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Read {
    pub declared: &'static str,
    pub values: Vec<Cell>,
    pub doubt: String,
}

/// The values of a column with these texts.
pub(super) fn read(texts: &[&str]) -> Read {
    let trimmed: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    let said: Vec<&str> = trimmed.iter().copied().filter(|text| !is_nothing(text)).collect();
    if said.is_empty() {
        return of_texts(&trimmed);
    }
    flags(&trimmed, &said)
        .or_else(|| numbers(&trimmed, &said))
        .or_else(|| days(&trimmed, &said))
        .unwrap_or_else(|| Read { doubt: slip(&trimmed, &said), ..of_texts(&trimmed) })
        .or_declared()
}

impl Read {
    /// What cannot be compared is declared as what it would be, so that nobody takes it for texts.
    fn or_declared(self) -> Read {
        if self.doubt.is_empty() || self.declared != "TEXT" { self } else { Read { declared: "NUMERIC", ..self } }
    }
}

fn is_nothing(text: &str) -> bool {
    text.is_empty() || NOTHING.contains(&text.to_lowercase().as_str())
}

fn of_texts(texts: &[&str]) -> Read {
    let value = |text: &&str| {
        if text.is_empty() || NULL.contains(text) { Cell::Null } else { Cell::Text((*text).into()) }
    };
    Read { declared: "TEXT", values: texts.iter().map(value).collect(), doubt: String::new() }
}

/// The values that each text is, nothing where there is none.
fn each(texts: &[&str], value: impl Fn(&str) -> Option<Cell>) -> Option<Vec<Cell>> {
    texts.iter().map(|text| if is_nothing(text) { Some(Cell::Null) } else { value(text) }).collect()
}

/// Yes and no: both of them occur, and nothing else.
fn flags(texts: &[&str], said: &[&str]) -> Option<Read> {
    let lower: Vec<String> = said.iter().map(|text| text.to_lowercase()).collect();
    let is_pair = |(yes, no): &&(&str, &str)| {
        lower.iter().all(|text| text == yes || text == no)
            && lower.iter().any(|text| text == yes)
            && lower.iter().any(|text| text == no)
    };
    let (yes, _) = YES_AND_NO.iter().find(is_pair)?;
    let values = each(texts, |text| Some(Cell::Integer(i64::from(text.to_lowercase() == *yes))))?;
    Some(Read { declared: "BOOLEAN", values, doubt: String::new() })
}

fn numbers(texts: &[&str], said: &[&str]) -> Option<Read> {
    let read = |notation| {
        let dressed: Vec<Dress> =
            said.iter().map(|text| number(text, notation).map(|(_, dress)| dress)).collect::<Option<_>>()?;
        let values = each(texts, |text| number(text, notation).map(|(cell, _)| cell))?;
        Some((values, dressed))
    };
    if let Some((values, _)) = read(Notation::Plain) {
        return Some(Read { declared: declared(&values), values, doubt: String::new() });
    }
    let (comma, point) = (read(Notation::Comma), read(Notation::Point));
    let is_other = comma.as_ref().zip(point.as_ref()).is_some_and(|(comma, point)| comma.0 != point.0);
    let is_comma = !is_other || parts_thousands(said.iter().copied(), ',');
    let is_point = is_other && parts_thousands(said.iter().copied(), '.');
    let mut doubt = String::new();
    if is_other && is_comma == is_point {
        let example = said.iter().find(|text| text.contains([',', '.'])).copied().unwrap_or_default();
        doubt = format!("\"{example}\" may have thousands or a fraction");
    }
    let (values, dressed) = if is_point { point.or(comma)? } else { comma.or(point)? };
    let other =
        dressed.iter().find(|dress| dress.currency != dressed[0].currency || dress.is_percent != dressed[0].is_percent);
    if let Some(other) = other.filter(|_| doubt.is_empty()) {
        let name = |dress: &Dress| match (dress.currency, dress.is_percent) {
            (Some(currency), _) => currency,
            (None, true) => "%",
            (None, false) => "no unit",
        };
        // What has no sign among amounts of one currency is of that currency, too.
        let is_plain = |dress: &Dress| dress.currency.is_none() && !dress.is_percent;
        let mut units: Vec<&Dress> = dressed.iter().filter(|dress| !is_plain(dress)).collect();
        units.dedup();
        if units.len() > 1 || dressed.iter().any(|dress| dress.is_percent) {
            doubt = format!("some are in {}, others in {}", name(&dressed[0]), name(other));
        }
    }
    Some(match doubt.is_empty() {
        true => Read { declared: declared(&values), values, doubt },
        false => Read { declared: "NUMERIC", doubt, ..of_texts(texts) },
    })
}

fn declared(values: &[Cell]) -> &'static str {
    if values.iter().all(|value| matches!(value, Cell::Integer(_) | Cell::Null)) { "INTEGER" } else { "REAL" }
}

fn days(texts: &[&str], said: &[&str]) -> Option<Read> {
    let fits = |order| said.iter().all(|text| day(text, order).is_some());
    let orders = [DayOrder::Plain, DayOrder::DayFirst, DayOrder::MonthFirst];
    let all: Vec<DayOrder> = orders.into_iter().filter(|order| fits(*order)).collect();
    let read = |order| each(texts, |text| day(text, order).map(|(day, _)| Cell::Text(day.into())));
    let first = *all.first()?;
    let values = read(first)?;
    let others = all[1..].iter().filter_map(|order| read(*order));
    if others.into_iter().any(|other| other != values) {
        let doubt = format!("which part of \"{}\" is the month cannot be told", said[0]);
        return Some(Read { declared: "DATE", doubt, ..of_texts(texts) });
    }
    let has_time = said.iter().any(|text| day(text, first).is_some_and(|(_, has_time)| has_time));
    Some(Read { declared: if has_time { "DATETIME" } else { "DATE" }, values, doubt: String::new() })
}

/// Why texts are compared with nothing of which nearly all are numbers or days; nothing if they are just texts.
fn slip(texts: &[&str], said: &[&str]) -> String {
    type Fits<'f> = &'f dyn Fn(&str) -> bool;
    let is_number = |text: &str| number(text, Notation::Comma).is_some() || number(text, Notation::Point).is_some();
    let is_day = |text: &str| {
        [DayOrder::Plain, DayOrder::DayFirst, DayOrder::MonthFirst].into_iter().any(|order| day(text, order).is_some())
    };
    let kinds: [(Fits<'_>, &str); 2] = [(&is_number, "number"), (&is_day, "day")];
    for (fits, what) in kinds {
        let others: Vec<&str> = said.iter().copied().filter(|text| !fits(text)).collect();
        if others.len() * SLIPS_OF < said.len() || others.is_empty() {
            let Some(row) = texts.iter().position(|text| !is_nothing(text) && !fits(text)) else {
                return format!("they are written in several ways, such as \"{}\"", said[0]);
            };
            return format!("\"{}\" in row {} is no {what}", texts[row], row + 1);
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_what_all_of_its_texts_are() {
        let texts = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
        for (column, declared, is_in_doubt) in [
            ("1|2||30", "INTEGER", false),
            ("1|2.5|N/A", "REAL", false),
            ("007|012", "TEXT", false),
            ("$1,200|$3|", "INTEGER", false),
            ("1,234|2,500", "NUMERIC", true),
            ("950|1,234", "INTEGER", false),
            ("1.234,50|3,00", "REAL", false),
            ("$3|€4", "NUMERIC", true),
            ("$3|4", "INTEGER", false),
            ("3%|4", "NUMERIC", true),
            ("yes|no|", "BOOLEAN", false),
            ("no|no", "TEXT", false),
            ("2023-01-02|17.4.2023", "DATE", false),
            ("03/04/2023|17/04/2023", "DATE", false),
            ("03/04/2023|05/06/2023", "DATE", true),
            ("2023-01-02 10:00|", "DATETIME", false),
            ("1|2|3|4|5|6|7|8|9|10|about 5", "NUMERIC", true),
            ("open|closed|", "TEXT", false),
            ("", "TEXT", false),
        ] {
            let texts = texts(column);
            let read = read(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!((read.declared, !read.doubt.is_empty()), (declared, is_in_doubt), "{column}: {}", read.doubt);
            assert_eq!(read.values.len(), texts.len());
        }
    }
}

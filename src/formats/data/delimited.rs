//! CSV, TSV and their kin: one table, whose lines are those of the file.

use crate::document::{DelimitedRecords, Document, Kind, Table, is_decimal};
use crate::formats::draft::nodes::{Draft, squeeze};
use std::borrow::Cow;
use std::collections::HashSet;

/// What may stand between fields; of equals the first is taken.
const DELIMITERS: [u8; 4] = *b",;\t|";

/// Bytes that are looked at to find out what stands between fields.
const SAMPLE_BYTES: usize = 64 << 10;

/// Records that are looked at.
const SAMPLE_RECORDS: usize = 100;

/// Bytes of a title that are kept.
const MAX_TITLE_BYTES: usize = 200;

/// Reads delimited text.
pub(in crate::formats) fn parse_delimited(text: String) -> Document {
    let mut draft = Draft::new();
    let (from, delimiter) = announced(&text).unwrap_or_else(|| (0, delimiter(&text)));
    let records = DelimitedRecords::of(&text, from, delimiter);
    if records.is_empty() {
        return draft.finish(text);
    }
    let first: Vec<String> = records.fields(0, &text).map(|field| field.into_owned()).collect();
    let second = || (1..records.len().min(SAMPLE_RECORDS)).map(|at| records.fields(at, &text));
    let has_values = || second().any(|record| are_values_below(&first, record));
    let has_titles = are_titles(&first, &has_values);
    let headers = if has_titles { first.iter().map(|title| clipped(title)).collect() } else { Vec::new() };
    let end = text.trim_end().len();
    let handle = draft.push(Kind::Table, 0..end);
    let records = records.from(usize::from(has_titles));
    draft.tables.push(Table { node: handle as u32, headers, records: Some(records), ..Table::default() });
    draft.finish(text)
}

fn clipped(title: &str) -> String {
    let title = squeeze(title);
    title[..title.floor_char_boundary(MAX_TITLE_BYTES)].to_owned()
}

/// The delimiter that a first line `sep=;` names, as spreadsheets write it, and where the records begin.
fn announced(text: &str) -> Option<(usize, u8)> {
    let line = text.split_inclusive('\n').next()?;
    match line.trim_end().strip_prefix("sep=")?.as_bytes() {
        [delimiter] if delimiter.is_ascii() && *delimiter != b'"' => Some((line.len(), *delimiter)),
        _ => None,
    }
}

/// What stands between the fields: what cuts most of the records into the same number of them, the more the better.
fn delimiter(text: &str) -> u8 {
    let sample = &text[..text.floor_char_boundary(SAMPLE_BYTES)];
    let score = |delimiter: u8| {
        let records = DelimitedRecords::of(sample, 0, delimiter);
        // The last record of a sample may be cut.
        let whole = if sample.len() < text.len() { records.len().saturating_sub(1).max(1) } else { records.len() };
        let widths: Vec<usize> = (0..whole.min(SAMPLE_RECORDS)).map(|at| records.fields(at, sample).count()).collect();
        let usual = widths.iter().copied().max_by_key(|width| widths.iter().filter(|other| *other == width).count());
        let usual = usual.unwrap_or(1);
        let even = widths.iter().filter(|width| **width == usual).count() * 100 / widths.len().max(1);
        if usual < 2 { (0, 0) } else { (even, usual) }
    };
    // The first of equals: `max_by_key` takes the last.
    DELIMITERS.into_iter().rev().max_by_key(|&delimiter| score(delimiter)).unwrap_or(b',')
}

/// Whether a first record names the columns: its fields are words, neither numbers nor dates, and each another. Where a
/// name stands twice, records of words would look alike: there the records below it must have values.
fn are_titles(first: &[String], has_values: &dyn Fn() -> bool) -> bool {
    let named: Vec<&String> = first.iter().filter(|field| !field.is_empty()).collect();
    if named.is_empty() || named.iter().any(|field| is_value(field)) {
        return false;
    }
    let different: HashSet<&String> = named.iter().copied().collect();
    different.len() == named.len() || 2 * different.len() > named.len() && has_values()
}

fn is_value(field: &str) -> bool {
    is_decimal(field) || is_date(field)
}

/// Whether a record has a value in a column that begins with a word.
fn are_values_below<'r>(first: &[String], record: impl Iterator<Item = Cow<'r, str>>) -> bool {
    first.iter().zip(record).any(|(title, field)| !title.is_empty() && !is_value(title) && is_value(&field))
}

/// Whether a field begins like a date: 2026-11-23, 23.11.2026, 11/23/26.
fn is_date(field: &str) -> bool {
    let day = field.split(['T', ' ']).next().unwrap_or_default();
    let parts: Vec<&str> = day.split(['-', '.', '/']).collect();
    let is_number = |part: &&str| matches!(part.len(), 1..=4) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_fields_is_found() {
        assert_eq!(delimiter("a;b;c\n1,5;2,5;3\n2,5;3;4"), b';');
        assert_eq!(delimiter("a\tb\n1, 2\t3\n"), b'\t');
        assert_eq!(delimiter("name|note\nx|a, b\ny|c, d, e\n"), b'|');
        assert_eq!(delimiter("one\ntwo\n"), b',');
        assert_eq!(announced("sep=#\na#b"), Some((6, b'#')));
    }

    #[test]
    fn a_first_record_of_values_names_nothing() {
        let fields = |record: &str| record.split(',').map(str::to_owned).collect::<Vec<_>>();
        let is = |record: &str| are_titles(&fields(record), &|| false);
        assert!(is("id,name,2nd") && is(",name"));
        assert!(!is("1,Ann") && !is("2026-11-23,x") && !is("a,a") && !is(",,"));
        // A name that stands twice is one if values stand below it.
        let below = |first: &str, next: &str| {
            let first = fields(first);
            are_titles(&first, &|| are_values_below(&first, next.split(',').map(Cow::Borrowed)))
        };
        assert!(below("id,id,name", "1,2,Ann") && !below("red,red,blue", "blue,red,red"));
    }
}

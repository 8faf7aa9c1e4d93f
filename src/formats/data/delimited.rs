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

/// Lines above the one that names the columns, at most.
const MAX_ABOVE: usize = 50;

/// What comments begin with.
const COMMENTS: [&str; 3] = ["#", "%", "//"];

/// Bytes of a title that are kept.
const MAX_TITLE_BYTES: usize = 200;

/// Reads delimited text.
pub(in crate::formats) fn parse_delimited(text: String) -> Document {
    let mut draft = Draft::new();
    let announced = announced(&text);
    let (from, delimiter) = announced.unwrap_or_else(|| behind_comments(&text));
    let records = DelimitedRecords::of(&text, from, delimiter);
    if records.is_empty() {
        return draft.finish(text);
    }
    let above = above(&records, &text);
    let records = records.from(above);
    let start = records.span(0, &text).start as usize;
    // What is announced is no text.
    let said = if announced.is_some() { from } else { 0 };
    let preamble = text[..start].trim_end().len();
    if preamble > said {
        draft.push(Kind::Paragraph, said..preamble);
    }
    let mut first: Vec<String> = records.fields(0, &text).map(|field| field.into_owned()).collect();
    if let Some(name) = first.first().and_then(|name| name.strip_prefix("# ")).map(str::to_owned) {
        first[0] = name;
    }
    let second = || (1..records.len().min(SAMPLE_RECORDS)).map(|at| records.fields(at, &text));
    let has_values = || second().any(|record| are_values_below(&first, record));
    let has_titles = are_titles(&first, &has_values);
    let headers = if has_titles { first.iter().map(|title| clipped(title)).collect() } else { Vec::new() };
    let end = text.trim_end().len();
    let handle = draft.push(Kind::Table, if preamble > said { start..end.max(start) } else { 0..end });
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

/// Where the records begin behind lines of comments, and what stands between the fields. The last comment may be the one
/// that names the columns: it has as many fields as the records below it.
fn behind_comments(text: &str) -> (usize, u8) {
    let is_comment = |line: &str| line.trim().is_empty() || COMMENTS.iter().any(|sign| line.starts_with(sign));
    let mut lines: Vec<&str> = text.split_inclusive('\n').take(MAX_ABOVE).take_while(|line| is_comment(line)).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let end: usize = lines.iter().map(|line| line.len()).sum();
    if end == 0 || text[end..].trim().is_empty() {
        return (0, delimiter(text));
    }
    let delimiter = delimiter(&text[end..]);
    let width = |line: &str| line.trim_end().split(char::from(delimiter)).count();
    let below = text[end..].lines().find(|line| !line.trim().is_empty()).map_or(0, width);
    match lines.last() {
        Some(last) if below > 1 && width(last) == below => (end - last.len(), delimiter),
        _ => (end, delimiter),
    }
}

/// Records above the one that names the columns: a title, when and by whom a report was made. They fill few columns.
fn above(records: &DelimitedRecords, text: &str) -> usize {
    let counts: Vec<(usize, usize, bool)> = (0..records.len().min(SAMPLE_RECORDS))
        .map(|at| {
            let (mut all, mut filled, mut has_first) = (0, 0, false);
            for field in records.fields(at, text) {
                let is_filled = !field.trim().is_empty();
                has_first |= all == 0 && is_filled;
                (all, filled) = (all + 1, filled + usize::from(is_filled));
            }
            (all, filled, has_first)
        })
        .collect();
    let often = |width: usize| counts.iter().filter(|(all, ..)| *all == width).count();
    let usual = counts.iter().map(|(all, ..)| *all).max_by_key(|width| (often(*width), *width)).unwrap_or(0);
    let is_above = |(all, filled, has_first): &(usize, usize, bool)| match usual {
        // Of two columns one may be empty.
        0..=2 => *all == 1 && usual == 2,
        // A word and what it is: by whom, when.
        _ => *has_first && (2 * filled <= usual || *filled == 1 || *filled == 2 && *all < usual),
    };
    let above = counts.iter().take(MAX_ABOVE).take_while(|count| is_above(count)).count();
    let names = || -> Vec<String> { records.fields(above, text).map(Cow::into_owned).collect() };
    let is_named = counts.get(above).is_some_and(|(all, filled, _)| *all == usual && 5 * filled >= 4 * usual);
    let goes_on = counts.get(above + 1).is_some_and(|(all, ..)| *all == usual);
    if above > 0 && is_named && goes_on && are_titles(&names(), &|| true) { above } else { 0 }
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
    fn lines_above_the_names_of_columns_are_told_apart() {
        let begins = |text: &str| {
            let (from, delimiter) = behind_comments(text);
            let records = DelimitedRecords::of(text, from, delimiter);
            let above = above(&records, text);
            records.from(above).span(0, text).of(text).to_owned()
        };
        assert_eq!(begins("# made, by \"x\n# on Monday\n\nt;u\n1;2\n"), "t;u");
        assert_eq!(begins("##meta\n#CHROM\tPOS\n1\t2\n"), "#CHROM\tPOS");
        assert_eq!(begins("Report for X\nDate,2024-01-01\n\nid,name,size,day\n1,a,2,3\n2,b,3,4\n"), "id,name,size,day");
        assert_eq!(begins("Report,,,\nid,name,size,day\n1,a,2,3\n2,b,3,4\n"), "id,name,size,day");
        assert_eq!(begins(",count\nfoo,bar\n"), ",count");
        assert_eq!(begins("name\none\ntwo\n"), "name");
        assert_eq!(begins("# only\n"), "# only");
        assert_eq!(begins("1,,,\n2,x,y,z\n3,x,y,z\n"), "1,,,");
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

//! Delimited text (CSV, TSV): where its records are, and the fields of a record.
//!
//! A table of a million records is its text and four bytes for each of them: a row is cut into fields when it is asked
//! for. Both directions agree on quotes: a quote that never closes is an ordinary character.

use crate::document::Span;
use std::borrow::Cow;

/// Bytes of a field in quotes, at most: a quote that stays open longer is no quote.
const MAX_QUOTED_BYTES: usize = 256 << 10;

/// Quotes that do not close, at most: after so many the quotes of a file mean nothing.
const MAX_OPEN_QUOTES: usize = 64;

/// The records of a delimited text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DelimitedRecords {
    /// The byte between fields.
    pub delimiter: u8,
    /// The first byte of each record; empty lines are none.
    starts: Vec<u32>,
    /// One past the last byte of the text.
    end: u32,
}

impl DelimitedRecords {
    /// Finds the records of `text` from byte `from` on.
    pub fn of(text: &str, from: usize, delimiter: u8) -> DelimitedRecords {
        let bytes = text.as_bytes();
        let mut records = DelimitedRecords { delimiter, starts: Vec::new(), end: text.len() as u32 };
        let (mut at, mut quotes) = (from, MAX_OPEN_QUOTES);
        while at < bytes.len() {
            let end = record_end(bytes, at, delimiter, &mut quotes);
            if !bytes[at..end].trim_ascii().is_empty() {
                records.starts.push(at as u32);
            }
            at = end;
        }
        records
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The bytes of a record, without what ends its line; empty for one that is not there.
    pub fn span(&self, number: usize, text: &str) -> Span {
        let Some(&start) = self.starts.get(number) else { return Span::default() };
        let end = self.starts.get(number + 1).copied().unwrap_or(self.end);
        let length = Span::new(start, end).of(text).trim_end_matches(['\n', '\r']).len();
        Span::new(start, start + length as u32)
    }

    /// The fields of a record.
    pub fn fields<'t>(&self, number: usize, text: &'t str) -> Fields<'t> {
        Fields { rest: Some(self.span(number, text).of(text)), delimiter: self.delimiter }
    }

    /// The records from `first` on.
    pub fn from(mut self, first: usize) -> DelimitedRecords {
        self.starts.drain(..first.min(self.starts.len()));
        self
    }
}

/// One past the line end of the record that starts at `start`.
fn record_end(bytes: &[u8], start: usize, delimiter: u8, quotes: &mut usize) -> usize {
    let line_end = |from: usize| memchr::memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |at| from + at + 1);
    let plain = line_end(start);
    if *quotes == 0 || memchr::memchr(b'"', &bytes[start..plain]).is_none() {
        return plain;
    }
    let mut at = start;
    loop {
        if let Some(after) = quoted(bytes, at) {
            at = after;
        } else if bytes[at..].iter().find(|byte| **byte != b' ') == Some(&b'"') {
            *quotes -= 1;
            return plain.max(line_end(at));
        }
        match memchr::memchr2(delimiter, b'\n', &bytes[at..]) {
            Some(found) if bytes[at + found] == delimiter => at += found + 1,
            Some(found) => return at + found + 1,
            None => return bytes.len(),
        }
    }
}

/// One past the closing quote of a field that starts at `start`; `None` if it is not in quotes, or they do not close.
fn quoted(bytes: &[u8], start: usize) -> Option<usize> {
    let blanks = bytes[start..].iter().take_while(|byte| **byte == b' ').count();
    let open = start + blanks;
    if bytes.get(open) != Some(&b'"') {
        return None;
    }
    let mut at = open + 1;
    loop {
        let reach = bytes.len().min(open + MAX_QUOTED_BYTES);
        at += memchr::memchr(b'"', bytes.get(at..reach)?)? + 1;
        match bytes.get(at) {
            Some(b'"') => at += 1,
            _ => return Some(at),
        }
    }
}

/// The fields of one record, in their order.
#[derive(Clone, Debug)]
pub struct Fields<'t> {
    /// What is left of the record; `None` at its end.
    rest: Option<&'t str>,
    delimiter: u8,
}

impl<'t> Iterator for Fields<'t> {
    type Item = Cow<'t, str>;

    fn next(&mut self) -> Option<Cow<'t, str>> {
        let rest = self.rest?;
        let close = quoted(rest.as_bytes(), 0);
        let from = close.unwrap_or(0);
        let end = memchr::memchr(self.delimiter, &rest.as_bytes()[from..]).map(|at| from + at);
        self.rest = end.and_then(|end| rest.get(end + 1..));
        let field = &rest[..end.unwrap_or(rest.len())];
        Some(match close {
            // What follows a closing quote belongs to the field all the same.
            Some(close) => {
                let inner = field[..close].trim_start_matches(' ');
                let inner = &inner[1..inner.len() - 1];
                let tail = field[close..].trim();
                match (inner.contains("\"\""), tail.is_empty()) {
                    (false, true) => Cow::Borrowed(inner),
                    _ => Cow::Owned(inner.replace("\"\"", "\"") + tail),
                }
            }
            None => Cow::Borrowed(field.trim()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let records = DelimitedRecords::of(text, 0, b',');
        (0..records.len()).map(|at| records.fields(at, text).map(Cow::into_owned).collect()).collect()
    }

    #[test]
    fn quotes_hold_delimiters_line_ends_and_quotes() {
        let text = "a, b ,\"c,d\"\r\n\"x\ny\",\"say \"\"hi\"\"\",\n\n1,\"\",\"q\"z";
        let expected = [vec!["a", "b", "c,d"], vec!["x\ny", "say \"hi\"", ""], vec!["1", "", "qz"]];
        assert_eq!(rows(text), expected);
    }

    #[test]
    fn a_quote_that_stays_open_is_an_ordinary_character() {
        assert_eq!(rows("a,\"b\nc,d"), [vec!["a", "\"b"], vec!["c", "d"]]);
        assert_eq!(rows("5\" pipe,2\n6\" pipe,3"), [vec!["5\" pipe", "2"], vec!["6\" pipe", "3"]]);
    }
}

//! Reads single HTML tags out of raw text: name, attributes, place. No tree, no recursion.

use std::ops::Range;

/// One tag, comment or doctype excluded.
#[derive(Debug)]
pub(super) struct Tag<'t> {
    /// The name as written; compare ignoring case.
    pub(super) name: &'t str,
    pub(super) closing: bool,
    attributes: &'t str,
    /// Where it stands in the scanned text.
    pub(super) range: Range<usize>,
}

impl Tag<'_> {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The level of `h1` … `h6`.
    pub(super) fn heading_level(&self) -> Option<u8> {
        match self.name.as_bytes() {
            [b'h' | b'H', digit @ b'1'..=b'6'] => Some(digit - b'0'),
            _ => None,
        }
    }

    /// The decoded value of an attribute.
    pub(super) fn attribute(&self, wanted: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if rest.is_empty() {
                return None;
            }
            let name_end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '/')).unwrap_or(rest.len());
            let name = &rest[..name_end];
            rest = rest[name_end..].trim_start();
            let mut value = "";
            if let Some(after) = rest.strip_prefix('=') {
                let after = after.trim_start();
                (value, rest) = match after.chars().next() {
                    Some(quote @ ('"' | '\'')) => after[1..].split_once(quote).unwrap_or((&after[1..], "")),
                    _ => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
                };
            } else if name.is_empty() {
                // A stray character; step over it so that the loop ends.
                rest = rest.get(rest.chars().next().map_or(0, char::len_utf8)..).unwrap_or("");
            }
            if name.eq_ignore_ascii_case(wanted) {
                return Some(decode_entities(value));
            }
        }
    }
}

/// A piece of raw HTML.
#[derive(Debug)]
pub(super) enum Piece<'t> {
    Tag(Tag<'t>),
    /// Text between tags, entities not yet decoded.
    Text(&'t str),
}

/// Reads `html` from left to right; comments, scripts and styles are left out.
pub(super) fn pieces(html: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = html.get(at..).filter(|rest| !rest.is_empty())?;
            let next = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            if next > 0 {
                at += next;
                return Some(Piece::Text(&rest[..next]));
            }
            if rest.starts_with("<!--") {
                at += rest.find("-->").map_or(rest.len(), |end| end + 3);
            } else if let Some(tag) = tag(html, at) {
                at = tag.range.end;
                if !tag.closing && (tag.is("script") || tag.is("style")) {
                    let end = memchr::memmem::find(&html.as_bytes()[at..], b"</");
                    at = end.map_or(html.len(), |end| at + end);
                }
                return Some(Piece::Tag(tag));
            } else {
                at += 1;
                return Some(Piece::Text("<"));
            }
        }
    })
}

/// A tag longer than this is taken for text; it keeps the time linear when nothing is ever closed.
const LONGEST_TAG: usize = 8_000;

fn tag(html: &str, start: usize) -> Option<Tag<'_>> {
    let bytes = html.as_bytes();
    let closing = bytes.get(start + 1) == Some(&b'/');
    let name_start = start + 1 + usize::from(closing);
    let name_len = bytes[name_start..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    if name_len == 0 || !bytes[name_start].is_ascii_alphabetic() {
        return None;
    }
    let attributes = name_start + name_len;
    let mut quote = None;
    for (offset, &byte) in bytes[attributes..].iter().take(LONGEST_TAG).enumerate() {
        match (quote, byte) {
            (None, b'>') => {
                let end = attributes + offset;
                let (name, attributes) = (&html[name_start..attributes], &html[attributes..end]);
                return Some(Tag { name, closing, attributes, range: start..end + 1 });
            }
            (None, b'<') => return None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// `text` with the common named entities and all numeric ones decoded.
pub(super) fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.char_indices().take(12).find(|(_, c)| *c == ';').map(|(end, _)| end);
        match end.and_then(|end| entity(&rest[1..end]).map(|decoded| (end, decoded))) {
            Some((end, decoded)) => {
                out.push(decoded);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        "mdash" => '—',
        "ndash" => '–',
        "hellip" => '…',
        "rarr" => '→',
        "larr" => '←',
        "middot" => '·',
        "bull" => '•',
        "times" => '×',
        "laquo" => '«',
        "raquo" => '»',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_however_they_are_quoted() {
        let html = "<a href='x&amp;y' ID=top data-x title=\"a>b\">t</a><!-- <b> --><img/>< 1";
        let read: Vec<String> = pieces(html)
            .map(|piece| match piece {
                Piece::Tag(tag) => {
                    format!("{}{}:{:?}:{:?}", tag.closing, tag.name, tag.attribute("href"), tag.attribute("id"))
                }
                Piece::Text(text) => text.to_owned(),
            })
            .collect();
        let expected = ["falsea:Some(\"x&y\"):Some(\"top\")", "t", "truea:None:None", "falseimg:None:None", "<", " 1"];
        assert_eq!(read, expected);
    }
}

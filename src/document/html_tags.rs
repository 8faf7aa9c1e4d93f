//! Reads single HTML tags out of raw text, as Markdown files contain them: name, attributes, place. No tree, no recursion.

use std::ops::Range;

/// A longer tag is taken for text: it keeps the time linear where nothing is ever closed.
const MAX_TAG_BYTES: usize = 8_000;

/// Characters that the name of a character reference can have: the longest of HTML, and its semicolon.
const MAX_REFERENCE: usize = 33;

/// One tag.
#[derive(Debug)]
pub struct Tag<'t> {
    /// The name as written; compare with [`Tag::is`].
    pub name: &'t str,
    /// Set for `</name>`.
    pub closing: bool,
    attributes: &'t str,
    /// Bytes of the scanned text.
    pub range: Range<usize>,
}

/// A token of raw HTML.
#[derive(Debug)]
pub enum HtmlToken<'t> {
    /// A tag.
    Tag(Tag<'t>),
    /// Text between tags, in bytes of the scanned text; character references are not decoded yet.
    Text(Range<usize>),
}

impl Tag<'_> {
    /// True if the tag has this name, ignoring case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The level of `h1` … `h6`.
    pub fn heading_level(&self) -> Option<u8> {
        match self.name.as_bytes() {
            [b'h' | b'H', digit @ b'1'..=b'6'] => Some(digit - b'0'),
            _ => None,
        }
    }

    /// The decoded value of an attribute; empty for one without a value.
    pub fn attribute(&self, wanted: &str) -> Option<String> {
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
                return Some(decode_references(value));
            }
        }
    }
}

/// Reads `html` from left to right; comments, declarations, scripts and styles are left out.
pub fn html_tokens(html: &str) -> impl Iterator<Item = HtmlToken<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = html.get(at..).filter(|rest| !rest.is_empty())?;
            let start = at;
            let next = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            if next > 0 {
                at += next;
                return Some(HtmlToken::Text(start..at));
            }
            if rest.starts_with("<!--") {
                at += rest.find("-->").map_or(rest.len(), |end| end + 3);
            } else if rest.starts_with("<!") || rest.starts_with("<?") {
                at += rest.find('>').map_or(rest.len(), |end| end + 1);
            } else if let Some(tag) = tag(html, at) {
                at = tag.range.end;
                if !tag.closing && (tag.is("script") || tag.is("style")) {
                    let end = memchr::memmem::find(&html.as_bytes()[at..], b"</");
                    at = end.map_or(html.len(), |end| at + end);
                }
                return Some(HtmlToken::Tag(tag));
            } else {
                at += 1;
                return Some(HtmlToken::Text(start..at));
            }
        }
    })
}

fn tag(html: &str, start: usize) -> Option<Tag<'_>> {
    let bytes = html.as_bytes();
    let closing = bytes.get(start + 1) == Some(&b'/');
    let name_start = start + 1 + usize::from(closing);
    let name_len = bytes[name_start..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    if name_len == 0 || !bytes[name_start].is_ascii_alphabetic() {
        return None;
    }
    let attributes = name_start + name_len;
    let end = tag_end(&bytes[attributes..])? + attributes;
    let (name, attributes) = (&html[name_start..attributes], &html[attributes..end]);
    Some(Tag { name, closing, attributes, range: start..end + 1 })
}

/// The `>` that ends a tag; quoted attributes may hold one.
fn tag_end(bytes: &[u8]) -> Option<usize> {
    let bytes = &bytes[..bytes.len().min(MAX_TAG_BYTES)];
    let mut quote = None;
    for (at, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'<') => return None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    // An apostrophe that opens nothing must not swallow the rest.
    let end = memchr::memchr2(b'>', b'<', bytes)?;
    (bytes[end] == b'>').then_some(end)
}

/// `text` with its character references (`&amp;`, `&#x41;`) decoded.
pub fn decode_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(MAX_REFERENCE).position(|byte| byte == b';');
        let decoded = end.filter(|&end| rest.is_char_boundary(end)).and_then(|end| reference(&rest[..=end]));
        match (decoded, end) {
            (Some((first, second)), Some(end)) => {
                out.push(first);
                out.extend(second);
                rest = &rest[end + 1..];
            }
            _ => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

/// The characters that `name`, with its semicolon, stands for: one, or two for some names.
fn reference(name: &str) -> Option<(char, Option<char>)> {
    if let Some(number) = name.strip_prefix('#') {
        let number = number.strip_suffix(';')?;
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return Some((char::from_u32(code)?, None));
    }
    let &(first, second) = html5ever::data::NAMED_ENTITIES.get(name)?;
    // Beginnings of names are in the table too, as zero.
    let first = char::from_u32(first).filter(|&first| first != '\0')?;
    Some((first, char::from_u32(second).filter(|&second| second != '\0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Vec<String> {
        let shown = |piece: HtmlToken<'_>| match piece {
            HtmlToken::Tag(tag) => {
                let sign = if tag.closing { '-' } else { '+' };
                format!("{sign}{}:{:?}:{:?}", tag.name, tag.attribute("href"), tag.attribute("id"))
            }
            HtmlToken::Text(range) => html[range].to_owned(),
        };
        html_tokens(html).map(shown).collect()
    }

    #[test]
    fn attributes_are_read_however_they_are_quoted() {
        let html = "<a href='x&amp;y' ID=top data-x title=\"a>b\">t</a><!-- <b> --><!DOCTYPE x><img/>< 1";
        let expected = ["+a:Some(\"x&y\"):Some(\"top\")", "t", "-a:None:None", "+img:None:None", "<", " 1"];
        assert_eq!(read(html), expected);
        assert_eq!(read("<b id=x'>c"), ["+b:None:Some(\"x'\")", "c"], "an apostrophe opens nothing");
        assert_eq!(read("1 <script>e</script>"), ["1 ", "+script:None:None", "-script:None:None"]);
    }

    #[test]
    fn references_are_those_of_html() {
        assert_eq!(decode_references("&lt;a&#x41;&#66;&nope;&amp"), "<aAB&nope;&amp");
        assert_eq!(decode_references("&check;&NotEqualTilde;&日本;&"), "✓≂̸&日本;&");
    }
}

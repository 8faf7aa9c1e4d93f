//! The little HTML that Markdown files contain: tags taken off, entities decoded.

use crate::document::Span;

/// A longer tag is not one; without a limit unbalanced quotes would be searched again and again.
const MAX_TAG_BYTES: usize = 4_096;

/// A part of an HTML text.
#[derive(Debug, PartialEq)]
pub(super) enum Part<'t> {
    /// Text between tags, as written.
    Text(Span),
    /// `<name attributes>`; the name is as written.
    Open(&'t str, &'t str),
    /// `</name>`
    Close(&'t str),
}

/// Splits `text` at its tags; comments, declarations and the contents of scripts and styles are left out.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let Some(open) = text[at..].find('<').map(|found| at + found) else {
            parts.push(Part::Text(Span::of_range(at..text.len())));
            break;
        };
        if open > at {
            parts.push(Part::Text(Span::of_range(at..open)));
        }
        let rest = &text[open..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            at = comment.find("-->").map_or(text.len(), |end| open + 4 + end + 3);
            continue;
        }
        let named = rest[1..].trim_start_matches('/').starts_with(|c: char| c.is_ascii_alphabetic());
        if !named && !rest.starts_with("<!") && !rest.starts_with("<?") {
            parts.push(Part::Text(Span::of_range(open..open + 1)));
            at = open + 1;
            continue;
        }
        let end = tag_end(rest).map_or(text.len(), |end| open + end);
        let inner = text[open + 1..end].trim_end_matches('>');
        at = end;
        if !named {
            continue;
        }
        match inner.strip_prefix('/') {
            Some(name) => parts.push(Part::Close(name.trim())),
            None => {
                let length = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(inner.len());
                let (name, attributes) = inner.split_at(length);
                parts.push(Part::Open(name, attributes));
                if ["script", "style"].iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
                    at = text[at..].find("</").map_or(text.len(), |end| at + end);
                }
            }
        }
    }
    parts
}

/// One past the `>` that ends the tag at the start of `text`; quoted attributes may hold one.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().take(MAX_TAG_BYTES) {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return Some(at + 1),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    // An apostrophe that opens nothing must not swallow the rest.
    text.find('>').map(|at| at + 1)
}

/// The value of an attribute.
pub(super) fn attribute(attributes: &str, name: &str) -> Option<String> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if rest.is_empty() {
            return None;
        }
        let length = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let (key, after) = rest.split_at(length);
        let Some(value) = after.trim_start().strip_prefix('=').map(str::trim_start) else {
            rest = after;
            if length == 0 {
                return None;
            }
            continue;
        };
        let (value, after) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        if key.eq_ignore_ascii_case(name) {
            return Some(decode(value));
        }
        rest = after;
    }
}

/// `text` with the usual character references replaced.
pub(super) fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let entity = rest.bytes().take(12).position(|byte| byte == b';').map(|end| &rest[1..end]);
        match entity.and_then(|name| Some((name, character(name)?))) {
            Some((name, character)) => {
                out.push(character);
                rest = &rest[name.len() + 2..];
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

fn character(name: &str) -> Option<char> {
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
        "nbsp" => ' ',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        "hellip" => '…',
        "mdash" => '—',
        "ndash" => '–',
        "rarr" => '→',
        "larr" => '←',
        "bull" => '•',
        "middot" => '·',
        "times" => '×',
        "check" => '✓',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_come_off_and_broken_ones_do_no_harm() {
        let text = "a <b class='x>y'>c</b> <!-- d --> 1 < 2 <script>e</script><br/>";
        let shown: Vec<String> = parts(text)
            .into_iter()
            .map(|part| match part {
                Part::Text(span) => span.of(text).to_owned(),
                Part::Open(name, _) => format!("+{name}"),
                Part::Close(name) => format!("-{name}"),
            })
            .collect();
        assert_eq!(
            shown,
            ["a ", "+b", "c", "-b", " ", " 1 ", "<", " 2 ", "+script", "-script", "+br"].map(str::to_owned)
        );
        assert_eq!(parts("<a href='x").len(), 1);
    }

    #[test]
    fn attributes_and_entities_are_read() {
        let attributes = " disabled src=\"a&amp;b.png\" alt='The  logo' width=10/";
        assert_eq!(attribute(attributes, "SRC").as_deref(), Some("a&b.png"));
        assert_eq!(attribute(attributes, "alt").as_deref(), Some("The  logo"));
        assert_eq!(attribute(attributes, "width").as_deref(), Some("10/"));
        assert_eq!(attribute(attributes, "height"), None);
        assert_eq!(decode("&lt;a&#x41;&#66;&nope;&"), "<aAB&nope;&");
    }
}

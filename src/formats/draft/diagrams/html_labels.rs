//! Labels of DOT that are HTML: `a [label=<<b>Name</b>>]`, over several lines too.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static BEGIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?P<id>[\p{L}_][\w.-]*|"[^"\n]+")\s*\[(?:[^\[\]"<>]|"[^"]*")*?\blabel\s*=\s*<"#).ok()
});

/// Bytes that a label may have.
const MAX_LABEL: usize = 16 << 10;

/// Labels that are never closed; after so many none is looked for.
const MAX_UNCLOSED: usize = 20;

/// A label: the node that it is of, what it says, the place of the node.
pub(super) struct HtmlLabel {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) place: Range<usize>,
}

/// The labels of a text, and the text with nothing in their places: what they hold is no part of the diagram.
pub(super) fn html_labels(text: &str) -> (Vec<HtmlLabel>, String) {
    let mut bytes = text.as_bytes().to_vec();
    let mut labels = Vec::new();
    let (mut from, mut unclosed) = (0, 0);
    while let Some(found) = BEGIN.as_ref().and_then(|begin| begin.captures_at(text, from)) {
        let (Some(whole), Some(id)) = (found.get(0), found.name("id")) else { break };
        from = whole.end();
        let Some(end) = end_of(text, whole.end()) else {
            unclosed += 1;
            if unclosed > MAX_UNCLOSED {
                break;
            }
            continue;
        };
        from = end;
        let inside = &mut bytes[whole.end() - 1..=end];
        inside.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        let statement = text[..id.start()].rsplit(['\n', ';', '{', '}']).next().unwrap_or_default();
        // An edge has labels too, in the same place.
        if !statement.contains("->") && !statement.contains("--") {
            let label = plain(&text[whole.end()..end]);
            labels.push(HtmlLabel { id: id.as_str().to_owned(), label, place: id.range() });
        }
    }
    (labels, String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned()))
}

/// The place of the bracket that closes the one before `start`.
fn end_of(text: &str, start: usize) -> Option<usize> {
    let mut depth = 1_usize;
    for (at, byte) in text.bytes().enumerate().skip(start).take(MAX_LABEL) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The text between tags.
fn plain(html: &str) -> String {
    let mut out = String::new();
    for (at, piece) in html.split('<').enumerate() {
        let (tag, text) = if at == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        // What is printed bold goes on with the word before it.
        let is_inline = matches!(
            tag.trim_start_matches('/').to_ascii_lowercase().as_str(),
            "b" | "i" | "u" | "o" | "s" | "sub" | "sup"
        );
        out += if is_inline { "" } else { " " };
        out += text;
    }
    let out = out
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&");
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

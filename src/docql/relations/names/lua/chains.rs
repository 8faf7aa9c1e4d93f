//! Lua: names that are joined by dots and colons.

use crate::docql::relations::names::name_resolution::Imports;
use crate::library::Library;

/// True for a character of a name.
pub(super) fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The qualifiers of a name, outermost first; the first is empty where a name is joined to the result of something.
pub(in crate::docql::relations) fn qualifiers_in_lua(mut before: &str) -> Vec<&str> {
    let mut out = Vec::new();
    while let Some(rest) = without_sign(before) {
        let start =
            rest.rfind(|c| !is_part(c)).map_or(0, |at| at + rest[at..].chars().next().map_or(1, char::len_utf8));
        out.push(&rest[start..]);
        if rest[start..].is_empty() {
            break;
        }
        before = &rest[..start];
    }
    out.reverse();
    out
}

/// The text before the sign that joins a name to it: `a.`, `a:`, but neither `..` nor `::`.
pub(super) fn without_sign(before: &str) -> Option<&str> {
    let rest = before.strip_suffix(['.', ':'])?;
    (!rest.ends_with(['.', ':'])).then(|| rest.trim_end())
}

/// The names joined to each other at the beginning of a text, and what follows them.
pub(super) fn leading(text: &str) -> (Vec<&str>, &str) {
    let (mut out, mut rest) = (Vec::new(), text);
    loop {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if end == 0 || out.is_empty() && rest.starts_with(|c: char| c.is_ascii_digit()) {
            return (out, rest);
        }
        out.push(&rest[..end]);
        rest = &rest[end..];
        match rest.strip_prefix(['.', ':']) {
            Some(next) if next.starts_with(is_part) => rest = next,
            _ => return (out, rest),
        }
    }
}

/// The text in quotes or long brackets at the beginning of `text`, behind a bracket if one stands there, and what follows.
pub(super) fn quoted(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let (text, is_bracketed) = text.strip_prefix('(').map_or((text, false), |rest| (rest.trim_start(), true));
    let (open, close) =
        [("\"", "\""), ("'", "'"), ("[[", "]]")].into_iter().find(|(open, _)| text.starts_with(open))?;
    let (inside, rest) = text[open.len()..].split_once(close)?;
    let rest = if is_bracketed { rest.trim_start().strip_prefix(')')? } else { rest };
    Some((inside, rest))
}

/// A place in a text.
#[derive(Clone, Copy)]
pub(in crate::docql::relations) struct Place<'p, 'l> {
    pub imports: &'p Imports<'l>,
    pub text: &'p str,
    pub offset: u32,
}

impl<'l> Place<'_, 'l> {
    pub(super) fn library(&self) -> &'l Library {
        self.imports.library
    }
}

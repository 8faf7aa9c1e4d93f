//! Annotations, attributes and decorators of a declaration: their names, without what they are given.

use super::params::blanked;
use crate::library::{Library, NodeRef};

/// Bytes before a name that are read, at most.
const MAX_HEAD_BYTES: usize = 8 << 10;

/// How a language writes what stands on a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// `@Name(…)`
    At,
    /// `#[name(…), other]`
    Hash,
    /// `[Name(…), Other]`, before everything else.
    Square,
    /// `[[name(…), other]]`
    Double,
}

/// The notations of languages; those of other ones have none.
const NOTATIONS: &[(&str, Notation)] = &[
    ("c", Notation::Double),
    ("cpp", Notation::Double),
    ("csharp", Notation::Square),
    ("java", Notation::At),
    ("javascript", Notation::At),
    ("kotlin", Notation::At),
    ("php", Notation::Hash),
    ("python", Notation::At),
    ("rust", Notation::Hash),
    ("tsx", Notation::At),
    ("typescript", Notation::At),
    ("vue", Notation::At),
];

/// The names of what stands on a declaration, in order.
pub(in crate::docql) fn annotations(library: &Library, node: NodeRef) -> Vec<String> {
    let notation = NOTATIONS.iter().find(|(language, _)| *language == library.language(node.file));
    let (Some((_, notation)), Some(outline)) = (notation, library.outline(node.file)) else { return Vec::new() };
    let (start, end) = (outline.span(node.node).start as usize, outline.name_span(node.node).start as usize);
    // Nothing is read where the name comes first.
    if !outline.kind(node.node).is_symbol() || end < start + 2 {
        return Vec::new();
    }
    let Ok(text) = library.node_text(node.file) else { return Vec::new() };
    let Some(head) = text.get(start..text.floor_char_boundary(end.min(start + MAX_HEAD_BYTES))) else {
        return Vec::new();
    };
    match library.lexis(node.file) {
        Some(lexis) => named(&blanked(head, lexis), *notation),
        None => named(head, *notation),
    }
}

/// The names in a head without comments and texts.
fn named(head: &str, notation: Notation) -> Vec<String> {
    let mut names = Vec::new();
    let (mut at, mut depth) = (0, 0usize);
    while let Some(rest) = head.get(at..).filter(|rest| !rest.is_empty()) {
        let open = match notation {
            Notation::Hash => "#[",
            Notation::Double => "[[",
            Notation::Square => "[",
            Notation::At => "@",
        };
        if depth == 0 && rest.starts_with(open) {
            let inside = &rest[open.len()..];
            let length = if notation == Notation::At {
                let name = name_of(without_target(inside));
                if !name.is_empty() && name != "interface" {
                    names.push(name.to_owned());
                }
                inside.len() - without_target(inside).len() + name.len()
            } else {
                let length = closed(inside);
                names.extend(
                    parts(&inside[..length])
                        .map(without_target)
                        .map(name_of)
                        .filter(|it| !it.is_empty())
                        .map(str::to_owned),
                );
                length + 1
            };
            at += open.len() + length;
            continue;
        }
        let letter = rest.chars().next().unwrap_or(' ');
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            // What belongs to the declaration itself has begun: brackets are those of a type.
            letter if notation == Notation::Square && depth == 0 && !letter.is_whitespace() && letter != ']' => break,
            _ => {}
        }
        at += letter.len_utf8();
    }
    names
}

/// What stands behind the target of an annotation: `field:Inject`, `return: NotNull`.
fn without_target(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    match text[end..].strip_prefix(':') {
        Some(behind) if end > 0 && !behind.starts_with(':') => behind.trim_start(),
        _ => text,
    }
}

/// The name that a text begins with, with what stands before it: `app.route`, `tokio::test`.
fn name_of(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\');
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    text[..end].trim_start_matches('\\').trim_end_matches([':', '.'])
}

/// Bytes up to the bracket that closes what is around `text`.
fn closed(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ']' if depth == 0 => return at,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

/// The parts of a text between its outermost commas.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |letter: char| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
    .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_without_what_they_are_given() {
        for (head, notation, wanted) in [
            ("@SPI(a)\n@Deprecated public @Nullable ", Notation::At, &["SPI", "Deprecated", "Nullable"][..]),
            ("@field:Inject @get:Rule lateinit var ", Notation::At, &["Inject", "Rule"]),
            ("@app.route(x, f(@y))\n@property\ndef ", Notation::At, &["app.route", "property"]),
            ("@interface ", Notation::At, &[]),
            ("#[derive(A, B)] #[tokio::test] pub fn ", Notation::Hash, &["derive", "tokio::test"]),
            ("#[\\Foo\\Route(1, [2]), Other] class ", Notation::Hash, &["Foo\\Route", "Other"]),
            ("[Flags, X(1, 2)]\n[return: NotNull] public int[] ", Notation::Square, &["Flags", "X", "NotNull"]),
            ("public int[] ", Notation::Square, &[]),
            ("[[nodiscard, gnu::x(1)]] int ", Notation::Double, &["nodiscard", "gnu::x"]),
            ("@", Notation::At, &[]),
            ("#[", Notation::Hash, &[]),
        ] {
            assert_eq!(named(head, notation), wanted, "{head}");
        }
    }
}

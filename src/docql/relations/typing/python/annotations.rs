//! Python: types that are written as texts: `a: "A"`, `-> "list[A]"`, `Optional["A"]`.

use crate::document::Span;

/// Names before brackets in which a text is a type, whatever else is there.
const TYPE_ARGUMENTS: [&str; 12] =
    ["Optional", "Union", "List", "Dict", "Type", "list", "dict", "type", "set", "tuple", "Sequence", "Iterable"];

/// The names in the text at `span`, if that stands where a type is written.
pub(in crate::docql::relations) fn names_in_text(text: &str, span: Span) -> Vec<Span> {
    let written = span.of(text);
    let inside = written.trim_matches(['"', '\'']);
    let is_type = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | ',' | ' ' | '|');
    let is_quoted = written.len() == inside.len() + 2;
    if !is_quoted || !inside.starts_with(|c: char| c.is_alphabetic() || c == '_') || !inside.chars().all(is_type) {
        return Vec::new();
    }
    if !is_annotation(text.get(..span.start as usize).unwrap_or_default()) {
        return Vec::new();
    }
    let start = span.start as usize + 1;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(begin) = inside[at..].find(is_part).map(|found| at + found) {
        let end = inside[begin..].find(|c: char| !is_part(c)).map_or(inside.len(), |found| begin + found);
        out.push(Span::new((start + begin) as u32, (start + end) as u32));
        at = end;
    }
    out
}

/// True if what stands behind `before` is a type: after the colon of a parameter or variable, after `->`, in the brackets
/// of such a type.
fn is_annotation(before: &str) -> bool {
    let before = before.trim_end();
    if before.ends_with("->") {
        return true;
    }
    let line = before.rsplit('\n').next().unwrap_or(before);
    if let Some(head) = before.strip_suffix(':') {
        // In braces it is the value of a key.
        let is_name = head.trim_end().ends_with(|c: char| c.is_alphanumeric() || c == '_');
        return is_name && !is_in_braces(head) && !is_statement(line);
    }
    let Some(open) = open_bracket(before) else { return false };
    let name = before[..open].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    before[open..].starts_with('[') && TYPE_ARGUMENTS.contains(&name)
}

/// `else: "A"` is no annotation.
fn is_statement(line: &str) -> bool {
    let first = line.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    matches!(
        first,
        "else" | "try" | "finally" | "if" | "elif" | "while" | "for" | "with" | "except" | "case" | "lambda"
    )
}

fn is_in_braces(before: &str) -> bool {
    open_bracket(before).is_some_and(|open| before[open..].starts_with('{'))
}

/// The bracket that is open at the end of `before`, looked for over a few lines.
fn open_bracket(before: &str) -> Option<usize> {
    let from = before.floor_char_boundary(before.len().saturating_sub(MAX_BEFORE));
    let mut closed = 0usize;
    for (at, byte) in before.bytes().enumerate().skip(from).collect::<Vec<_>>().into_iter().rev() {
        match byte {
            b')' | b']' | b'}' => closed += 1,
            b'(' | b'[' | b'{' if closed == 0 => return Some(at),
            b'(' | b'[' | b'{' => closed -= 1,
            _ => {}
        }
    }
    None
}

/// Bytes before a text in which brackets are looked for, at most.
const MAX_BEFORE: usize = 1_000;

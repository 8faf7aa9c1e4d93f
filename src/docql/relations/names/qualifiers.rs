//! The names that are joined to a name before it: `a.b::c`.

use crate::document::Span;

/// What a line with a comment has in it, in some language.
const COMMENTS: [&str; 4] = ["//", "#", "*", "--"];

/// The text before a name without the white space between it and the sign that joins it to what stands in an earlier
/// line: `build().⏎ run()`, also with lines of comments between. A comment that ends in a dot joins nothing.
pub(in crate::docql::relations) fn joined(before: &str) -> &str {
    let mut trimmed = before.trim_end();
    while let Some((above, line)) = trimmed.rsplit_once('\n').filter(|(_, line)| line.trim_start().starts_with("//")) {
        // What stands behind the comment in its line is part of it.
        if before[above.len() + 1 + line.len()..].contains('\n') {
            trimmed = above.trim_end();
        } else {
            break;
        }
    }
    let line = trimmed.rsplit('\n').next().unwrap_or(trimmed);
    let is_joined = trimmed.ends_with('.') && !trimmed.ends_with("..") && before[trimmed.len()..].contains('\n');
    let is_code = !COMMENTS.iter().any(|comment| line.contains(comment));
    if is_joined && is_code { trimmed } else { without_types(before) }
}

/// Bytes of types between a sign that joins and a name, at most.
const MAX_TYPES: usize = 200;

/// Java: the text up to the dot before types that a call is written with: `a.<T>run()`.
fn without_types(before: &str) -> &str {
    if !before.ends_with('>') {
        return before;
    }
    let mut depth = 0usize;
    for (at, byte) in before.bytes().enumerate().rev().take(MAX_TYPES) {
        match byte {
            b'>' => depth += 1,
            b'<' => depth = depth.saturating_sub(1),
            b'(' | b')' | b'{' | b'}' | b';' | b'"' => return before,
            _ => {}
        }
        if depth == 0 {
            return before.get(..at).filter(|rest| rest.ends_with('.')).unwrap_or(before);
        }
    }
    before
}

/// The text up to the arguments that a type is written with: in Rust `Vec::<T>`, in C++ `Shard<T>`, in C# `Policy<T>.`
fn without_arguments(before: &str) -> &str {
    let mut depth = 0usize;
    if !before.ends_with('>') {
        return before;
    }
    for (at, byte) in before.bytes().enumerate().rev().take(MAX_TYPES) {
        match byte {
            b'>' if at > 0 && before.as_bytes()[at - 1] == b'-' => {}
            b'>' => depth += 1,
            b'<' => depth = depth.saturating_sub(1),
            b'{' | b'}' | b'"' => return before,
            _ => {}
        }
        if depth == 0 {
            let rest = before.get(..at).unwrap_or(before);
            let is_named = rest.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            return rest.strip_suffix("::").unwrap_or(if is_named { rest } else { before });
        }
    }
    before
}

/// The text up to what a dot at the start of a line is joined to, in an earlier one: `build()⏎  .run`. Behind a comment
/// nothing is known.
fn over_lines(before: &str) -> &str {
    let trimmed = before.trim_end();
    if !before[trimmed.len()..].contains('\n') {
        return before;
    }
    let line = trimmed.rsplit('\n').next().unwrap_or(trimmed);
    if COMMENTS.iter().any(|comment| line.contains(comment)) { before } else { trimmed }
}

/// JavaScript: the text up to the bracket around a name in quotes that is called: `a['run']()`, `a?.['run']()`.
pub(in crate::docql::relations) fn before_key(before: &str) -> Option<&str> {
    let of = before.strip_suffix(['"', '\'', '`'])?.trim_end().strip_suffix('[')?;
    Some(of.strip_suffix("?.").unwrap_or(of))
}

/// JavaScript: the name in the text at `span`, if that stands in brackets behind what has it: `a['run']`.
pub(in crate::docql::relations) fn name_in_brackets(text: &str, span: Span) -> Option<Span> {
    let inside = Span::new(span.start + 1, span.end.saturating_sub(1).max(span.start + 1));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let name = inside.of(text);
    let is_name = !name.is_empty() && name.chars().all(is_part) && span.of(text).len() == name.len() + 2;
    let of = before_key(text.get(..inside.start as usize)?).filter(|_| is_name)?;
    let is_closed = text.get(span.end as usize..)?.trim_start().starts_with(']');
    (is_closed && of.ends_with(|c: char| is_part(c) || matches!(c, ')' | ']'))).then_some(inside)
}

/// The text before a name up to what joins it, and its qualifiers, in JavaScript or another language.
pub(in crate::docql::relations) fn qualified(before: &str, is_script: bool) -> (&str, Vec<&str>) {
    match before_key(before).filter(|_| is_script) {
        Some(of) => {
            let start = name_start(of);
            let outer = if start < of.len() { qualifiers(&of[..start]) } else { Vec::new() };
            (of, outer.into_iter().chain([&of[start..]]).collect())
        }
        None => (joined(before), qualifiers(before)),
    }
}

/// Where the name begins with which a text ends.
fn name_start(text: &str) -> usize {
    let before = text.rfind(|c: char| !c.is_alphanumeric() && c != '_' && c != '#');
    before.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))
}

/// The qualifiers of a name, outermost first: the names before it that are joined by `.`, `::`, `->`, `\`.
pub(in crate::docql::relations) fn qualifiers(before: &str) -> Vec<&str> {
    joined_by(&["::", "->", "?.", ".", "\\"], joined(before))
}

/// The same in PHP, where a dot puts texts together.
pub(in crate::docql::relations) fn qualifiers_in_php(before: &str) -> Vec<&str> {
    joined_by(&["::", "->", "\\"], before)
}

fn joined_by<'t>(signs: &[&str], mut before: &'t str) -> Vec<&'t str> {
    let mut out = Vec::new();
    loop {
        let trimmed = signs.iter().find_map(|sign| Some((sign, before.strip_suffix(sign)?)));
        // `...run()` and `0..run()` join nothing.
        let Some((sign, trimmed)) = trimmed.filter(|(_, rest)| !rest.ends_with('.')) else { break };
        let trimmed = match *sign {
            "::" => without_arguments(trimmed),
            "\\" => trimmed,
            _ => match over_lines(trimmed) {
                of if of.ends_with('>') && !of.ends_with("->") && !of.ends_with("=>") => without_arguments(of),
                of => of,
            },
        };
        let start = name_start(trimmed);
        out.push(&trimmed[start..]);
        if trimmed[start..].is_empty() {
            break;
        }
        before = &trimmed[..start];
    }
    out.reverse();
    out
}

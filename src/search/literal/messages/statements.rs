//! Statements that may make a message: lines that belong together, and the strings in them.

use super::macros::{first_name, is_condition, is_macro, last_name, without_conditions_behind};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Lines over which strings are put together.
pub(in crate::search::literal) const MAX_LINES: usize = 8;

/// Lines that a string goes on over, at most, before it is taken for something else.
const MAX_LONG: usize = 200;

/// Quotes of strings that go on over lines in most languages that have such.
const LONG_QUOTES: [&str; 2] = ["\"\"\"", "'''"];

/// What opens a text that ends with a line of its own: `<<~MESSAGE`, `<<'EOF'`, `<<<EOT`.
static HEREDOC: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"<<[<~-]?["']?([A-Z][A-Z_]+)\b["']?"#).ok());

/// Lines that belong together, with their places: strings are put together over several, and go on over several.
pub(in crate::search::literal) fn statements(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut start, mut long_end) = (0, 0);
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let mut end = line_end(rest, 0);
        // What is inside a long string, and what closes it, opens none.
        let long = if start < long_end { None } else { long_string(&text[..start], rest) };
        if let Some(close) = long {
            long_end = start + close;
        }
        for _ in 1..MAX_LINES {
            let next = line_end(rest, end);
            let is_inside = long.is_some_and(|close| end < close);
            if next == end || !is_inside && !goes_on(&rest[..end], &rest[end..next]) {
                break;
            }
            end = next;
        }
        let at = start;
        start += end;
        Some((at, &rest[..end]))
    })
}

/// The place behind the line that begins at `start`.
fn line_end(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |at| start + at + 1)
}

/// The place behind the line that closes the string which the first line of `rest` opens and does not close.
fn long_string(before: &str, rest: &str) -> Option<usize> {
    let line = &rest[..line_end(rest, 0)];
    let closes: Box<dyn Fn(&str) -> bool> = match opened(line, before)? {
        Opened::Quotes(quotes) => Box::new(move |line: &str| line.contains(quotes)),
        Opened::Word(word) => Box::new(move |line: &str| line.trim().trim_end_matches([';', ')', ',']) == word),
    };
    let mut at = line.len();
    for _ in 0..MAX_LONG {
        let next = line_end(rest, at);
        match &rest[at..next] {
            "" => return None,
            line if closes(line) => return Some(next),
            _ => at = next,
        }
    }
    None
}

/// What ends a string that goes on over lines.
enum Opened<'t> {
    Quotes(&'static str),
    Word(&'t str),
}

/// The string that a line opens and does not close. Text that a program says stands behind something, or is an argument:
/// what begins a line otherwise documents what follows it, or closes what is before.
fn opened<'t>(line: &'t str, before: &str) -> Option<Opened<'t>> {
    for quotes in LONG_QUOTES {
        if occurrences(line, quotes) % 2 == 1 {
            let is_behind = !line.trim_start().starts_with(quotes);
            let is_argument = before.trim_end().ends_with(['(', ',', '=', '{', '+']);
            return (is_behind || is_argument).then_some(Opened::Quotes(quotes));
        }
    }
    let found = has_two(line, b'<').then(|| HEREDOC.as_ref()?.captures(line)?.get(1))??;
    Some(Opened::Word(found.as_str()))
}

/// How often a text of one repeated sign stands in a line, none of them in another. Lines are many and short: a searcher
/// made for each costs more than its search.
fn occurrences(line: &str, of: &str) -> usize {
    let (bytes, of) = (line.as_bytes(), of.as_bytes());
    let (mut count, mut from) = (0, 0);
    while let Some(at) = memchr::memchr(of[0], &bytes[from..]).map(|at| from + at) {
        let is_one = bytes[at..].starts_with(of);
        count += usize::from(is_one);
        from = at + if is_one { of.len() } else { 1 };
    }
    count
}

/// True if a sign stands in a line twice, side by side.
fn has_two(line: &str, sign: u8) -> bool {
    let bytes = line.as_bytes();
    memchr::memchr_iter(sign, bytes).any(|at| bytes.get(at + 1) == Some(&sign))
}

/// Where an expression in a string opens last: `${`, else `#{`.
fn last_expression(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let behind = |sign: u8| {
        let mut braces = memchr::memrchr_iter(b'{', bytes).filter(|at| *at > 0);
        braces.find(|at| bytes[at - 1] == sign).map(|at| at - 1)
    };
    behind(b'$').or_else(|| behind(b'#'))
}

/// True if what is put together in `line` goes on in `next`: an operator stands between, or nothing between two strings,
/// or an expression in a string is not closed.
fn goes_on(line: &str, next: &str) -> bool {
    let open = last_expression(line).map_or("", |at| &line[at..]);
    if !open.is_empty() && open.matches('{').count() > open.matches('}').count() && line.contains(['"', '`']) {
        return true;
    }
    let (line, next) = (without_conditions_behind(line), next.trim_start());
    if next.starts_with('#') {
        return line.ends_with('"') && is_condition(next);
    }
    let ends = |ends: &[&str]| ends.iter().any(|end| line.ends_with(end));
    let begins = |starts: &[&str]| starts.iter().any(|start| next.starts_with(start));
    ends(&["+", "<<", "..", "<>", "\\"])
        || begins(&["+ ", "<<", ".. ", ". ", "<> "])
        || ends(&["\"", "'"]) && begins(&["\"", "'", "f\"", "f'"])
        || begins(&["\""]) && ends_with_macro(line)
        || line.ends_with("%\"") && is_macro(first_name(next))
}

/// Whether a line ends with a string and the name of a macro behind it: `"after %" FMT_TIME`.
fn ends_with_macro(line: &str) -> bool {
    let name = last_name(line);
    is_macro(name) && line[..line.len() - name.len()].trim_end().ends_with('"')
}

/// The strings of a statement: what stands between two quotes of a kind, or behind a line that opens a text.
pub(in crate::search::literal) fn strings(statement: &str) -> Vec<Range<usize>> {
    let first = &statement[..line_end(statement, 0)];
    let is_output = || first.trim_end().ends_with("<<") || statement[first.len()..].trim_start().starts_with("<<");
    if first.len() < statement.len()
        && let Some(Opened::Word(_)) = opened(first, "")
        && !is_output()
    {
        return vec![without_blanks(statement, first.len()..statement.len())];
    }
    if let Some(value) = plain_value(statement).or_else(|| element_value(statement)) {
        return vec![value];
    }
    let mut out = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut from = 0;
    while let Some(at) = statement[from..].find(['"', '\'', '`', '\\', '{']).map(|at| from + at) {
        let rest = &statement[at..];
        if rest.starts_with('{') {
            from = open.and_then(|(quote, start)| expression_end(statement, (quote, start), at)).unwrap_or(at + 1);
            continue;
        }
        let long = LONG_QUOTES.into_iter().find(|quotes| rest.starts_with(quotes));
        let quote = long.unwrap_or(&rest[..1]);
        from = at + 1;
        match open {
            Some(("\"" | "\"\"\"", _)) if rest.starts_with("\\(") => {
                from = closed(statement, at + 2, (b'(', b')')).unwrap_or(at + 2);
            }
            Some(_) if quote == "\\" => from += rest[1..].chars().next().map_or(0, char::len_utf8),
            Some((opened, start)) if rest.starts_with(opened) => {
                out.push(if opened.len() > 1 { without_blanks(statement, start..at) } else { start..at });
                from = at + opened.len();
                open = None;
            }
            None if quote == "\""
                && let Some((inside, end)) = raw(statement, at) =>
            {
                out.push(inside);
                from = end;
            }
            None if quote != "\\" => {
                from = at + quote.len();
                open = Some((quote, from));
            }
            _ => {}
        }
    }
    // A string that goes on in the next line, or an apostrophe in a comment.
    if let Some((quote, start)) = open {
        let rest = start..statement.trim_end().len().max(start);
        out.push(if quote.len() > 1 { without_blanks(statement, rest) } else { rest });
    }
    out
}

/// The place behind an expression in a string, `#{…}`, `${…}`, or `{…}` where a letter or a sign before the string says so:
/// quotes in it are none of the string's.
fn expression_end(statement: &str, (quote, start): (&str, usize), brace: usize) -> Option<usize> {
    let before = statement[..start - quote.len()].trim_end_matches(|c: char| "rR@bB".contains(c));
    let is_formatted = before.ends_with(['f', 'F', '$'])
        && !before[..before.len() - 1].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let is_marked = quote != "'" && statement[start..brace].ends_with(['#', '$']);
    // A brace that is written twice stands for itself.
    let is_twice = statement[brace + 1..].starts_with('{');
    if !is_marked && (!is_formatted || is_twice) {
        return None;
    }
    closed(statement, brace + 1, (b'{', b'}'))
}

/// The place behind the sign that closes what was opened before `from`, with strings in between as they are.
fn closed(text: &str, from: usize, (opens, closes): (u8, u8)) -> Option<usize> {
    let (mut depth, mut quote) = (1, None);
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match (byte, quote) {
            (b'\\', _) => at += 1,
            (byte, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'' | b'`', None) => quote = Some(byte),
            (byte, None) if byte == opens => depth += 1,
            (byte, None) if byte == closes => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether a statement may hold a string, in quotes or without.
pub(in crate::search::literal) fn may_hold_string(statement: &str) -> bool {
    let has_quote = memchr::memchr3(b'"', b'\'', b'`', statement.as_bytes()).is_some();
    has_quote || has_two(statement, b'<') || plain_value(statement).or_else(|| element_value(statement)).is_some()
}

/// What stands in an element of XML, if it has a place for a value: `<string name="about">About %s</string>`.
fn element_value(line: &str) -> Option<Range<usize>> {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"^\s*<(?:[\w.-]+)(?:\s[^<>]*)?>\s*(?P<value>[^\n]*(?:%[\w$@.]|\{\{?[ \w.]+\}\}?)[^\n]*?)\s*</[\w.-]+>\s*$",
        )
        .ok()
    });
    if !line.trim_start().starts_with('<') {
        return None;
    }
    Some(FORM.as_ref()?.captures(line)?.name("value")?.range())
}

/// The value of a line of data that needs no quotes, if it has a place for another: `notice: Imported %{count} items`.
fn plain_value(line: &str) -> Option<Range<usize>> {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r#"^\s*[\w.-]+(?::\s|\s?=)\s*(?P<value>[^\s"'`][^"'`\n]*[%$]?[{(]\w+[})][^"'`\n]*|[%$][{(][^"'`\n]+)$"#,
        )
        .ok()
    });
    let is_quoted = memchr::memchr3(b'"', b'\'', b'`', line.as_bytes()).is_some();
    if is_quoted || !line.contains(['{', '(']) {
        return None;
    }
    let value = FORM.as_ref()?.captures(line.trim_end())?.name("value")?;
    Some(value.range())
}

/// The inside of a string of Rust that may hold quotes, opened by the quote at a place, and where it ends: `r#"…"#`.
fn raw(statement: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let before = statement[..at].trim_end_matches('#');
    let hashes = &statement[before.len()..at];
    if hashes.is_empty() || !before.ends_with('r') {
        return None;
    }
    let end = at + 1 + statement[at + 1..].find(&format!("\"{hashes}"))?;
    Some((at + 1..end, end + 1 + hashes.len()))
}

/// A range without the white space at its ends: a string over lines begins in the line behind what opens it.
fn without_blanks(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + inner.len() - inner.trim_start().len();
    start..(range.start + inner.trim_end().len()).max(start)
}

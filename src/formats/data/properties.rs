//! Java's properties and files of environment variables: keys and texts, flat.

use super::grown::{self, Grown};
use crate::document::{DataTree, Problem};

/// The tree of a properties file, as `java.util.Properties` reads it; keys stay whole, dots and all.
pub(super) fn parse(text: &str) -> Result<DataTree, Problem> {
    let mut root = Grown::object(1);
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let line = line.trim_start();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        let (mut whole, mut last) = (line.to_owned(), number);
        // An odd number of backslashes continues the line.
        while whole.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1 {
            whole.pop();
            let Some((next, more)) = lines.next() else { break };
            whole.push_str(more.trim_start());
            last = next;
        }
        let (key, value) = split(&whole);
        root.push(unescaped(key), Grown::text(&unescaped(value), number, last));
    }
    grown::tree(root)
}

/// At the first `=`, `:` or white space that is not escaped.
fn split(line: &str) -> (&str, &str) {
    let mut is_escaped = false;
    let end = line.find(|c: char| {
        let ends = !is_escaped && (matches!(c, '=' | ':') || c.is_whitespace());
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    let Some(end) = end else { return (line, "") };
    let rest = line[end..].trim_start();
    (&line[..end], rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start())
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('f') => out.push('\u{c}'),
            Some('u') => {
                let digits: String = rest.clone().take(4).collect();
                match u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4).and_then(char::from_u32) {
                    Some(named) => {
                        out.push(named);
                        rest.nth(3);
                    }
                    None => out.push_str("\\u"),
                }
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

/// The tree of a file of environment variables: `export`, quotes of both kinds, comments behind values.
///
/// # Errors
/// If a line assigns nothing: `.envrc` may hold a program.
pub(super) fn parse_dotenv(text: &str) -> Result<DataTree, Problem> {
    let mut root = Grown::object(1);
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let line = line.strip_prefix("export ").map_or(line, str::trim_start);
        let no_variable = || Problem { line: number, message: "no variable is set here; read as text".to_owned() };
        let (key, value) = line.split_once('=').ok_or_else(no_variable)?;
        let key = key.trim_end();
        if key.is_empty() || !key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-')) {
            return Err(no_variable());
        }
        let (mut value, mut last) = (value.trim_start().to_owned(), number);
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''));
        let read = match quote {
            Some(quote) => loop {
                if let Some(inner) = within(&value[1..], quote) {
                    break inner;
                }
                let Some((next, more)) = lines.next() else {
                    return Err(Problem { line: number, message: format!("this {quote} is never closed") });
                };
                value.push('\n');
                value.push_str(more);
                last = next;
            },
            None => value.split(" #").next().unwrap_or_default().trim_end().to_owned(),
        };
        root.push(key, Grown::text(&read, number, last));
    }
    grown::tree(root)
}

/// What stands before the closing `quote`.
fn within(text: &str, quote: char) -> Option<String> {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            c if c == quote => return Some(out),
            '\\' if quote == '"' => match rest.next()? {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                other => out.push(other),
            },
            other => out.push(other),
        }
    }
    None
}

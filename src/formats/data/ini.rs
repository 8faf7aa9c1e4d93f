//! INI files in the dialects of Git, systemd, Python's tools, editors and databases: sections of keys and texts.

use super::grown::{self, Grown};
use crate::document::{DataTree, Problem};

/// The tree of `text`: a section is an object, `[a "b"]` one inside of another; a key that is repeated has a list.
///
/// # Errors
/// If a line is neither: many other languages end in `.conf`.
pub(super) fn parse(text: &str) -> Result<DataTree, Problem> {
    let mut root = Grown::object(1);
    let mut section: Vec<String> = Vec::new();
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((number, line)) = lines.next() {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = bare.strip_prefix('[') {
            section = read_section(name).ok_or_else(|| no_ini(number))?;
            root.push_inside(&section, number, None);
            continue;
        }
        let (key, value) = read_pair(bare).ok_or_else(|| no_ini(number))?;
        let (mut value, mut last) = (value.map(str::to_owned), number);
        let (own_indent, is_list) = (indent(line), value.as_deref() == Some(""));
        while let Some(&(next, more)) = lines.peek() {
            let Some(so_far) = &mut value else { break };
            let is_continued = so_far.ends_with('\\');
            // In Python's dialect a value may be a list below its key, which no other key can be told from.
            let is_deeper = indent(more) > own_indent && !more.trim().is_empty() && !is_comment(more);
            let is_hanging = is_deeper && (is_list || !is_pair(more));
            if !is_continued && !is_hanging {
                break;
            }
            if is_continued {
                so_far.pop();
            }
            *so_far = format!("{}\n{}", so_far.trim_end(), more.trim()).trim_start_matches('\n').to_owned();
            last = next;
            lines.next();
        }
        let grown = match value {
            Some(value) => Grown::text(unquoted(&value), number, last),
            None => Grown::null(number),
        };
        root.push_inside(&section, number, Some((key.to_owned(), grown)));
    }
    grown::tree(root)
}

fn no_ini(line: u32) -> Problem {
    Problem { line, message: "neither a section nor a key with a value; read as text, not as data".to_owned() }
}

/// `remote "origin"]` → both names. What follows the bracket is a comment, if anything.
fn read_section(rest: &str) -> Option<Vec<String>> {
    if let Some((name, sub)) = rest.split_once('"').filter(|(name, _)| !name.contains(']')) {
        let (sub, end) = sub.rsplit_once('"')?;
        end.trim_start().starts_with(']').then(|| vec![name.trim().to_owned(), sub.replace("\\\"", "\"")])
    } else {
        let name = rest.rsplit_once(']')?.0.trim();
        (!name.is_empty()).then(|| vec![name.to_owned()])
    }
}

/// A key and its value, or a key alone.
fn read_pair(line: &str) -> Option<(&str, Option<&str>)> {
    let is_word = |key: &str| !key.is_empty() && !key.contains(['"', '{', '}', '<', '(', '`']);
    match line.find(['=', ':']) {
        Some(at) => {
            let key = line[..at].trim_end_matches([' ', '\t', '+', '?']);
            (is_word(key) && key.split_whitespace().count() <= 4).then(|| (key, Some(line[at + 1..].trim())))
        }
        None => {
            let is_bare = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '*' | '/' | '@');
            line.chars().all(is_bare).then_some((line, None))
        }
    }
}

fn is_pair(line: &str) -> bool {
    line.contains('=') && read_pair(line.trim()).is_some_and(|(key, _)| !key.contains(char::is_whitespace))
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', ';'])
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A value that is quoted as a whole, without its quotes.
fn unquoted(value: &str) -> &str {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(value)
}

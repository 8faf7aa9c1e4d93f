//! Statements of lines: where one ends that a line begins, what opens it, what lies below it.

use crate::agent::question::settings::defaults::NamedSetting;
use crate::document::{FormatFamily, LineIndex};

/// Lines of a statement that are read, at most.
const MAX_LINES: usize = 6;

/// Lines below a key of data that may describe it, at most.
const MAX_BELOW: usize = 12;

/// Lines of an entry of a document, at most.
const MAX_ENTRY: usize = 16;

/// Bytes in front of the name that an entry begins with, at most: a sign, a mark.
const MAX_BEFORE_NAME: usize = 16;

/// The lines of the statement that begins in the first of `lines`: the next ones as long as the last one goes on.
pub(in crate::agent) fn statement<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    opened_statement(lines, 0)
}

/// The same where the line before has opened so many brackets.
pub(in crate::agent::passages) fn opened_statement<'t>(
    lines: impl Iterator<Item = &'t str>,
    open: usize,
) -> Vec<&'t str> {
    let mut statement: Vec<&str> = Vec::new();
    let (mut opened, mut closed) = (open, 0);
    for line in lines.take(MAX_LINES) {
        let goes_on = |last: &&str| opened > closed || goes_on(last) || line.trim_start().starts_with('.');
        if !statement.last().is_none_or(goes_on) {
            break;
        }
        opened += line.matches(['(', '[']).count();
        closed += line.matches([')', ']']).count();
        statement.push(line);
    }
    statement
}

/// The lines that say of a line's setting what its default is, from that line on. A document goes on where an entry begins
/// with the name, or a title does: other lines only mention it, and what stands below them is said of another one.
pub(super) fn statement_at<'t>(
    name: &NamedSetting,
    at: u32,
    family: FormatFamily,
    (text, index): (&'t str, &LineIndex),
) -> Vec<&'t str> {
    let lines = (at..=index.count()).map(|line| index.text(text, line));
    if family != FormatFamily::Prose {
        return opened_statement(lines, usize::from(!opening(at, (text, index)).is_empty()));
    }
    let line = index.text(text, at);
    let is_first = at == 1 || index.text(text, at - 1).trim().is_empty();
    let is_head = is_first && name.places(line).first().is_some_and(|(start, _)| *start <= MAX_BEFORE_NAME);
    let below = if at < index.count() { index.text(text, at + 1) } else { "" };
    if is_head && (line.starts_with('#') || is_underline(below)) {
        return titled(lines.take(MAX_ENTRY));
    }
    let most = if is_head { MAX_ENTRY } else { 1 };
    lines.take(most).take_while(|line| !line.trim().is_empty()).collect()
}

/// A title with the first paragraph below it: what a section says first is said of what it is called.
fn titled<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let lines: Vec<&str> = lines.collect();
    let is_said = |line: &&str| !line.trim().is_empty() && !is_underline(line);
    let Some(first) = lines.iter().skip(1).position(is_said).map(|at| at + 1) else { return lines };
    let end = lines[first..].iter().position(|line| line.trim().is_empty()).map_or(lines.len(), |at| first + at);
    // Another title has a paragraph of its own.
    let is_title = lines[first].starts_with('#') || lines.get(first + 1).is_some_and(|line| is_underline(line));
    lines[..if is_title { 1 } else { end }].to_vec()
}

/// True for the line below a title: one sign again and again.
fn is_underline(line: &str) -> bool {
    let line = line.trim_end();
    let first = line.bytes().next();
    line.len() > 2
        && first.is_some_and(|sign| b"=-~^\"'`.*+#:_".contains(&sign) && line.bytes().all(|byte| byte == sign))
}

/// The line before one that begins with the first argument of a call, which that opens.
pub(in crate::agent::passages) fn opening<'t>(at: u32, (text, index): (&'t str, &LineIndex)) -> &'t str {
    let before = if at > 1 { index.text(text, at - 1).trim_end() } else { "" };
    let opens = before.ends_with('(') && index.text(text, at).trim_start().starts_with(['"', '\'']);
    if opens { before } else { "" }
}

/// The lines below one that are indented deeper: what lies in it. A list may begin where its key does.
pub(in crate::agent::passages) fn below<'t>(line: &str, lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(line);
    let lies_in = |line: &&str| {
        let deep = indent(line);
        line.trim().is_empty() || deep > own || deep == own && line.trim_start().starts_with("- ")
    };
    lines.take_while(lies_in).take(MAX_BELOW).collect()
}

/// True if a line of a program is no whole statement.
pub(in crate::agent) fn goes_on(line: &str) -> bool {
    let line = line.trim_end();
    let opened = line.matches(['(', '[']).count() > line.matches([')', ']']).count();
    opened || line.ends_with(['.', '(', '[', '\\', '=', '+', '|', '&', ':']) || line.ends_with(',') && !is_member(line)
}

/// True for a member of a literal, a line of its own: `Timeout: 3,`.
fn is_member(line: &str) -> bool {
    let begins_quoted = line.trim_start().starts_with(['"', '\'']);
    !begins_quoted && line.contains([':', '='])
}

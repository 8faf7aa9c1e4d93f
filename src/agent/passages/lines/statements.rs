//! Statements of lines: where one ends that a line begins, what opens it, what lies below it.

use crate::document::LineIndex;

/// Lines of a statement that are read, at most.
const MAX_LINES: usize = 6;

/// Lines below a key of data that may describe it, at most.
const MAX_BELOW: usize = 12;

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

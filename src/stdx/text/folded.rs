//! Traces in one line, whose line breaks are escaped, as logs of JSON do, or have become spaces, as in chats, as lines
//! again.

use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Frames in a line from which on it is a trace that has lost its line breaks.
const MIN_FRAMES: usize = 2;

/// Spaces in a line from which on they were a line break and the indentation behind it.
const MIN_SPACES: usize = 3;

/// The frames of Python, of JavaScript and .NET, of the JVM, with the white space before them.
static FRAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"\s+(?:File "[^"]+", line \d+"#,
        r"|at (?:async )?(?:new )?(?:[^\s()]+ (?:\[as [^\s\]]+\] )?)?\([^\s()]+:\d+:\d+\)",
        r"|at (?:async )?(?:file://)?/[^\s()]+:\d+:\d+",
        r"|at [^\s()]+\([^\s()]*\) in \S+:line \d+",
        r"|at [\w$.<>/@]+\([\w$]+\.\w+:\d+\))",
    ))
    .ok()
});

/// How the lines of a trace were put in one.
enum Fold {
    /// Line breaks are written with so many backslashes.
    Escaped(usize),
    /// Line breaks have become spaces.
    Spaces,
}

/// Whether a text in one line is a trace that has lost its line breaks.
pub fn is_folded_trace(text: &str) -> bool {
    let text = text.trim();
    !text.contains('\n') && fold(text).is_some()
}

/// The text with the lines that traces have which stand in one line of it.
pub fn unfolded(text: &str) -> Cow<'_, str> {
    if !text.lines().any(|line| fold(line).is_some()) {
        return Cow::Borrowed(text);
    }
    let line = |line| match fold(line) {
        Some(Fold::Escaped(depth)) => unescaped(line, depth),
        Some(Fold::Spaces) => broken(line),
        None => line.to_owned(),
    };
    Cow::Owned(text.lines().map(line).collect::<Vec<_>>().join("\n"))
}

fn fold(line: &str) -> Option<Fold> {
    let may_hold = || [" at ", "File \""].iter().any(|start| line.matches(start).nth(MIN_FRAMES - 1).is_some());
    let is_run_on = || FRAME.as_ref().is_some_and(|frame| frame.find_iter(line).nth(MIN_FRAMES - 1).is_some());
    escapes(line).map(Fold::Escaped).or_else(|| (may_hold() && is_run_on()).then_some(Fold::Spaces))
}

/// With how many backslashes the line breaks of a line are written: a text within a text has twice as many. What stands
/// behind a break is somewhere indented or numbered, as frames are: the `\n` of `C:\new` is none.
fn escapes(line: &str) -> Option<usize> {
    let mut rest = line;
    while let Some(at) = rest.find('\\') {
        let run = rest[at..].bytes().take_while(|&byte| byte == b'\\').count();
        rest = &rest[at + run..];
        let is_break = rest.strip_prefix('n').is_some_and(|behind| {
            let tab = behind.trim_start_matches('\\');
            let is_numbered =
                behind.strip_prefix('#').is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()));
            is_numbered || behind.starts_with([' ', '\t']) || (tab.len() < behind.len() && tab.starts_with('t'))
        });
        if is_break {
            return Some(run);
        }
    }
    None
}

/// The line with its escapes read: breaks and tabs of `depth` backslashes, quotes and backslashes of any number.
fn unescaped(line: &str, depth: usize) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let run = rest[at..].bytes().take_while(|&byte| byte == b'\\').count();
        rest = &rest[at + run..];
        let sign = rest.chars().next();
        let read = match sign {
            Some('n') if run == depth => Some("\n"),
            Some('t') if run == depth => Some("\t"),
            Some('r') if run == depth => Some(""),
            Some('"') => Some("\""),
            _ => None,
        };
        out.push_str(read.unwrap_or("\\"));
        rest = &rest[read.and(sign).map_or(0, char::len_utf8)..];
    }
    out.push_str(rest);
    out
}

/// The line broken before its frames, and where it has so many spaces that a line began behind them.
fn broken(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 64);
    let mut from = 0;
    for frame in FRAME.iter().flat_map(|frame| frame.find_iter(line)) {
        break_at_spaces(&line[from..frame.start()], &mut out);
        out.push_str("\n  ");
        out.push_str(frame.as_str().trim_start());
        from = frame.end();
    }
    break_at_spaces(&line[from..], &mut out);
    out
}

fn break_at_spaces(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(&" ".repeat(MIN_SPACES)) {
        out.push_str(&rest[..at]);
        rest = rest[at..].trim_start_matches(' ');
        out.push_str("\n    ");
    }
    out.push_str(rest);
}

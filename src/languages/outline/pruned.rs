//! What of a broken text no grammar understands: each declaration is read by itself, and so is what stands between
//! declarations. A function that is broken loses its body, anything else is left out.

use super::dialect::blanked;
use super::levels::{Line, Reader};
use crate::document::Lexis;
use crate::languages::rules::model::{Around, Levels};
use std::ops::Range;

/// Leaves out what `is_sound` is false of; nothing if that is nothing.
pub(super) fn pruned(
    levels: &Levels,
    around: &Around,
    lexis: &'static Lexis,
    text: &str,
    is_sound: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let reader = Reader::new(levels, lexis, text);
    let lines = reader.lines();
    let mut gaps: Vec<Range<usize>> = Vec::new();
    let mut next = 0;
    while let Some(line) = lines.get(next) {
        let name = name_line(&reader, &lines, next);
        let end = statement_end(&reader, &lines, name);
        let part = line.first..lines[end - 1].code_end;
        if reader.goes_on_with(*line) || around.is_head(&text[part.clone()]) {
            next += 1;
        } else if lines[name + 1..end].iter().any(|line| reader.declares(*line)) {
            // What is in it is read for itself.
            let head = (name..end).find(|&line| reader.opens(lines[line]));
            next = head.map_or(end, |head| head + 1);
        } else {
            // `class A {` without an end is a class all the same, `fun a(` is nothing yet.
            let keeps_head = reader.declares(lines[name]) && reader.code()[part.clone()].contains(&b'{');
            gaps.extend(gap(&reader, around, text, part, (line.indent == 0, keeps_head), is_sound));
            next = end;
        }
    }
    (!gaps.is_empty()).then(|| blanked(text, &gaps).into_owned())
}

/// The line of a declaration to which the attributes in the lines from `first` on belong.
fn name_line(reader: &Reader, lines: &[Line], first: usize) -> usize {
    let above = lines[first..].iter().take_while(|line| reader.is_above(**line)).count();
    (first + above).min(lines.len() - 1)
}

/// The line behind a statement, of which the rest stands deeper or begins with what closes something.
fn statement_end(reader: &Reader, lines: &[Line], first: usize) -> usize {
    let indent = lines[first].indent;
    let mut is_closed = false;
    let is_rest = |line: &&Line| {
        let is_rest = line.indent > indent && !is_closed || line.indent == indent && reader.goes_on_with(**line);
        is_closed = line.indent == indent && reader.is_closing(**line);
        is_rest
    };
    first + 1 + lines[first + 1..].iter().take_while(is_rest).count()
}

/// What must be left out of a statement.
fn gap(
    reader: &Reader,
    around: &Around,
    text: &str,
    part: Range<usize>,
    (is_outermost, keeps_head): (bool, bool),
    is_sound: &dyn Fn(&str) -> bool,
) -> Option<Range<usize>> {
    let sound = |part: &str| {
        let member = || is_sound(&format!("{}{}{part}\n{}", around.head, around.before, around.after));
        is_sound(&format!("{}{part}\n", around.head)) || !is_outermost && member()
    };
    let statement = &text[part.clone()];
    if sound(statement) {
        return None;
    }
    let code = &reader.code()[part.clone()];
    let (open, close) = (memchr::memchr(b'{', code), memchr::memrchr(b'}', code));
    if let (Some(open), Some(close)) = (open, close)
        && open < close
    {
        let body = open + 1..close;
        if sound(&blanked(statement, std::slice::from_ref(&body))) {
            return Some(part.start + open + 1..part.start + close);
        }
    }
    (!keeps_head).then_some(part)
}

impl Around {
    /// True if a text is what stands at the beginning of every file.
    fn is_head(&self, text: &str) -> bool {
        !self.head.is_empty() && text.starts_with(self.head.trim_end())
    }
}

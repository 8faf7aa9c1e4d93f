//! The marks that a merge leaves in a text, and which of its sides is read.

use std::ops::Range;

/// The line that begins a conflict, and what follows it.
const OURS: &str = "<<<<<<< ";
const BASE: &str = "|||||||";
const THEIRS: &str = "=======";
const END: &str = ">>>>>>> ";

/// The parts of `text` that are no program: the lines of marks, the common ancestor, and the other side, unless both
/// sides can be read one behind the other.
pub(super) fn conflicts(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = mark(text, at, OURS) {
        let Some(middle) = mark(text, start, THEIRS) else { break };
        let Some(last) = mark(text, middle, END) else { break };
        let line_end =
            |at: usize| memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length);
        let base = mark(&text[..middle], start, BASE);
        found.push(start..line_end(start));
        let (ours, theirs) = (line_end(start)..base.unwrap_or(middle), line_end(middle)..last);
        let end = line_end(last);
        match is_whole(&text[ours]) && is_whole(&text[theirs]) {
            true => found.extend([base.unwrap_or(middle)..line_end(middle), last..end]),
            false => found.push(base.unwrap_or(middle)..end),
        }
        at = end;
    }
    found
}

/// The place of the next line that begins with `mark`.
fn mark(text: &str, from: usize, mark: &str) -> Option<usize> {
    let is_first = |at: &usize| *at == 0 || text.as_bytes()[at - 1] == b'\n';
    text[from..].match_indices(mark).map(|(at, _)| from + at).find(is_first)
}

/// True if all brackets of a text match.
fn is_whole(text: &str) -> bool {
    let mut open = Vec::new();
    for byte in text.bytes() {
        match byte {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b')' | b']' | b'}' if open.pop() != Some(byte) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

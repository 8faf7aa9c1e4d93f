//! The line of a hit that shows why it is one, and the words in it.

use crate::docql::Hit;
use crate::document::{Kind, LineIndex};
use crate::library::Library;
use crate::search::{self, Request};
use crate::stdx::{Stale, Ticket, find_ignoring_case, printable};
use std::ops::Range;

/// Hits whose line is looked up: more than a screen shows.
const MAX_LOOKED_UP: usize = 120;

/// Bytes of a hit's text that are searched for its line.
const MAX_SEARCHED: usize = 64 << 10;

/// Characters of a line that are shown.
const MAX_SHOWN: usize = 400;

/// Marks the words in names and snippets; where neither holds one, the snippet becomes the line that holds most.
pub(super) fn mark(hits: &mut [Hit], words: &Request, library: &Library, ticket: &Ticket) -> Result<(), Stale> {
    let shown = search::shown(words);
    let wanted: Vec<&str> = shown.iter().map(String::as_str).collect();
    for (at, hit) in hits.iter_mut().enumerate() {
        ticket.check()?;
        hit.name_marks = marks(&hit.name, &wanted);
        hit.snippet_marks = marks(&hit.snippet, &wanted);
        let says_why = !hit.name_marks.is_empty() || !hit.snippet_marks.is_empty();
        if (!says_why || hit.kind == Kind::Chunk) && at < MAX_LOOKED_UP {
            explain(hit, &wanted, library);
        }
    }
    Ok(())
}

/// Where the words occur, ignoring case; a word that does not occur whole counts where its parts do.
fn marks(text: &str, wanted: &[&str]) -> Vec<Range<usize>> {
    let mut marks: Vec<Range<usize>> = Vec::new();
    for word in wanted.iter().filter(|word| !word.is_empty()) {
        let mut at = 0;
        while let Some(found) = text.get(at..).and_then(|rest| find_ignoring_case(rest, word)) {
            if found.is_empty() {
                break;
            }
            marks.push(at + found.start..at + found.end);
            at += found.end;
        }
    }
    marks.sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
    marks.dedup_by(|later, earlier| later.start < earlier.end);
    marks
}

fn explain(hit: &mut Hit, wanted: &[&str], library: &Library) {
    let Some(text) = library.find(&hit.path).and_then(|file| library.node_text(file).ok()) else { return };
    let span = hit.span.of(&text);
    let mut end = span.len().min(MAX_SEARCHED);
    while !span.is_char_boundary(end) {
        end -= 1;
    }
    let held = |line: &str| wanted.iter().filter(|word| find_ignoring_case(line, word).is_some()).count();
    // The first line that holds the most, and how many further ones hold as many.
    let (mut best, mut more) = ((0, 0, ""), 0);
    for (at, line) in span[..end].lines().enumerate() {
        let held = held(line);
        if held > best.0 {
            (best, more) = ((held, at, line), 0);
        } else {
            more += u32::from(held == best.0);
        }
    }
    let (1.., at, line) = best else { return };
    hit.more = more;
    let shown: String = printable(line.trim()).chars().take(MAX_SHOWN).collect();
    let found = marks(&shown, wanted);
    if matches!(hit.kind, Kind::Chunk | Kind::Paragraph) {
        // A piece of text has no name of its own: the line stands for it.
        hit.line = LineIndex::new(&text).line(hit.span.start) + at as u32;
        hit.role = "text";
        (hit.name, hit.name_marks) = (shown, found);
        (hit.snippet, hit.snippet_marks) = (String::new(), Vec::new());
    } else {
        (hit.snippet, hit.snippet_marks) = (shown, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_text_without_spaces_are_marked_one_by_one() {
        let marked = |words: &str, text: &str| -> Vec<String> {
            let shown = search::shown(&search::read(words));
            let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
            marks(text, &shown).into_iter().map(|mark| text[mark].to_owned()).collect()
        };
        assert_eq!(marked("如何配置用户的权限", "权限由用户配置"), ["权限", "用户", "配置"]);
        assert_eq!(marked("用户认证", "用户认证，认证用户"), ["用户认证", "认证", "用户"]);
        assert_eq!(marked("token bucket", "A bucket of tokens"), ["bucket", "token"]);
    }
}

//! A file as its changes: the lines that differ from the commit that is checked out, with some around them.

use crate::document::{Document, LineIndex, Scope};
use crate::library::{ChangedLines, Hunk};
use crate::preview::{PreviewLine, PreviewSpan, source_lines};
use crate::stdx::grouped;

/// Lines that are shown around a change.
const AROUND: u32 = 3;

/// The lines of `text` that differ from the commit, those that are gone before those that came.
pub(super) fn lines(text: &str, changes: &ChangedLines) -> Vec<PreviewLine> {
    let (old, new) = (document(&changes.old), document(text));
    let (mut gone, mut come) = (0, 0);
    let mut lines = Vec::new();
    let mut shown = 1;
    for (number, hunk) in changes.hunks.iter().enumerate() {
        let hunk = within(hunk, &old, &new);
        (gone, come) = (gone + hunk.old.len(), come + hunk.new.len());
        let first = hunk.new.start.saturating_sub(AROUND).max(shown);
        if first > shown {
            lines.push(said("⋯".to_owned(), first));
        }
        let next = changes.hunks.get(number + 1).map_or(u32::MAX, |next| next.new.start);
        let last = hunk.new.end.saturating_add(AROUND).min(next).min(new.lines.count() + 1);
        lines.extend(signed(&new, first..hunk.new.start, "  ", None));
        let removed = signed(&old, hunk.old.clone(), "- ", Some(Scope::Removed));
        lines.extend(removed.map(|line| PreviewLine { number: None, source_line: hunk.new.start, ..line }));
        lines.extend(signed(&new, hunk.new.clone(), "+ ", Some(Scope::Added)));
        lines.extend(signed(&new, hunk.new.end..last, "  ", None));
        shown = last;
    }
    if shown <= new.lines.count() && !lines.is_empty() {
        lines.push(said("⋯".to_owned(), shown));
    }
    let total = match (gone, come) {
        (0, 0) => "only ends of lines differ from the commit".to_owned(),
        _ => {
            let counted = |count: usize, done: &str| {
                (count > 0).then(|| format!("{} line{} {done}", grouped(count), if count == 1 { "" } else { "s" }))
            };
            let parts: Vec<String> = counted(come, "added").into_iter().chain(counted(gone, "removed")).collect();
            format!("{} since the commit", parts.join(" and "))
        }
    };
    lines.insert(0, said(total, 1));
    lines
}

/// The part of a change that is in the two texts.
fn within(hunk: &Hunk, old: &Document, new: &Document) -> Hunk {
    let end = |document: &Document| document.lines.count() + 1;
    let cut = |range: &std::ops::Range<u32>, end: u32| range.start.min(end)..range.end.min(end);
    Hunk { old: cut(&hunk.old, end(old)), new: cut(&hunk.new, end(new)) }
}

fn document(text: &str) -> Document {
    Document { lines: LineIndex::new(text), text: text.to_owned(), ..Document::default() }
}

/// Lines with a sign before each.
fn signed(
    document: &Document,
    lines: std::ops::Range<u32>,
    sign: &'static str,
    scope: Option<Scope>,
) -> impl Iterator<Item = PreviewLine> {
    let count = lines.end.saturating_sub(lines.start);
    source_lines(document, lines.start, count).into_iter().map(move |mut line| {
        if let Some(scope) = scope {
            line.spans.iter_mut().for_each(|span| span.scope = scope);
        }
        line.spans.insert(0, PreviewSpan::decoration(sign, scope.unwrap_or(Scope::Comment)));
        line
    })
}

/// A line of docql's own.
fn said(text: String, source_line: u32) -> PreviewLine {
    PreviewLine { spans: vec![PreviewSpan::decoration(text, Scope::Comment)], source_line, ..PreviewLine::default() }
}

//! A part of a source that is shown in one line, which unfolds.

use crate::document::Scope;
use crate::preview::canvas::rendering::Fold;
use crate::preview::line::spans::{PreviewLine, PreviewSpan};
use crate::stdx::grouped;
use std::ops::RangeInclusive;

/// Fewer lines are shown as they are.
const MIN_FOLDED: u32 = 3;

/// Puts a line with a title before the source lines `inside`, which are left out unless `open`. `None` where they are
/// too few, or not all there.
pub fn fold_lines(lines: &mut Vec<PreviewLine>, inside: RangeInclusive<u32>, title: &str, open: bool) -> Option<Fold> {
    let (first, last) = (*inside.start(), *inside.end());
    let count = (last + 1).saturating_sub(first);
    let at = lines.partition_point(|line| line.source_line < first);
    let end = lines.partition_point(|line| line.source_line <= last);
    let begins = lines.get(at).is_some_and(|line| line.source_line == first);
    if count < MIN_FOLDED || !begins {
        return None;
    }
    let mark = if open { "▾" } else { "▸" };
    let text = format!("{mark} {title}, {} lines", grouped(count as usize));
    let row = PreviewLine {
        number: (!open).then_some(first),
        source_line: first,
        spans: vec![PreviewSpan::decoration(text, Scope::Label)],
        links: Vec::new(),
    };
    lines.splice(at..if open { at } else { end }, [row]);
    Some(Fold { source_line: first, end_line: last, at, open })
}

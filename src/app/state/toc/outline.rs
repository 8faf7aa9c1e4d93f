//! The outline of a file, as far as it is known, and finding a place in it.

use crate::app::protocol::message::OutlineItem;
use crate::document::NodeKey;
use crate::library::ReadError;

/// The outline of a file, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// It has been asked for.
    Loading,
    /// Its rows in document order.
    Loaded(Vec<OutlineItem>),
    /// Why there is none.
    Failed(ReadError),
}

/// The rows of an outline that belong to no other.
pub(super) fn top_rows(items: &[OutlineItem]) -> Vec<NodeKey> {
    items.iter().filter(|item| item.parent.is_none()).map(|item| item.key.clone()).collect()
}

/// The row of an outline that starts on a line and has this name, else the innermost that holds the line.
pub(in crate::app) fn enclosing(items: &[OutlineItem], line: u32, name: &str) -> Option<u32> {
    let named = items.iter().position(|item| item.line == line && item.name == name);
    let holds = |item: &OutlineItem| (item.line..=item.end_line.max(item.line)).contains(&line);
    let around = || {
        let rows = items.iter().enumerate().filter(|(_, item)| holds(item));
        rows.max_by_key(|(at, item)| (item.line, *at)).map(|(at, _)| at)
    };
    named.or_else(around).map(|at| at as u32)
}

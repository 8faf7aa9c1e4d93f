//! Plain text: paragraphs, and headings where they are beyond doubt.

use super::draft::Draft;
use crate::document::{Document, Kind};

/// A log has no paragraphs worth listing; more than this are not kept.
const MOST_PARAGRAPHS: usize = 20_000;

/// Reads plain text.
pub(super) fn parse(text: String) -> Document {
    let mut draft = Draft::new();
    let mut at = 0;
    let mut start = None;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            if let Some(start) = start.take() {
                draft.push(Kind::Paragraph, start..at);
                if draft.nodes.len() >= MOST_PARAGRAPHS {
                    break;
                }
            }
        } else {
            start.get_or_insert(at);
        }
        at += line.len();
    }
    draft.finish(text)
}

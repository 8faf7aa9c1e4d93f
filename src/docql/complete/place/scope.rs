//! Steps before the caret that lead into a filter.

use crate::docql::syntax::tree::{Segment, SegmentKind};

/// True if the path to the caret leads through a filter that is being typed.
pub(in crate::docql::complete) fn in_filter(before: &[Segment]) -> bool {
    before.iter().any(is_filter_hole)
}

/// True for the empty bracket that marks a filter being typed.
pub(in crate::docql::complete) fn is_filter_hole(segment: &Segment) -> bool {
    matches!(&segment.kind, SegmentKind::Bracket(selectors) if selectors.is_empty())
}

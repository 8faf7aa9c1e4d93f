//! The steps before the caret: what list they make, and whether they stand in a filter.

use crate::docql::syntax::tree::{Segment, SegmentKind};

/// Whether the path to the caret runs through a filter that is being typed.
pub(super) fn in_filter(before: &[Segment]) -> bool {
    before.iter().any(is_filter_hole)
}

/// Whether this is the place of a filter that is being typed.
pub(super) fn is_filter_hole(segment: &Segment) -> bool {
    matches!(&segment.kind, SegmentKind::Bracket(selectors) if selectors.is_empty())
}

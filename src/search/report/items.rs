//! Ranked hits as the items that reports and screens present.

use super::explain::reasons;
use crate::docql::{Excerpt, Found, Item};
use crate::document::{Kind, Span};
use crate::search::model::answer::{Ranked, RankedHit};
use crate::search::model::target::Target;

/// Hits that are shown with the parts of their scores, at most.
const MAX_EXPLAINED: usize = 1000;

/// The hits, best first, each with its score.
pub fn items(ranked: &Ranked) -> Vec<Found> {
    let item = |target: &Target| match *target {
        Target::Node(node) => Item::Node(node),
        Target::File(file) => Item::File(file),
        Target::Text { file, span, line } => Item::Excerpt(Excerpt {
            file,
            span,
            kind: Kind::Chunk,
            line,
            end_line: line,
            mark: Span::new(span.start, span.start),
        }),
    };
    let found = |(place, hit): (usize, &RankedHit)| Found {
        score: Some(hit.score),
        why: (place < MAX_EXPLAINED).then(|| reasons(hit).into()),
        ..Found::plain(item(&hit.target))
    };
    ranked.hits.iter().enumerate().map(found).collect()
}

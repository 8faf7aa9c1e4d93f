//! Ranked hits as the items that reports and screens present.

use super::{Ranked, Target};
use crate::docql::{Excerpt, Found, Item};
use crate::document::{Kind, Span};

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
    ranked.hits.iter().map(|hit| Found { score: Some(hit.score), ..Found::plain(item(&hit.target)) }).collect()
}

//! The channel of pictures: files whose vectors are most like that of the question.

use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::lists::List;
use crate::search::model::target::Target;
use crate::search::request::filter::Filter;
use crate::search::request::options::Meant;
use crate::semantic::Embedding;
use crate::stdx::Ticket;
use rayon::prelude::*;

/// The cosine below which a picture has nothing to do with words that did not ask for one: models that know pictures and
/// words say up to 0.2 of two that have nothing in common, and seldom more than 0.35 of any.
const MIN_COSINE: f32 = 0.22;

/// Pictures that are handed on to who did not ask for any, at most.
const MAX_UNASKED: usize = 4;

/// Pictures that are handed on, at most.
const MAX_PICTURES: usize = 100;

/// Why pictures are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Wish {
    /// Everything is looked for, pictures too.
    Anything,
    /// Pictures that show what the words say.
    Pictures,
    /// Pictures that are like one that was given.
    Alike,
}

/// The vector of a question among pictures; `None` if it has none.
pub(in crate::search) fn vector(pictured: &Meant) -> Option<&Embedding> {
    if let Meant::Given(given) = pictured { Some(given) } else { None }
}

/// The pictures that are most like the question, best first.
pub(in crate::search) fn list(
    question: &Embedding,
    library: &Library,
    filter: &Filter<'_>,
    wish: Wish,
    ticket: &Ticket,
) -> List {
    let files: Vec<FileId> = library.pictures().filter(|&file| filter.accepts_file(file)).collect();
    let near = |&file: &FileId| {
        let row = library.picture(file).filter(|row| row.model == question.model && !ticket.is_stale())?;
        let cosine = question.vector.similarity(row.vector?);
        Some((cosine, node(library, file, filter)?))
    };
    let mut near: Vec<(f32, NodeRef)> = files.par_iter().with_min_len(64).filter_map(near).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    near.retain(|(cosine, _)| *cosine > 0.0);
    let best = near.first().map_or(0.0, |(cosine, _)| *cosine);
    let mean = near.iter().map(|(cosine, _)| cosine).sum::<f32>() / near.len().max(1) as f32;
    // Models differ in what they call near. What is meant is nearer to the best than to what is usual.
    let least = match wish {
        Wish::Alike => 0.0,
        Wish::Pictures => (best + mean) / 2.0,
        Wish::Anything => ((best + mean) / 2.0).max(MIN_COSINE),
    };
    near.retain(|(cosine, _)| *cosine >= least);
    near.truncate(if wish == Wish::Anything { MAX_UNASKED } else { MAX_PICTURES });
    let worth = |cosine: f32| if wish == Wish::Anything { among_texts(cosine) } else { cosine };
    let candidate = |(cosine, node): (f32, NodeRef)| ChannelEntry {
        target: Target::Node(node),
        evidence: Evidence { cosine: Some(worth(cosine)), ..Evidence::default() },
    };
    let best: Vec<ChannelEntry> = near.into_iter().map(candidate).collect();
    List { total: best.len(), different: best.len(), best, ..List::default() }
}

/// What the cosine of a picture and words is worth among those of texts. In models that know both, the two stand apart:
/// what is small counts twice.
fn among_texts(cosine: f32) -> f32 {
    1.0 - (1.0 - cosine) * (1.0 - cosine)
}

/// The node that a picture is, if it passes the filters.
fn node(library: &Library, file: FileId, filter: &Filter<'_>) -> Option<NodeRef> {
    let outline = library.outline(file)?;
    let node = (0..outline.len()).find(|&node| outline.kind(node) == Kind::Image)?;
    let passes = filter.accepts_node(Kind::Image, outline.flags(node)) && filter.accepts_name(outline.name(node));
    passes.then_some(NodeRef { file, node })
}

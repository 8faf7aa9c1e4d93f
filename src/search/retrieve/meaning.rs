//! The channel of meaning: pieces whose vectors are most like that of the query.

use super::channel_query::ChannelQuery;
use crate::document::{FormatFamily, Kind, LineIndex, Span};
use crate::library::{FileId, Library, NodeRef, Piece};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::lists::List;
use crate::search::model::target::Target;
use crate::search::request::options::Meant;
use crate::semantic::{EmbeddingModel, Quantised};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cosine below which a piece has nothing to do with the question.
const MIN_COSINE: f32 = 0.2;

/// Pieces that are handed on, at most.
const MAX_PIECES: usize = 100;

/// The vector of a question, and the model that made it.
#[derive(Debug)]
pub(in crate::search) struct Meaning {
    model: u64,
    vector: Quantised,
}

impl Meaning {
    /// The vector of `text`; `None` if no word of it is known, or nothing is to stand for it.
    pub(in crate::search) fn of(text: &str, meant: &Meant) -> Option<Meaning> {
        match meant {
            Meant::BuiltIn => {}
            Meant::Given(given) => return Some(Meaning { model: given.model, vector: given.vector.clone() }),
            Meant::Nothing(_) | Meant::Later => return None,
        }
        let model = EmbeddingModel::built_in();
        let vector = model.embedder().embed(text)?;
        Some(Meaning { model: model.id(), vector: Quantised::of(&vector) })
    }

    /// The number of files with vectors to compare with, and of all files.
    pub(in crate::search) fn reach(&self, library: &Library) -> (usize, usize) {
        (library.files_with_vectors(self.model), library.files().len())
    }

    /// The pieces of a file with their cosines.
    fn pieces<'l>(&self, library: &'l Library, file: FileId) -> impl Iterator<Item = (f32, Piece<&'l [u8]>)> {
        let row = library.vectors(file).filter(|row| row.model() == self.model);
        row.into_iter().flat_map(|row| row.pieces()).map(|piece| (self.vector.similarity(piece.vector), piece))
    }

    /// The cosine of a target: that of the best of its pieces; `None` if it has no vector.
    pub(in crate::search) fn cosine(&self, library: &Library, target: Target) -> Option<f32> {
        let best = |file: FileId, wanted: &dyn Fn(&Piece<&[u8]>) -> bool| {
            self.pieces(library, file).filter(|(_, piece)| wanted(piece)).map(|(cosine, _)| cosine).reduce(f32::max)
        };
        match target {
            Target::Node(at) => best(at.file, &|piece| piece.node == Some(at.node)),
            Target::Text { file, span, .. } => {
                best(file, &|piece| piece.node.is_none() && piece.span.start < span.end && span.start < piece.span.end)
            }
            // What a program says of itself at its top comes before everything that it declares.
            Target::File(file) if library.file(file).format.family == FormatFamily::Code => {
                self.pieces(library, file).next().filter(|(_, piece)| piece.node.is_none()).map(|(cosine, _)| cosine)
            }
            Target::File(_) | Target::Line { .. } => None,
        }
    }
}

/// A piece as it is ranked: its cosine in steps, then files and places in their order.
type Ranked = (Reverse<u32>, FileId, u32, u32, u32, u32);

const STEPS: f32 = 16384.0;

/// The pieces that are most like the question, one for each section or symbol.
pub(super) fn list(query: &ChannelQuery<'_>, meaning: &Meaning) -> List {
    let files: Vec<FileId> = query.files().collect();
    let depth = query.depth.min(MAX_PIECES);
    let keep = |mut heap: BinaryHeap<Ranked>, ranked: Ranked| {
        if heap.len() < depth || heap.peek().is_some_and(|worst| ranked < *worst) {
            heap.push(ranked);
            if heap.len() > depth {
                heap.pop();
            }
        }
        heap
    };
    let in_file = |heap: BinaryHeap<Ranked>, &file: &FileId| {
        if query.ticket.is_stale() {
            return heap;
        }
        // A long declaration has several pieces: the best one speaks for it.
        let mut best: Option<Ranked> = None;
        let mut heap = heap;
        for (cosine, piece) in meaning.pieces(query.library, file).filter(|(cosine, _)| *cosine >= MIN_COSINE) {
            let node = piece.node.unwrap_or(u32::MAX);
            let ranked = (Reverse((cosine * STEPS) as u32), file, node, piece.span.start, piece.span.end, 0);
            // Most are less alike than enough others: whether they count need not be known.
            let is_behind = heap.len() == depth && heap.peek().is_some_and(|worst| ranked >= *worst);
            if is_behind || !accepts(query, file, piece.node) {
                continue;
            }
            match &mut best {
                Some(best) if best.2 == node && node != u32::MAX => *best = ranked.min(*best),
                _ => heap = best.replace(ranked).into_iter().fold(heap, keep),
            }
        }
        best.into_iter().fold(heap, keep)
    };
    let heaps = files.par_iter().with_min_len(64).fold(BinaryHeap::new, in_file);
    let all = heaps.reduce(BinaryHeap::new, |heap, other| other.into_iter().fold(heap, keep));
    let best: Vec<ChannelEntry> = all.into_sorted_vec().into_iter().map(|ranked| candidate(query, ranked)).collect();
    List { total: best.len(), different: best.len(), best, ..List::default() }
}

/// True if a piece passes the filters.
pub(super) fn accepts(query: &ChannelQuery<'_>, file: FileId, node: Option<u32>) -> bool {
    match node {
        None => query.filter.accepts_text() || query.filter.accepts_kind(Kind::File),
        Some(node) => query.library.outline(file).is_some_and(|outline| {
            node < outline.len()
                && query.filter.accepts_node(outline.kind(node), outline.flags(node))
                && query.filter.accepts_name(outline.name(node))
        }),
    }
}

fn candidate(query: &ChannelQuery<'_>, (Reverse(cosine), file, node, start, end, _): Ranked) -> ChannelEntry {
    let node = Some(node).filter(|&node| node != u32::MAX);
    let target = target_of(query.library, file, node, Span::new(start, end));
    let cosine = cosine as f32 / STEPS;
    ChannelEntry { target, evidence: Evidence { cosine: Some(cosine), ..Evidence::default() } }
}

/// The target that a piece of a file is of.
pub(super) fn target_of(library: &Library, file: FileId, node: Option<u32>, span: Span) -> Target {
    if let Some(node) = node {
        return Target::Node(NodeRef { file, node });
    }
    let text = library.node_text(file).unwrap_or_default();
    let at_top = library.file(file).format.file_doc(&text);
    match at_top.is_some_and(|doc| doc.contains(span.start)) {
        true => Target::File(file),
        false => Target::Text { file, span, line: LineIndex::new(&text).line(span.start) },
    }
}

//! The channel of meaning: pieces whose vectors are most like that of the question.

use super::channels::{List, Question};
use crate::document::{FormatFamily, Kind, LineIndex, Span};
use crate::library::{FileId, Library, NodeRef, Piece};
use crate::search::rank::fuse::{Candidate, Evidence};
use crate::search::request::options::Meant;
use crate::search::run::Target;
use crate::semantic::{Model, Quantised};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is less alike than this has nothing to do with it.
const LEAST: f32 = 0.2;

/// More pieces than these are not of interest.
const MOST: usize = 100;

/// What a question means, as the library's vectors say it.
#[derive(Debug)]
pub(in crate::search) struct Meaning {
    model: u64,
    vector: Quantised,
}

impl Meaning {
    /// The meaning of `text`; `None` if no word of it is known, or nothing is to stand for it.
    pub(in crate::search) fn of(text: &str, meant: &Meant) -> Option<Meaning> {
        match meant {
            Meant::BuiltIn => {}
            Meant::Given(given) => return Some(Meaning { model: given.model, vector: given.vector.clone() }),
            Meant::Nothing(_) | Meant::Later => return None,
        }
        let model = Model::built_in();
        let vector = model.embedder().embed(text)?;
        Some(Meaning { model: model.id(), vector: Quantised::of(&vector) })
    }

    /// How many files have vectors to compare with, and how many files there are.
    pub(in crate::search) fn reach(&self, library: &Library) -> (usize, usize) {
        (library.files_with_vectors(self.model), library.files().len())
    }

    /// The pieces of a file with how alike they are.
    fn alike<'l>(&self, library: &'l Library, file: FileId) -> impl Iterator<Item = (f32, Piece<&'l [u8]>)> {
        let row = library.vectors(file).filter(|row| row.model() == self.model);
        row.into_iter().flat_map(|row| row.pieces()).map(|piece| (self.vector.similarity(piece.vector), piece))
    }

    /// How alike a target is: the best of its pieces; `None` if it has no vector.
    pub(in crate::search) fn likeness(&self, library: &Library, target: Target) -> Option<f32> {
        let best = |file: FileId, wanted: &dyn Fn(&Piece<&[u8]>) -> bool| {
            self.alike(library, file).filter(|(_, piece)| wanted(piece)).map(|(likeness, _)| likeness).reduce(f32::max)
        };
        match target {
            Target::Node(at) => best(at.file, &|piece| piece.node == Some(at.node)),
            Target::Text { file, span, .. } => {
                best(file, &|piece| piece.node.is_none() && piece.span.start < span.end && span.start < piece.span.end)
            }
            // What a program says of itself at its top comes before everything that it declares.
            Target::File(file) if library.file(file).format.family == FormatFamily::Code => {
                self.alike(library, file).next().filter(|(_, piece)| piece.node.is_none()).map(|(likeness, _)| likeness)
            }
            Target::File(_) => None,
        }
    }
}

/// One piece as it is ranked: likeness in steps, then files and places in their order.
type Ranked = (Reverse<u32>, FileId, u32, u32, u32, u32);

const STEPS: f32 = 16384.0;

/// The most alike pieces, one for each section or symbol.
pub(in crate::search) fn list(question: &Question<'_>, meaning: &Meaning) -> List {
    let files: Vec<FileId> = question.files().collect();
    let depth = question.depth.min(MOST);
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
        if question.ticket.is_stale() {
            return heap;
        }
        // A long declaration has several pieces: the best one speaks for it.
        let mut best: Option<Ranked> = None;
        let mut heap = heap;
        for (likeness, piece) in meaning.alike(question.library, file).filter(|(likeness, _)| *likeness >= LEAST) {
            let node = piece.node.unwrap_or(u32::MAX);
            let ranked = (Reverse((likeness * STEPS) as u32), file, node, piece.span.start, piece.span.end, 0);
            // Most are less alike than enough others: whether they count need not be known.
            let is_behind = heap.len() == depth && heap.peek().is_some_and(|worst| ranked >= *worst);
            if is_behind || !accepts(question, file, piece.node) {
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
    let best: Vec<Candidate> = all.into_sorted_vec().into_iter().map(|ranked| candidate(question, ranked)).collect();
    List { total: best.len(), different: best.len(), best, ..List::default() }
}

fn accepts(question: &Question<'_>, file: FileId, node: Option<u32>) -> bool {
    match node {
        None => question.filter.accepts_text() || question.filter.accepts_kind(Kind::File),
        Some(node) => question.library.outline(file).is_some_and(|outline| {
            node < outline.len()
                && question.filter.accepts_kind(outline.kind(node))
                && question.filter.accepts_name(outline.name(node))
        }),
    }
}

fn candidate(question: &Question<'_>, (Reverse(likeness), file, node, start, end, _): Ranked) -> Candidate {
    let target = match node {
        u32::MAX => {
            let (text, span) = (question.library.node_text(file).unwrap_or_default(), Span::new(start, end));
            let at_top = question.library.file(file).format.file_doc(&text);
            match at_top.is_some_and(|doc| doc.contains(start)) {
                true => Target::File(file),
                false => Target::Text { file, span, line: LineIndex::new(&text).line(start) },
            }
        }
        node => Target::Node(NodeRef { file, node }),
    };
    let likeness = likeness as f32 / STEPS;
    Candidate { target, evidence: Evidence { likeness: Some(likeness), ..Evidence::default() } }
}

//! What is kept beside the structure, compared with the texts it was made of: vectors and descriptions.

use super::descriptions::Cut;
use super::pieces::texts;
use super::vectors::{pieces_with_vectors, same_pieces};
use crate::document::Span;
use crate::library::{FileId, Library};
use crate::semantic::{Embedder, EmbeddingModel};

/// Memory to compare many files in.
pub(in crate::indexer) struct Comparison {
    embedder: Embedder<'static>,
    words: String,
}

impl Comparison {
    pub(in crate::indexer) fn new() -> Comparison {
        Comparison { embedder: EmbeddingModel::built_in().embedder(), words: String::new() }
    }

    /// What of a file is not what its text says, as clauses. What is not known of it yet is no fault.
    pub(in crate::indexer) fn faults(&mut self, library: &Library, id: FileId) -> Vec<String> {
        let vectors = (!self.has_its_vectors(library, id)).then_some("its vectors are not those of its text");
        let described = (!self.has_its_descriptions(library, id)).then_some("its descriptions are of another text");
        vectors.into_iter().chain(described).map(str::to_owned).collect()
    }

    fn has_its_vectors(&mut self, library: &Library, id: FileId) -> bool {
        let Some(row) = library.vectors(id) else { return true };
        let Comparison { embedder, words } = self;
        if row.model() == EmbeddingModel::built_in().id() {
            return pieces_with_vectors(library, id, embedder, words).is_none_or(|found| same_pieces(row, &found));
        }
        // What an endpoint would say again costs money: that it has said it of these pieces is all that can be told.
        let mut places: Vec<(Option<u32>, Span)> = Vec::new();
        let is_there = texts(library, id, words, &mut |node, span, _| places.push((node, span)));
        !is_there || row.pieces().all(|piece| places.contains(&(piece.node, piece.span)))
    }

    fn has_its_descriptions(&mut self, library: &Library, id: FileId) -> bool {
        let Some(row) = library.descriptions(id).filter(|row| !row.is_empty()) else { return true };
        let cut = Cut::of(library, id, &mut self.words, &mut |_, _| {});
        let is_known = |node, span, hash| cut.pieces.iter().any(|it| (it.node, it.span, it.hash) == (node, span, hash));
        !library.is_current(id) || row.pieces().all(|piece| is_known(piece.node, piece.span, piece.hash))
    }
}

//! Descriptions of what files declare and say, as far as a language model has made any: cutting files into what is
//! described, and giving every file the descriptions that are known of its content.

use super::paid_pool::{Known, PaidPool};
use super::pieces::texts;
use super::vectors::VectorPass;
use crate::document::{FormatFamily, Span};
use crate::indexer::build::locks::Held;
use crate::indexer::build::published::Published;
use crate::library::{Description, FileId, Library, RowKind, RowTableBuilder, write_descriptions};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use xxhash_rust::xxh3::xxh3_64;

/// What is shorter says itself what it is.
const LEAST_BYTES: usize = 32;

/// Files that are cut and published at once.
const IN_A_ROW: usize = 64;

/// A file, cut into what is described.
#[derive(Debug)]
pub(super) struct Cut {
    pub file: FileId,
    pub pieces: Vec<CutPiece>,
}

/// A piece of a file, without its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutPiece {
    pub node: Option<u32>,
    pub span: Span,
    /// The hash of the text, with what it stands in.
    pub hash: u64,
}

impl Cut {
    /// Cuts a file; `each` is given the hash and the text of every piece.
    pub(super) fn of(library: &Library, file: FileId, words: &mut String, each: &mut dyn FnMut(u64, &str)) -> Cut {
        let is_code = library.file(file).format.family == FormatFamily::Code;
        let mut pieces: Vec<CutPiece> = Vec::new();
        texts(library, file, words, &mut |node, span, text| {
            // What follows of a long declaration is a part of what has been described.
            let goes_on = is_code && node.is_some() && pieces.last().is_some_and(|last| last.node == node);
            // Blank lines around it depend on what stands beside it.
            let text = text.trim();
            if goes_on || text.len() < LEAST_BYTES {
                return;
            }
            let hash = xxh3_64(text.as_bytes());
            pieces.push(CutPiece { node, span, hash });
            each(hash, text);
        });
        Cut { file, pieces }
    }

    /// Writes what is known of its pieces.
    fn write(&self, known: &Known, rows: &mut RowTableBuilder) {
        let of = |piece: &CutPiece| {
            let CutPiece { node, span, hash } = *piece;
            known.get(&hash).map(|text| Description { node, span, hash, text })
        };
        let found: Vec<Description<'_>> = self.pieces.iter().filter_map(of).collect();
        rows.push(|out| write_descriptions(out, &found));
    }
}

/// Publishes what is known of these files of `library`.
pub(super) fn publish(
    published: &Published,
    library: &Library,
    cuts: &[Arc<Cut>],
    known: &Known,
    held: &mut Held<'_, 0>,
) {
    let mut rows = RowTableBuilder::default();
    cuts.iter().for_each(|cut| cut.write(known, &mut rows));
    let files = cuts.iter().map(|cut| cut.file).collect();
    published.publish_rows(library, RowKind::Descriptions, vec![(rows.finish(), files)], held);
}

/// The descriptions that are kept beside the index, read when they are first needed.
#[derive(Debug, Default)]
pub(in crate::indexer) struct Descriptions(Mutex<Option<(u64, Arc<Known>)>>);

impl Descriptions {
    /// All that is known; `None` where nobody has ever had anything described.
    fn known(&self, pool: &PaidPool) -> Option<Arc<Known>> {
        let size = pool.size()?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = known.as_ref().filter(|(of, _)| *of == size) {
            return Some(Arc::clone(known));
        }
        let read = Arc::new(pool.read());
        *known = Some((size, Arc::clone(&read)));
        Some(read)
    }

    /// Gives files that are new, or have changed, the descriptions of what they have in common with what was described,
    /// for about the budget. Nobody is asked. True if nothing is left to do.
    pub(in crate::indexer) fn step(
        &self,
        place: Option<PathBuf>,
        pass: &VectorPass<'_>,
        held: &mut Held<'_, 0>,
    ) -> Result<bool, Stale> {
        let Some(pool) = place.map(PaidPool::of_descriptions).filter(|pool| pool.size().is_some()) else {
            return Ok(true);
        };
        let library = pass.published.library();
        let lacks = |id: &FileId| library.is_indexed(*id) && library.row_place(RowKind::Descriptions, *id).is_none();
        let files: Vec<FileId> = library.file_ids().filter(lacks).collect();
        let Some(known) = self.known(&pool).filter(|_| !files.is_empty()) else { return Ok(true) };
        let until = Instant::now() + pass.budget;
        let mut rows = files.chunks(IN_A_ROW);
        for files in rows.by_ref() {
            pass.ticket.check()?;
            let cut = |words: &mut String, file: &FileId| Arc::new(Cut::of(&library, *file, words, &mut |_, _| {}));
            let cuts: Vec<Arc<Cut>> = pass.pool.install(|| files.par_iter().map_init(String::new, cut).collect());
            publish(pass.published, &library, &cuts, &known, held);
            if Instant::now() >= until {
                break;
            }
        }
        Ok(rows.len() == 0)
    }
}

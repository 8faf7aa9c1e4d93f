//! A saved index as a whole: its size, its removal, and whether it says what the files say.

use super::owner::Kept;
use crate::document::Document;
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::indexer::source::loader::SourceLoader;
use crate::indexer::text::compared::Comparison;
use crate::library::{FileId, Library, Outline};
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// The place and the size of a saved index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexStatus {
    /// Its place on disk.
    pub directory: PathBuf,
    /// Bytes on disk; 0 if nothing has been saved.
    pub bytes: u64,
    /// When it was saved, in seconds since 1970; `None` if nothing has been saved that can be read.
    pub written: Option<u64>,
    /// Set if another process is writing to it.
    pub is_locked: bool,
    /// True if it could not be written, so that nothing is saved any more.
    pub has_given_up: bool,
}

/// A fault of a saved index: a path, or the name of a part, and a clause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// A file of the workspace or of the index.
    pub path: String,
    /// The problem, as a clause.
    pub problem: String,
}

/// Files compared between two reports.
const REPORT_EVERY: u32 = 64;

/// Why a saved index could not be removed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClearError {
    /// Another process has it open.
    #[error("{} is in use by another docql; close it first", .0.display())]
    InUse(PathBuf),
    /// The system refuses; the reason is a clause.
    #[error("{}: {}", .0.display(), .1)]
    Refused(PathBuf, String),
}

impl Kept {
    /// The state of the saved index; `None` if nothing is ever saved.
    pub(in crate::indexer) fn status(&mut self) -> Option<IndexStatus> {
        let directory = self.directory.as_mut()?;
        let (saved, _) = directory.open_as_it_is();
        Some(IndexStatus {
            directory: directory.directory().to_owned(),
            bytes: directory.bytes(),
            written: saved.map(|saved| saved.written()),
            is_locked: directory.is_locked(),
            has_given_up: self.has_given_up,
        })
    }

    /// Removes the saved index; false if there was none.
    pub(in crate::indexer) fn clear(&mut self) -> Result<bool, ClearError> {
        let Some(directory) = self.directory.as_mut().filter(|directory| directory.directory().exists()) else {
            return Ok(false);
        };
        let place = directory.directory().to_owned();
        match directory.claim() {
            Ok(true) => {
                directory.clear().map(|()| true).map_err(|reason| ClearError::Refused(place, reason.to_string()))
            }
            Ok(false) => Err(ClearError::InUse(place)),
            Err(reason) => Err(ClearError::Refused(place, reason.to_string())),
        }
    }

    /// The files of the saved index that do not have the bytes that were written.
    pub(in crate::indexer) fn damaged(&mut self) -> Vec<Fault> {
        let Some(directory) = &mut self.directory else { return Vec::new() };
        let (Some(saved), _) = directory.open_as_it_is() else { return Vec::new() };
        let mut damaged = saved.damaged();
        if !directory.has_whole_words(&saved.manifest()) {
            damaged.push("text".to_owned());
        }
        let fault = |path: String| Fault { path, problem: "does not have the bytes that were written".to_owned() };
        damaged.into_iter().map(fault).collect()
    }
}

/// The files whose nodes in `library` are not those that parsing them yields, or whose vectors and descriptions are not
/// of their text.
pub(in crate::indexer) fn differences(
    library: &Library,
    loader: &SourceLoader,
    ticket: &Ticket,
    progress: Report,
) -> Vec<Fault> {
    let done = AtomicU32::new(0);
    let files: Vec<FileId> = library.file_ids().filter(|&id| library.is_indexed(id)).collect();
    let total = files.len() as u32;
    let faults = |comparison: &mut Comparison, id: FileId| {
        if ticket.is_stale() {
            return Vec::new();
        }
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        if count.is_multiple_of(REPORT_EVERY) {
            progress(Progress { stage: Stage::Structure, done: count, total });
        }
        let entry = library.file(id);
        // What cannot be read, or is no text, has a row without nodes.
        let document = loader.bytes(entry).and_then(|bytes| loader.parse_anew(entry, bytes)).unwrap_or_default();
        let difference = library.outline(id).and_then(|outline| first_difference(outline, &document));
        // Pieces are of nodes: where these differ, nothing follows from theirs.
        let problems = difference.map_or_else(|| comparison.faults(library, id), |difference| vec![difference]);
        problems.into_iter().map(|problem| Fault { path: entry.path.to_string(), problem }).collect::<Vec<_>>()
    };
    files.into_par_iter().map_init(Comparison::new, faults).flatten_iter().collect()
}

/// The first difference between a saved outline and a fresh document.
fn first_difference(outline: Outline<'_>, document: &Document) -> Option<String> {
    for (at, node) in document.nodes.iter().enumerate().take(outline.len() as usize) {
        let at = at as u32;
        let same = outline.name(at) == &*node.name
            && outline.detail(at) == &*node.detail
            && (outline.kind(at), outline.level(at)) == (node.kind, node.level)
            && (outline.span(at), outline.name_span(at)) == (node.span, node.name_span)
            && (outline.line(at), outline.end_line(at)) == (node.line, node.end_line)
            && (outline.parent(at), outline.end(at)) == (node.parent, node.end)
            && (outline.visibility(at), outline.flags(at)) == (node.visibility, node.flags);
        if !same {
            return Some(format!("line {}: \"{}\" is not what the index says", node.line, node.name));
        }
    }
    let (saved, fresh) = (outline.len() as usize, document.nodes.len());
    (saved != fresh).then(|| format!("{fresh} nodes, the index has {saved}"))
}

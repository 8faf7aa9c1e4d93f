//! Looking at a saved index as a whole: what it has, and whether it says what the files say.

use crate::document::Document;
use crate::indexer::build::progress::Report;
use crate::indexer::build::progress::{Progress, Stage};
use crate::indexer::handle::Indexer;
use crate::library::{FileId, Library, Outline, TextIndex};
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU32, Ordering};

/// What a saved index has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexStatus {
    /// Where it is.
    pub directory: PathBuf,
    /// Bytes on disk; 0 if nothing has been saved.
    pub bytes: u64,
    /// When it was saved, in seconds since 1970; `None` if nothing has been saved that can be read.
    pub written: Option<u64>,
    /// Whether another process is writing to it.
    pub is_locked: bool,
}

/// What is wrong with a saved index: a path, or the name of a part, and a clause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// A file of the workspace or of the index.
    pub path: String,
    /// What is wrong with it.
    pub problem: String,
}

/// How many files are compared between two reports.
const REPORT_EVERY: u32 = 64;

impl Indexer {
    /// What is saved of this workspace; `None` if nothing ever is.
    pub fn status(&self) -> Option<IndexStatus> {
        self.restore();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let store = store.as_mut()?;
        let (restored, _) = store.open();
        Some(IndexStatus {
            directory: store.directory().to_owned(),
            bytes: store.bytes(),
            written: restored.map(|restored| restored.written()),
            is_locked: store.is_locked(),
        })
    }

    /// Removes the saved index. The error is a sentence.
    pub fn clear(&self) -> Result<bool, String> {
        self.restore();
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(store) = store.as_mut() else { return Ok(false) };
        let place = store.directory().display().to_string();
        if !store.directory().exists() {
            return Ok(false);
        }
        match store.claim() {
            Ok(true) => store.clear().map(|()| true).map_err(|reason| format!("{place}: {reason}")),
            Ok(false) => Err(format!("{place} is in use by another docql; close it first")),
            Err(reason) => Err(format!("{place}: {reason}")),
        }
    }

    /// Compares what is saved with the files themselves: every byte of the index, every node of every file
    /// that has not changed since. Sorted; empty if all is well.
    pub fn verify(&self, ticket: &Ticket, progress: Report) -> Vec<Fault> {
        let mut faults = Vec::new();
        if let Some(store) = self.store.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
            && let (Some(restored), _) = store.open()
        {
            let fault = |path: String| Fault { path, problem: "does not have the bytes that were written".to_owned() };
            faults.extend(restored.damaged().into_iter().map(fault));
            if store.text().is_dir() && !TextIndex::is_whole(&store.text()) {
                faults.push(fault("text".to_owned()));
            }
        }
        let (library, done) = (self.library(), AtomicU32::new(0));
        let files: Vec<FileId> = library.file_ids().filter(|&id| library.is_indexed(id)).collect();
        let total = files.len() as u32;
        faults.par_extend(files.into_par_iter().filter_map(|id| {
            if ticket.is_stale() {
                return None;
            }
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if count.is_multiple_of(REPORT_EVERY) {
                progress(Progress { stage: Stage::Structure, done: count, total });
            }
            let problem = self.difference(&library, id)?;
            Some(Fault { path: library.file(id).path.to_string(), problem })
        }));
        faults.sort();
        faults
    }

    fn difference(&self, library: &Library, id: FileId) -> Option<String> {
        let entry = library.file(id);
        let outline = library.outline(id)?;
        // What cannot be read, or is no text, has a row without nodes.
        let document = self
            .loader
            .bytes(entry)
            .and_then(|bytes| self.loader.parse(entry, bytes))
            .unwrap_or_else(|_| Document::default());
        first_difference(outline, &document)
    }
}

/// Where a saved outline and a fresh document differ first.
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

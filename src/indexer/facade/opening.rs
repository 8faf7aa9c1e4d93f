//! Options → the sources of a workspace.

use crate::indexer::archive::packed_files::{PackedFiles, is_archive};
use crate::indexer::files::options::{WalkError, WorkspaceOptions};
use crate::indexer::files::progress::Progress;
use crate::indexer::files::revision_error::RevisionError;
use crate::indexer::git::revisions::Revisions;
use crate::indexer::servers::source::Servers;
use crate::indexer::source::input::Input;
use crate::indexer::source::loader::SourceLoader;
use crate::indexer::source::seam::Source;
use crate::indexer::source::sources::Sources;
use crate::indexer::walk::disk::Disk;
use crate::library::Library;
use crate::stdx::Ticket;
use std::sync::Arc;

/// The sources of a workspace, behind what reads them.
pub(super) fn opened(
    mut options: WorkspaceOptions,
) -> Result<(Arc<WorkspaceOptions>, Arc<SourceLoader>), RevisionError> {
    let (stdin, files, revision) = (options.stdin.take(), options.files_from.clone(), options.at.clone());
    let limit = options.max_file_bytes;
    let options = Arc::new(options);
    let given = options.roots.iter().cloned();
    let (archives, roots): (Vec<_>, Vec<_>) = given.partition(|root| is_archive(&options.base.join(root)));
    let is_on_disk = revision.is_none() && files.is_none();
    let mut sources: Vec<Box<dyn Source>> = Vec::new();
    match files {
        _ if revision.is_some() => {}
        Some(files) => sources.push(Box::new(Disk::listed(Arc::clone(&options), files))),
        None if options.is_schema_only => {}
        None if roots.is_empty() && (stdin.is_some() || !archives.is_empty()) => {}
        None => sources.push(Box::new(Disk::of(Arc::clone(&options), roots))),
    }
    if is_on_disk && !archives.is_empty() {
        sources.push(Box::new(PackedFiles::new(Arc::clone(&options), archives)));
    }
    if let Some(revision) = revision {
        sources.push(Box::new(Revisions::open(Arc::clone(&options), &revision)?));
    } else if let Some(bytes) = stdin {
        sources.push(Box::new(Input::new(bytes, limit)));
    }
    // A commit has no servers.
    if options.at.is_none() && !options.servers.is_empty() {
        sources.push(Box::new(Servers::new(&options)));
    }
    let loader = SourceLoader::new(Sources::new(sources), limit).keeping(options.index.as_deref());
    Ok((options, Arc::new(loader)))
}

/// Finds the files of a workspace. Nothing is parsed: the library knows the files only.
///
/// # Errors
///
/// If the workspace cannot be walked, or the ticket goes stale.
pub fn walk(
    options: &WorkspaceOptions,
    ticket: &Ticket,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Library, WalkError> {
    let (_, loader) = opened(options.clone())?;
    let found = loader.sources().list(ticket, progress)?;
    Ok(Library::new(found.roots, found.repositories, found.files, loader).with_skipped(found.skipped))
}

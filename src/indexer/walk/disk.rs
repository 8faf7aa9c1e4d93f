//! The file system as a source: directories and files of the workspace, walked, or exactly those of a list; watched.

use super::finder::{Finder, WalkScope};
use super::{look_again, read};
use crate::formats;
use crate::indexer::files::options::{MAX_TEXT_BYTES, WalkError, WorkspaceOptions};
use crate::indexer::files::patch::Patch;
use crate::indexer::files::paths::{RootPlace, slashed};
use crate::indexer::files::repositories::of_directory;
use crate::indexer::files::walked_files::Walked;
use crate::indexer::git::repository::{common_directory, index_key};
use crate::indexer::git::working_tree::WorkingTrees;
use crate::indexer::source::seam::{IndexKeys, ListRequest, Listed, Look, Source, Tell};
use crate::indexer::watch::watcher::Watch;
use crate::library::{
    ChangeState, ChangedLines, FileEntry, LocateError, NoPlace, Origin, ReadError, Repository, Root, Stamp,
};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files of a workspace on disk.
pub(in crate::indexer) struct Disk {
    options: Arc<WorkspaceOptions>,
    selection: Selection,
    working_trees: WorkingTrees,
}

/// Which files those are.
enum Selection {
    /// These roots, and all that is below them.
    Below(Vec<PathBuf>),
    /// These, and no others.
    Listed(Vec<PathBuf>),
}

impl Disk {
    /// These roots; without any the base.
    pub(in crate::indexer) fn of(options: Arc<WorkspaceOptions>, given: Vec<PathBuf>) -> Disk {
        let roots = if given.is_empty() { vec![PathBuf::from(".")] } else { given };
        Disk { selection: Selection::Below(roots), options, working_trees: WorkingTrees::default() }
    }

    /// Exactly these files; relative paths start at the base.
    pub(in crate::indexer) fn listed(options: Arc<WorkspaceOptions>, files: Vec<PathBuf>) -> Disk {
        Disk { selection: Selection::Listed(files), options, working_trees: WorkingTrees::default() }
    }

    /// The roots that are walked; none of a list.
    fn roots(&self) -> &[PathBuf] {
        match &self.selection {
            Selection::Below(roots) => roots,
            Selection::Listed(_) => &[],
        }
    }

    fn list_of(&self, files: &[PathBuf], request: &ListRequest<'_>) -> Result<Listed, WalkError> {
        let finder = Finder::new(&self.options, request.ticket, request.progress);
        finder.listed(files, request.first_root)?;
        let base = &self.options.base;
        let name = base.file_name().map_or_else(|| slashed(base), |name| name.to_string_lossy().into_owned());
        let root = Root { origin: Origin::Disk(base.clone()), prefix: String::new(), name };
        Ok(Listed { roots: vec![root], findings: finder.found() })
    }
}

/// The path of a file on disk.
fn path(file: &FileEntry) -> Result<&Path, ReadError> {
    file.origin.path().ok_or(ReadError::Gone)
}

fn root(place: RootPlace) -> Root {
    Root { prefix: place.prefix(), origin: Origin::Disk(place.absolute), name: place.name }
}

impl Source for Disk {
    fn owns(&self, origin: &Origin) -> bool {
        matches!(origin, Origin::Disk(_))
    }

    fn list(&self, request: &ListRequest<'_>) -> Result<Listed, WalkError> {
        if let Selection::Listed(files) = &self.selection {
            return self.list_of(files, request);
        }
        // A file that several roots reach is told from its twin by what is known of both.
        let known = request.known.filter(|_| self.roots().len() == 1);
        let finder = Finder::new(&self.options, request.ticket, request.progress).knowing(known);
        let mut roots = Vec::new();
        for (given, number) in self.roots().iter().zip(request.first_root..) {
            let place = RootPlace::new(&self.options.base, given)
                .map_err(|reason| WalkError::Root { path: given.clone(), reason: reason.to_string() })?;
            finder.root(&place, number)?;
            roots.push(root(place));
        }
        let mut findings = finder.found();
        if roots.len() > 1 {
            // Who names several means several things.
            let named = roots.iter().filter(|root: &&Root| !root.prefix.is_empty());
            findings.repositories.extend(named.map(|root| of_directory(&root.prefix, &root.name)));
        }
        Ok(Listed { roots, findings })
    }

    fn first_level(&self) -> Option<Walked> {
        let [given] = self.roots() else { return None };
        let place = RootPlace::new(&self.options.base, given).ok().filter(|place| place.walked.is_dir())?;
        let ticket = Ticket::forever();
        let finder = Finder::new(&self.options, &ticket, &|_| {}).flat();
        finder.directory(&WalkScope { place: &place, start: &place.walked, root: 0, enter: &|_| true }).ok()?;
        Some(finder.found().sorted(vec![root(place)]))
    }

    fn look_again(&self, look: &Look<'_>) -> Option<Patch> {
        look_again::patch(&self.options, look)
    }

    fn read(
        &self,
        file: &FileEntry,
        limit: u64,
        scratch: &mut Vec<u8>,
        work: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ReadError> {
        let length = read::read_into(path(file)?, limit, file.size, scratch)?;
        work(&scratch[..length]);
        Ok(())
    }

    fn bytes(&self, file: &FileEntry, limit: u64) -> Result<Vec<u8>, ReadError> {
        read::read(path(file)?, limit)
    }

    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        read::window(path(file)?, start, length)
    }

    fn stamp(&self, file: &FileEntry) -> Option<Stamp> {
        Some(Stamp::of(&std::fs::metadata(path(file).ok()?).ok()?))
    }

    fn is_current(&self, file: &FileEntry) -> bool {
        self.stamp(file).is_some_and(|now| (now.size, now.seconds()) == (file.size, file.modified))
    }

    fn find(&self, root: &Root, path: &str) -> Option<(FileEntry, Stamp)> {
        let top = root.origin.path()?;
        let absolute = top.join(path.get(root.prefix.len()..)?).canonicalize().ok()?;
        if !absolute.starts_with(top.canonicalize().ok()?) {
            return None;
        }
        let metadata = std::fs::metadata(&absolute).ok().filter(std::fs::Metadata::is_file)?;
        let stamp = Stamp::of(&metadata);
        let entry = FileEntry {
            path: path.into(),
            format: formats::detect(&absolute, &[]).info,
            origin: Origin::Disk(absolute),
            root: 0,
            repository: None,
            size: stamp.size,
            modified: stamp.seconds(),
            text_only: false,
        };
        Some((entry, stamp))
    }

    fn editable(&self, file: &FileEntry) -> Result<PathBuf, LocateError> {
        path(file).map(Path::to_owned).map_err(|reason| LocateError::of(file, NoPlace::Unreadable(reason)))
    }

    fn look_at_commit(&self, roots: &[Root], repositories: &[Repository]) {
        self.working_trees.look_again(roots, repositories);
    }

    fn gone(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.working_trees.gone(roots, known)
    }

    fn gone_bytes(&self, roots: &[Root], path: &str) -> Option<Vec<u8>> {
        self.working_trees.gone_bytes(roots, path)
    }

    fn changed_unread(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.working_trees.changed_unread(roots, known)
    }

    fn compared_with(&self) -> Option<String> {
        Some("HEAD".to_owned())
    }

    fn change(&self, file: &FileEntry) -> Option<ChangeState> {
        self.working_trees.change(file, &|file| self.bytes(file, MAX_TEXT_BYTES))
    }

    fn changed_lines(&self, file: &FileEntry) -> Option<Arc<ChangedLines>> {
        self.working_trees.changed_lines(file, &|file| self.bytes(file, MAX_TEXT_BYTES))
    }

    fn watch(&self, tell: Tell) -> std::io::Result<Option<Watch>> {
        Watch::start(tell).map(Some)
    }

    fn relatives(&self) -> Vec<PathBuf> {
        let key = |root: &PathBuf| Some(index_key(&common_directory(&self.options.base.join(root))?));
        self.roots().iter().filter_map(key).collect()
    }

    fn index_keys(&self) -> Option<IndexKeys> {
        let place = |given: &PathBuf| RootPlace::new(&self.options.base, given).ok();
        let places: Vec<RootPlace> = self.roots().iter().map(place).collect::<Option<_>>()?;
        if !places.iter().all(|place| place.walked.is_dir()) {
            return None;
        }
        let (first, rest) = places.split_first()?;
        let holds_all = |above: &&Path| rest.iter().all(|root| root.walked.starts_with(above));
        let above = first.walked.ancestors().skip(1).filter(holds_all).map(Path::to_owned).collect();
        let key = |place: RootPlace| {
            let walked = place.walked.clone();
            (root(place), walked)
        };
        Some(IndexKeys { roots: places.into_iter().map(key).collect(), above })
    }
}

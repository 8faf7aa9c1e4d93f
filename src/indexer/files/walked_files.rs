//! The result of a walk: as its threads bring it, and in path order.

use super::places::Places;
use super::repositories;
use crate::library::{FileEntry, FileId, Repository, Root, Skipped, Stamp};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that was found.
#[derive(Debug, Default)]
pub(in crate::indexer) struct Walked {
    pub roots: Vec<Root>,
    pub repositories: Vec<Repository>,
    /// Sorted by path.
    pub files: Vec<FileEntry>,
    /// One per file.
    pub stamps: Vec<Stamp>,
    /// Sorted by path.
    pub skipped: Vec<Skipped>,
    /// Directories that were not entered, each with a trailing `/`.
    pub folders: Vec<Arc<str>>,
    pub places: Places,
}

/// One file.
#[derive(Debug)]
pub(in crate::indexer) struct WalkedFile {
    pub entry: FileEntry,
    /// The path on disk without links, if it is there: the identity by which nested roots do not show it twice.
    pub real: Option<PathBuf>,
    pub stamp: Stamp,
}

/// The findings of all threads of a walk, in any order.
#[derive(Debug, Default)]
pub(in crate::indexer) struct Findings {
    pub files: Vec<WalkedFile>,
    /// Known files that are as they were.
    pub same: Vec<FileId>,
    pub repositories: Vec<Repository>,
    pub skipped: Vec<Skipped>,
    /// Directories that were walked.
    pub directories: BTreeSet<PathBuf>,
    /// Directories that could have been walked, and were not entered.
    pub standing: BTreeSet<PathBuf>,
    pub around: BTreeSet<PathBuf>,
    pub folders: Vec<Arc<str>>,
}

impl Findings {
    /// Adds the findings of another source.
    pub(in crate::indexer) fn extend(&mut self, other: Findings) {
        let Findings { files, same, repositories, skipped, directories, standing, around, folders } = other;
        self.files.extend(files);
        self.same.extend(same);
        self.repositories.extend(repositories);
        self.skipped.extend(skipped);
        self.directories.extend(directories);
        self.standing.extend(standing);
        self.around.extend(around);
        self.folders.extend(folders);
    }

    /// In path order; a file that several roots reach is kept where the first of them shows it.
    pub(in crate::indexer) fn sorted(mut self, roots: Vec<Root>) -> Walked {
        let is_one = roots.len() <= 1;
        let root = |found: &WalkedFile| if is_one { 0 } else { found.entry.root };
        self.files.sort_unstable_by(|a, b| {
            root(a).cmp(&root(b)).then_with(|| a.entry.path.cmp(&b.entry.path)).then_with(|| a.real.cmp(&b.real))
        });
        if !is_one || self.files.iter().any(|found| found.entry.origin.path() != found.real.as_deref()) {
            let mut seen = HashSet::new();
            self.files.retain(|found| found.real.as_ref().is_none_or(|real| seen.insert(real.clone())));
        }
        if !self.files.is_sorted_by(|a, b| a.entry.path < b.entry.path) {
            self.tell_apart();
            self.files.sort_by(|a, b| a.entry.path.cmp(&b.entry.path));
        }
        self.skipped.sort();
        self.skipped.dedup();
        self.folders.sort();
        let repositories = repositories::assign(self.repositories, self.files.iter_mut().map(|found| &mut found.entry));
        let (files, stamps) = self.files.into_iter().map(|found| (found.entry, found.stamp)).unzip();
        let places = Places {
            roots: roots.iter().filter_map(|root| root.origin.path()).map(Path::to_owned).collect(),
            directories: self.directories,
            around: self.around,
        };
        Walked { roots, repositories, files, stamps, skipped: self.skipped, folders: self.folders, places }
    }

    /// Two names that differ only in bytes that are no text look the same: the later ones get a number.
    fn tell_apart(&mut self) {
        let mut taken: HashMap<Arc<str>, u32> = HashMap::with_capacity(self.files.len());
        for found in &mut self.files {
            let path = &mut found.entry.path;
            while let Some(count) = taken.get_mut(path) {
                *count += 1;
                *path = format!("{path}~{count}").into();
            }
            taken.insert(Arc::clone(path), 1);
        }
    }
}

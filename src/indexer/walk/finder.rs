//! Finding files in the file system: ignore rules, hidden files, limits, repositories.

use super::endless_rules::endless_rules;
use super::read;
use super::stat::Stamps;
use crate::indexer::files::classify::classify;
use crate::indexer::files::hidden::{HiddenRules, is_hidden};
use crate::indexer::files::options::{WalkError, WorkspaceOptions};
use crate::indexer::files::paths::{self, RootPlace};
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::indexer::files::repositories::{is_manifest, of_directory};
use crate::indexer::files::rules::{globs, ignored};
use crate::indexer::files::unchanged::KnownFiles;
use crate::indexer::files::walked_files::{Findings, WalkedFile};
use crate::library::{FileEntry, FileId, Origin, ReadError, Repository, Skipped, Stamp};
use crate::stdx::Ticket;
use ignore::{DirEntry, WalkBuilder, WalkState};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Of a first level with more than this, only so much is looked at: more than fits on a screen.
const FIRST_LEVEL: usize = 1000;

/// What is wrong with an ignore file.
const NOT_RULES: &str = "no regular file, or too large, to say which files belong to the workspace";

/// Files found between two reports.
const REPORT_EVERY: u32 = 1000;

/// The start of a walk, and its limits.
pub(super) struct WalkScope<'s> {
    pub place: &'s RootPlace,
    /// The directory to start at: the root, or one below it.
    pub start: &'s Path,
    pub root: u32,
    /// True for directories to enter; asked with their paths as users know them.
    pub enter: &'s (dyn Fn(&Path) -> bool + Sync),
}

pub(super) struct Finder<'o> {
    options: &'o WorkspaceOptions,
    ticket: &'o Ticket,
    progress: Report<'o>,
    count: AtomicU32,
    findings: Mutex<Findings>,
    /// Set if directories are only named.
    flat: bool,
    /// The files as they were.
    known: Option<&'o KnownFiles<'o>>,
}

/// The state of one thread of a walk.
struct Visitor<'f> {
    finder: &'f Finder<'f>,
    /// Files that it has found as they were; the findings gets them when the thread is done.
    same: Vec<FileId>,
    stamps: Stamps,
}

impl Drop for Visitor<'_> {
    fn drop(&mut self) {
        self.finder.findings(|findings| findings.same.append(&mut self.same));
    }
}

impl<'o> Finder<'o> {
    pub(super) fn new(options: &'o WorkspaceOptions, ticket: &'o Ticket, progress: Report<'o>) -> Finder<'o> {
        let (count, findings) = (AtomicU32::new(0), Mutex::default());
        Finder { options, ticket, progress, count, findings, flat: false, known: None }
    }

    /// One that names directories and does not enter them.
    pub(super) fn flat(self) -> Finder<'o> {
        Finder { flat: true, ..self }
    }

    /// One that tells files by their numbers that are as they were.
    pub(super) fn knowing(self, known: Option<&'o KnownFiles<'o>>) -> Finder<'o> {
        Finder { known, ..self }
    }

    /// Everything that was found, in any order.
    pub(super) fn found(self) -> Findings {
        self.findings.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn findings<T>(&self, work: impl FnOnce(&mut Findings) -> T) -> T {
        work(&mut self.findings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn add(&self, found: WalkedFile) {
        self.count();
        self.findings(|findings| findings.files.push(found));
    }

    fn count(&self) {
        let done = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(REPORT_EVERY) {
            (self.progress)(Progress { stage: Stage::Walk, done, total: 0 });
        }
    }

    fn skip(&self, path: String, reason: impl ToString) {
        let reason = reason.to_string();
        self.findings(|findings| findings.skipped.push(Skipped { path, reason }));
    }

    /// Takes a root: a directory with all that is in it, or a file.
    pub(super) fn root(&self, place: &RootPlace, number: u32) -> Result<(), WalkError> {
        if place.walked.is_dir() {
            return self.directory(&WalkScope { place, start: &place.walked, root: number, enter: &|_| true });
        }
        let refused = |error: ReadError| WalkError::Root { path: place.absolute.clone(), reason: error.to_string() };
        let metadata = std::fs::metadata(&place.walked).map_err(|error| refused(error.into()))?;
        if !metadata.is_file() {
            let reason = "neither a file nor a directory".to_owned();
            return Err(WalkError::Root { path: place.absolute.clone(), reason });
        }
        self.beside(&place.absolute);
        self.file(place.shown.clone(), place.absolute.clone(), place.walked.clone(), Stamp::of(&metadata), number);
        Ok(())
    }

    /// Notes that a single file belongs to the workspace; its neighbours do not.
    fn beside(&self, file: &Path) {
        self.findings(|findings| findings.around.extend(file.parent().map(Path::to_owned)));
    }

    /// Takes exactly these files.
    pub(super) fn listed(&self, files: &[PathBuf], root: u32) -> Result<(), WalkError> {
        let globs = globs(self.options, &self.options.base)?;
        for given in files {
            if self.ticket.is_stale() {
                return Err(WalkError::Cancelled);
            }
            let place = match RootPlace::new(&self.options.base, given) {
                Ok(place) => place,
                Err(reason) => {
                    self.skip(paths::slashed(given), reason);
                    continue;
                }
            };
            match std::fs::metadata(&place.walked) {
                _ if globs.matched(&place.absolute, false).is_ignore() => {}
                Ok(metadata) if metadata.is_dir() => self.skip(place.shown, "a directory"),
                Ok(metadata) if metadata.is_file() => {
                    self.beside(&place.absolute);
                    self.file(place.shown, place.absolute, place.walked, Stamp::of(&metadata), root);
                }
                Ok(_) => self.skip(place.shown, ReadError::NotRegular),
                Err(error) => self.skip(place.shown, ReadError::from(error)),
            }
        }
        Ok(())
    }

    /// Walks a directory.
    pub(super) fn directory(&self, scope: &WalkScope<'_>) -> Result<(), WalkError> {
        let place = scope.place;
        let base = std::fs::canonicalize(&self.options.base).unwrap_or_else(|_| self.options.base.clone());
        let below = if place.walked.starts_with(&base) { &base } else { &place.walked };
        let (globs, ignored) = (globs(self.options, below)?, ignored(self.options, below)?);
        let prefix = place.prefix();
        let obey = self.options.ignore_files;
        if obey && let Some(rules) = scope.start.ancestors().find_map(endless_rules) {
            let reason = format!("{}: {NOT_RULES}", rules.display());
            return Err(WalkError::Root { path: place.absolute.clone(), reason });
        }
        let endless: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
        let noted = Arc::clone(&endless);
        let mut walker = WalkBuilder::new(scope.start);
        walker.standard_filters(obey).hidden(false).require_git(true).follow_links(false);
        if obey {
            walker.add_custom_ignore_filename(".docqlignore");
        }
        let hidden = HiddenRules { is_wanted: self.options.hidden, globs: globs.clone(), ignore_files: obey };
        walker.overrides(globs).threads(self.options.thread_count()).max_depth(self.flat.then_some(1));
        walker.filter_entry(move |entry| {
            let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
            let is_wanted = || !ignored.matched(entry.path(), is_directory).is_ignore();
            let is_left = |entry: &DirEntry| is_hidden(entry.file_name()) && !hidden.keep(entry.path(), is_directory);
            if entry.depth() > 0 && (entry.file_name() == ".git" || is_left(entry) || !is_wanted()) {
                return false;
            }
            // Only directories have any: to ask the system for those of each file costs more than the rest of the walk.
            if !obey || !is_directory || entry.depth() == 0 {
                return true;
            }
            let rules = endless_rules(entry.path());
            noted.lock().unwrap_or_else(PoisonError::into_inner).extend(rules.clone());
            rules.is_none()
        });
        let looked_at = AtomicUsize::new(0);
        walker.build_parallel().run(|| {
            let mut visitor = Visitor { finder: self, same: Vec::new(), stamps: Stamps::default() };
            let (prefix, looked_at) = (&prefix, &looked_at);
            Box::new(move |found| {
                let enter = match found {
                    Ok(entry) => self.entry(&entry, scope, prefix, &mut visitor),
                    Err(error) => {
                        self.error(&error, place, prefix);
                        true
                    }
                };
                let enough = self.flat && looked_at.fetch_add(1, Ordering::Relaxed) >= FIRST_LEVEL;
                match (enough || self.ticket.is_stale(), enter) {
                    (true, _) => WalkState::Quit,
                    (false, true) => WalkState::Continue,
                    (false, false) => WalkState::Skip,
                }
            })
        });
        for rules in endless.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let shown = paths::shown(paths::below(&rules, &place.walked), &prefix).into_owned();
            self.skip(shown, format!("{NOT_RULES}: what is beside it is left out"));
        }
        Ok(())
    }

    /// Takes what a thread of the walk has found; whether to enter it.
    fn entry(&self, entry: &DirEntry, scope: &WalkScope<'_>, prefix: &str, visitor: &mut Visitor<'_>) -> bool {
        let Some(kind) = entry.file_type() else { return true };
        let place = scope.place;
        let relative = paths::below(entry.path(), &place.walked);
        let shown = || paths::shown(relative, prefix).into_owned();
        if kind.is_dir() {
            if self.flat && entry.depth() == 1 {
                self.findings(|findings| findings.folders.push(format!("{}/", shown()).into()));
            }
            let absolute = tidy_join(&place.absolute, relative);
            if entry.depth() > 0 && !(scope.enter)(&absolute) {
                self.findings(|findings| findings.standing.insert(absolute));
                return false;
            }
            self.findings(|findings| findings.directories.insert(absolute));
            if entry.path().join(".git").exists() {
                let path = shown().trim_end_matches('/').to_owned();
                let name = entry.path().file_name().map(|name| name.to_string_lossy().into_owned());
                let name = name.unwrap_or_else(|| place.name.clone());
                self.findings(|findings| findings.repositories.push(Repository { path, name }));
            }
        } else if kind.is_file() {
            if self.options.packages && entry.file_name().to_str().is_some_and(is_manifest) {
                let directory = shown();
                let directory = directory.rsplit_once('/').map_or("", |(directory, _)| directory);
                self.findings(|findings| findings.repositories.push(of_directory(directory, &place.name)));
            }
            match visitor.stamps.of(entry.path()) {
                Ok(stamp) => {
                    if let Some(id) = self.unchanged(entry, relative, prefix, stamp) {
                        self.count();
                        visitor.same.push(id);
                        return true;
                    }
                    let absolute = place.absolute.join(relative);
                    self.file(shown(), absolute, entry.path().to_owned(), stamp, scope.root);
                }
                Err(error) => self.skip(shown(), ReadError::from(error)),
            }
        }
        true
    }

    fn unchanged(&self, entry: &DirEntry, relative: &Path, prefix: &str, stamp: Stamp) -> Option<FileId> {
        let known = self.known?;
        let shown = paths::shown(relative, prefix);
        let is_there = |origin: &Origin| origin.path().map(Path::as_os_str) == Some(entry.path().as_os_str());
        let same = known.unchanged((&shown, entry.path()), stamp, self.options.max_file_bytes, is_there);
        same.filter(|id| self.options.admits(known.library().file(*id)))
    }

    fn error(&self, error: &ignore::Error, place: &RootPlace, prefix: &str) {
        let Some(path) = path_of(error) else { return };
        self.skip(paths::shown(paths::below(path, &place.walked), prefix).into_owned(), reason(error));
    }

    /// Takes a regular file, or notes why it is left out.
    pub(super) fn file(&self, path: String, absolute: PathBuf, real: PathBuf, stamp: Stamp, root: u32) {
        let size = stamp.size;
        let class = match classify(&absolute, size, self.options.max_file_bytes, || read::head(&absolute)) {
            Ok(class) => class,
            Err(reason) => return self.skip(path, reason),
        };
        if let Err(reason) = self.options.admit(class.format, &absolute) {
            return self.skip(path, reason);
        }
        let entry = FileEntry {
            path: path.into(),
            origin: Origin::Disk(absolute),
            root,
            repository: None,
            size,
            modified: stamp.seconds(),
            format: class.format,
            text_only: class.text_only,
        };
        self.add(WalkedFile { entry, real: Some(real), stamp });
    }
}

/// The root itself is not `root/`.
fn tidy_join(root: &Path, relative: &Path) -> PathBuf {
    if relative.as_os_str().is_empty() { root.to_owned() } else { root.join(relative) }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

fn reason(error: &ignore::Error) -> String {
    error.io_error().map_or_else(|| error.to_string(), |error| ReadError::from(error).to_string())
}

//! Finding the files: ignore rules, hidden files, limits, repositories, several roots.

use super::stat::Stamps;
use crate::formats;
use crate::indexer::files::options::{MAX_TEXT_BYTES, WalkError, WorkspaceOptions};
use crate::indexer::files::paths::{self, RootPlace};
use crate::indexer::files::places::Places;
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::indexer::files::read::{self, BINARY, PLAIN, format_of};
use crate::indexer::files::stamp::Stamp;
use crate::indexer::files::unchanged::KnownFiles;
use crate::indexer::files::walked_files::{Findings, Found, Walked};
use crate::indexer::source::loader::SourceLoader;
use crate::library::{FileEntry, FileId, Library, Repository, Root, Skipped};
use crate::stdx::Ticket;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Of a first level with more than this, only so much is looked at: more than fits on a screen.
const FIRST_LEVEL: usize = 1000;

/// How many files are found between two reports.
const REPORT_EVERY: u32 = 1000;

/// Finds the files of a workspace. Nothing is parsed: the library knows the files only.
pub fn walk(
    options: &WorkspaceOptions,
    ticket: &Ticket,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Library, WalkError> {
    let found = find(options, ticket, progress)?;
    let stdin = options.stdin.as_deref().map(Arc::from);
    let loader = Arc::new(SourceLoader::new(options.max_file_bytes, stdin));
    Ok(Library::new(found.roots, found.repositories, found.files, loader).with_skipped(found.skipped))
}

/// The same as parts.
fn find(options: &WorkspaceOptions, ticket: &Ticket, progress: Report) -> Result<Walked, WalkError> {
    let mut roots = Vec::new();
    let findings = fill(&Finder::new(options, ticket, progress), &mut roots)?;
    Ok(findings.sorted(roots))
}

/// What a walk of known files has found.
pub(in crate::indexer) enum Again {
    /// The same files as they were, with what was left out (sorted), and where it looked.
    Same(Vec<Skipped>, Places),
    /// Something is different.
    Other(Walked),
}

/// Finds the files again.
pub(in crate::indexer) fn find_again(
    options: &WorkspaceOptions,
    known: &KnownFiles<'_>,
    ticket: &Ticket,
    progress: Report,
) -> Result<Again, WalkError> {
    let is_plain = options.files_from.is_none() && options.stdin.is_none() && options.roots.len() <= 1;
    let finder = Finder { known: Some(known).filter(|_| is_plain), ..Finder::new(options, ticket, progress) };
    let mut roots = Vec::new();
    let mut findings = fill(&finder, &mut roots)?;
    let before = known.library();
    let is_same = findings.files.is_empty() && findings.same.len() == before.files().len() && roots == before.roots();
    if !is_same {
        let same = std::mem::take(&mut findings.same);
        findings.files.extend(same.into_iter().map(|id| known.found(id)));
        return Ok(Again::Other(findings.sorted(roots)));
    }
    let Walked { repositories, skipped, places, .. } = findings.sorted(roots.clone());
    if repositories != before.repositories() {
        let files = before.file_ids().map(|id| known.found(id)).collect();
        let all = Findings { files, skipped, repositories, ..Findings::default() };
        return Ok(Again::Other(Walked { places, ..all.sorted(roots) }));
    }
    Ok(Again::Same(skipped, places))
}

/// Walks what the options say; `roots` is filled with what it starts from.
fn fill(finder: &Finder<'_>, roots: &mut Vec<Root>) -> Result<Findings, WalkError> {
    let options = finder.options;
    if let Some(listed) = &options.files_from {
        roots.push(base_root(&options.base));
        finder.listed(listed)?;
    } else {
        let base = [PathBuf::from(".")];
        let alone = options.roots.is_empty() && options.stdin.is_none();
        for given in if alone { &base } else { options.roots.as_slice() } {
            let place = RootPlace::new(&options.base, given)
                .map_err(|reason| WalkError::Root { path: given.clone(), reason })?;
            finder.root(&place, roots.len() as u32)?;
            roots.push(Root { prefix: place.prefix(), absolute: place.absolute, name: place.name });
        }
    }
    if finder.ticket.is_stale() {
        return Err(WalkError::Cancelled);
    }
    if let Some(bytes) = &options.stdin {
        let number = roots.len() as u32;
        roots.push(Root { absolute: PathBuf::new(), prefix: String::new(), name: "-".to_owned() });
        finder.add(stdin_file(bytes, number, options.max_file_bytes));
    }
    Ok(finder.findings(std::mem::take))
}

/// The first level alone: its files, and its directories by name. Where the walk has other starting points
/// than one directory, there is none.
pub(in crate::indexer) fn first_level(options: &WorkspaceOptions) -> Option<Walked> {
    let given = match options.roots.as_slice() {
        [] => Path::new("."),
        [only] => only,
        _ => return None,
    };
    if options.files_from.is_some() || options.stdin.is_some() {
        return None;
    }
    let place = RootPlace::new(&options.base, given).ok().filter(|place| place.walked.is_dir())?;
    let ticket = Ticket::forever();
    let finder = Finder { flat: true, ..Finder::new(options, &ticket, &|_| {}) };
    finder.directory(&Scope { place: &place, start: &place.walked, root: 0, enter: &|_| true }).ok()?;
    let findings = finder.findings.into_inner().unwrap_or_else(PoisonError::into_inner);
    Some(findings.sorted(vec![Root { prefix: place.prefix(), absolute: place.absolute, name: place.name }]))
}

fn base_root(base: &Path) -> Root {
    let name = base.file_name().map_or_else(|| paths::slashed(base), |name| name.to_string_lossy().into_owned());
    Root { absolute: base.to_owned(), prefix: String::new(), name }
}

fn stdin_file(bytes: &[u8], root: u32, limit: u64) -> Found {
    let entry = FileEntry {
        path: "-".into(),
        absolute: PathBuf::new(),
        root,
        repository: None,
        size: bytes.len() as u64,
        modified: 0,
        format: format_of(Path::new("-"), || read::head_of(bytes)).info,
        text_only: bytes.len() as u64 > limit,
    };
    Found { entry, real: PathBuf::new(), stamp: Stamp { size: bytes.len() as u64, modified: 0 } }
}

/// What a walk starts from, and where it does not go.
pub(in crate::indexer) struct Scope<'s> {
    pub place: &'s RootPlace,
    /// The directory to start at: the root, or one below it.
    pub start: &'s Path,
    pub root: u32,
    /// Whether a directory is to be entered; asked with its path as users know it.
    pub enter: &'s (dyn Fn(&Path) -> bool + Sync),
}

pub(in crate::indexer) struct Finder<'o> {
    options: &'o WorkspaceOptions,
    ticket: &'o Ticket,
    progress: Report<'o>,
    count: AtomicU32,
    findings: Mutex<Findings>,
    /// Whether directories are only named.
    flat: bool,
    /// The files as they were.
    known: Option<&'o KnownFiles<'o>>,
}

/// What one thread of a walk has of its own.
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
    pub(in crate::indexer) fn new(
        options: &'o WorkspaceOptions,
        ticket: &'o Ticket,
        progress: Report<'o>,
    ) -> Finder<'o> {
        Finder {
            options,
            ticket,
            progress,
            count: AtomicU32::new(0),
            findings: Mutex::default(),
            flat: false,
            known: None,
        }
    }

    /// Everything that was found, in any order.
    pub(in crate::indexer) fn found(self) -> Findings {
        self.findings.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn findings<T>(&self, work: impl FnOnce(&mut Findings) -> T) -> T {
        work(&mut self.findings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn add(&self, found: Found) {
        self.count();
        self.findings(|findings| findings.files.push(found));
    }

    fn count(&self) {
        let done = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(REPORT_EVERY) {
            (self.progress)(Progress { stage: Stage::Walk, done, total: 0 });
        }
    }

    fn skip(&self, path: String, reason: impl Into<String>) {
        let reason = reason.into();
        self.findings(|findings| findings.skipped.push(Skipped { path, reason }));
    }

    fn root(&self, place: &RootPlace, number: u32) -> Result<(), WalkError> {
        if place.walked.is_dir() {
            return self.directory(&Scope { place, start: &place.walked, root: number, enter: &|_| true });
        }
        let metadata = std::fs::metadata(&place.walked)
            .map_err(|error| WalkError::Root { path: place.absolute.clone(), reason: read::clause(&error) })?;
        if !metadata.is_file() {
            let reason = "neither a file nor a directory".to_owned();
            return Err(WalkError::Root { path: place.absolute.clone(), reason });
        }
        self.beside(&place.absolute);
        self.file(place.shown.clone(), place.absolute.clone(), place.walked.clone(), Stamp::of(&metadata), number);
        Ok(())
    }

    /// A single file belongs to the workspace; its neighbours do not.
    fn beside(&self, file: &Path) {
        self.findings(|findings| findings.around.extend(file.parent().map(Path::to_owned)));
    }

    fn listed(&self, files: &[PathBuf]) -> Result<(), WalkError> {
        let globs = self.globs(&self.options.base)?;
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
                    self.file(place.shown, place.absolute, place.walked, Stamp::of(&metadata), 0)
                }
                Ok(_) => self.skip(place.shown, "not a regular file"),
                Err(error) => self.skip(place.shown, read::clause(&error)),
            }
        }
        Ok(())
    }

    fn globs(&self, below: &Path) -> Result<Override, WalkError> {
        let invalid =
            |glob: &str, error: ignore::Error| WalkError::Glob { glob: glob.to_owned(), reason: error.to_string() };
        let mut globs = OverrideBuilder::new(below);
        for glob in &self.options.globs {
            globs.add(glob).map_err(|error| invalid(glob, error))?;
        }
        globs.build().map_err(|error| invalid("", error))
    }

    /// What the settings leave out.
    fn ignored(&self, below: &Path) -> Result<Gitignore, WalkError> {
        let invalid =
            |line: &str, error: ignore::Error| WalkError::Glob { glob: line.to_owned(), reason: error.to_string() };
        let mut rules = GitignoreBuilder::new(below);
        for line in &self.options.ignore {
            rules.add_line(None, line).map_err(|error| invalid(line, error))?;
        }
        rules.build().map_err(|error| invalid("", error))
    }

    /// Walks a directory.
    pub(in crate::indexer) fn directory(&self, scope: &Scope<'_>) -> Result<(), WalkError> {
        let place = scope.place;
        let base = std::fs::canonicalize(&self.options.base).unwrap_or_else(|_| self.options.base.clone());
        let below = if place.walked.starts_with(&base) { &base } else { &place.walked };
        let (globs, ignored) = (self.globs(below)?, self.ignored(below)?);
        let prefix = place.prefix();
        let obey = self.options.ignore_files;
        let mut walker = WalkBuilder::new(scope.start);
        walker.standard_filters(obey).hidden(!self.options.hidden).require_git(true).follow_links(false);
        if obey {
            walker.add_custom_ignore_filename(".docqlignore");
        }
        walker.overrides(globs).threads(self.options.thread_count()).max_depth(self.flat.then_some(1));
        walker.filter_entry(move |entry| {
            let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
            let is_wanted = || !ignored.matched(entry.path(), is_directory).is_ignore();
            entry.depth() == 0 || entry.file_name() != ".git" && is_wanted()
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
        Ok(())
    }

    /// Takes what a thread of the walk has found; whether to enter it.
    fn entry(&self, entry: &DirEntry, scope: &Scope<'_>, prefix: &str, visitor: &mut Visitor<'_>) -> bool {
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
                Err(error) => self.skip(shown(), read::clause(&error)),
            }
        }
        true
    }

    fn unchanged(&self, entry: &DirEntry, relative: &Path, prefix: &str, stamp: Stamp) -> Option<FileId> {
        let known = self.known?;
        let shown = paths::shown(relative, prefix);
        known.unchanged(&shown, entry.path(), stamp, self.options.max_file_bytes)
    }

    fn error(&self, error: &ignore::Error, place: &RootPlace, prefix: &str) {
        let Some(path) = path_of(error) else { return };
        self.skip(paths::shown(paths::below(path, &place.walked), prefix).into_owned(), reason(error));
    }

    /// Takes a regular file, or says why not.
    pub(in crate::indexer) fn file(&self, path: String, absolute: PathBuf, real: PathBuf, stamp: Stamp, root: u32) {
        let size = stamp.size;
        if size > MAX_TEXT_BYTES {
            return self.skip(path, read::over(size, MAX_TEXT_BYTES));
        }
        if paths::is_binary_name(&absolute) && formats::detect(&absolute, &[]).info.id == PLAIN {
            return self.skip(path, BINARY);
        }
        // A large file is not read to find out what it is.
        let text_only = size > self.options.max_file_bytes;
        if text_only && !read::is_text(read::head(&absolute)) {
            return self.skip(path, BINARY);
        }
        let format = format_of(&absolute, || read::head(&absolute)).info;
        let modified = stamp.seconds();
        let entry =
            FileEntry { path: path.into(), absolute, root, repository: None, size, modified, format, text_only };
        self.add(Found { entry, real, stamp });
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
    error.io_error().map_or_else(|| error.to_string(), read::clause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_while_its_stamp_and_its_format_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.rs", "b.go", "tool"] {
            std::fs::write(folder.path().join(name), "#!/bin/sh\n").expect("a file");
        }
        let library = walk(&WorkspaceOptions::at(folder.path()), &Ticket::forever(), &|_| {}).expect("a walk");
        let stamps: Vec<Stamp> = (0..3).map(|at| Stamp { size: 10, modified: at }).collect();
        let known = KnownFiles::new(&library, &stamps);
        let place = |name: &str| folder.path().canonicalize().expect("a path").join(name);
        let look = |name: &str, at: usize, limit| known.unchanged(name, &place(name), stamps[at], limit);
        assert_eq!((look("a.rs", 0, 10), look("b.go", 1, 10)), (Some(FileId(0)), Some(FileId(1))));
        assert_eq!((look("tool", 2, 10), library.file(FileId(2)).format.id), (Some(FileId(2)), "bash"));
        assert_eq!((look("a.rs", 1, 10), look("a.rs", 0, 9), look("c.rs", 0, 10)), (None, None, None));
        assert_eq!(known.unchanged("a.rs", &place("b.go"), stamps[0], 10), None, "elsewhere");
        assert_eq!(known.found(FileId(1)).entry.path, library.file(FileId(1)).path);
        let none = Library::nothing();
        assert_eq!(KnownFiles::new(&none, &[]).unchanged("a.rs", &place("a.rs"), stamps[0], 10), None);
    }
}

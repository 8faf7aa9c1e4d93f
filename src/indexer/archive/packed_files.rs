//! The files of archives as a source, below the name of their archive.

#[cfg(feature = "archives")]
use super::contents::Contents;
use super::members::{Member, Visitor};
use super::names::{self, Kind};
#[cfg(not(feature = "archives"))]
use super::without::Contents;
use crate::indexer::files::classify::{Class, classify};
use crate::indexer::files::options::{WalkError, WorkspaceOptions};
use crate::indexer::files::paths::RootPlace;
use crate::indexer::files::rules::{globs, ignored};
use crate::indexer::files::walked_files::WalkedFile;
use crate::indexer::source::seam::{ListRequest, Listed, Source};
use crate::library::{FileEntry, LocateError, NoPlace, Origin, PackedPlace, ReadError, Root, Skipped, Stamp};
use crate::stdx::Ticket;
use ignore::Match;
use ignore::gitignore::Gitignore;
use ignore::overrides::Override;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Archives that were given as roots.
pub(in crate::indexer) struct PackedFiles {
    options: Arc<WorkspaceOptions>,
    archives: Vec<PathBuf>,
    /// One per archive, once it was listed.
    opened: Mutex<HashMap<Arc<Path>, Arc<Opened>>>,
}

/// An archive that was listed.
struct Opened {
    stamp: Stamp,
    contents: Contents,
    members: Vec<(Member, Class)>,
    /// What was left out, by its name in the archive; the archive itself without one.
    refused: Vec<(String, ReadError)>,
}

/// True if `path` is an archive that can be opened as a directory.
pub(in crate::indexer) fn is_archive(path: &Path) -> bool {
    names::kind_of(path).is_some() && path.is_file()
}

impl PackedFiles {
    /// These archives.
    pub(in crate::indexer) fn new(options: Arc<WorkspaceOptions>, archives: Vec<PathBuf>) -> PackedFiles {
        PackedFiles { options, archives, opened: Mutex::default() }
    }

    /// The archive at `path` as it is now.
    fn open(&self, path: &Arc<Path>, kind: Kind, prefix: &str, ticket: &Ticket) -> Result<Arc<Opened>, WalkError> {
        let failed = |reason: ReadError| WalkError::Root { path: path.to_path_buf(), reason: reason.to_string() };
        let stamp = std::fs::metadata(path).map(|metadata| Stamp::of(&metadata));
        let stamp = stamp.map_err(|error| failed(ReadError::from(error)))?;
        let lock = || self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(path).filter(|known| known.stamp == stamp) {
            return Ok(Arc::clone(known));
        }
        let mut selection = Selection {
            prefix,
            limit: self.options.max_file_bytes,
            globs: globs(&self.options, Path::new(""))?,
            settings: ignored(&self.options, Path::new(""))?,
            is_hidden_wanted: self.options.hidden,
            ticket,
            taken: HashMap::new(),
            members: Vec::new(),
            refused: Vec::new(),
        };
        let contents = Contents::open(path, kind, &mut selection).map_err(failed)?;
        if ticket.is_stale() {
            return Err(WalkError::Cancelled);
        }
        let Selection { members, refused, .. } = selection;
        let opened = Arc::new(Opened { stamp, contents, members, refused });
        lock().insert(Arc::clone(path), Arc::clone(&opened));
        Ok(opened)
    }

    fn of(&self, file: &FileEntry) -> Result<(Arc<Opened>, u32), ReadError> {
        let Origin::Packed(place) = &file.origin else { return Err(ReadError::Gone) };
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let number = place.number.ok_or(ReadError::Gone)?;
        opened.get(&place.archive).map(|opened| (Arc::clone(opened), number)).ok_or(ReadError::Gone)
    }
}

/// The files of one archive that belong to the workspace.
struct Selection<'s> {
    prefix: &'s str,
    limit: u64,
    globs: Override,
    settings: Gitignore,
    is_hidden_wanted: bool,
    ticket: &'s Ticket,
    /// Places in `members`, by path: of two files of one name the later counts, as when an archive is unpacked.
    taken: HashMap<String, usize>,
    members: Vec<(Member, Class)>,
    refused: Vec<(String, ReadError)>,
}

impl Selection<'_> {
    /// True if the rules of the command line and of the settings keep a file.
    fn keeps(&self, path: &str) -> bool {
        let shown = format!("{}{path}", self.prefix);
        let shown = Path::new(shown.trim_start_matches('/'));
        let mut above = shown.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
        let is_out = |path: &Path, is_directory: bool| {
            self.settings.matched(path, is_directory).is_ignore() || self.globs.matched(path, is_directory).is_ignore()
        };
        if above.any(|directory| is_out(directory, true)) || is_out(shown, false) {
            return false;
        }
        let is_hidden = path.split('/').any(|part| part.starts_with('.'));
        matches!(self.globs.matched(shown, false), Match::Whitelist(_)) || self.is_hidden_wanted || !is_hidden
    }
}

impl Visitor for Selection<'_> {
    fn offer(&mut self, member: Member, head: &mut dyn FnMut() -> Vec<u8>) -> bool {
        if !self.keeps(&member.path) {
            return false;
        }
        if names::kind_of(Path::new(&member.path)).is_some() {
            self.refuse(&member.path, ReadError::Nested);
            return false;
        }
        let head = std::cell::RefCell::new(head);
        let class = match classify(Path::new(&member.path), member.size, self.limit, || (**head.borrow_mut())()) {
            Ok(class) => class,
            Err(reason) => {
                self.refuse(&member.path, reason);
                return false;
            }
        };
        match self.taken.get(&member.path) {
            Some(&at) => self.members[at] = (member, class),
            None => {
                self.taken.insert(member.path.clone(), self.members.len());
                self.members.push((member, class));
            }
        }
        true
    }

    fn refuse(&mut self, name: &str, reason: ReadError) {
        self.refused.push((name.to_owned(), reason));
    }

    fn is_over(&self) -> bool {
        self.ticket.is_stale()
    }
}

impl Source for PackedFiles {
    fn owns(&self, origin: &Origin) -> bool {
        matches!(origin, Origin::Packed(_))
    }

    fn list(&self, request: &ListRequest<'_>) -> Result<Listed, WalkError> {
        let mut listed = Listed::default();
        for (given, root) in self.archives.iter().zip(request.first_root..) {
            let failed = |reason: ReadError| WalkError::Root { path: given.clone(), reason: reason.to_string() };
            let place = RootPlace::new(&self.options.base, given).map_err(failed)?;
            let kind = names::kind_of(&place.absolute).ok_or_else(|| failed(ReadError::Gone))?;
            let (archive, prefix): (Arc<Path>, String) = (place.walked.into(), place.shown + "/");
            let opened = self.open(&archive, kind, &prefix, request.ticket)?;
            for (member, class) in &opened.members {
                let entry = entry(&archive, &prefix, root, (member, class));
                if self.options.admits(&entry) {
                    let stamp = Stamp { size: member.size, ..opened.stamp };
                    listed.findings.files.push(WalkedFile { entry, real: None, stamp });
                } else {
                    let reason = ReadError::NotShared.to_string();
                    listed.findings.skipped.push(Skipped { path: entry.path.to_string(), reason });
                }
            }
            let refused = opened.refused.iter().map(|(name, reason)| {
                let path = format!("{prefix}{name}").trim_end_matches('/').to_owned();
                Skipped { path, reason: reason.to_string() }
            });
            listed.findings.skipped.extend(refused);
            let origin = Origin::Packed(Box::new(PackedPlace { archive, number: None }));
            listed.roots.push(Root { origin, prefix, name: place.name });
        }
        Ok(listed)
    }

    fn read(
        &self,
        file: &FileEntry,
        limit: u64,
        _: &mut Vec<u8>,
        work: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ReadError> {
        let (opened, number) = self.of(file)?;
        opened.contents.read(number, limit, work)
    }

    fn bytes(&self, file: &FileEntry, limit: u64) -> Result<Vec<u8>, ReadError> {
        let mut all = Vec::new();
        self.read(file, limit, &mut Vec::new(), &mut |bytes| all.extend_from_slice(bytes))?;
        Ok(all)
    }

    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        let mut window = Vec::new();
        self.read(file, file.size.max(1), &mut Vec::new(), &mut |bytes| {
            let start = bytes.len().min(start as usize);
            window.extend_from_slice(&bytes[start..bytes.len().min(start.saturating_add(length))]);
        })?;
        Ok(window)
    }

    fn stamp(&self, file: &FileEntry) -> Option<Stamp> {
        let (opened, _) = self.of(file).ok()?;
        Some(Stamp { size: file.size, ..opened.stamp })
    }

    fn find(&self, root: &Root, path: &str) -> Option<(FileEntry, Stamp)> {
        let Origin::Packed(place) = &root.origin else { return None };
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner).get(&place.archive).cloned()?;
        let inside = path.strip_prefix(&root.prefix)?;
        let (member, class) = opened.members.iter().find(|(member, _)| member.path == inside)?;
        let stamp = Stamp { size: member.size, ..opened.stamp };
        Some((entry(&place.archive, &root.prefix, 0, (member, class)), stamp))
    }

    fn editable(&self, file: &FileEntry) -> Result<PathBuf, LocateError> {
        Err(LocateError::of(file, NoPlace::Packed))
    }
}

/// A file of an archive as one of the workspace.
fn entry(archive: &Arc<Path>, prefix: &str, root: u32, (member, class): (&Member, &Class)) -> FileEntry {
    let place = PackedPlace { archive: Arc::clone(archive), number: Some(member.number) };
    FileEntry {
        path: format!("{prefix}{}", member.path).into(),
        origin: Origin::Packed(Box::new(place)),
        root,
        repository: None,
        size: member.size,
        modified: member.modified,
        format: class.format,
        text_only: class.text_only,
    }
}

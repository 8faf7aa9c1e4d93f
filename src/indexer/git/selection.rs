//! The files of a tree that belong to the workspace.

use super::repository::Repository;
use super::tree::{Entry, EntryKind, entries};
use super::tree_rules::{Around, TreeRules};
use crate::indexer::files::classify::{HEAD_BYTES, classify};
use crate::indexer::files::options::WalkError;
use crate::indexer::files::progress::{Progress, Stage};
use crate::indexer::files::walked_files::{Findings, WalkedFile};
use crate::indexer::source::seam::ListRequest;
use crate::library::{FileEntry, FileId, ObjectId, Origin, ReadError, Skipped, Stamp};
use std::ops::RangeInclusive;
use std::path::Path;

/// Files found between two reports.
const REPORT_EVERY: u32 = 1000;

/// The beginning of pointers of Git LFS.
pub(super) const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// The sizes that pointers of Git LFS have, with room for versions to come. All files of these sizes are looked into when
/// they are listed; others are found out when they are read.
const LFS_SIZES: RangeInclusive<u64> = 110..=200;

/// A selection from the tree of one repository.
pub(super) struct Selection<'s> {
    pub repository: &'s Repository,
    pub rules: &'s TreeRules,
    /// The roots that lie in the repository: their numbers, and their paths in it.
    pub roots: Vec<(u32, &'s [u8])>,
    /// The prefix of the paths of its files.
    pub prefix: String,
    /// Files over this have no outline.
    pub limit: u64,
    /// False for files that whoever asks may not read.
    pub admits: &'s dyn Fn(&FileEntry) -> bool,
    /// Set if directories are named.
    pub is_flat: bool,
    pub request: &'s ListRequest<'s>,
}

/// A directory that was left out, with all that is in it.
#[derive(Default)]
struct Passed(Option<Vec<u8>>);

impl Passed {
    fn pass(&mut self, entry: &Entry<'_>) {
        self.0 = (entry.kind == EntryKind::Directory).then(|| [entry.path, b"/"].concat());
    }

    /// True if the entry is in it.
    fn holds(&self, entry: &Entry<'_>) -> bool {
        self.0.as_ref().is_some_and(|passed| entry.path.starts_with(passed))
    }
}

/// The place of an entry, as seen from the roots.
enum EntryPlace {
    /// A root lies in it.
    Above,
    /// It is this root.
    Root(u32),
    /// In this root.
    In(u32),
    /// In none of them.
    Outside,
}

impl Selection<'_> {
    /// Takes the files of `list`.
    pub(super) fn take(&self, list: &[u8], findings: &mut Findings) -> Result<(), WalkError> {
        let (mut around, mut passed) = (Around::default(), Passed::default());
        for entry in entries(list) {
            if self.request.ticket.is_stale() {
                return Err(WalkError::Cancelled);
            }
            if passed.holds(&entry) {
                continue;
            }
            match self.place(&entry) {
                // What leads to a root is not left out.
                EntryPlace::Above => {}
                EntryPlace::Outside => passed.pass(&entry),
                EntryPlace::Root(_) if entry.kind == EntryKind::Directory => {}
                EntryPlace::Root(root) => self.entry(&entry, root, findings),
                EntryPlace::In(root) if entry.has_good_name() => match self.rules.keep(&entry, &mut around) {
                    true if entry.kind == EntryKind::Directory => {
                        findings.folders.extend(self.is_flat.then(|| format!("{}/", self.shown(&entry)).into()));
                    }
                    true => self.entry(&entry, root, findings),
                    false => passed.pass(&entry),
                },
                EntryPlace::In(_) => {
                    passed.pass(&entry);
                    self.skip(&entry, &ReadError::NoName, findings);
                }
            }
        }
        Ok(())
    }

    fn place(&self, entry: &Entry<'_>) -> EntryPlace {
        let mut place = EntryPlace::Outside;
        for &(number, inside) in &self.roots {
            if inside.is_empty() {
                return EntryPlace::In(number);
            }
            match (entry.path.strip_prefix(inside), inside.strip_prefix(entry.path)) {
                (Some(b""), _) => return EntryPlace::Root(number),
                (Some([b'/', ..]), _) => return EntryPlace::In(number),
                (_, Some([b'/', ..])) => place = EntryPlace::Above,
                _ => {}
            }
        }
        place
    }

    fn shown(&self, entry: &Entry<'_>) -> String {
        format!("{}{}", self.prefix, String::from_utf8_lossy(entry.path))
    }

    fn skip(&self, entry: &Entry<'_>, reason: &ReadError, findings: &mut Findings) {
        findings.skipped.push(Skipped { path: self.shown(entry), reason: reason.to_string() });
    }

    /// Takes a file, or notes why it is left out.
    fn entry(&self, entry: &Entry<'_>, root: u32, findings: &mut Findings) {
        let reason = match entry.kind {
            EntryKind::Directory => return,
            EntryKind::File(Some(size)) => match self.file(entry, size, root, findings) {
                Ok(()) => return,
                Err(reason) => reason,
            },
            EntryKind::File(None) => ReadError::MissingObject,
            EntryKind::Link => ReadError::Link,
            EntryKind::Submodule => ReadError::Submodule,
        };
        self.skip(entry, &reason, findings);
    }

    fn file(&self, entry: &Entry<'_>, size: u64, root: u32, findings: &mut Findings) -> Result<(), ReadError> {
        let (path, stamp) = (self.shown(entry), Stamp::of_object(size, &entry.id));
        let count = (findings.files.len() + findings.same.len()) as u32;
        if count.is_multiple_of(REPORT_EVERY) {
            (self.request.progress)(Progress { stage: Stage::Walk, done: count, total: 0 });
        }
        if let Some(known) = self.request.known {
            let is_it = |origin: &Origin| origin.object() == Some(&entry.id);
            let same = known.unchanged((&path, Path::new(&path)), stamp, self.limit, is_it);
            let is_it = |id: &FileId| {
                let file = known.library().file(*id);
                file.modified == self.repository.time && (self.admits)(file)
            };
            if let Some(id) = same.filter(is_it) {
                findings.same.push(id);
                return Ok(());
            }
        }
        if LFS_SIZES.contains(&size) && self.head(&entry.id).starts_with(LFS_POINTER) {
            return Err(ReadError::LfsPointer);
        }
        let class = classify(Path::new(&path), size, self.limit, || self.head(&entry.id))?;
        let file = FileEntry {
            path: path.into(),
            origin: Origin::Object(Box::new(entry.id)),
            root,
            repository: None,
            size,
            modified: self.repository.time,
            format: class.format,
            text_only: class.text_only,
        };
        if !(self.admits)(&file) {
            return Err(ReadError::NotShared);
        }
        findings.files.push(WalkedFile { entry: file, real: None, stamp });
        Ok(())
    }

    /// The first bytes of a file; none if it cannot be read, which is told when it is read as a whole.
    fn head(&self, id: &ObjectId) -> Vec<u8> {
        let mut head = Vec::new();
        let mut each = |bytes: &[u8]| head.extend_from_slice(&bytes[..bytes.len().min(HEAD_BYTES)]);
        let _ = self.repository.blob(id, &mut each);
        head
    }
}

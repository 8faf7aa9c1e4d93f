//! Git revisions as a source: the files of a commit, read from the objects of a repository without a checkout.

use super::compared::compared;
use super::index_list::Staged;
use super::range::{Base, RevisionRange, shown_name};
use super::repository::{Located, Repository, index_key};
use super::selection::{LFS_POINTER, Selection};
use super::tree::{self, EntryKind};
use super::tree_rules::TreeRules;
use crate::formats;
use crate::indexer::files::classify::HEAD_BYTES;
use crate::indexer::files::options::{WalkError, WorkspaceOptions};
use crate::indexer::files::revision_error::RevisionError;
use crate::indexer::files::walked_files::{Findings, Walked};
use crate::indexer::source::seam::{IndexKeys, ListRequest, Listed, Source};
use crate::library::{
    ChangeState, ChangedLines, FileEntry, LocateError, NoPlace, ObjectId, Origin, ReadError, Root, Stamp,
};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The revisions of one or several repositories.
pub(in crate::indexer) struct Revisions {
    options: Arc<WorkspaceOptions>,
    repositories: Vec<Repository>,
    /// What the revision of each of them is compared with.
    bases: Vec<Option<Base>>,
    /// One per root.
    roots: Vec<RevisionRoot>,
}

/// The objects that the revision `name` is now, one for each root of a workspace: a branch moves, what was opened of it
/// does not.
///
/// # Errors
///
/// If a root is in no repository, or there is no such revision.
pub fn resolve(options: &WorkspaceOptions, name: &str) -> Result<Vec<ObjectId>, RevisionError> {
    let base = [PathBuf::new()];
    let given = if options.roots.is_empty() { &base } else { options.roots.as_slice() };
    let range = RevisionRange::parse(name);
    let names = std::iter::once(range.revision).chain(range.base.map(|(base, _)| base));
    let resolved = |(given, name): (&PathBuf, &str)| {
        let place = options.base.join(given);
        let located = Located::find(&place, name)?;
        match located.peeled {
            Some(id) => Ok(id),
            // Opening it says which names are like it.
            None => Err(Repository::open(&located, name, None).err().unwrap_or(RevisionError::NoRevision {
                place,
                revision: name.to_owned(),
                near: Vec::new(),
            })),
        }
    };
    names.flat_map(|name| given.iter().map(move |given| (given, name))).map(resolved).collect()
}

/// A root: a directory or a file of a revision.
struct RevisionRoot {
    /// As it was given.
    given: PathBuf,
    /// The number of its repository.
    repository: usize,
    /// Its path in the repository; empty for all of it.
    inside: Vec<u8>,
}

impl Revisions {
    /// The revision `name` in the repositories of all roots. What is read of them is kept below `index`.
    pub(in crate::indexer) fn open(options: Arc<WorkspaceOptions>, name: &str) -> Result<Revisions, RevisionError> {
        let base = [PathBuf::new()];
        let given = if options.roots.is_empty() { &base } else { options.roots.as_slice() };
        let cache = options.index.as_ref().map(|index| index.join("git-objects"));
        let (mut repositories, mut roots): (Vec<Repository>, Vec<RevisionRoot>) = (Vec::new(), Vec::new());
        let mut bases = Vec::new();
        let RevisionRange { revision: name, base: compared_with } = RevisionRange::parse(name);
        for given in given {
            let located = Located::find(&options.base.join(given), name)?;
            // Each working tree has a HEAD of its own.
            let is_same = |known: &Repository| known.common == located.common && Some(known.peeled) == located.peeled;
            let known = repositories.iter().position(is_same);
            let repository = match known {
                Some(known) => known,
                None => {
                    repositories.push(Repository::open(&located, name, cache.clone())?);
                    let base = compared_with.map(|(base, is_common)| {
                        let located = Located::find(&options.base.join(given), base)?;
                        let base = Repository::open(&located, base, None)?;
                        Base::of(&repositories[repositories.len() - 1], &base, is_common)
                    });
                    bases.push(base.transpose()?);
                    repositories.len() - 1
                }
            };
            roots.push(RevisionRoot { given: given.clone(), repository, inside: located.inside });
        }
        Ok(Revisions { options, repositories, bases, roots })
    }

    /// How a file differs from the revision that its own is compared with.
    fn difference(&self, file: &FileEntry) -> Option<(&Repository, Staged)> {
        let number = self.roots.get(file.root as usize)?.repository;
        let (repository, base) = (&self.repositories[number], self.bases[number].as_ref()?);
        let name = file.path.strip_prefix(&self.prefix(number))?;
        Some((repository, *base.differences.get(name.as_bytes())?))
    }

    /// The prefix of the paths of a repository: empty where it is the only one.
    fn prefix(&self, repository: usize) -> String {
        if self.repositories.len() == 1 {
            return String::new();
        }
        let name = &self.repositories[repository].name;
        let twins = self.repositories[..repository].iter().filter(|other| other.name == *name).count();
        if twins == 0 { format!("{name}/") } else { format!("{name}~{}/", twins + 1) }
    }

    fn of<'f>(&'f self, file: &'f FileEntry) -> Result<(&'f Repository, &'f ObjectId), ReadError> {
        let root = self.roots.get(file.root as usize).ok_or(ReadError::Gone)?;
        Ok((&self.repositories[root.repository], file.origin.object().ok_or(ReadError::Gone)?))
    }

    /// The roots as others see them.
    fn shown_roots(&self) -> Vec<Root> {
        let shown = |root: &RevisionRoot| {
            let repository = &self.repositories[root.repository];
            let inside = String::from_utf8_lossy(&root.inside);
            let prefix = self.prefix(root.repository);
            Root {
                origin: Origin::Object(Box::new(repository.tree)),
                prefix: if inside.is_empty() { prefix } else { format!("{prefix}{inside}/") },
                name: format!("{}@{}", repository.name, shown_name(&repository.revision)),
            }
        };
        self.roots.iter().map(shown).collect()
    }

    /// The base of the workspace as a path of the repository, where it lies in its working tree.
    fn base(&self, repository: &Repository) -> PathBuf {
        let base = self.options.base.canonicalize().unwrap_or_default();
        repository.top.as_ref().and_then(|top| base.strip_prefix(top).ok()).map(Path::to_owned).unwrap_or_default()
    }

    /// Takes the files of a repository that `list` has; if it `is_flat`, directories are named.
    fn take(
        &self,
        number: usize,
        (list, is_flat): (&[u8], bool),
        request: &ListRequest<'_>,
        findings: &mut Findings,
    ) -> Result<(), WalkError> {
        let repository = &self.repositories[number];
        let rules = TreeRules::read(&self.options, &self.base(repository), repository, list)?;
        let roots = (request.first_root..).zip(&self.roots).filter(|(_, root)| root.repository == number);
        let selection = Selection {
            repository,
            rules: &rules,
            roots: roots.map(|(root, place)| (root, place.inside.as_slice())).collect(),
            prefix: self.prefix(number),
            limit: self.options.max_file_bytes,
            admits: &|file| self.options.admits(file),
            is_flat,
            request,
        };
        selection.take(list, findings)
    }

    /// Fails if a root is not in the list of its repository.
    fn check_roots(&self, number: usize, list: &[u8]) -> Result<(), RevisionError> {
        for root in self.roots.iter().filter(|root| root.repository == number && !root.inside.is_empty()) {
            if tree::find(list, &root.inside).is_none() {
                let revision = self.repositories[number].revision.clone();
                // Without a path it is the directory that docql was started in.
                let is_given = !root.given.as_os_str().is_empty();
                let inside = || PathBuf::from(String::from_utf8_lossy(&root.inside).into_owned());
                let path = if is_given { root.given.clone() } else { inside() };
                return Err(RevisionError::NoPath { path, revision });
            }
        }
        Ok(())
    }
}

/// The path of a place in a repository below `top`.
fn below(top: PathBuf, inside: &[u8]) -> PathBuf {
    if inside.is_empty() { top } else { top.join(&*String::from_utf8_lossy(inside)) }
}

impl Revisions {
    /// The paths in these roots that differ from what they are compared with in a way that is meant.
    fn differing<'s>(
        &'s self,
        roots: &'s [Root],
        is_meant: &'s dyn Fn(&Staged) -> bool,
    ) -> impl Iterator<Item = String> + 's {
        let all = self.bases.iter().enumerate().flat_map(move |(number, base)| {
            let meant = base.iter().flat_map(|base| &base.differences).filter(|(_, how)| is_meant(how));
            meant.filter_map(move |(name, _)| Some(self.prefix(number) + std::str::from_utf8(name).ok()?))
        });
        all.filter(|path| roots.iter().any(|root| path.starts_with(&root.prefix)))
    }
}

impl Source for Revisions {
    fn owns(&self, origin: &Origin) -> bool {
        matches!(origin, Origin::Object(_))
    }

    fn list(&self, request: &ListRequest<'_>) -> Result<Listed, WalkError> {
        let mut findings = Findings::default();
        for (number, repository) in self.repositories.iter().enumerate() {
            let mut taken = Ok(());
            repository.with_list(request.ticket, &mut |list| {
                taken = self.check_roots(number, list).map_err(WalkError::from);
                if taken.is_ok() {
                    taken = self.take(number, (list, false), request, &mut findings);
                }
            })?;
            taken?;
            let path = self.prefix(number).trim_end_matches('/').to_owned();
            findings.repositories.push(crate::library::Repository { path, name: repository.name.clone() });
        }
        Ok(Listed { roots: self.shown_roots(), findings })
    }

    fn first_level(&self) -> Option<Walked> {
        let ([root], [repository]) = (self.roots.as_slice(), self.repositories.as_slice()) else { return None };
        let mut findings = Findings::default();
        let request = ListRequest { known: None, first_root: 0, ticket: &Ticket::forever(), progress: &|_| {} };
        let mut taken = Ok(());
        let outcome = repository.with_first_level(&root.inside, &mut |list| {
            taken = self.take(0, (list, true), &request, &mut findings);
        });
        outcome.and(taken).ok()?;
        Some(findings.sorted(self.shown_roots())).filter(|walked| !walked.files.is_empty())
    }

    fn read(
        &self,
        file: &FileEntry,
        limit: u64,
        _: &mut Vec<u8>,
        work: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ReadError> {
        let (repository, id) = self.of(file)?;
        let mut refused = None;
        repository.blob(id, &mut |bytes| match bytes {
            _ if bytes.len() as u64 > limit => refused = Some(ReadError::TooLarge(bytes.len() as u64, limit)),
            _ if bytes.len() < HEAD_BYTES && bytes.starts_with(LFS_POINTER) => refused = Some(ReadError::LfsPointer),
            bytes => work(bytes),
        })?;
        refused.map_or(Ok(()), Err)
    }

    fn bytes(&self, file: &FileEntry, limit: u64) -> Result<Vec<u8>, ReadError> {
        let mut all = Vec::new();
        self.read(file, limit, &mut Vec::new(), &mut |bytes| all.extend_from_slice(bytes))?;
        Ok(all)
    }

    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        let (repository, id) = self.of(file)?;
        let mut window = Vec::new();
        repository.blob(id, &mut |bytes| {
            let start = bytes.len().min(start as usize);
            window.extend_from_slice(&bytes[start..bytes.len().min(start.saturating_add(length))]);
        })?;
        Ok(window)
    }

    fn stamp(&self, file: &FileEntry) -> Option<Stamp> {
        Some(Stamp::of_object(file.size, file.origin.object()?))
    }

    fn find(&self, root: &Root, path: &str) -> Option<(FileEntry, Stamp)> {
        let number = self.shown_roots().iter().position(|shown| shown == root)?;
        let at = self.roots[number].repository;
        let repository = &self.repositories[at];
        let inside = path.strip_prefix(&self.prefix(at))?;
        let mut found = None;
        repository
            .with_list(&Ticket::forever(), &mut |list| {
                found = tree::find(list, inside.as_bytes()).map(|entry| (entry.kind, entry.id));
            })
            .ok()?;
        let (EntryKind::File(Some(size)), id) = found? else { return None };
        let entry = FileEntry {
            path: path.into(),
            origin: Origin::Object(Box::new(id)),
            root: number as u32,
            repository: None,
            size,
            modified: repository.time,
            format: formats::detect(Path::new(path), &[]).info,
            text_only: false,
        };
        Some((entry, Stamp::of_object(size, &id)))
    }

    fn editable(&self, file: &FileEntry) -> Result<PathBuf, LocateError> {
        let (repository, _) = self.of(file).map_err(|reason| LocateError::of(file, NoPlace::Unreadable(reason)))?;
        let place = self.roots.get(file.root as usize).map_or_else(String::new, |root| self.prefix(root.repository));
        let inside = file.path.strip_prefix(&place).unwrap_or(&file.path);
        let refusal = || LocateError::of(file, NoPlace::Revision(shown_name(&repository.revision)));
        let top = repository.top.as_ref().ok_or_else(refusal)?;
        let path = top.join(inside).canonicalize().map_err(|_| refusal())?;
        let is_file = path.metadata().is_ok_and(|now| now.is_file() && now.len() == file.size);
        let same = |path: &Path| Some(std::fs::read(path).ok()? == self.bytes(file, file.size).ok()?);
        match path.starts_with(top) && is_file && same(&path) == Some(true) {
            true => Ok(top.join(inside)),
            false => Err(refusal()),
        }
    }

    fn gone(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.differing(roots, &|how| matches!(how, Staged::Deleted(_))).filter(|path| !known(path)).collect()
    }

    fn gone_bytes(&self, _: &[Root], path: &str) -> Option<Vec<u8>> {
        self.repositories.iter().zip(&self.bases).enumerate().find_map(|(number, (repository, base))| {
            let name = path.strip_prefix(&self.prefix(number))?;
            let Staged::Deleted(id) = base.as_ref()?.differences.get(name.as_bytes())? else { return None };
            let mut all = Vec::new();
            repository.blob(id, &mut |bytes| all.extend_from_slice(bytes)).ok()?;
            Some(all)
        })
    }

    fn changed_unread(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.differing(roots, &|how| !matches!(how, Staged::Deleted(_))).filter(|path| !known(path)).collect()
    }

    fn compared_with(&self) -> Option<String> {
        let id = self.bases.iter().flatten().next()?.id.to_string();
        Some(shown_name(&id))
    }

    fn range(&self) -> Option<String> {
        RevisionRange::parse(self.options.at.as_deref()?).told(&self.compared_with()?)
    }

    fn change(&self, file: &FileEntry) -> Option<ChangeState> {
        Some(match self.difference(file)?.1 {
            Staged::Added => ChangeState::Added,
            Staged::Modified(_) => ChangeState::Modified,
            Staged::Renamed(_) => ChangeState::Renamed,
            Staged::Deleted(_) => return None,
        })
    }

    fn changed_lines(&self, file: &FileEntry) -> Option<Arc<ChangedLines>> {
        let (repository, how) = self.difference(file)?;
        let (Staged::Modified(earlier) | Staged::Renamed(earlier)) = how else { return None };
        let mut old = Vec::new();
        repository.blob(&earlier, &mut |bytes| old.extend_from_slice(bytes)).ok()?;
        Some(Arc::new(compared(old, self.bytes(file, u64::MAX).ok()?)))
    }

    fn settle(&self) {
        self.repositories.iter().for_each(Repository::settle);
    }

    fn clear(&self) {
        self.repositories.iter().for_each(Repository::clear);
    }

    fn relatives(&self) -> Vec<PathBuf> {
        let top = |root: &RevisionRoot| {
            let top = self.repositories[root.repository].top.clone()?;
            Some(below(top, &root.inside))
        };
        self.roots.iter().filter_map(top).collect()
    }

    fn index_keys(&self) -> Option<IndexKeys> {
        let key = |root: &RevisionRoot| below(index_key(&self.repositories[root.repository].common), &root.inside);
        let keys: Vec<PathBuf> = self.roots.iter().map(key).collect();
        let is_twice =
            |(at, one): (usize, &Repository)| self.repositories[..at].iter().any(|it| it.common == one.common);
        if self.repositories.iter().enumerate().any(is_twice) {
            // Two revisions of one repository would have one key.
            return None;
        }
        let [repository] = self.repositories.as_slice() else {
            return Some(IndexKeys { roots: self.shown_roots().into_iter().zip(keys).collect(), above: Vec::new() });
        };
        let all = index_key(&repository.common);
        let holds_all = |above: &&Path| above.starts_with(&all) && keys.iter().all(|key| key.starts_with(above));
        let above = keys.first()?.ancestors().skip(1).filter(holds_all).map(Path::to_owned).collect();
        Some(IndexKeys { roots: self.shown_roots().into_iter().zip(keys).collect(), above })
    }
}

//! Working trees beside the commits that are checked out in them.
//!
//! Nothing is kept on disk. Git lists its index, with what it saw of each file, and how that differs from the commit;
//! a file that is as old and as large as git saw it is not opened. Only others are compared, and what came of it is
//! kept until the file or the commit is another.

use super::cat_file::{CatFile, Kind};
use super::command::{DIFFERENCES, Git};
use super::compared::compared;
use super::index_list::{Staged, Tracked, staged, tracked};
use super::repository::{Located, own_directory};
use crate::library::{ChangeState, ChangedLines, FileEntry, ObjectId, ReadError, Repository, Root, Stamp};
use crate::stdx::Ticket;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// So many comparisons are kept.
const MAX_KEPT: usize = 4096;

/// The working trees of a workspace.
#[derive(Default)]
pub(in crate::indexer) struct WorkingTrees {
    /// Those deeper in the file system come first.
    trees: RwLock<Arc<[Arc<WorkingTree>]>>,
    /// Comparisons with a text of the commit, by file.
    kept: Mutex<HashMap<PathBuf, Kept>>,
}

/// A comparison of a file as it was then with a text.
struct Kept {
    stamp: Stamp,
    id: ObjectId,
    lines: Arc<ChangedLines>,
}

/// A directory of the workspace in a working tree.
struct WorkingTree {
    at: PathBuf,
    /// What was known before.
    before: Option<Arc<State>>,
    /// Read when it is first asked for; `None` where there is no repository that may be read.
    state: OnceLock<Option<Arc<State>>>,
}

/// The state of a working tree.
struct State {
    head: Option<ObjectId>,
    /// The index when it was read.
    index: Option<Stamp>,
    /// The directory as a path of the repository.
    inside: Vec<u8>,
    tracked: HashMap<Box<[u8]>, Tracked>,
    staged: HashMap<Box<[u8]>, Staged>,
    objects: CatFile,
}

/// Bytes of a file that nothing reads which are compared: a larger one that has another date is said to differ.
const MAX_COMPARED: u64 = 16 << 20;

/// Files that nothing reads, as old and as large as git has seen them, which are read since it looked in the same second.
const MAX_READ: usize = 64;

/// Reads the bytes of a file.
pub(in crate::indexer) type Read<'r> = &'r dyn Fn(&FileEntry) -> Result<Vec<u8>, ReadError>;

impl WorkingTrees {
    /// Forgets what may be another thing by now.
    pub(in crate::indexer) fn look_again(&self, roots: &[Root], repositories: &[Repository]) {
        let mut places: Vec<PathBuf> = Vec::new();
        for root in roots {
            let Some(top) = root.origin.path() else { continue };
            let below = repositories.iter().filter_map(|repository| repository.path.strip_prefix(&root.prefix));
            // Others, such as packages, are part of one above them.
            let below = below.map(|path| top.join(path)).filter(|place| place.join(".git").exists());
            for place in std::iter::once(top.to_owned()).chain(below) {
                places.extend(place.canonicalize().ok().filter(|real| *real != place));
                places.push(place);
            }
        }
        places.sort_by(|a, b| b.as_os_str().len().cmp(&a.as_os_str().len()).then_with(|| a.cmp(b)));
        places.dedup();
        let mut trees = self.trees.write().unwrap_or_else(PoisonError::into_inner);
        let fresh = places.into_iter().map(|at| {
            let known = trees.iter().find(|tree| tree.at == at);
            let before = known.and_then(|tree| tree.state.get().cloned().flatten().or_else(|| tree.before.clone()));
            Arc::new(WorkingTree { at, before, state: OnceLock::new() })
        });
        *trees = fresh.collect();
    }

    /// How a file differs from the commit.
    pub(in crate::indexer) fn change(&self, file: &FileEntry, read: Read<'_>) -> Option<ChangeState> {
        let (state, name) = self.of(file)?;
        let tracked = match (state.tracked.get(name.as_slice()), state.staged.get(name.as_slice())) {
            // One that has only left the index is there all the same.
            (None, _) => return Some(ChangeState::Untracked),
            (Some(tracked), _) if tracked.is_unmerged => return Some(ChangeState::Conflicted),
            (Some(_), Some(Staged::Added)) => return Some(ChangeState::Added),
            (Some(_), Some(Staged::Renamed(_))) => return Some(ChangeState::Renamed),
            (Some(_), _) if state.head.is_none() => return Some(ChangeState::Added),
            (Some(tracked), _) if !tracked.is_file => return None,
            (Some(tracked), _) => tracked,
        };
        let earlier = state.earlier(&name)?;
        if earlier == tracked.id && tracked.fits((file.size, file.modified), state.written()) {
            return None;
        }
        let differs = self.compare(file, &state, earlier, read).is_none_or(|lines| !lines.hunks.is_empty());
        differs.then_some(ChangeState::Modified)
    }

    /// The paths of files that the commit has and the disk has no more, but for those that are `known` to be there.
    pub(in crate::indexer) fn gone(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        self.unknown(roots, known, |_, _, path| {
            path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound)
        })
    }

    /// What the commit has of a file that is gone.
    pub(in crate::indexer) fn gone_bytes(&self, roots: &[Root], path: &str) -> Option<Vec<u8>> {
        let found = RefCell::new(None);
        self.unknown(roots, &|known| known != path, |state, name, _| {
            let read = state.lost(name).and_then(|id| state.objects.read(&id).ok());
            *found.borrow_mut() = read.and_then(|(kind, bytes)| (kind == Kind::Blob).then_some(bytes));
            true
        });
        found.into_inner()
    }

    /// The paths of files that differ from the commit and are not `known`, as nothing reads them.
    pub(in crate::indexer) fn changed_unread(&self, roots: &[Root], known: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        let read = Cell::new(0usize);
        self.unknown(roots, known, |state, name, path| {
            let (Some(stamp), Some(earlier)) = (Stamp::of_file(path), state.earlier(name)) else { return false };
            let tracked = state.tracked.get(name).filter(|tracked| tracked.id == earlier);
            if tracked.is_some_and(|tracked| tracked.fits((stamp.size, stamp.seconds()), state.written())) {
                return false;
            }
            // Of a checkout that took no second git itself does not know.
            if tracked.is_some_and(|tracked| tracked.was_seen_so((stamp.size, stamp.seconds()))) {
                read.set(read.get() + 1);
                if stamp.size > MAX_COMPARED || read.get() > MAX_READ {
                    return false;
                }
            } else if stamp.size > MAX_COMPARED {
                return true;
            }
            let now = std::fs::read(path).ok();
            let before = state.objects.read(&earlier).ok();
            now.zip(before).is_none_or(|(now, (_, before))| now != before)
        })
    }

    /// The paths of files of the commits that are not `known`, and are `meant`: by the state of their tree, their name in the
    /// repository and where they are on disk.
    fn unknown(
        &self,
        roots: &[Root],
        known: &dyn Fn(&str) -> bool,
        meant: impl Fn(&State, &[u8], &Path) -> bool,
    ) -> BTreeSet<String> {
        let trees = Arc::clone(&self.trees.read().unwrap_or_else(PoisonError::into_inner));
        let mut out = BTreeSet::new();
        for root in roots {
            let Some(top) = root.origin.path() else { continue };
            for tree in trees.iter().filter(|tree| tree.at.starts_with(top)) {
                let Some(state) = tree.state() else { continue };
                for (own, below) in state.leaving().filter_map(|name| Some((name, state.below(name)?))) {
                    let path = tree.at.join(below);
                    let Some(below) = path.strip_prefix(top).ok().and_then(Path::to_str) else { continue };
                    let name = match root.prefix.is_empty() {
                        true => below.to_owned(),
                        false => format!("{}/{below}", root.prefix.trim_end_matches('/')),
                    };
                    if !known(&name) && meant(&state, own, &path) {
                        out.insert(name);
                    }
                }
            }
        }
        out
    }

    /// Where the lines of a file differ from its text in the commit.
    pub(in crate::indexer) fn changed_lines(&self, file: &FileEntry, read: Read<'_>) -> Option<Arc<ChangedLines>> {
        let (state, name) = self.of(file)?;
        let earlier = state.earlier(&name)?;
        // The file may be newer than what is known of it.
        let stamp = Stamp::of_file(file.origin.path()?)?;
        let tracked = state.tracked.get(name.as_slice()).filter(|tracked| tracked.id == earlier);
        if tracked.is_some_and(|tracked| tracked.fits((stamp.size, stamp.seconds()), state.written())) {
            return None;
        }
        self.compare(file, &state, earlier, read)
    }

    /// The state of the working tree that a file is in, and its path there.
    fn of(&self, file: &FileEntry) -> Option<(Arc<State>, Vec<u8>)> {
        let path = file.origin.path()?;
        let trees = Arc::clone(&self.trees.read().unwrap_or_else(PoisonError::into_inner));
        let (tree, below) = trees.iter().find_map(|tree| Some((tree, path.strip_prefix(&tree.at).ok()?)))?;
        let state = tree.state()?;
        let mut name = state.inside.clone();
        for part in below {
            if !name.is_empty() {
                name.push(b'/');
            }
            name.extend(part.as_encoded_bytes());
        }
        Some((state, name))
    }

    fn compare(&self, file: &FileEntry, state: &State, earlier: ObjectId, read: Read<'_>) -> Option<Arc<ChangedLines>> {
        let path = file.origin.path()?;
        let stamp = Stamp::of_file(path)?;
        let kept = |all: &HashMap<PathBuf, Kept>| {
            let kept = all.get(path).filter(|kept| kept.stamp == stamp && kept.id == earlier)?;
            Some(Arc::clone(&kept.lines))
        };
        if let Some(lines) = kept(&self.kept.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Some(lines);
        }
        let (Kind::Blob, old) = state.objects.read(&earlier).ok()? else { return None };
        let lines = Arc::new(compared(old, read(file).ok()?));
        let mut all = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_KEPT {
            all.clear();
        }
        all.insert(path.to_owned(), Kept { stamp, id: earlier, lines: Arc::clone(&lines) });
        Some(lines)
    }
}

impl WorkingTree {
    fn state(&self) -> Option<Arc<State>> {
        let read = || {
            let located = Located::find(&self.at, "HEAD").ok()?;
            let index = Stamp::of_file(&own_directory(located.top.as_deref()?)?.join("index"));
            let is_same = |before: &&Arc<State>| (before.head, before.index) == (located.peeled, index);
            match self.before.as_ref().filter(is_same) {
                Some(before) => Some(Arc::clone(before)),
                None => State::read(located, index).map(Arc::new),
            }
        };
        self.state.get_or_init(read).clone()
    }
}

impl State {
    fn read(located: Located, index: Option<Stamp>) -> Option<State> {
        let git = Git::at(located.top.as_deref()?);
        let list = |arguments: &[&str]| {
            let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
            let answer = git.run(&arguments, None, &Ticket::forever()).ok()?;
            answer.status.success().then_some(answer.stdout)
        };
        let files = list(&["ls-files", "-z", "--stage", "--debug"])?;
        let differences = match located.peeled {
            None => Vec::new(),
            Some(head) => {
                let head = head.to_string();
                list(&[&["diff-index", "--cached"], &DIFFERENCES[..], &[&head, "--"]].concat())?
            }
        };
        Some(State {
            head: located.peeled,
            index,
            inside: located.inside,
            tracked: tracked(&files),
            staged: staged(&differences),
            objects: CatFile::new(git),
        })
    }

    /// The names of files that the commit has, and that should be on disk.
    fn leaving(&self) -> impl Iterator<Item = &[u8]> {
        let is_here = |name: &[u8]| self.staged.get(name).is_none_or(|staged| !matches!(staged, Staged::Added));
        let kept = self.tracked.iter().filter(|(_, file)| file.is_file && !file.is_skipped);
        let kept = kept.map(|(name, _)| &**name).filter(move |name| self.head.is_some() && is_here(name));
        let left = self.staged.iter().filter(|(_, staged)| matches!(staged, Staged::Deleted(_)));
        kept.chain(left.map(|(name, _)| &**name))
    }

    /// A path of the repository as one of the directory.
    fn below<'n>(&self, name: &'n [u8]) -> Option<&'n str> {
        let below = match self.inside.is_empty() {
            true => name,
            false => name.strip_prefix(&*self.inside)?.strip_prefix(b"/")?,
        };
        std::str::from_utf8(below).ok()
    }

    /// The second in which the index was written.
    fn written(&self) -> i64 {
        self.index.map_or(i64::MIN, Stamp::seconds)
    }

    /// The text that a file which is gone has in the commit.
    fn lost(&self, name: &[u8]) -> Option<ObjectId> {
        match self.staged.get(name) {
            Some(Staged::Deleted(id)) => Some(*id),
            _ => self.earlier(name),
        }
    }

    /// The text that a file has in the commit, if it has one.
    fn earlier(&self, name: &[u8]) -> Option<ObjectId> {
        match (self.staged.get(name), self.tracked.get(name)) {
            _ if self.head.is_none() => None,
            (Some(Staged::Modified(id) | Staged::Renamed(id)), _) => Some(*id),
            (Some(Staged::Added | Staged::Deleted(_)), _) | (None, None) => None,
            (None, Some(tracked)) => Some(tracked.id).filter(|_| tracked.is_file),
        }
    }
}

impl Stamp {
    /// The stamp of the file at a path, if there is one.
    fn of_file(path: &Path) -> Option<Stamp> {
        std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|metadata| Stamp::of(&metadata))
    }
}

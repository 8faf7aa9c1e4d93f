//! A repository, one of its revisions, and a place in it.

use super::cat_file::{CatFile, Kind};
use super::command::{Git, Silence};
use super::object_cache::{MAX_BYTES, ObjectCache};
use super::pack::Key;
use crate::indexer::files::revision_error::RevisionError;
use crate::library::{ObjectId, ReadError};
use crate::stdx::{Ticket, edit_distance};
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The time that git may take to name the repository and the revision.
const PATIENCE: Duration = Duration::from_secs(10);

/// Names that are looked at for one like the name that is not there.
const MAX_NAMES: &str = "--count=20000";

/// A file that says where the directory of a repository is has fewer bytes.
const MAX_LINK_BYTES: u64 = 8 << 10;

/// Near names that are shown.
const MAX_NEAR: usize = 3;

/// A place in the file system as a place in a repository.
#[derive(Debug)]
pub(super) struct Located {
    /// The directory of the repository itself, which all its working trees have in common; without links.
    pub common: PathBuf,
    /// The working tree that the place is in, if it is in one; without links.
    pub top: Option<PathBuf>,
    /// The place as a path of the repository; empty for all of it.
    pub inside: Vec<u8>,
    /// The commit, or whatever else the revision is.
    pub peeled: Option<ObjectId>,
    git: Git,
}

impl Located {
    /// Finds the repository that `given`, a path that may be gone, lies in, and what `revision` is in it.
    pub(super) fn find(given: &Path, revision: &str) -> Result<Located, RevisionError> {
        let no_path = || RevisionError::NoPath { path: given.to_owned(), revision: revision.to_owned() };
        let (directory, rest) = existing(given).ok_or_else(no_path)?;
        let git = Git::at(&directory);
        // Names of revisions cannot start like an option, nor have control characters in them.
        let is_name = !revision.starts_with('-') && !revision.chars().any(char::is_control) && !revision.is_empty();
        let peeled = OsString::from(format!("{}^{{}}", if is_name { revision } else { "HEAD" }));
        let arguments = [
            "rev-parse",
            "--is-inside-git-dir",
            "--is-bare-repository",
            "--git-common-dir",
            "--show-prefix",
            "--verify",
            "--quiet",
            "--end-of-options",
        ];
        let mut arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
        arguments.push(&peeled);
        let answer = match git.run(&arguments, Some(PATIENCE), &Ticket::forever()) {
            Ok(answer) => answer,
            Err(Silence::NotStarted(error)) => return Err(RevisionError::NoGit(error)),
            Err(Silence::TooLong | Silence::Cancelled) => return Err(RevisionError::NoAnswer { place: directory }),
        };
        let unreadable = || refusal(&answer.stderr, directory.clone(), revision);
        let facts = Facts::parse(&answer.stdout, &directory).ok_or_else(unreadable)?;
        let common = directory.join(facts.common).canonicalize().map_err(|_| unreadable())?;
        let has_top = !facts.is_inside && !facts.is_bare;
        let top = directory.ancestors().nth(facts.depth).filter(|_| has_top).map(Path::to_owned);
        // Beside the working tree a place is all of the repository, or a path that only revisions have.
        let start = top.as_deref().unwrap_or(if directory.starts_with(&common) { &common } else { &directory });
        let below = directory.strip_prefix(start).unwrap_or(Path::new("")).join(rest);
        // Inside of the directory of a repository that has working trees there is nothing to look at.
        let is_whole = facts.is_inside && !facts.is_bare;
        let inside = if is_whole { Vec::new() } else { inside(&below).ok_or_else(no_path)? };
        Ok(Located { common, top, inside, peeled: facts.peeled.filter(|_| is_name), git })
    }
}

/// The facts that git knows about a directory.
struct Facts {
    is_inside: bool,
    is_bare: bool,
    /// The number of directories between it and the top of the working tree.
    depth: usize,
    common: PathBuf,
    peeled: Option<ObjectId>,
}

impl Facts {
    /// Reads the lines that git has written in `directory`; the last is the revision, if there is one. Names of
    /// directories may have line breaks in them, so that they are read from the end.
    fn parse(stdout: &[u8], directory: &Path) -> Option<Facts> {
        let (is_inside, rest) = line(stdout)?;
        let (is_bare, rest) = line(rest)?;
        let mut rest = rest.strip_suffix(b"\n")?;
        let mut ids = Vec::new();
        while let Some(at) = memchr::memrchr(b'\n', rest) {
            // Of a range, which is no revision, there are several, and some that are excluded.
            let excluded = rest[at + 1..].strip_prefix(b"^");
            let Some(id) = ObjectId::from_hex(excluded.unwrap_or(&rest[at + 1..])) else { break };
            ids.push(Some(id).filter(|_| excluded.is_none()));
            rest = &rest[..at];
        }
        let (depth, common) = split_prefix(rest, directory)?;
        let peeled = if let [id] = ids[..] { id } else { None };
        Some(Facts {
            is_inside: is_inside == b"true",
            is_bare: is_bare == b"true",
            depth,
            common: path(common),
            peeled,
        })
    }
}

/// The first line, and what follows.
fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(b'\n', bytes)?;
    Some((&bytes[..at], &bytes[at + 1..]))
}

/// The depth of the path in the last line of `bytes`, which is the end of `directory`, and the bytes that come
/// before it.
fn split_prefix<'b>(bytes: &'b [u8], directory: &Path) -> Option<(usize, &'b [u8])> {
    let names: Vec<&[u8]> = directory.iter().map(OsStr::as_encoded_bytes).collect();
    let split = |depth: usize| {
        let prefix: Vec<u8> = names[names.len() - depth..].iter().flat_map(|name| [name, &b"/"[..]].concat()).collect();
        Some((depth, bytes.strip_suffix(prefix.as_slice())?.strip_suffix(b"\n")?))
    };
    (0..=names.len()).rev().find_map(split)
}

/// A path as git writes it.
fn path(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    return PathBuf::from(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes));
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// A relative path as git writes it; `None` where it leads up.
fn inside(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for part in path.components().filter(|part| *part != Component::CurDir) {
        let Component::Normal(part) = part else { return None };
        if !bytes.is_empty() {
            bytes.push(b'/');
        }
        bytes.extend(part.as_encoded_bytes());
    }
    Some(bytes)
}

/// The nearest directory at or above `given` that is there, without links, and the rest of the path; `None` where it
/// leads up from a place that is gone.
fn existing(given: &Path) -> Option<(PathBuf, PathBuf)> {
    let mut rest = Vec::new();
    let mut at = given;
    loop {
        if let Ok(directory) = at.canonicalize()
            && directory.is_dir()
        {
            return Some((directory, rest.iter().rev().collect()));
        }
        rest.push(at.file_name()?.to_owned());
        at = at.parent()?;
    }
}

/// Why git has refused, by what it says.
fn refusal(stderr: &str, place: PathBuf, revision: &str) -> RevisionError {
    if stderr.contains("dubious ownership") {
        return RevisionError::Foreign { place };
    }
    if stderr.contains("not a git repository") {
        return RevisionError::NoRepository { place, revision: revision.to_owned() };
    }
    let first = stderr.lines().next().unwrap_or("it says nothing");
    let reason = first.trim_start_matches("fatal: ").trim_start_matches("error: ").to_owned();
    RevisionError::Unreadable { place, reason }
}

/// A revision of a repository.
pub(super) struct Repository {
    /// The name of its directory.
    pub name: String,
    pub common: PathBuf,
    pub top: Option<PathBuf>,
    /// The revision as the user names it, and what it is.
    pub revision: String,
    pub peeled: ObjectId,
    pub tree: ObjectId,
    /// The time of the commit in seconds since 1970; 0 where the revision is a tree.
    pub time: i64,
    pub git: Git,
    objects: CatFile,
    cache: ObjectCache,
}

impl Repository {
    /// The revision that was found with `located`. Objects that are read are kept in `cache`.
    pub(super) fn open(located: &Located, revision: &str, cache: Option<PathBuf>) -> Result<Repository, RevisionError> {
        let Located { common, top, git, .. } = located;
        let place = top.clone().unwrap_or_else(|| common.clone());
        let Some(peeled) = located.peeled else {
            return Err(RevisionError::NoRevision { near: near(git, revision), place, revision: revision.to_owned() });
        };
        let mut repository = Repository {
            name: name(common),
            common: common.clone(),
            top: top.clone(),
            revision: revision.to_owned(),
            peeled,
            tree: peeled,
            time: 0,
            objects: CatFile::new(git.clone()),
            cache: ObjectCache::new(cache, common, MAX_BYTES),
            git: git.clone(),
        };
        let mut commit = None;
        let kind = repository.object(Key { kind: Kind::Commit, id: peeled }, &mut |bytes| commit = parse_commit(bytes));
        match (kind, commit) {
            (Ok(Kind::Commit), Some((tree, time))) => (repository.tree, repository.time) = (tree, time),
            (Ok(Kind::Tree), _) => {}
            (Ok(Kind::Commit), None) => return Err(repository.unreadable(&ReadError::DamagedObject)),
            (Ok(kind), _) => {
                let (revision, kind) = (revision.to_owned(), kind.name().to_owned());
                return Err(RevisionError::NoCommit { place, revision, kind });
            }
            (Err(reason), _) => return Err(repository.unreadable(&reason)),
        }
        Ok(repository)
    }

    /// Where it is.
    pub(super) fn place(&self) -> PathBuf {
        self.top.clone().unwrap_or_else(|| self.common.clone())
    }

    /// That git cannot read something of it; the reason is a clause.
    pub(super) fn unreadable(&self, reason: &ReadError) -> RevisionError {
        RevisionError::Unreadable { place: self.place(), reason: format!("{}: {reason}", self.revision) }
    }

    /// Calls `work` with the bytes of an object that is probably of the kind that `key` says, and says which it is of.
    fn object(&self, key: Key, work: &mut dyn FnMut(&[u8])) -> Result<Kind, ReadError> {
        if self.cache.get(&key, work) {
            return Ok(key.kind);
        }
        let (kind, bytes) = self.objects.read(&key.id)?;
        if kind == key.kind {
            self.cache.put(key, &bytes);
        }
        work(&bytes);
        Ok(kind)
    }

    /// Calls `work` with the bytes of a file.
    pub(super) fn blob(&self, id: &ObjectId, work: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        match self.object(Key { kind: Kind::Blob, id: *id }, work)? {
            Kind::Blob => Ok(()),
            Kind::Commit | Kind::Tree | Kind::Tag => Err(ReadError::DamagedObject),
        }
    }

    /// Calls `work` with the list of all files of the tree, if it is kept.
    pub(super) fn kept_list(&self, work: &mut dyn FnMut(&[u8])) -> bool {
        self.cache.get(&Key { kind: Kind::Tree, id: self.tree }, work)
    }

    /// Keeps the list of all files of the tree.
    pub(super) fn keep_list(&self, list: &[u8]) {
        self.cache.put(Key { kind: Kind::Tree, id: self.tree }, list);
    }

    /// Writes to disk what is to be kept.
    pub(super) fn settle(&self) {
        self.cache.settle();
    }

    /// Removes what is kept.
    pub(super) fn clear(&self) {
        self.cache.clear();
    }
}

/// The name of a repository, by its directory: that of the working tree it was made with.
fn name(common: &Path) -> String {
    let own = common.file_name().unwrap_or_default().to_string_lossy();
    let above = || common.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    match &*own {
        ".git" => above().unwrap_or_else(|| own.clone().into_owned()),
        own => own.strip_suffix(".git").filter(|name| !name.is_empty()).unwrap_or(own).to_owned(),
    }
}

/// The directory that the repository of the working tree at `top` has in common with its other working trees.
pub(in crate::indexer) fn common_directory(top: &Path) -> Option<PathBuf> {
    let own = own_directory(top)?;
    match read_link(&own.join("commondir")) {
        Some(common) => own.join(common.trim_end()).canonicalize().ok(),
        None => own.canonicalize().ok(),
    }
}

/// The directory of the repository that the working tree at `top` has for itself.
pub(super) fn own_directory(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    Some(top.join(read_link(&git)?.strip_prefix("gitdir: ")?.trim_end()))
}

/// The text of a file that says where something is.
fn read_link(file: &Path) -> Option<String> {
    let is_small = file.metadata().is_ok_and(|it| it.is_file() && it.len() < MAX_LINK_BYTES);
    std::fs::read_to_string(file).ok().filter(|_| is_small)
}

/// The path that names all of a repository among the keys of indexes. Nothing has this path.
pub(in crate::indexer) fn index_key(common: &Path) -> PathBuf {
    common.join(format!("{}@", name(common)))
}

/// The tree of a commit, and its time.
fn parse_commit(bytes: &[u8]) -> Option<(ObjectId, i64)> {
    let mut lines = bytes.split(|byte| *byte == b'\n').take_while(|line| !line.is_empty());
    let tree = ObjectId::from_hex(lines.next()?.strip_prefix(b"tree ")?)?;
    let committer = lines.find_map(|line| line.strip_prefix(b"committer "))?;
    // `Name <address> seconds zone`
    let time =
        committer.rsplit(|byte| *byte == b' ').nth(1).and_then(|time| std::str::from_utf8(time).ok()?.parse().ok());
    Some((tree, time.unwrap_or(0)))
}

/// Branches and tags with a name like `revision`.
fn near(git: &Git, revision: &str) -> Vec<String> {
    let arguments =
        ["for-each-ref", MAX_NAMES, "--format=%(refname:strip=2)", "refs/heads", "refs/tags", "refs/remotes"];
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let Ok(answer) = git.run(&arguments, Some(PATIENCE), &Ticket::forever()) else { return Vec::new() };
    let names = String::from_utf8_lossy(&answer.stdout);
    let limit = (revision.chars().count() / 3).max(1);
    let wanted = revision.to_lowercase();
    let distance = |name: &str| {
        let lower = name.to_lowercase();
        let own = edit_distance(&lower, &wanted, limit);
        // `1.2` for `v1.2`, `main` for `origin/main`.
        let is_part = wanted.chars().count() > 1 && (lower.ends_with(&wanted) || lower.starts_with(&wanted));
        if is_part { own.min(limit) } else { own }
    };
    let mut near: Vec<(usize, &str)> =
        names.lines().map(|name| (distance(name), name)).filter(|(distance, _)| *distance <= limit).collect();
    near.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(a.1)));
    near.dedup();
    near.into_iter().take(MAX_NEAR).map(|(_, name)| name.to_owned()).collect()
}

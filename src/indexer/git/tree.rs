//! The list of all files of a tree.

use super::command::Silence;
use super::repository::Repository;
use crate::indexer::files::options::WalkError;
use crate::indexer::files::revision_error::RevisionError;
use crate::library::{ObjectId, ReadError};
use crate::stdx::Ticket;
use std::ffi::OsStr;

/// The kinds of entries of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// A file, and its bytes; `None` where the object is not to be had.
    File(Option<u64>),
    Directory,
    Link,
    Submodule,
}

/// An entry of a tree, or of one of the trees in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'l> {
    pub kind: EntryKind,
    pub id: ObjectId,
    pub path: &'l [u8],
}

impl<'l> Entry<'l> {
    /// Reads `mode type id size⇥path`.
    fn parse(line: &'l [u8]) -> Option<Entry<'l>> {
        let at = memchr::memchr(b'\t', line)?;
        let mut words = line[..at].split(|byte| *byte == b' ').filter(|word| !word.is_empty());
        let (mode, kind, id, size) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let kind = match (mode, kind) {
            (b"120000", _) => EntryKind::Link,
            (_, b"blob") => EntryKind::File(std::str::from_utf8(size).ok()?.parse().ok()),
            (_, b"tree") => EntryKind::Directory,
            (_, b"commit") => EntryKind::Submodule,
            _ => return None,
        };
        Some(Entry { kind, id: ObjectId::from_hex(id)?, path: &line[at + 1..] })
    }

    /// The last part of the path.
    pub(super) fn name(&self) -> &'l [u8] {
        memchr::memrchr(b'/', self.path).map_or(self.path, |at| &self.path[at + 1..])
    }

    /// True if a file or directory can have this name: a tree that was made to do harm can hold others.
    pub(super) fn has_good_name(&self) -> bool {
        let is_strange = |byte: &u8| *byte == 0 || cfg!(windows) && matches!(byte, b'\\' | b':');
        !matches!(self.name(), b"" | b"." | b"..") && !self.name().iter().any(is_strange)
    }
}

/// The entries of a list, in the order of git: a directory comes before what is in it.
pub(super) fn entries(list: &[u8]) -> impl Iterator<Item = Entry<'_>> {
    list.split(|byte| *byte == 0).filter_map(Entry::parse)
}

/// The entry at `path`.
pub(super) fn find<'l>(list: &'l [u8], path: &[u8]) -> Option<Entry<'l>> {
    let wanted = [b"\t", path, b"\0"].concat();
    // A name may hold what looks like the end of another line.
    memchr::memmem::find_iter(list, &wanted).find_map(|at| {
        let start = memchr::memrchr(0, &list[..at]).map_or(0, |zero| zero + 1);
        Entry::parse(&list[start..at + wanted.len() - 1]).filter(|entry| entry.path == path)
    })
}

/// The depth of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    All,
    FirstLevel,
}

impl Repository {
    /// Calls `work` with the list of all that is in the tree.
    pub(super) fn with_list(&self, ticket: &Ticket, work: &mut dyn FnMut(&[u8])) -> Result<(), WalkError> {
        if self.kept_list(work) {
            return Ok(());
        }
        let mut list = Vec::new();
        let is_whole = self.list_below(&self.tree, &[], &mut list, ticket)?;
        // What is missing today may be there tomorrow.
        if is_whole && !entries(&list).any(|entry| entry.kind == EntryKind::File(None)) {
            self.keep_list(&list);
        }
        work(&list);
        Ok(())
    }

    /// Calls `work` with the list of what is in the directory `inside`, not in those below it.
    pub(super) fn with_first_level(&self, inside: &[u8], work: &mut dyn FnMut(&[u8])) -> Result<(), WalkError> {
        let mut list = Vec::new();
        let ticket = Ticket::forever();
        if inside.is_empty() {
            self.ls_tree(&self.tree, Depth::FirstLevel, &[], &mut list, &ticket)?;
        } else {
            self.with_list(&ticket, &mut |all| {
                let is_in = |entry: &Entry<'_>| {
                    let rest = entry.path.strip_prefix(inside).and_then(|rest| rest.strip_prefix(b"/"));
                    rest.is_some_and(|rest| !rest.contains(&b'/'))
                };
                // As it stands in the list of all.
                let lines = all.split(|byte| *byte == 0);
                for line in lines.filter(|line| Entry::parse(line).as_ref().is_some_and(is_in)) {
                    list.extend_from_slice(line);
                    list.push(0);
                }
            })?;
        }
        work(&list);
        Ok(())
    }

    /// Appends the list of all that is in `tree`, whose own path is `prefix`. False if the trees in it are not all to be
    /// had: then those are named that are not.
    fn list_below(
        &self,
        tree: &ObjectId,
        prefix: &[u8],
        list: &mut Vec<u8>,
        ticket: &Ticket,
    ) -> Result<bool, WalkError> {
        if self.ls_tree(tree, Depth::All, prefix, list, ticket)? {
            return Ok(true);
        }
        // Somewhere in it a tree is missing, and git stops there: level by level it is found.
        let mut level = Vec::new();
        if !self.ls_tree(tree, Depth::FirstLevel, prefix, &mut level, ticket)? {
            if prefix.is_empty() {
                return Err(self.unreadable(&ReadError::MissingObject).into());
            }
            // As a file would be whose object is missing.
            list.extend(format!("040000 blob {tree} BAD\t").as_bytes());
            list.extend(prefix.strip_suffix(b"/").unwrap_or(prefix));
            list.push(0);
            return Ok(false);
        }
        for line in level.split(|byte| *byte == 0) {
            let Some(entry) = Entry::parse(line) else { continue };
            if entry.kind == EntryKind::Directory {
                self.list_below(&entry.id, &[entry.path, b"/"].concat(), list, ticket)?;
            } else {
                list.extend_from_slice(line);
                list.push(0);
            }
        }
        Ok(false)
    }

    /// Appends the list of what is in `tree`, with `prefix` before its paths; false, and nothing is appended, if git
    /// cannot read all of it.
    fn ls_tree(
        &self,
        tree: &ObjectId,
        depth: Depth,
        prefix: &[u8],
        list: &mut Vec<u8>,
        ticket: &Ticket,
    ) -> Result<bool, WalkError> {
        let tree = tree.to_string();
        let mut arguments = vec!["ls-tree", "-z", "-l", "--full-tree"];
        if depth == Depth::All {
            arguments.extend(["-r", "-t"]);
        }
        arguments.push(&tree);
        let arguments: Vec<&OsStr> = arguments.into_iter().map(OsStr::new).collect();
        let answer = match self.git.run(&arguments, None, ticket) {
            Ok(answer) => answer,
            Err(Silence::NotStarted(error)) => return Err(RevisionError::NoGit(error).into()),
            Err(Silence::TooLong | Silence::Cancelled) => return Err(WalkError::Cancelled),
        };
        if !answer.status.success() {
            return Ok(false);
        }
        if prefix.is_empty() {
            list.extend(answer.stdout);
            return Ok(true);
        }
        for line in answer.stdout.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
            let at = memchr::memchr(b'\t', line).map_or(line.len(), |at| at + 1);
            list.extend_from_slice(&line[..at]);
            list.extend_from_slice(prefix);
            list.extend_from_slice(&line[at..]);
            list.push(0);
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "14ee7c9055702525791ad7065fb624998685230c";

    fn list(lines: &[&str]) -> Vec<u8> {
        lines.iter().flat_map(|line| format!("{line}\0").replace("ID", ID).into_bytes()).collect()
    }

    #[test]
    fn entries_are_read_as_git_writes_them() {
        let list = list(&[
            "100644 blob ID       9\tsrc/a b\nc.rs",
            "040000 tree ID       -\tsrc",
            "120000 blob ID       4\tlink",
            "160000 commit ID       -\tsub",
            "100644 blob ID     BAD\tgone",
            "nonsense",
        ]);
        let kinds: Vec<EntryKind> = entries(&list).map(|entry| entry.kind).collect();
        let expected = [
            EntryKind::File(Some(9)),
            EntryKind::Directory,
            EntryKind::Link,
            EntryKind::Submodule,
            EntryKind::File(None),
        ];
        assert_eq!(kinds, expected);
        let first = entries(&list).next().expect("an entry");
        assert_eq!((first.name(), first.id.to_string().as_str()), (&b"a b\nc.rs"[..], ID));
        assert_eq!(find(&list, b"link").map(|entry| entry.kind), Some(EntryKind::Link));
        assert_eq!(find(&list, b"src/a b\nc.rs").map(|entry| entry.kind), Some(EntryKind::File(Some(9))));
        assert!(find(&list, b"a b\nc.rs").is_none() && find(&list, b"").is_none());
    }

    #[test]
    fn names_that_no_file_has_are_told() {
        let list =
            list(&["100644 blob ID 1\ta/..", "100644 blob ID 1\t.", "100644 blob ID 1\ta/", "100644 blob ID 1\t..."]);
        let good: Vec<bool> = entries(&list).map(|entry| entry.has_good_name()).collect();
        assert_eq!(good, [false, false, false, true]);
    }
}

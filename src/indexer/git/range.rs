//! Ranges of revisions, as git writes them: the files of the one behind the dots, compared with the one before them.

use super::command::{DIFFERENCES, Git, Silence};
use super::index_list::{Staged, staged};
use super::repository::Repository;
use crate::indexer::files::revision_error::RevisionError;
use crate::library::ObjectId;
use crate::stdx::{Ticket, printable};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::time::Duration;

/// A longer name of a revision is shown as its beginning.
const NAME_CHARACTERS: usize = 24;

/// How long git may take to compare two revisions.
const PATIENCE: Duration = Duration::from_secs(60);

/// A revision, and the one that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RevisionRange<'n> {
    /// The name of the revision that is looked at.
    pub revision: &'n str,
    /// The name of the other one, and whether what both have in common is meant.
    pub base: Option<(&'n str, bool)>,
}

impl<'n> RevisionRange<'n> {
    /// Reads `main...topic`, `v1..v2`, `topic`. What is left out beside the dots is `HEAD`.
    pub(super) fn parse(name: &'n str) -> RevisionRange<'n> {
        let or_head = |name: &'n str| if name.is_empty() { "HEAD" } else { name };
        let (base, revision, is_common) = match (name.split_once("..."), name.split_once("..")) {
            (Some((base, revision)), _) => (base, revision, true),
            (None, Some((base, revision))) => (base, revision, false),
            (None, None) => return RevisionRange { revision: name, base: None },
        };
        RevisionRange { revision: or_head(revision), base: Some((or_head(base), is_common)) }
    }

    /// The range in words, where `commit` is what the revision is compared with; `None` for a revision alone.
    pub(super) fn told(&self, commit: &str) -> Option<String> {
        let (revision, (base, is_common)) = (self.revision, self.base?);
        Some(match is_common {
            true => format!("{revision}, compared with {commit}, the last commit that it has in common with {base}"),
            false => format!("{revision}, compared with {base} ({commit})"),
        })
    }
}

/// A commit that a revision is compared with.
#[derive(Debug)]
pub(super) struct Base {
    pub id: ObjectId,
    /// The files that differ, by their names in the revision.
    pub differences: HashMap<Box<[u8]>, Staged>,
}

impl Base {
    /// Compares a revision with `base`, or with the last commit that both have.
    pub(super) fn of(revision: &Repository, base: &Repository, is_common: bool) -> Result<Base, RevisionError> {
        let own = revision.peeled.to_string();
        let mut id = base.peeled;
        if is_common {
            let found = answer(revision, &["merge-base", &id.to_string(), &own])?;
            id = ObjectId::from_hex(found.trim_ascii()).ok_or_else(|| RevisionError::NothingInCommon {
                place: revision.place(),
                base: base.revision.clone(),
                revision: revision.revision.clone(),
            })?;
        }
        let other = id.to_string();
        let arguments = [&["diff-tree", "-r"], &DIFFERENCES[..], &[&other, &own, "--"]].concat();
        Ok(Base { id, differences: staged(&answer(revision, &arguments)?) })
    }
}

/// What git says; nothing if it says nothing and finds no fault.
fn answer(repository: &Repository, arguments: &[&str]) -> Result<Vec<u8>, RevisionError> {
    let git: &Git = &repository.git;
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let answer = git.run(&arguments, Some(PATIENCE), &Ticket::forever()).map_err(|silence| match silence {
        Silence::NotStarted(error) => RevisionError::NoGit(error),
        Silence::TooLong | Silence::Cancelled => RevisionError::NoAnswer { place: repository.place() },
    })?;
    match answer.stderr.lines().next().filter(|_| !answer.status.success()) {
        Some(first) => Err(RevisionError::Unreadable { place: repository.place(), reason: first.to_owned() }),
        None => Ok(answer.stdout),
    }
}

/// The name of a revision for a line on the screen.
pub(super) fn shown_name(name: &str) -> String {
    let name = printable(name);
    let is_hash = name.len() >= 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    match name.char_indices().nth(if is_hash { 10 } else { NAME_CHARACTERS }) {
        Some((at, _)) if is_hash => name[..at].to_owned(),
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.into_owned(),
    }
}

/// Whether a name is that of a range: then what is looked at is compared with something.
pub fn is_range(name: &str) -> bool {
    RevisionRange::parse(name).base.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_names_what_is_looked_at_and_what_it_is_compared_with() {
        for (name, revision, base) in [
            ("topic", "topic", None),
            ("main...topic", "topic", Some(("main", true))),
            ("v1.0..v1.1", "v1.1", Some(("v1.0", false))),
            ("main...", "HEAD", Some(("main", true))),
            ("...topic", "topic", Some(("HEAD", true))),
            ("v1..", "HEAD", Some(("v1", false))),
        ] {
            assert_eq!(RevisionRange::parse(name), RevisionRange { revision, base }, "{name}");
        }
    }
}

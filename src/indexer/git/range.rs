//! Ranges of revisions, as git writes them: the files of the one behind the dots, compared with the one before them.

use super::command::{DIFFERENCES, Git};
use super::index_list::{Staged, staged};
use crate::library::ObjectId;
use crate::stdx::Ticket;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::sync::OnceLock;
use std::time::Duration;

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
}

/// A commit that a revision is compared with.
#[derive(Debug)]
pub(super) struct Base {
    id: ObjectId,
    is_common: bool,
    /// Read when it is first asked for.
    differences: OnceLock<HashMap<Box<[u8]>, Staged>>,
}

impl Base {
    pub(super) fn new(id: ObjectId, is_common: bool) -> Base {
        Base { id, is_common, differences: OnceLock::new() }
    }

    /// The files that differ in `revision`, by their names there. None where git cannot tell.
    pub(super) fn differences(&self, revision: ObjectId, git: &Git) -> &HashMap<Box<[u8]>, Staged> {
        self.differences.get_or_init(|| self.read(revision, git).unwrap_or_default())
    }

    fn read(&self, revision: ObjectId, git: &Git) -> Option<HashMap<Box<[u8]>, Staged>> {
        let (own, revision) = (self.id.to_string(), revision.to_string());
        let base = match self.is_common {
            true => String::from_utf8(answer(git, &["merge-base", &own, &revision])?).ok()?.trim().to_owned(),
            false => own,
        };
        let arguments = [&["diff-tree", "-r"], &DIFFERENCES[..], &[&base, &revision, "--"]].concat();
        Some(staged(&answer(git, &arguments)?))
    }
}

fn answer(git: &Git, arguments: &[&str]) -> Option<Vec<u8>> {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let answer = git.run(&arguments, Some(PATIENCE), &Ticket::forever()).ok()?;
    answer.status.success().then_some(answer.stdout)
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

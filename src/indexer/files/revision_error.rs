//! Why the files of a Git revision cannot be had.

use std::path::PathBuf;

/// Why the files of a Git revision cannot be had: what, where, and what to do next.
#[derive(Debug, thiserror::Error)]
pub enum RevisionError {
    /// The program `git` cannot be started.
    #[error("--at reads revisions with the program git, which {}", not_started(.0))]
    NoGit(std::io::Error),
    /// The program does not answer.
    #[error("{}: git does not answer; is its configuration on a file system that hangs?", place.display())]
    NoAnswer {
        /// The directory it was asked in.
        place: PathBuf,
    },
    /// There is no repository at the place, nor above it.
    #[error(
        "{}: no Git repository here or above; name a directory of one: docql --at {revision} DIR",
        place.display()
    )]
    NoRepository {
        /// The directory that was looked at.
        place: PathBuf,
        /// The revision that was asked for.
        revision: String,
    },
    /// Git reads no repository of another user.
    #[error(
        "{place}: the repository belongs to another user, so git does not read it; \
         if you trust it: git config --global --add safe.directory {place}",
        place = place.display()
    )]
    Foreign {
        /// The directory that was looked at.
        place: PathBuf,
    },
    /// The repository has no such revision.
    #[error("{}: no revision \"{revision}\"; {}", place.display(), near_or_list(near))]
    NoRevision {
        /// The repository.
        place: PathBuf,
        /// The revision that was asked for.
        revision: String,
        /// Branches and tags with a name like it.
        near: Vec<String>,
    },
    /// The two revisions of a range have no commit in common.
    #[error(
        "{}: {base} and {revision} have no commit in common, as far as the repository goes; {base}..{revision} compares them as they are",
        place.display()
    )]
    NothingInCommon {
        /// The repository.
        place: PathBuf,
        /// The revision to compare with.
        base: String,
        /// The revision that was asked for.
        revision: String,
    },
    /// The revision is no commit.
    #[error("{}: \"{revision}\" is a {kind}; --at takes a commit, tag or branch", place.display())]
    NoCommit {
        /// The repository.
        place: PathBuf,
        /// The revision that was asked for.
        revision: String,
        /// The kind of object that it is.
        kind: String,
    },
    /// The revision has no such file or directory.
    #[error("{}: no such file or directory in {revision}; docql toc --at {revision} lists what there is", path.display())]
    NoPath {
        /// The path as it was given.
        path: PathBuf,
        /// The revision that was asked for.
        revision: String,
    },
    /// Git says something else.
    #[error("{}: git cannot read the repository: {reason}", place.display())]
    Unreadable {
        /// The directory it was asked in.
        place: PathBuf,
        /// The first line of what it says.
        reason: String,
    },
}

fn not_started(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "is in no directory of PATH; install it".to_owned(),
        _ => format!("cannot be started: {error}"),
    }
}

fn near_or_list(near: &[String]) -> String {
    match near {
        [] => "git branch -a and git tag list them".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    }
}

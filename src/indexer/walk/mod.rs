//! The file system as a source: walking all of it, or the directories around a few paths.
//!
//! - `disk`: the file system as a source: directories and files of the workspace, walked and watched.
//! - `endless_rules`: ignore files that cannot be read to an end.
//! - `finder`: finding files in the file system: ignore rules, hidden files, limits, repositories.
//! - `listed`: a list of files as a source: exactly these, wherever they are on disk.
//! - `look_again`: a look at a few paths: what was saved, made or deleted there.
//! - `read`: bytes of files on disk: regular files only, and never more than the limit.
//! - `scan`: walking a part of the workspace: the directories around some paths, by the rules of the whole.
//! - `stat`: sizes and times of many files: on Linux each is asked for in its directory, not by its whole path.

pub(super) mod disk;
mod endless_rules;
mod finder;
mod look_again;
mod read;
mod scan;
mod stat;

//! Files as they are found: options, paths, stamps, formats by name, progress.
//!
//! - `shared_databases`: what agents may read: of the databases, those that the user has named; of the files, all.
//! - `classify`: classifies files by their names and first bytes: left out, or read as some format.
//! - `hidden`: hidden names: which files and directories are read although their names begin with a dot.
//! - `options`: options of a workspace.
//! - `patch`: the difference that a look at a few paths makes.
//! - `paths`: names of roots and files: `/`-separated, relative to the base, as a user would type them.
//! - `places`: the places where files of a workspace can appear and change.
//! - `progress`: the progress of a pass.
//! - `repositories`: the repository of each file: the innermost one above it.
//! - `revision_error`: why the files of a Git revision cannot be had.
//! - `rules`: the rules of the command line and of the settings: globs to keep, lines of ignore files.
//! - `stamp`: stamps of files on disk: bytes, and nanoseconds since 1970.
//! - `unchanged`: the files of the last snapshot, for the next walk: a file that is as it was costs no memory of its
//!   own.
//! - `walked_files`: the result of a walk: as its threads bring it, and in path order.

pub(super) mod classify;
pub(super) mod hidden;
pub(super) mod options;
pub(super) mod patch;
pub(super) mod paths;
pub(super) mod places;
pub(super) mod progress;
pub(super) mod repositories;
pub(super) mod revision_error;
pub(super) mod rules;
pub(super) mod shared_databases;
pub(super) mod stamp;
pub(super) mod unchanged;
pub(super) mod walked_files;

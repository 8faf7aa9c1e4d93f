//! The write side: find the files, read and parse them, publish snapshots of the [`crate::library::Library`].
//!
//! Readers never wait: every step ends in a new snapshot that replaces the old one behind a lock held for a
//! pointer's length. **Invariants:** only regular files are opened; a file that cannot be read or parsed is
//! an entry of [`crate::library::Library::skipped`], never an error of the pass; a snapshot never loses rows
//! that another thread has published.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `files`: files as they are found: options, paths, stamps, formats by name, progress.
//! - `watch`: changes on disk: events, coalesced.
//! - `source`: the sources of files: the seam, standard input, and files for the read side.
//! - `git`: Git revisions as a source, read without a checkout; working trees beside their commits.
//! - `archive`: archives as a source, read where they are.
//! - `walk`: the file system as a source: walking all of it, or the directories around a few paths.
//! - `servers`: databases on servers as a source: the schema a file, a table cut into pieces.
//! - `build`: files → structure: reading, parsing, reuse, publishing.
//! - `text`: files → full text, vectors of texts and pictures, descriptions that a model writes.
//! - `refresh`: the list of files again: what came, what went, what changed.
//! - `store`: the index on disk: manifest, segments, locks, repair.
//! - `sync`: several processes, one index: following what another writes.
//! - `facade`: the indexer as others know it: owners of the snapshot, the full text, the index on disk.

mod archive;
mod build;
mod facade;
mod files;
mod git;
mod refresh;
mod servers;
mod source;
mod store;
mod sync;
mod text;
mod walk;
mod watch;

pub use crate::llm::secrets::is_key_file;
pub use facade::indexer::Indexer;
pub use facade::indexing::Outlook;
pub use facade::opening::walk;
pub use files::options::{WalkError, WorkspaceOptions, default_root};
pub use files::places::Places;
pub use files::progress::{Progress, Stage};
pub use files::revision_error::RevisionError;
pub use files::shared_databases::SharedDatabases;
pub use git::range::is_range;
pub use git::revisions::resolve;
pub use store::saving::{SaveError, Saved, index_directory};
pub use store::scrub::{Audit, Audited};
pub use store::verify::{ClearError, Fault, IndexStatus};
pub use text::describing::{DescribeLimits, DescribeReport};
pub use text::units::units;
pub use watch::coalesce::Change;
pub use watch::difference::Changes;
pub use watch::watcher::{News, Watch};

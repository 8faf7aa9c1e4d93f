//! The write side: find the files, read and parse them, publish snapshots of the [`crate::library::Library`].
//!
//! Readers never wait: every step ends in a new snapshot that replaces the old one behind a lock held for a
//! pointer's length. **Invariants:** only regular files are opened; a file that cannot be read or parsed is
//! an entry of [`crate::library::Library::skipped`], never an error of the pass; a snapshot never loses rows
//! that another thread has published.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `walk`: the files of a workspace: options, rules, stamps.
//! - `watch`: changes on disk: events, coalesced.
//! - `build`: files → structure: reading, parsing, reuse, publishing.
//! - `text`: files → full text and vectors.
//! - `store`: the index on disk: manifest, segments, locks, repair.
//! - `sync`: several processes, one index: following what another writes.

mod build;
mod handle;
mod store;
mod sync;
mod text;
mod walk;
mod watch;

pub use build::progress::{Progress, Stage};
pub use handle::{Indexer, Outlook};
pub use store::saving::{Saved, index_directory};
pub use store::scrub::{Audit, Audited};
pub use store::verify::{Fault, IndexStatus};
pub use text::units::units;
pub use walk::options::{WalkError, WorkspaceOptions, default_root};
pub use walk::walker::walk;
pub use watch::changes::Changes;
pub use watch::coalesce::Change;
pub use watch::watcher::{News, Places, Watch};

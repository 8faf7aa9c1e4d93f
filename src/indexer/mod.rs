//! The write side: find the files, read and parse them, publish snapshots of the [`crate::library::Library`].
//!
//! Readers never wait: every step ends in a new snapshot that replaces the old one behind a lock held for a
//! pointer's length. **Invariants:** only regular files are opened; a file that cannot be read or parsed is
//! an entry of [`crate::library::Library::skipped`], never an error of the pass; a snapshot never loses rows
//! that another thread has published.

mod batch;
mod gate;
mod handle;
mod loader;
mod needles;
mod options;
mod order;
mod paths;
mod progress;
mod read;
mod refresh;
mod repositories;
mod text;
mod units;
mod walk;

pub use handle::{Indexer, Outlook};
pub use options::{WalkError, WorkspaceOptions, default_root};
pub use progress::{Progress, Stage};
pub use walk::walk;

//! The write side: find the files, read and parse them, publish snapshots of the [`crate::library::Library`].
//!
//! Readers never wait: every step ends in a new snapshot that replaces the old one behind a lock held for a
//! pointer's length. **Invariants:** only regular files are opened; a file that cannot be read or parsed is
//! an entry of [`crate::library::Library::skipped`], never an error of the pass; a snapshot never loses rows
//! that another thread has published.

mod audit;
mod batch;
mod changes;
mod coalesce;
mod following;
mod gate;
mod glance;
mod handle;
mod known;
mod loader;
mod mending;
mod needles;
mod numbers;
mod opening;
mod options;
mod order;
mod partial;
mod paths;
mod pieces;
mod pile;
mod post;
mod progress;
mod read;
mod reading;
mod recall;
mod refresh;
mod repositories;
mod saving;
mod scan;
mod stat;
mod store;
mod text;
mod units;
mod vectors;
mod verify;
mod walk;
mod watch;

pub use audit::{Audit, Audited};
pub use changes::Changes;
pub use coalesce::Change;
pub use handle::{Indexer, Outlook};
pub use options::{WalkError, WorkspaceOptions, default_root};
pub use progress::{Progress, Stage};
pub use saving::{Saved, index_directory};
pub use units::units;
pub use verify::{Fault, IndexStatus};
pub use walk::walk;
pub use watch::{News, Places, Watch};

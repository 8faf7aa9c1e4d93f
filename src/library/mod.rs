//! The read side: an immutable snapshot of everything that is indexed.
//!
//! Names, kinds, levels, lines and parents of all nodes live in flat columns, so that a query over a
//! million symbols is a scan of arrays and loads no document. Texts are read from their files on demand.
//! **Invariants:** a [`Library`] never changes; a newer one replaces it between queries. Nothing here
//! parses: documents come from the [`Loader`] that the write side supplies.

mod adoption;
mod calls;
mod columns;
mod files;
mod fulltext;
mod listing;
mod loader;
mod needs;
mod segment;
mod snapshot;
mod succession;

pub use calls::{CallSite, CallTable, name_hash};
pub use columns::{Columns, NodeRef, Outline};
pub use files::{FileEntry, FileId, Repository, Root, Skipped};
pub use fulltext::{
    FullText, HitWords, Place, Terms, TextFields, TextHit, TextHits, TextIndex, TextProblem, TextQuery,
};
pub use fulltext::{Word, any_part, fold_words, words};
pub use listing::{Counts, ListedFile, Listing};
pub use loader::{Loader, TextCache};
pub use needs::Needs;
pub use segment::{Segment, SegmentBuilder};
pub use snapshot::Library;
pub use succession::Inventory;

//! The read side: an immutable snapshot of everything that is indexed.
//!
//! Names, kinds, levels, lines and parents of all nodes live in flat columns, so that a query over a
//! million symbols is a scan of arrays and loads no document. Texts are read from their files on demand.
//! **Invariants:** a [`Library`] never changes; a newer one replaces it between queries. Nothing here
//! parses: documents come from the [`Loader`] that the write side supplies.

mod adoption;
mod bits;
mod builder;
mod calls;
mod edited;
mod files;
mod fulltext;
mod layout;
mod letters;
mod listing;
mod loader;
mod named;
mod names;
mod needs;
mod numbers;
mod outline;
mod rows;
mod segment;
mod sliced;
mod snapshot;
pub(crate) mod spelled;
mod succession;
mod trigrams;
mod vectors;

pub use builder::SegmentBuilder;
pub use calls::{CallSite, name_hash};
pub use files::{FileEntry, FileId, Repository, Root, Skipped};
pub use fulltext::{
    Coverage, FullText, HitWords, Phrase, Place, Sought, Terms, TextFields, TextFiles, TextHit, TextHits, TextIndex,
    TextProblem, TextQuery, Weighted,
};
pub use fulltext::{Word, fold_words, is_cjk, words};
pub use layout::{Damage, join, parts, read_varint, u32_at, u64_at, u128_at, write_varint};
pub use letters::Letters;
pub use listing::{Counts, ListedFile, Listing};
pub use loader::{Loader, TextCache};
pub use names::NamePart;
pub use needs::{NeededName, Needs};
pub use outline::{NodeRef, Outline};
pub use rows::{RowKind, RowTable, RowTableBuilder};
pub use segment::{ContentKey, Segment};
pub use sliced::LettersOfNames;
pub use snapshot::{Library, Placement};
pub use succession::Inventory;
pub use trigrams::{TrigramQuery, TrigramTableBuilder};
pub use vectors::{Piece, VectorRow, write_vectors};

//! The read side: an immutable snapshot of everything that is indexed.
//!
//! Names, kinds, levels, lines and parents of all nodes live in flat columns, so that a query over a
//! million symbols is a scan of arrays and loads no document. Texts are read from their files on demand.
//! **Invariants:** a [`Library`] never changes; a newer one replaces it between queries. Nothing here
//! parses: documents come from the [`Loader`] that the write side supplies.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `bytes`: columns of numbers in bytes: layout, bit packing.
//! - `files`: files, roots, what was left out, and how their texts are had.
//! - `segment`: nodes of a batch of files in flat columns, the same in memory and in a mapped file.
//! - `rows`: tables with a row per file, and which table holds the row of which file.
//! - `trigrams`: filters over trigrams, which rule out files that cannot hold a pattern.
//! - `fulltext`: words of all texts: terms, queries, places, coverage.
//! - `snapshot`: the library itself: everything indexed at one moment, and how the next grows out of it.
//! - `queries`: queries of the whole library: nodes by name, entries by words, places of entries, letters of names.

mod bytes;
mod files;
mod fulltext;
mod queries;
mod rows;
mod segment;
mod snapshot;
mod trigrams;

pub use bytes::layout::{Damage, join, parts, read_varint, u32_at, u64_at, u128_at, write_varint};
pub use files::changes::{ChangeState, ChangedLines, Hunk};
pub use files::differences::{MAX_COMPARED, differences};
pub use files::entries::{FileEntry, FileId, ObjectId, Origin, PackedPlace, Repository, Root, Skipped, Stamp};
pub use files::listing::{Counts, ListedFile, Listing};
pub use files::loader::{Loader, TextCache};
pub use files::locate_error::{LocateError, NoPlace};
pub use files::needs::{NeededName, Needs};
pub use files::read_error::{NOT_SHARED, ReadError};
pub use files::roles::{Role, is_of_package, is_program_without_outline, is_source, lies_among_tests, role};
pub use fulltext::{
    Coverage, FullText, HitWords, Phrase, SoughtTerm, Terms, TextFields, TextFiles, TextHit, TextHits, TextIndex,
    TextMark, TextPlaces, TextProblem, TextQuery, WeighedWord, Weighted,
};
pub use fulltext::{Stems, Word, each_folded_word, fold_words, is_cjk, words};
pub use queries::hit_places::HitPlace;
pub use rows::descriptions::{Description, DescriptionRow, write_descriptions};
pub use rows::pictures::{PictureRow, write_picture};
pub use rows::vectors::{Piece, VectorRow, write_vectors};
pub use rows::{RowKind, RowTable, RowTableBuilder};
pub use segment::bitsliced_signatures::LettersOfNames;
pub use segment::builder::SegmentBuilder;
pub use segment::calls::{CallSite, name_hash};
pub use segment::columns::{ContentKey, Segment};
pub use segment::name_signature::Letters;
pub use segment::names::NamePart;
pub use segment::outline::{NodeRef, Outline};
pub(crate) use segment::spelled;
pub use snapshot::file_list::Inventory;
pub use snapshot::library::{Labels, Library, Placement};
pub use trigrams::{TrigramQuery, TrigramTableBuilder};

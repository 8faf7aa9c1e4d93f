//! Plain words → ranked hits: channels, expansion, fusion. Deterministic, local, and every hit says why.
//!
//! Facets and exclusions are **pre-filters**: they restrict the candidates before any channel ranks, so that
//! a rare hit inside a narrow filter is found even when it would be in no overall list of the best.

mod apart;
mod channels;
mod closely;
mod cut;
pub mod eval;
mod exclude;
mod expand;
mod explain;
mod facets;
mod forms;
mod fuse;
mod fuzzy;
mod items;
mod levels;
mod meaning;
mod meant;
mod names;
mod notes;
mod options;
mod rank;
mod request;
mod rerank;
mod roles;
mod run;
mod scan;
mod sieve;
mod spelling;
mod synonyms;
mod tier;
mod weigh;

pub use channels::{CHANNELS, Channel};
pub use expand::{LevelCount, shown};
pub use explain::{expansion, reasons, summary};
pub use items::items;
pub use meant::{Asking, meant};
pub use notes::notes;
pub use options::{ALPHA, MODES, Meant, Mode, ModeRow, Options};
pub use rank::Parts;
pub use request::{Facets, Request, needs, read};
pub use rerank::{Judge, Reranked, rerank};
pub use roles::is_source;
pub use run::{Count, Ranked, RankedHit, Target, Wish, count, run, wish};

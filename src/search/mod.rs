//! Plain words → ranked hits: channels, expansion, fusion. Deterministic, local, and every hit says why.
//!
//! Facets and exclusions are **pre-filters**: they restrict the candidates before any channel ranks, so that
//! a rare hit inside a narrow filter is found even when it would be in no overall list of the best.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `request`: what is asked: words, facets, options, the vector of the question.
//! - `words`: words and their other forms: expansion, synonyms, spelling, Chinese.
//! - `retrieve`: channels: where candidates come from, each with its evidence.
//! - `rank`: candidates → order: fusion, measures, diversity, late interaction, reranking.
//! - `report`: what the hits are and why: reasons, notes, evaluation.

pub mod eval;
mod rank;
mod report;
mod request;
mod retrieve;
mod run;
mod words;

pub use rank::rank::Parts;
pub use rank::rerank::{Judge, Reranked, rerank};
pub use report::explain::{expansion, reasons, summary};
pub use report::items::items;
pub use report::notes::notes;
pub use request::options::{ALPHA, MODES, Meant, Mode, ModeRow, Options};
pub use request::query_vector::{Asking, meant};
pub use request::question::{Facets, Request, needs, read};
pub use retrieve::channels::{CHANNELS, Channel};
pub use run::{Count, Ranked, RankedHit, Target, Wish, count, run, wish};
pub use words::expand::{LevelCount, shown};
pub use words::roles::is_source;

//! Plain words → ranked hits: channels, expansion, fusion. Deterministic, local, and every hit says why.
//!
//! Facets and exclusions are **pre-filters**: they restrict the candidates before any channel ranks, so that
//! a rare hit inside a narrow filter is found even when it would be in no overall list of the best.

mod channels;
mod expand;
mod facets;
mod fuse;
mod fuzzy;
mod items;
mod names;
mod notes;
mod rank;
mod request;
mod run;
mod scan;
mod spelling;

pub use channels::{CHANNELS, Channel};
pub use expand::LevelCount;
pub use items::items;
pub use notes::notes;
pub use request::{Facets, Request, needs, read};
pub use run::{Ranked, RankedHit, Target, Wish, run, wish};

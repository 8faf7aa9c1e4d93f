//! Queries of the whole library: nodes by name, declarations by name, entries by words, places of entries, letters of names.

mod declared;
pub(super) mod hit_places;
mod letters;
mod named;
mod words;

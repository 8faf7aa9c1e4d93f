//! The selection: the rows commands act upon, the way there, its preview, its relations.
//!
//! - `acted_on`: the rows that commands act upon: the marked ones, else the selected one, at the line the reader has
//!   scrolled to.
//! - `changed`: signs of files that differ from the commit that is checked out.
//! - `looked_at`: the preview of a selection: a file and its lines, the README of a directory, or a list of its files.
//! - `relations`: the relations of a row: the steps that its query can go on with, as the language says.
//! - `uses`: callers and tests of the selection, as far as they were counted.
//! - `way`: the way to a selection: from the workspace through directories, file and what encloses it.

pub(in crate::app) mod acted_on;
pub(in crate::app) mod changed;
pub(in crate::app) mod looked_at;
pub(in crate::app) mod relations;
pub(in crate::app) mod uses;
pub(in crate::app) mod way;

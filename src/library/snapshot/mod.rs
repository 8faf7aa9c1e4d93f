//! The library itself: everything indexed at one moment, and how the next grows out of it.
//!
//! - `adoption`: members that are written outside of their type: impl blocks, receivers, extensions.
//! - `beside`: what is kept of files beside their structure, a row each: filters over trigrams, vectors, descriptions,
//!   pictures.
//! - `dialects`: the language that a file is written in, where its name does not say it.
//! - `edited`: a few files have other contents: the next snapshot, made in time for a person who has just saved one.
//! - `file_list`: the next snapshot: new rows, a new list of files, a new full-text index.
//! - `left_out`: what a snapshot lacks: files that were left out, read in part, or too large for an index.
//! - `library`: the snapshot: files, segments of columns, and where each file's nodes are.
//! - `reading`: files of a snapshot, read when they are asked for: texts, documents and data, changes since the last
//!   commit, and the places at which other programs find them.

mod adoption;
mod beside;
mod dialects;
mod edited;
pub(super) mod file_list;
mod left_out;
pub(super) mod library;
mod reading;

//! What a text writes of places, line by line, before the files are known that are meant.
//!
//! - `beside`: what a trace says was raised, in the lines beside its frames.
//! - `compiled`: places in programs that were made of files of the workspace.
//! - `directories`: directories that a text says it is in.
//! - `headed`: files that have a line for themselves, and the lines below that name places by their numbers alone.
//! - `hunks`: hunks of unified diffs: the lines of the new file at which something has changed.
//! - `lines`: the places that the lines of a text name, each as it is written.
//! - `paths`: whole paths in lines that name no place in them.
//! - `place_forms`: how tools write places: frames of traces, messages of compilers, reports of tests.
//! - `prefixed`: what stands in front of every line of a trace.
//! - `reports`: texts that are reports as a whole: JSON, XML, records of coverage.
//! - `source_lines`: the line of a program that a trace shows behind a place: it tells where the place is now.
//! - `written`: what a text writes of a place, before the file is known that is meant.

pub(super) mod beside;
pub(super) mod compiled;
pub(super) mod directories;
pub(super) mod headed;
pub(super) mod hunks;
pub(super) mod lines;
pub(super) mod paths;
pub(super) mod place_forms;
pub(super) mod prefixed;
pub(super) mod reports;
pub(super) mod source_lines;
pub(super) mod written;

//! Files and directories by what is typed of their paths: whole, end, parts, initials, letters in order; and the places
//! that messages name.
//!
//! - `beside`: what a trace says was raised, in the lines beside its frames.
//! - `candidates`: which file of the workspace is meant by a path that a text writes.
//! - `compiled`: places in programs that were made of files of the workspace.
//! - `directories`: directories that a text says it is in.
//! - `doubt`: places whose file may be another one than the text means, and what the text says then.
//! - `first`: files that come before all other hits, because their paths were typed.
//! - `headed`: files that have a line for themselves, and the lines below that name places by their numbers alone.
//! - `hunks`: hunks of unified diffs: the lines of the new file at which something has changed.
//! - `lines`: the places that the lines of a text name, each as it is written.
//! - `mistyped`: paths that nothing has, and the files whose names are nearly what was typed.
//! - `moved`: the line that holds a message now, where the one that is named with it does not.
//! - `path_match`: how a path matches what was typed of it.
//! - `place`: what was typed as a path: the path, and the line and column behind it.
//! - `place_forms`: how tools write places: frames of traces, messages of compilers, reports of tests.
//! - `prefixed`: what stands in front of every line of a trace.
//! - `rank`: all paths that match, best first.
//! - `reports`: texts that are reports as a whole: JSON, XML, records of coverage.
//! - `source_lines`: the line of a program that a trace shows behind a place: it tells where the place is now.
//! - `spaced`: paths with white space in them: the files that there are decide where such a path begins in a line.
//! - `traces`: places that a text names: stack traces, compiler messages, lists of `file:line`, diffs.
//! - `written`: what a text writes of a place, before the file is known that is meant.

mod beside;
mod candidates;
mod compiled;
mod directories;
mod doubt;
mod first;
mod headed;
mod hunks;
mod lines;
mod mistyped;
mod moved;
mod path_match;
mod place;
mod place_forms;
mod prefixed;
mod rank;
mod reports;
mod source_lines;
mod spaced;
mod traces;
mod written;

pub use doubt::Doubt;
pub(in crate::search) use first::{Known, first_files, is_whole_path};
pub(in crate::search) use mistyped::no_path;
pub use mistyped::{rather_meant, similar};
pub use moved::moved_line;
pub use place::{PathQuery, path_query, written_path};
pub use rank::{
    FoundPath, FoundPaths, PathTarget, Wanted, directories, find_paths, marks as path_marks, path_conditions,
};
pub use source_lines::standing;
pub use traces::{Trace, TraceMessage, TraceName, TracePlace, trace};

//! Files and directories by what is typed of their paths: whole, end, parts, initials, letters in order; and the places
//! that messages name.
//!
//! - `candidates`: which file of the workspace is meant by a path that a text writes.
//! - `doubt`: places whose file may be another one than the text means, and what the text says then.
//! - `first`: files that come before all other hits, because their paths were typed.
//! - `mistyped`: paths that nothing has, and the files whose names are nearly what was typed.
//! - `moved`: the line that holds a message now, where the one that is named with it does not.
//! - `path_match`: how a path matches what was typed of it.
//! - `place`: what was typed as a path: the path, and the line and column behind it.
//! - `rank`: all paths that match, best first.
//! - `reading`: what a text writes of places, line by line, before the files are known that are meant.
//! - `spaced`: paths with white space in them: the files that there are decide where such a path begins in a line.
//! - `test_lines`: the line that declares a test, in the file that is told with it.
//! - `traces`: places that a text names: stack traces, compiler messages, lists of `file:line`, diffs.

mod candidates;
mod doubt;
mod first;
mod mistyped;
mod moved;
mod path_match;
mod place;
mod rank;
mod reading;
mod spaced;
mod test_lines;
mod traces;

pub use doubt::Doubt;
pub(in crate::search) use first::{Known, first_files, is_whole_path};
pub(in crate::search) use mistyped::{no_path, past_end};
pub use mistyped::{rather_meant, similar};
pub use moved::moved_line;
pub use place::{PathQuery, path_query, written_path};
pub use rank::{
    FoundPath, FoundPaths, PathTarget, Wanted, directories, find_paths, marks as path_marks, path_conditions,
};
pub use reading::source_lines::standing;
pub use traces::{Trace, TraceMessage, TraceName, TracePlace, trace};

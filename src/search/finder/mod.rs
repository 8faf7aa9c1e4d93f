//! Files and directories by what is typed of their paths: whole, end, parts, initials, letters in order; and the places
//! that messages name.

mod first;
mod path_match;
mod place;
mod rank;
mod spaced;
mod traces;

pub(in crate::search) use first::{Known, first_files};
pub use place::{PathQuery, path_query};
pub use rank::{FoundPath, FoundPaths, PathTarget, Wanted, find_paths, marks as path_marks};
pub use traces::{Trace, TraceName, TracePlace, trace};

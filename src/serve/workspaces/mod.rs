//! The roots that the command line names, opened when they are asked for, kept as fresh as the disk.
//!
//! - `background`: work behind the questions: indexing until all of a workspace is indexed and saved, then looks at all
//!   files.
//! - `freshness`: how fresh an answer is: files as they are on disk when it is made, and what is still being indexed.
//! - `looks`: looks at the list of files, shared: whoever asks is served by a look that began after they asked, and
//!   those who ask meanwhile share the next one.
//! - `opened`: workspaces that are open: one for each root and revision that was asked for, a few at most, in one
//!   place.
//! - `refusal`: why a tool has no answer, in words that a model can act on.
//! - `watched`: looks at what has changed on disk, as small as the system's events allow.

pub(super) mod background;
pub(super) mod freshness;
mod looks;
pub(super) mod opened;
pub(super) mod refusal;
mod watched;

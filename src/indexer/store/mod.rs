//! The index on disk: manifest, segments, locks, repair.
//!
//! - `directory`: the directory of an index: segments and the full text, written once each, and a manifest that says
//!   what counts.
//! - `layout`: names and sizes of what is in the directory of an index.
//! - `made_by`: which program an index is of: one that another version has written is made anew.
//! - `manifest`: which files a saved index knows, in which state, and where their structure is.
//! - `opening`: the beginning: the saved index of a workspace, or a part of the index of a directory above it.
//! - `owner`: the index on disk of a workspace, and what has happened to it.
//! - `relatives`: structure in other saved indexes: a revision has most files in common with the working tree, and
//!   with other revisions.
//! - `repair`: damage to the saved index that was not there when it was opened, or not to be seen then: it is put
//!   aside.
//! - `saved_index`: from a manifest back to a library, before anything of the workspace has been looked at.
//! - `saving`: what is found out is there at the next start.
//! - `scrub`: once a day all of the saved index is compared with its checksums: a piece at a time, while nobody
//!   waits.
//! - `seals`: damage: what the system said of each saved file when its bytes were known to be what was written; where that
//!   no longer holds, they are compared with their checksum before they are believed.
//! - `store_error`: why an index cannot be written.
//! - `verify`: a saved index as a whole: its size, its removal, and whether it says what the files say.
//! - `words`: the words of an index: whether those in its directory are the ones that its manifest speaks of.
//! - `write_lock`: the right to write an index: one process has it, others may wait for it.

pub(super) mod directory;
mod layout;
mod made_by;
mod manifest;
mod opening;
pub(super) mod owner;
pub(super) mod relatives;
mod repair;
mod saved_index;
pub(super) mod saving;
pub(super) mod scrub;
mod seals;
mod store_error;
pub(super) mod verify;
mod words;
mod write_lock;

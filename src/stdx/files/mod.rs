//! Files and directories that belong to one user.
//!
//! - `whole`: atomic file writes, and directories that belong to one workspace and one user.
//! - `scratch`: scratch directories: private, gone with their owner, and swept where that was killed.

mod scratch;
mod whole;

pub use scratch::Scratch;
pub use whole::{directory_of, not_private, private_directory, private_file, write_whole};

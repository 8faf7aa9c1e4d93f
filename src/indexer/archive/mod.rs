//! Archives as a source: the files in a `.zip` or `.tar`, read where they are. Nothing is ever unpacked to disk.
//!
//! - `checks`: checks what an archive says of its files: names that lead out, sizes that are too much.
//! - `contents`: an archive that is open, of whichever kind.
//! - `members`: the files in an archive, as it lists them.
//! - `names`: archives by the endings of their names.
//! - `packed_files`: the files of archives as a source, below the name of their archive.
//! - `tarred`: `.tar`, compressed or not: files one after the other, read once from front to back and kept in memory.
//! - `without`: archives in a docql that was built without them.
//! - `zipped`: `.zip` and its kin: a directory at the end, and files that are unpacked one by one when they are read.

#[cfg(feature = "archives")]
mod checks;
#[cfg(feature = "archives")]
mod contents;
#[cfg_attr(not(feature = "archives"), allow(dead_code, reason = "without archives nothing is listed"))]
pub(super) mod members;
pub(super) mod names;
#[cfg_attr(not(feature = "archives"), allow(dead_code, reason = "without archives nothing is listed"))]
pub(super) mod packed_files;
#[cfg(feature = "archives")]
mod tarred;
#[cfg(not(feature = "archives"))]
mod without;
#[cfg(feature = "archives")]
mod zipped;

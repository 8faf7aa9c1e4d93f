//! Archives as a source: the files in a `.zip` or `.tar`, read where they are. Nothing is ever unpacked to disk.

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

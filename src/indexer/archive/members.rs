//! The files in an archive, as it lists them.

use crate::library::ReadError;

/// A file in an archive.
#[derive(Clone, Debug)]
pub(in crate::indexer) struct Member {
    /// Its path in the archive.
    pub path: String,
    /// Its number, by which it is read.
    pub number: u32,
    /// Bytes when unpacked, as the archive says.
    pub size: u64,
    /// Seconds since 1970 of its last change; 0 where unknown.
    pub modified: i64,
}

/// Receives the files of an archive one by one.
pub(super) trait Visitor {
    /// Takes a file, or not; `head` reads its first bytes.
    fn offer(&mut self, member: Member, head: &mut dyn FnMut() -> Vec<u8>) -> bool;

    /// Notes what cannot be read, by its name.
    fn refuse(&mut self, name: &str, reason: ReadError);

    /// True if nobody waits for the rest.
    fn is_over(&self) -> bool;
}

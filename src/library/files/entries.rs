//! The files of a workspace, its roots and repositories, and what was left out.

use super::read_error::ReadError;
use crate::document::FormatInfo;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of a file in one [`crate::library::snapshot::library::Library`]: its place in path order. Never keep it across snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// Where the bytes of a file are, or the files of a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// At a path of the file system.
    Disk(PathBuf),
    /// They came through standard input.
    Input,
    /// In an object of a Git repository: a blob, or the tree of a root.
    Object(Box<ObjectId>),
    /// In the database on a server that has this name in the settings.
    Server(Arc<str>),
    /// In an archive.
    Packed(Box<PackedPlace>),
}

/// A place in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedPlace {
    /// The archive, as a whole path.
    pub archive: Arc<Path>,
    /// The number of the file in it; none for the root that it is.
    pub number: Option<u32>,
}

impl Origin {
    /// The path in the file system, if it is there.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Origin::Disk(path) => Some(path),
            Origin::Input | Origin::Object(_) | Origin::Packed(_) | Origin::Server(_) => None,
        }
    }

    /// The object, if it is one of a Git repository.
    pub fn object(&self) -> Option<&ObjectId> {
        match self {
            Origin::Object(id) => Some(id),
            Origin::Disk(_) | Origin::Input | Origin::Packed(_) | Origin::Server(_) => None,
        }
    }
}

/// The id of an object of a Git repository: the hash of its content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    /// Filled with zeros behind a hash of 20 bytes.
    bytes: [u8; 32],
    length: u8,
}

impl ObjectId {
    /// From the bytes of a SHA-1 or SHA-256.
    pub fn from_bytes(id: &[u8]) -> Option<ObjectId> {
        let mut bytes = [0; 32];
        bytes.get_mut(..id.len()).filter(|_| matches!(id.len(), 20 | 32))?.copy_from_slice(id);
        Some(ObjectId { bytes, length: id.len() as u8 })
    }

    /// From hexadecimal digits.
    pub fn from_hex(hex: &[u8]) -> Option<ObjectId> {
        let mut id = ObjectId { bytes: [0; 32], length: (hex.len() / 2) as u8 };
        if !matches!(hex.len(), 40 | 64) {
            return None;
        }
        let digit = |byte: u8| (byte as char).to_digit(16);
        for (byte, pair) in id.bytes.iter_mut().zip(hex.chunks_exact(2)) {
            *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
        }
        Some(id)
    }

    /// The bytes of the hash.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ObjectId({self})")
    }
}

/// What tells a changed file from an unchanged one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970 of the last change, or the first 128 bits of the id of an object.
    pub version: i128,
    /// Nanoseconds since 1970 of the last change of its entry, which no program can set; 0 where the system has none.
    pub changed: i64,
}

impl Stamp {
    /// The stamp of what has no entry of its own in a file system.
    pub fn of_version(size: u64, version: i128) -> Stamp {
        Stamp { size, version, changed: 0 }
    }

    /// The later one of the times of change.
    pub fn newest(self) -> i128 {
        if self.changed == 0 { self.version } else { self.version.max(i128::from(self.changed)) }
    }
}

/// A place the workspace was opened on.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// Where it is.
    pub origin: Origin,
    /// What stands before the paths of its files: empty, or the root as it was given and a `/`.
    pub prefix: String,
    /// The name for people.
    pub name: String,
}

/// A repository inside the workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct Repository {
    /// Its directory as a path of the workspace, without a trailing `/`; empty for the root itself.
    pub path: String,
    /// The name of its directory.
    pub name: String,
}

/// One file.
#[derive(Clone, Debug)]
pub struct FileEntry {
    /// Its path, `/`-separated, as a user in the workspace would type it.
    pub path: Arc<str>,
    /// Where its bytes are.
    pub origin: Origin,
    /// Index of its root.
    pub root: u32,
    /// Index of its repository, if it is in one.
    pub repository: Option<u32>,
    /// Bytes on disk.
    pub size: u64,
    /// Seconds since 1970 of its last change; 0 where unknown.
    pub modified: i64,
    /// Its format.
    pub format: &'static FormatInfo,
    /// Whether it is too large for an outline: its text can be searched and looked at, no more.
    pub text_only: bool,
}

impl FileEntry {
    /// Why a file that is too large for an outline has none.
    pub fn too_large(&self) -> ReadError {
        ReadError::TextOnly(self.size)
    }

    /// True if it is a database, in a file or on a server.
    pub fn is_database(&self) -> bool {
        matches!(self.format.id, "sqlite" | "database")
    }

    /// True if it is one table, in a file of text.
    pub fn is_table(&self) -> bool {
        self.format.id == "csv" && !self.text_only
    }

    /// True if it is a piece of the rows of a table on a server.
    pub fn is_piece(&self) -> bool {
        matches!(self.origin, Origin::Server(_)) && !self.is_database()
    }

    /// The last part of the path.
    pub fn name(&self) -> &str {
        // Asked of every file with every key: faster than a search for a character.
        let start = memchr::memrchr(b'/', self.path.as_bytes()).map_or(0, |slash| slash + 1);
        self.path.get(start..).unwrap_or_default()
    }

    /// The directory part of the path, without a trailing `/`; empty at the top.
    pub fn directory(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(directory, _)| directory)
    }

    /// What follows the last `.` of the name, in lower case; empty if there is none or it comes first.
    pub fn extension(&self) -> String {
        match self.name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => extension.to_lowercase(),
            _ => String::new(),
        }
    }
}

/// Something that was found and left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// Its path.
    pub path: String,
    /// Why, as a clause: `41 MB, over the limit of 8 MB`.
    pub reason: String,
}

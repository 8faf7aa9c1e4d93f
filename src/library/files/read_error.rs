//! Why a file cannot be read.

use crate::stdx::size;
use std::io::ErrorKind;

/// Why a database is left out where agents ask.
pub const NOT_SHARED: &str =
    "a database that agents may not read; databases.agents in the settings of its user names those they may";

/// Why a file cannot be read. Its text is a clause for people that does not depend on the system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It was there when files were listed.
    #[error("no longer there")]
    Gone,
    /// The system refuses.
    #[error("permission denied")]
    Denied,
    /// A pipe, a device, a socket.
    #[error("not a regular file")]
    NotRegular,
    /// It holds no text.
    #[error("binary")]
    Binary,
    /// It holds no text: what it is, and what would be read instead.
    #[error("{0}")]
    Unread(&'static str),
    /// Its bytes, and the limit.
    #[error("{}, over the limit of {}", size(*.0), size(*.1))]
    TooLarge(u64, u64),
    /// Compressed, and over this limit when it is unpacked.
    #[error("compressed: over the limit of {} when unpacked", size(*.0))]
    UnpacksOver(u64),
    /// Compressed, and damaged: the words are those of the decoder.
    #[error("compressed: cannot be unpacked: {0}")]
    DamagedPacking(String),
    /// Its bytes: it is searched and shown, and has no outline.
    #[error("{}: too large for an outline, text only", size(*.0))]
    TextOnly(u64),
    /// Another list of files has it no more.
    #[error("is not in the workspace any more")]
    Unlisted,
    /// The workspace has no files at all.
    #[error("there are no files")]
    NoFiles,
    /// A symbolic link of a revision, which is not followed.
    #[error("a symbolic link")]
    Link,
    /// Another repository inside of a revision.
    #[error("a submodule, whose files are in a repository of their own")]
    Submodule,
    /// A pointer to a file that another server has.
    #[error("a Git LFS pointer, whose content is not in the repository")]
    LfsPointer,
    /// An object that a partial clone has left out, or that was lost.
    #[error("its object is not in the repository, as in a partial clone; nothing is fetched")]
    MissingObject,
    /// An object that git cannot read.
    #[error("its object is damaged")]
    DamagedObject,
    /// A database that the user has not opened to agents.
    #[error("{}", NOT_SHARED)]
    NotShared,
    /// Bytes that unpack to more than so many times their number.
    #[error("unpacks to more than {0} times its size")]
    Expands(u64),
    /// What is read of one archive has been read.
    #[error("beyond the {} that are read of an archive", size(*.0))]
    ArchiveTooLarge(u64),
    /// An archive of too many files.
    #[error("beyond the {0} files that are read of an archive; so are all that follow")]
    TooManyMembers(usize),
    /// A file that asks for a password.
    #[error("encrypted")]
    Encrypted,
    /// An archive inside of another.
    #[error("an archive inside of an archive; take it out, and open it by itself")]
    Nested,
    /// An archive in a docql without archives.
    #[error("docql was built without `archives`; cargo build --features archives builds it with")]
    NotBuilt,
    /// A name that no file can have.
    #[error("no name of a file")]
    NoName,
    /// Anything else, in the words of the system.
    #[error("{0}")]
    System(String),
}

impl From<&std::io::Error> for ReadError {
    fn from(error: &std::io::Error) -> ReadError {
        match error.kind() {
            ErrorKind::NotFound => ReadError::Gone,
            ErrorKind::PermissionDenied => ReadError::Denied,
            _ => ReadError::System(error.to_string()),
        }
    }
}

impl From<std::io::Error> for ReadError {
    fn from(error: std::io::Error) -> ReadError {
        ReadError::from(&error)
    }
}

//! Why a file cannot be read.

use crate::stdx::size;
use std::io::ErrorKind;

/// Why a file cannot be read. Its text is a clause for people that does not depend on the system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::indexer) enum ReadError {
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
    /// Its bytes, and the limit.
    #[error("{}, over the limit of {}", size(*.0), size(*.1))]
    TooLarge(u64, u64),
    /// Anything else the system says.
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

//! Why an index cannot be written. Its text is a clause for people.

use crate::library::{Damage, ReadError, TextProblem};
use std::io;

/// Why an index cannot be written.
#[derive(Debug, thiserror::Error)]
pub(in crate::indexer) enum StoreError {
    /// The system refuses.
    #[error("{}", ReadError::from(.0))]
    System(#[from] io::Error),
    /// The file that was written is gone.
    #[error("cannot be read back")]
    NotReadBack,
    /// The file that was written is something else.
    #[error("{0}")]
    Damaged(#[from] Damage),
    /// The manifest cannot be expressed.
    #[error("{0}")]
    Manifest(#[from] serde_json::Error),
    /// The full text cannot be committed.
    #[error("{0}")]
    Text(#[from] TextProblem),
}

//! The progress of a pass.

/// The stage of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Finding files.
    Walk,
    /// Reading files and parsing those that matter.
    Structure,
    /// Building the full-text index.
    Text,
    /// Making vectors of declarations and sections.
    Vectors,
}

/// The progress of one stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The stage of a pass.
    pub stage: Stage,
    /// Files done.
    pub done: u32,
    /// Files in all; 0 while that is not known.
    pub total: u32,
}

/// Receives progress. Called from worker threads, now and then.
pub(in crate::indexer) type Report<'r> = &'r (dyn Fn(Progress) + Sync);

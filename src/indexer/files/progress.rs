//! The progress of a pass.

/// What is being done.
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

/// How far one stage has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Files done.
    pub done: u32,
    /// Files in all; 0 while that is not known.
    pub total: u32,
}

/// Receives progress. Called from worker threads, now and then.
pub(in crate::indexer) type Report<'r> = &'r (dyn Fn(Progress) + Sync);

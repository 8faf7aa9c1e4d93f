//! How far a pass has come, and that it was overtaken.

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Finding files.
    Walk,
    /// Reading files and parsing those that matter.
    Structure,
    /// Building the full-text index.
    Text,
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

/// The ticket went stale: newer work has been asked for. What was indexed until then is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("overtaken by newer work")]
pub struct Stale;

/// Who is told. Called from worker threads, now and then.
pub(super) type Report<'r> = &'r (dyn Fn(Progress) + Sync);

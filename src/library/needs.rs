//! What a query must know of the workspace before it can answer exactly.

/// How much must be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The list of files; texts are read on demand.
    Files,
    /// The structure of every file whose text holds one of these strings, ignoring case.
    Named(Vec<String>),
    /// The structure of every file.
    Structure,
    /// The full-text index of every file, and what [`Needs::Named`] of these strings is.
    Text(Vec<String>),
    /// The structure of every file, and the full-text index.
    FullText,
    /// All that, and the vectors of every file.
    Vectors,
}

//! What a query must know of the workspace before it can answer exactly.

/// How much must be indexed. The variants grow: each later one covers the earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The list of files; texts are read on demand.
    Files,
    /// The structure of every file whose text holds one of these strings, ignoring case.
    Named(Vec<String>),
    /// The structure of every file.
    Structure,
    /// The structure of every file, and the full-text index.
    FullText,
}

//! What the rows of a result are: decides which steps make sense next.

/// What the rows of a result are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The whole workspace (`$` alone).
    Workspace,
    /// What is written (`$.content` before a function).
    Content,
    /// What is declared (`$.code` before a function).
    Code,
    /// Headings and other prose.
    Sections,
    /// Declarations.
    Symbols,
    /// Nodes of any kind.
    Nodes,
    /// Files.
    Files,
    /// Directories and files as a tree.
    Structure,
    /// Repositories.
    Repositories,
    /// Lines, comments, references, chunks.
    Excerpts,
    /// Values of data files.
    Data,
    /// Values of fields.
    Values,
    /// One number.
    Count,
}

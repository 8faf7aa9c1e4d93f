//! The shape of a result, which decides the steps that can follow.

/// The kind of rows a result has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The whole workspace (`$` alone).
    Workspace,
    /// Prose (`$.content` before a function).
    Content,
    /// Declarations (`$.code` before a function).
    Code,
    /// Headings and other prose nodes.
    Sections,
    /// Declarations of code.
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
    /// Lines that a trace or a message names, in its order.
    Places,
    /// Passages that answer a question together, in their order.
    Answer,
    /// Databases.
    Databases,
    /// Tables of databases.
    Tables,
    /// Rows of tables.
    Rows,
    /// Values of data files.
    Data,
    /// Values of fields.
    Values,
    /// One number.
    Count,
}

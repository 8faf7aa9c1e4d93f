//! How well names match.

/// How a name matched, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::search) enum Tier {
    /// As written, and all around it too: `strings.Builder`.
    Addressed,
    /// As written, letter for letter.
    Verbatim,
    Exact,
    Prefix,
    /// Every word starts a part of the name.
    Part,
    /// A slip of the keys in a name as a whole.
    Slip,
    /// The name is exactly some of the words, and the others are in the types or headings around it.
    Qualified,
    Initials,
    Substring,
    /// Some words are in the name, the others around it or in the path.
    Context,
    /// The letters in this order, with others between them.
    Fuzzy,
}

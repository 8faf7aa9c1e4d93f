//! How well names match, and how well they can.

/// How a name matched, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Tier {
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

/// What a name can be, told by its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CanBe {
    /// It holds all words.
    pub all: bool,
    /// It does, and a part starts with the first of them.
    pub starts: bool,
    /// Its parts start with the words' letters.
    pub initials: bool,
}

//! One row of the results: a header, a hit, its second line, or what stands in place of hits.

/// One row of the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultRow {
    /// The header of a section: of a file, or of a kind.
    Group(usize),
    /// A hit.
    Hit(usize),
    /// The second line of a hit.
    Second(usize),
    /// A further line of a hit that matched, by its number among them.
    Match(usize, usize),
    /// The number of further hits of a section that are not shown.
    More(usize, usize),
    /// The last session, to go on with.
    Resume,
    /// A query to try.
    Starter(usize),
    /// The note of a query to try.
    StarterNote(usize),
    /// A query that may be meant instead.
    Suggestion(usize),
    /// A further line of a query that may be meant instead.
    Rest(String),
    /// The first line of a remark that advises a query, and the query.
    Advice(String, String),
    /// A line of text.
    Text(String),
    /// A line of an answer in words.
    Said(String),
    /// A line of text that heads others.
    Heading(String),
}

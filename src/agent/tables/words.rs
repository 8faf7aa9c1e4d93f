//! The words by which a question asks for counts, sums, ranges.

/// What is asked of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    Count,
    Sum,
    Average,
    Largest,
    Smallest,
    List,
}

/// Words → what they ask for; the longest that fit count.
pub(super) const ASKS: &[(&[&str], Ask)] = &[
    (&["how", "many"], Ask::Count),
    (&["number", "of"], Ask::Count),
    (&["count", "of"], Ask::Count),
    (&["count"], Ask::Count),
    (&["sum", "of"], Ask::Sum),
    (&["sum"], Ask::Sum),
    (&["how", "much"], Ask::Sum),
    (&["total"], Ask::Sum),
    (&["average"], Ask::Average),
    (&["mean"], Ask::Average),
    (&["highest"], Ask::Largest),
    (&["largest"], Ask::Largest),
    (&["biggest"], Ask::Largest),
    (&["greatest"], Ask::Largest),
    (&["maximum"], Ask::Largest),
    (&["max"], Ask::Largest),
    (&["latest"], Ask::Largest),
    (&["newest"], Ask::Largest),
    (&["lowest"], Ask::Smallest),
    (&["smallest"], Ask::Smallest),
    (&["least"], Ask::Smallest),
    (&["minimum"], Ask::Smallest),
    (&["min"], Ask::Smallest),
    (&["earliest"], Ask::Smallest),
    (&["oldest"], Ask::Smallest),
    (&["which"], Ask::List),
    (&["what"], Ask::List),
    (&["list"], Ask::List),
    (&["show"], Ask::List),
];

/// Words → a comparison with what stands behind them.
pub(super) const COMPARISONS: &[(&[&str], &str)] = &[
    (&["greater", "than", "or", "equal", "to"], ">="),
    (&["less", "than", "or", "equal", "to"], "<="),
    (&["not", "more", "than"], "<="),
    (&["no", "more", "than"], "<="),
    (&["more", "than"], ">"),
    (&["greater", "than"], ">"),
    (&["larger", "than"], ">"),
    (&["higher", "than"], ">"),
    (&["later", "than"], ">"),
    (&["less", "than"], "<"),
    (&["fewer", "than"], "<"),
    (&["smaller", "than"], "<"),
    (&["lower", "than"], "<"),
    (&["earlier", "than"], "<"),
    (&["at", "least"], ">="),
    (&["at", "most"], "<="),
    (&["up", "to"], "<="),
    (&["over"], ">"),
    (&["above"], ">"),
    (&["exceeding"], ">"),
    (&["under"], "<"),
    (&["below"], "<"),
    (&["after"], ">"),
    (&["since"], ">="),
    (&["before"], "<"),
    (&["until"], "<="),
    (&["from"], ">="),
];

/// Words before a column by which rows are grouped.
pub(super) const GROUPS: &[&[&str]] =
    &[&["for", "each"], &["in", "each"], &["grouped", "by"], &["per"], &["each"], &["by"], &["every"]];

/// Words that deny: of what they deny rules are not sure enough.
pub(super) const DENIALS: &[&str] = &["not", "no", "never", "without", "except", "isn't", "aren't", "don't", "unless"];

/// Words that say nothing about rows.
pub(super) const IDLE: &[&str] = &[
    "a", "all", "an", "and", "any", "are", "be", "been", "column", "currently", "database", "did", "do", "does",
    "entries", "exist", "for", "give", "got", "had", "has", "have", "in", "is", "it", "me", "now", "of", "on",
    "please", "records", "rows", "so", "table", "tell", "that", "the", "their", "there", "these", "they", "those",
    "to", "value", "values", "was", "we", "were", "where", "who", "whose", "with", "you",
];

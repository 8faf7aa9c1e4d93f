//! The orders of the results: as they were answered, or as the user wants them.

/// An order of the results. Files stay together in all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// As the query answered: by rank, or by path.
    #[default]
    Answered,
    /// Files by path, hits by line.
    Path,
    /// Files as answered, hits by line.
    Line,
    /// Files as answered, hits by kind.
    Kind,
    /// Files that were changed last first.
    Recent,
    /// Files with the most hits first.
    Count,
    /// Symbols that are called from most places first.
    Callers,
}

/// One row of the table of orders.
#[derive(Debug)]
pub struct SortRow {
    /// The order.
    pub sort: Sort,
    /// Its name where it is kept.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its effect, in a sentence.
    pub doc: &'static str,
}

/// Every order.
pub const SORTS: &[SortRow] = &[
    SortRow {
        sort: Sort::Answered,
        id: "rank",
        title: "as answered",
        doc: "The best first where the query ranks, else by path and line.",
    },
    SortRow { sort: Sort::Path, id: "path", title: "by path", doc: "Files by path, hits by line." },
    SortRow { sort: Sort::Line, id: "line", title: "by line", doc: "Files as answered, hits by line." },
    SortRow {
        sort: Sort::Kind,
        id: "kind",
        title: "by kind",
        doc: "Files as answered, hits by kind: classes, functions, members, sections, text.",
    },
    SortRow { sort: Sort::Recent, id: "recent", title: "by age", doc: "Files that were changed last come first." },
    SortRow { sort: Sort::Count, id: "count", title: "by number of hits", doc: "Files with the most hits come first." },
    SortRow {
        sort: Sort::Callers,
        id: "callers",
        title: "by callers",
        doc: "What is called from most places comes first; each row says from how many.",
    },
];

impl Sort {
    /// The row that describes this order.
    pub fn row(self) -> &'static SortRow {
        &SORTS[self as usize]
    }

    /// The order with this id.
    pub fn parse(id: &str) -> Option<Sort> {
        SORTS.iter().find(|row| row.id == id).map(|row| row.sort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_number() {
        for (number, row) in SORTS.iter().enumerate() {
            assert_eq!((row.sort as usize, Sort::parse(row.id)), (number, Some(row.sort)));
        }
    }
}

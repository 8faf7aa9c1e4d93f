//! Groupings of the results: by file, by kind, or none.

use crate::docql::Hit;
use crate::document::Kind;
use std::sync::Arc;

/// The reason why hits stand together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// One file.
    #[default]
    File,
    /// One kind.
    Kind,
    /// None: the order alone counts.
    Nothing,
}

/// One row of the table of groupings.
#[derive(Debug)]
pub struct GroupingRow {
    /// The grouping.
    pub grouping: Grouping,
    /// Its name behind `:group` and where it is kept.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
}

/// Every grouping, in the order in which a key goes through them.
pub const GROUPINGS: &[GroupingRow] = &[
    GroupingRow { grouping: Grouping::File, id: "file", title: "by file" },
    GroupingRow { grouping: Grouping::Kind, id: "kind", title: "by kind" },
    GroupingRow { grouping: Grouping::Nothing, id: "none", title: "in one list" },
];

impl Grouping {
    /// The row that describes this grouping.
    pub fn row(self) -> &'static GroupingRow {
        &GROUPINGS[self as usize]
    }

    /// The grouping with this id.
    pub fn parse(id: &str) -> Option<Grouping> {
        GROUPINGS.iter().find(|row| row.id == id).map(|row| row.grouping)
    }

    /// The one after it; after the last the first.
    pub fn next(self) -> Grouping {
        GROUPINGS[(self as usize + 1) % GROUPINGS.len()].grouping
    }
}

/// Hits that stand together under one header, in the order they are shown in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Its identity when it is folded: the path of the file, or `kind:` and the plural of the kind.
    pub name: Arc<str>,
    /// Format id of the file; empty where it is no file.
    pub language: &'static str,
    /// The number of its hits, loaded or not, as far as that is known.
    pub total: usize,
    /// The loaded ones, as indices into the hits of the answer.
    pub hits: Vec<usize>,
}

/// Before the plural of a kind, so that no file is taken for it.
const KIND: &str = "kind:";

impl Section {
    /// The section, still empty, of hits of the kind of this one.
    pub(super) fn of_kind(hit: &Hit) -> Section {
        let plural = match hit.kind {
            Kind::Api => "API operations",
            Kind::Chunk => "text",
            Kind::Match => "lines",
            kind => kind.row().plural,
        };
        Section { name: format!("{KIND}{plural}").into(), ..Section::default() }
    }

    /// The text of its header.
    pub fn title(&self) -> &str {
        self.name.strip_prefix(KIND).unwrap_or(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_number() {
        for (number, row) in GROUPINGS.iter().enumerate() {
            assert_eq!((row.grouping as usize, Grouping::parse(row.id)), (number, Some(row.grouping)));
        }
        assert_eq!(Grouping::Nothing.next(), Grouping::File);
    }
}

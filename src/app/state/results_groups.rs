//! What the rows of the results are put together by: files, kinds, or nothing.

use super::model::Model;
use super::results::{ResultsPane, is_flat};
use super::results_order::order;
use crate::docql::{Hit, Results};
use crate::document::{Kind, NodeKey};
use std::collections::HashMap;
use std::sync::Arc;

/// What hits stand together for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// They are in one file.
    #[default]
    File,
    /// They are of one kind.
    Kind,
    /// They do not: the order alone counts.
    Nothing,
}

/// One row of the table of groupings.
#[derive(Debug)]
pub struct GroupingRow {
    /// The grouping.
    pub grouping: Grouping,
    /// Its name behind `:group` and where it is kept.
    pub id: &'static str,
    /// What to call it.
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
    /// What it is folded by: the path of the file, or `kind:` and the plural of the kind.
    pub name: Arc<str>,
    /// Format id of the file; empty where it is no file.
    pub language: &'static str,
    /// How many hits belong to it, loaded or not, as far as that is known.
    pub total: usize,
    /// The loaded ones, as indices into the hits of the answer.
    pub hits: Vec<usize>,
}

/// Before the plural of a kind, so that no file is taken for it.
const KIND: &str = "kind:";

impl Section {
    /// What its header says.
    pub fn title(&self) -> &str {
        self.name.strip_prefix(KIND).unwrap_or(&self.name)
    }
}

/// The sections of an answer, as the pane groups and orders them.
pub(super) fn sections(pane: &ResultsPane, results: &Results) -> Vec<Section> {
    if pane.tree.is_some() {
        // Its order is what it says.
        return vec![Section { total: results.total, hits: (0..results.hits.len()).collect(), ..Section::default() }];
    }
    let files = order(pane, results);
    // Rows that stand for files or directories are in one list anyway.
    if pane.grouping == Grouping::File || is_flat(results.shape) {
        let section = |(group, hits): (usize, Vec<usize>)| {
            let group = &results.groups[group];
            Section { name: Arc::clone(&group.path), language: group.language, total: group.total, hits }
        };
        return files.into_iter().map(section).collect();
    }
    let mut hits: Vec<usize> = files.into_iter().flat_map(|(_, hits)| hits).collect();
    super::results_order::across_files(pane, results, &mut hits);
    if pane.grouping == Grouping::Nothing {
        return vec![Section { total: results.total, hits, ..Section::default() }];
    }
    let mut sections: Vec<Section> = Vec::new();
    let mut place: HashMap<&'static str, usize> = HashMap::new();
    for at in hits {
        let plural = plural(&results.hits[at]);
        let number = *place.entry(plural).or_insert_with(|| {
            sections.push(Section { name: format!("{KIND}{plural}").into(), ..Section::default() });
            sections.len() - 1
        });
        sections[number].hits.push(at);
        sections[number].total += 1;
    }
    sections
}

/// The kind of a hit as the header of many says it.
fn plural(hit: &Hit) -> &'static str {
    match hit.kind {
        Kind::Api => "API operations",
        Kind::Chunk => "text",
        Kind::Match => "lines",
        kind => kind.row().plural,
    }
}

impl ResultsPane {
    /// Whether hits of several files stand together, so that each row has to say its file.
    pub fn names_files(&self) -> bool {
        (self.grouping != Grouping::File || self.tree.is_some()) && !self.is_flat()
    }

    /// Whether no row is a header.
    pub fn has_no_headers(&self) -> bool {
        self.is_flat() || self.grouping == Grouping::Nothing || self.tree.is_some()
    }

    /// A section by its number, as rows name it.
    pub fn section(&self, number: usize) -> Option<&Section> {
        self.sections.get(number)
    }

    /// Whether the hits of a section are hidden.
    pub fn is_folded(&self, number: usize) -> bool {
        self.section(number).is_some_and(|section| self.folded.contains(&section.name))
    }

    /// The name of the section of a loaded hit.
    pub(super) fn section_of(&self, key: &NodeKey) -> Option<Arc<str>> {
        let results = self.results.as_ref()?;
        let holds = |section: &&Section| section.hits.iter().any(|hit| results.hits[*hit].key == *key);
        self.sections.iter().find(holds).map(|section| Arc::clone(&section.name))
    }
}

/// Rows are put together in another way; the row with the cursor keeps it. Says how.
pub(in crate::app) fn group(model: &mut Model, grouping: Grouping) -> String {
    model.results.grouping = grouping;
    model.results.rebuild();
    format!("rows {}", grouping.row().title)
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

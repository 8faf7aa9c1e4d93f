//! The order of the results: as they were answered, or as the user wants them.

use super::model::Model;
use super::overlay::{Choice, Panel, PanelKind, PanelRow};
use super::results::ResultsPane;
use crate::docql::Results;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

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
}

/// One row of the table of orders.
#[derive(Debug)]
pub struct SortRow {
    /// The order.
    pub sort: Sort,
    /// Its name where it is kept.
    pub id: &'static str,
    /// What to call it.
    pub title: &'static str,
    /// What it does, in a sentence.
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

/// The groups in the order they are shown in, each with its hits in theirs.
pub(super) fn order(pane: &ResultsPane, results: &Results) -> Vec<(usize, Vec<usize>)> {
    let mut order: Vec<(usize, Vec<usize>)> = (0..results.groups.len())
        .map(|group| (group, results.groups[group].hits.clone().filter(|hit| *hit < results.hits.len()).collect()))
        .collect();
    let groups = &results.groups;
    let age = |group: usize| pane.times.get(&groups[group].path).copied().unwrap_or(0);
    match pane.sort {
        Sort::Answered | Sort::Line | Sort::Kind => {}
        Sort::Path => order.sort_by(|(a, _), (b, _)| groups[*a].path.cmp(&groups[*b].path)),
        Sort::Recent => order.sort_by_key(|(group, _)| (Reverse(age(*group)), Arc::clone(&groups[*group].path))),
        Sort::Count => order.sort_by_key(|(group, _)| Reverse(groups[*group].total)),
    }
    let hits = &results.hits;
    for (_, inside) in &mut order {
        match pane.sort {
            Sort::Answered | Sort::Count => {}
            Sort::Kind => inside.sort_by_key(|&hit| (hits[hit].kind, hits[hit].line)),
            Sort::Path | Sort::Line | Sort::Recent => inside.sort_by_key(|&hit| hits[hit].line),
        }
    }
    order
}

/// When the files of the workspace were changed last, where an order needs to know.
pub(super) fn times(model: &Model, sort: Sort) -> HashMap<Arc<str>, i64> {
    if sort != Sort::Recent {
        return HashMap::new();
    }
    model.listing.files.iter().map(|file| (Arc::clone(&file.path), file.modified)).collect()
}

/// The orders as a list to choose from.
pub(super) fn panel(model: &Model) -> Option<Panel> {
    model.results.results.as_ref()?;
    let rows = SORTS.iter().map(|row| PanelRow {
        left: if row.sort == model.results.sort { "✓".to_owned() } else { String::new() },
        text: row.title.to_owned(),
        right: String::new(),
        doc: row.doc.to_owned(),
        group: "",
        choice: Choice::Sort(row.sort),
    });
    Some(Panel::new(PanelKind::Sorts, "ORDER OF THE RESULTS", rows.collect()))
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

//! The order of the results: as they were answered, or as the user wants them.

use super::model::Model;
use super::overlay::{Choice, Panel, PanelKind, PanelRow};
use super::results::ResultsPane;
use crate::app::protocol::effect::Effect;
use crate::app::update::selection_sync;
use crate::docql::{Hit, Results};
use crate::document::NodeKey;
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
    /// What is called from most places first.
    Callers,
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

/// The groups in the order they are shown in, each with its hits in theirs.
pub(in crate::app) fn order(pane: &ResultsPane, results: &Results) -> Vec<(usize, Vec<usize>)> {
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
        Sort::Callers => {
            let most = |hits: &[usize]| hits.iter().filter_map(|&hit| pane.callers_of(&results.hits[hit])).max();
            order.sort_by_key(|(_, hits)| Reverse(most(hits)));
        }
    }
    let hits = &results.hits;
    for (_, inside) in &mut order {
        match pane.sort {
            Sort::Answered | Sort::Count => {}
            Sort::Callers => inside.sort_by_key(|&hit| Reverse(pane.callers_of(&hits[hit]))),
            Sort::Kind => inside.sort_by_key(|&hit| (hits[hit].kind, hits[hit].line)),
            Sort::Path | Sort::Line | Sort::Recent => inside.sort_by_key(|&hit| hits[hit].line),
        }
    }
    order
}

/// Orders hits that stand together though they are of several files; they are given in the order of their files.
pub(super) fn across_files(pane: &ResultsPane, results: &Results, inside: &mut [usize]) {
    let hits = &results.hits;
    let score = |hit: usize| hits[hit].score.unwrap_or(0.0);
    match pane.sort {
        Sort::Answered if results.ranked => inside.sort_by(|&a, &b| score(b).total_cmp(&score(a))),
        Sort::Kind => inside.sort_by_key(|&hit| hits[hit].kind),
        Sort::Callers => inside.sort_by_key(|&hit| Reverse(pane.callers_of(&hits[hit]))),
        _ => {}
    }
}

/// When the files of the workspace were changed last, where an order needs to know.
pub(in crate::app) fn times(model: &Model, sort: Sort) -> HashMap<Arc<str>, i64> {
    if sort != Sort::Recent {
        return HashMap::new();
    }
    model.listing.files.iter().map(|file| (Arc::clone(&file.path), file.modified)).collect()
}

impl ResultsPane {
    /// From how many places what a hit shows is called, as far as that was counted.
    pub fn callers_of(&self, hit: &Hit) -> Option<u32> {
        self.callers.get(&hit.key).copied()
    }
}

/// Asks for the callers of what is shown, where the order goes by them.
pub(in crate::app) fn count_callers(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(results) = model.results.results.clone().filter(|_| model.results.sort == Sort::Callers) else { return };
    let ticket = model.asked.counts.issue();
    model.asked.count = ticket.number();
    effects.push(Effect::CountCallers { ticket, results });
}

/// Callers were counted: the rows are ordered anew.
pub(in crate::app) fn counted(model: &mut Model, callers: HashMap<NodeKey, u32>, effects: &mut Vec<Effect>) {
    model.results.callers = callers;
    model.results.rebuild();
    if !model.results.moved {
        model.results.to_first();
    }
    selection_sync::selection_moved(model, effects);
}

/// The orders as a list to choose from.
pub(in crate::app) fn panel(model: &Model) -> Option<Panel> {
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

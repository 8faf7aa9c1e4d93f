//! Sections of the results: hits that stand together under a header, and their order.

use super::grouping::{Grouping, Section};
use super::order::Sort;
use super::pane::ResultsPane;
use crate::docql::{Hit, Results, Shape};
use crate::document::NodeKey;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

impl ResultsPane {
    /// The sections of an answer, as the pane groups and orders them.
    pub(super) fn sections_of(&self, results: &Results) -> Vec<Section> {
        if self.tree.is_some() || has_own_order(results.shape) {
            // Its order is what it says.
            return vec![Section {
                total: results.total,
                hits: (0..results.hits.len()).collect(),
                ..Section::default()
            }];
        }
        let files = self.by_file(results);
        // Rows that stand for files or directories are in one list anyway.
        if self.grouping == Grouping::File || is_flat(results.shape) {
            let section = |(group, hits): (usize, Vec<usize>)| {
                let group = &results.groups[group];
                Section { name: Arc::clone(&group.path), language: group.language, total: group.total, hits }
            };
            return files.into_iter().map(section).collect();
        }
        let mut hits: Vec<usize> = files.into_iter().flat_map(|(_, hits)| hits).collect();
        self.sort_across_files(results, &mut hits);
        if self.grouping == Grouping::Nothing {
            return vec![Section { total: results.total, hits, ..Section::default() }];
        }
        let mut sections: Vec<Section> = Vec::new();
        let mut place: HashMap<Arc<str>, usize> = HashMap::new();
        for at in hits {
            let section = Section::of_kind(&results.hits[at]);
            let number = *place.entry(Arc::clone(&section.name)).or_insert_with(|| {
                sections.push(section);
                sections.len() - 1
            });
            sections[number].hits.push(at);
            sections[number].total += 1;
        }
        sections
    }

    /// The groups of the answer in the order they are shown in, each with its hits in theirs.
    fn by_file(&self, results: &Results) -> Vec<(usize, Vec<usize>)> {
        let mut order: Vec<(usize, Vec<usize>)> = (0..results.groups.len())
            .map(|group| (group, results.groups[group].hits.clone().filter(|hit| *hit < results.hits.len()).collect()))
            .collect();
        let (groups, hits) = (&results.groups, &results.hits);
        let age = |group: usize| self.times.get(&groups[group].path).copied().unwrap_or(0);
        match self.sort {
            Sort::Answered | Sort::Line | Sort::Kind => {}
            Sort::Path => order.sort_by(|(a, _), (b, _)| groups[*a].path.cmp(&groups[*b].path)),
            Sort::Recent => order.sort_by_key(|(group, _)| (Reverse(age(*group)), Arc::clone(&groups[*group].path))),
            Sort::Count => order.sort_by_key(|(group, _)| Reverse(groups[*group].total)),
            Sort::Callers => {
                let max_callers = |inside: &[usize]| inside.iter().filter_map(|&hit| self.callers_of(&hits[hit])).max();
                order.sort_by_key(|(_, inside)| Reverse(max_callers(inside)));
            }
        }
        for (_, inside) in &mut order {
            match self.sort {
                Sort::Answered | Sort::Count => {}
                Sort::Callers => inside.sort_by_key(|&hit| Reverse(self.callers_of(&hits[hit]))),
                Sort::Kind => inside.sort_by_key(|&hit| (hits[hit].kind, hits[hit].line)),
                Sort::Path | Sort::Line | Sort::Recent => inside.sort_by_key(|&hit| hits[hit].line),
            }
        }
        order
    }

    /// Orders hits that stand together though they are of several files; they are given in the order of their files.
    fn sort_across_files(&self, results: &Results, inside: &mut [usize]) {
        let hits = &results.hits;
        let score = |hit: usize| hits[hit].score.unwrap_or(0.0);
        match self.sort {
            Sort::Answered if results.ranked => inside.sort_by(|&a, &b| score(b).total_cmp(&score(a))),
            Sort::Kind => inside.sort_by_key(|&hit| hits[hit].kind),
            Sort::Callers => inside.sort_by_key(|&hit| Reverse(self.callers_of(&hits[hit]))),
            _ => {}
        }
    }

    /// From how many places what a hit shows is called, as far as that was counted.
    pub fn callers_of(&self, hit: &Hit) -> Option<u32> {
        self.callers.get(&hit.key).copied()
    }

    /// True if rows are files, directories or the like, which need no line for the file they are in.
    fn is_flat(&self) -> bool {
        self.results.as_ref().is_some_and(|results| is_flat(results.shape))
    }

    /// True if hits of several files stand together, so that each row has to say its file.
    pub fn names_files(&self) -> bool {
        (self.grouping != Grouping::File || self.tree.is_some() || self.is_walk()) && !self.is_flat()
    }

    /// True if the rows are places to go through in the order of a text.
    fn is_walk(&self) -> bool {
        self.results.as_ref().is_some_and(|results| has_own_order(results.shape))
    }

    /// True if no row is a header.
    pub(super) fn has_no_headers(&self) -> bool {
        self.is_flat() || self.grouping == Grouping::Nothing || self.tree.is_some() || self.is_walk()
    }

    /// A section by its number, as rows name it.
    pub fn section(&self, number: usize) -> Option<&Section> {
        self.sections.get(number)
    }

    /// The headers of all sections.
    pub fn section_titles(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().map(Section::title)
    }

    /// True if the hits of a section are hidden.
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

/// True if rows of this shape need no line for the file they are in.
fn is_flat(shape: Shape) -> bool {
    matches!(shape, Shape::Files | Shape::Structure | Shape::Repositories | Shape::Count | Shape::Workspace)
}

/// True if the order of the rows is what they say: the places of a text, the passages of an answer.
fn has_own_order(shape: Shape) -> bool {
    matches!(shape, Shape::Places | Shape::Answer)
}

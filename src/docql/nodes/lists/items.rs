//! The items of an answer, stored compactly: plain nodes and lines as numbers by file.

use super::item::{Excerpt, Found, Item};
use crate::document::{Kind, Span};
use crate::library::{FileId, NodeRef};

/// A run of items of the same representation.
#[derive(Clone, Debug)]
pub(in crate::docql) enum Run {
    /// Nodes of one file, without rank or relation: four bytes each.
    Nodes(FileId, Vec<u32>),
    /// Nodes of several files, without rank or relation.
    Mixed(Vec<NodeRef>),
    /// Files, without rank: four bytes each.
    Files(Vec<FileId>),
    /// Matching lines of one file, without rank or relation: twenty bytes each.
    Lines(FileId, Vec<LineMatch>),
    /// Any items.
    Found(Vec<Found>),
}

/// A line that a pattern has matched, and what of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql) struct LineMatch {
    /// The bytes of the line.
    span: Span,
    /// The bytes that matched.
    mark: Span,
    line: u32,
}

impl LineMatch {
    /// `found` as a line; `None` unless it is a plain matching line of `file`.
    fn from_found(found: &Found, file: FileId) -> Option<LineMatch> {
        let Found {
            item: Item::Excerpt(excerpt),
            score: None,
            depth: 0,
            site: None,
            further,
            evidence: None,
            distance: 0,
            why: None,
            matched: None,
        } = found
        else {
            return None;
        };
        if !further.is_empty() {
            return None;
        }
        let &Excerpt { span, mark, line, .. } = excerpt;
        (*excerpt == LineMatch { span, mark, line }.excerpt(file)).then_some(LineMatch { span, mark, line })
    }

    /// The line number `line` with these bytes, of which `mark` matched.
    pub(in crate::docql) fn new(span: Span, mark: Span, line: u32) -> LineMatch {
        LineMatch { span, mark, line }
    }

    fn excerpt(self, file: FileId) -> Excerpt {
        let LineMatch { span, mark, line } = self;
        Excerpt { file, span, kind: Kind::Match, line, end_line: line, mark }
    }

    pub(in crate::docql) fn found(self, file: FileId) -> Found {
        Found::plain(Item::Excerpt(self.excerpt(file)))
    }
}

impl Run {
    /// Items of `file` in their most compact representation.
    pub(in crate::docql) fn packed(file: FileId, list: Vec<Found>) -> Run {
        match list.iter().map(|found| LineMatch::from_found(found, file)).collect() {
            Some(lines) => Run::Lines(file, lines),
            None => Run::Found(list),
        }
    }

    pub(in crate::docql) fn len(&self) -> usize {
        match self {
            Run::Nodes(_, nodes) => nodes.len(),
            Run::Mixed(nodes) => nodes.len(),
            Run::Files(files) => files.len(),
            Run::Lines(_, lines) => lines.len(),
            Run::Found(list) => list.len(),
        }
    }

    fn get(&self, at: usize) -> Option<Found> {
        match self {
            Run::Nodes(file, nodes) => nodes.get(at).map(|&node| plain(*file, node)),
            Run::Mixed(nodes) => nodes.get(at).map(|node| plain(node.file, node.node)),
            Run::Files(files) => files.get(at).map(|&file| Found::plain(Item::File(file))),
            Run::Lines(file, lines) => lines.get(at).map(|line| line.found(*file)),
            Run::Found(list) => list.get(at).cloned(),
        }
    }

    /// The items `start..end`, clamped to the length.
    fn slice(&self, start: usize, end: usize) -> Run {
        let range = start.min(self.len())..end.min(self.len());
        match self {
            Run::Nodes(file, nodes) => Run::Nodes(*file, nodes[range].to_vec()),
            Run::Mixed(nodes) => Run::Mixed(nodes[range].to_vec()),
            Run::Files(files) => Run::Files(files[range].to_vec()),
            Run::Lines(file, lines) => Run::Lines(*file, lines[range].to_vec()),
            Run::Found(list) => Run::Found(list[range].to_vec()),
        }
    }
}

fn plain(file: FileId, node: u32) -> Found {
    Found::plain(Item::Node(NodeRef { file, node }))
}

/// The items of an answer, in order. A node costs four bytes, a line twenty, so that millions fit.
#[derive(Clone, Debug, Default)]
pub struct Items {
    /// None of them is empty.
    runs: Vec<Run>,
    /// Number of items up to the end of each run.
    ends: Vec<usize>,
}

impl Items {
    /// A list of plain files, packed.
    pub(in crate::docql) fn packed_files(list: &[Found]) -> Items {
        let files = list.iter().filter_map(|found| found.item.file()).collect();
        Items::from_iter([Run::Files(files)])
    }

    pub(in crate::docql) fn push(&mut self, run: Run) {
        if run.len() > 0 {
            self.ends.push(self.len() + run.len());
            self.runs.push(run);
        }
    }

    /// The nodes, if all items are plain nodes.
    pub(in crate::docql) fn nodes(&self) -> Option<impl Iterator<Item = NodeRef> + '_> {
        let is_nodes = self.runs.iter().all(|run| matches!(run, Run::Nodes(..) | Run::Mixed(_)));
        let of = |run: &Run, at: usize| match run {
            Run::Nodes(file, nodes) => nodes.get(at).map(|&node| NodeRef { file: *file, node }),
            Run::Mixed(nodes) => nodes.get(at).copied(),
            Run::Files(_) | Run::Lines(..) | Run::Found(_) => None,
        };
        is_nodes.then(move || self.runs.iter().flat_map(move |run| (0..run.len()).filter_map(move |at| of(run, at))))
    }

    pub(in crate::docql) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The item at the index `at`.
    pub fn get(&self, at: usize) -> Option<Found> {
        let run = self.ends.partition_point(|&end| end <= at);
        let before = run.checked_sub(1).map_or(0, |last| self.ends[last]);
        self.runs.get(run)?.get(at - before)
    }

    /// Iterates over all items.
    pub fn iter(&self) -> impl Iterator<Item = Found> + '_ {
        self.runs.iter().flat_map(|run| (0..run.len()).filter_map(|at| run.get(at)))
    }

    /// The items `start..end`, clamped to the length.
    pub(in crate::docql) fn slice(&self, start: usize, end: usize) -> Items {
        let mut out = Items::default();
        let first = self.ends.partition_point(|&end| end <= start);
        for (at, run) in self.runs.iter().enumerate().skip(first) {
            let before = at.checked_sub(1).map_or(0, |last| self.ends[last]);
            if before >= end {
                break;
            }
            out.push(run.slice(start.saturating_sub(before), end - before));
        }
        out
    }

    /// The first `count` items.
    pub fn first(&self, count: usize) -> Vec<Found> {
        self.slice(0, count).into()
    }
}

impl From<Vec<Found>> for Items {
    fn from(list: Vec<Found>) -> Items {
        let mut out = Items::default();
        out.push(Run::Found(list));
        out
    }
}

impl From<Items> for Vec<Run> {
    fn from(items: Items) -> Vec<Run> {
        items.runs
    }
}

impl From<Items> for Vec<Found> {
    fn from(mut items: Items) -> Vec<Found> {
        if let [Run::Found(list)] = items.runs.as_mut_slice() {
            return std::mem::take(list);
        }
        items.iter().collect()
    }
}

impl FromIterator<Run> for Items {
    fn from_iter<I: IntoIterator<Item = Run>>(runs: I) -> Items {
        let mut out = Items::default();
        runs.into_iter().for_each(|run| out.push(run));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_packed_and_come_out_as_they_were() {
        let excerpt = |line: u32, kind| Excerpt {
            file: FileId(7),
            span: Span::new(line * 10, line * 10 + 9),
            kind,
            line,
            end_line: line,
            mark: Span::new(line * 10 + 2, line * 10 + 4),
        };
        let list =
            |kind| -> Vec<Found> { (1..4).map(|line| Found::plain(Item::Excerpt(excerpt(line, kind)))).collect() };
        let excerpts = |run: &Run| -> Vec<Excerpt> {
            let of = |at| match run.get(at)?.item {
                Item::Excerpt(excerpt) => Some(excerpt),
                _ => None,
            };
            (0..run.len()).filter_map(of).collect()
        };
        let run = Run::packed(FileId(7), list(Kind::Match));
        assert!(matches!(run, Run::Lines(..)));
        assert_eq!(excerpts(&run.slice(1, 9)), [excerpt(2, Kind::Match), excerpt(3, Kind::Match)]);
        let with_score = || list(Kind::Match).into_iter().map(|found| Found { score: Some(1.0), ..found }).collect();
        assert!(matches!(Run::packed(FileId(7), with_score()), Run::Found(_)));
        assert!(matches!(Run::packed(FileId(8), list(Kind::Match)), Run::Found(_)), "of another file");
        assert_eq!(excerpts(&Run::packed(FileId(7), list(Kind::Comment))).len(), 3);
    }

    #[test]
    fn runs_are_one_list() {
        let nodes: Vec<(u32, u32)> = vec![(0, 3), (0, 5), (2, 0), (2, 7), (2, 8), (9, 1)];
        let run = |file: u32| {
            let of = nodes.iter().filter(|(of, _)| *of == file).map(|(_, node)| *node).collect();
            Run::Nodes(FileId(file), of)
        };
        let items: Items = [run(0), run(1), run(2), Run::Found(vec![plain(FileId(9), 1)])].into_iter().collect();
        let numbers = |list: Vec<Found>| -> Vec<(u32, u32)> {
            let place = |found: &Found| match found.item {
                Item::Node(node) => (node.file.0, node.node),
                _ => (u32::MAX, 0),
            };
            list.iter().map(place).collect()
        };
        assert_eq!(numbers(items.iter().collect()), nodes);
        assert_eq!(numbers((0..items.len()).filter_map(|at| items.get(at)).collect()), nodes);
        assert!(items.get(nodes.len()).is_none());
        for start in 0..=nodes.len() + 1 {
            for end in start..=nodes.len() + 1 {
                let wanted = &nodes[start.min(nodes.len())..end.min(nodes.len())];
                assert_eq!(numbers(items.slice(start, end).into()), wanted, "{start}..{end}");
            }
        }
    }
}

//! The way from a table to another one, by the columns that refer to it.

use crate::agent::tables::schema::catalog::Table;
use std::collections::{BTreeMap, VecDeque};

/// References on a way, at most.
const MAX_STEPS: usize = 4;

/// A step from a table to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub from: usize,
    /// The columns that are equal: one of each table.
    pub own: usize,
    pub to: usize,
    pub other: usize,
    /// Whether it leads to what is referred to, of which there is one.
    pub is_up: bool,
}

/// The steps that lead away from a table.
fn steps(from: usize, tables: &[Table]) -> Vec<Step> {
    let is_meant = |(by, to, other): &(usize, usize, usize)| tables[from].whose(*to).contains(&(*by, *to, *other));
    let up = tables[from].references.iter().copied().filter(is_meant);
    let up = up.map(|(own, to, other)| Step { from, own, to, other, is_up: true });
    let down = tables.iter().enumerate().filter(|(to, _)| *to != from).flat_map(|(to, table)| {
        table.whose(from).into_iter().map(move |(other, _, own)| Step { from, own, to, other, is_up: false })
    });
    up.filter(|step| step.to != from).chain(down).collect()
}

/// How many steps lead to each table.
pub(super) fn distances(from: usize, tables: &[Table]) -> BTreeMap<usize, usize> {
    let mut far = BTreeMap::from([(from, 0)]);
    let mut due = VecDeque::from([from]);
    while let Some(at) = due.pop_front() {
        let next = far[&at] + 1;
        for step in steps(at, tables).into_iter().filter(|_| next <= MAX_STEPS) {
            far.entry(step.to).or_insert_with(|| {
                due.push_back(step.to);
                next
            });
        }
    }
    far
}

/// The shortest way to a table; `None` if there is none, or there are several.
pub(super) fn path(from: usize, to: usize, tables: &[Table]) -> Option<Vec<Step>> {
    if from == to {
        return Some(Vec::new());
    }
    let far = distances(from, tables);
    let mut at = to;
    let mut back = Vec::new();
    while at != from {
        let here = *far.get(&at)?;
        let before: Vec<Step> = far
            .iter()
            .filter(|(_, steps)| **steps + 1 == here)
            .flat_map(|(table, _)| steps(*table, tables))
            .filter(|step| step.to == at)
            .collect();
        let [step] = before.as_slice() else { return None };
        back.push(*step);
        at = step.from;
    }
    back.reverse();
    // What two rows share does not tie them to each other: from a row up to what it belongs to, and down again.
    let turns = back.windows(2).any(|two| two[0].is_up && !two[1].is_up);
    (!turns).then_some(back)
}

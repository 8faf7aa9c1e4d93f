//! The tables that a statement reads, and how their rows stand beside each other.

use super::clause::Place;
use super::paths::{Step, path};
use crate::agent::tables::schema::catalog::Table;
use std::collections::BTreeSet;

/// The tables that are read: the first, and those that are joined to it.
pub(super) struct From<'t> {
    pub tables: &'t [Table],
    pub root: usize,
    pub steps: Vec<Step>,
    /// Joins of conditions, each with its tables.
    pub besides: Vec<Vec<String>>,
}

impl From<'_> {
    pub(super) fn holds(&self, table: usize) -> bool {
        table == self.root || self.steps.iter().any(|step| step.to == table)
    }

    /// Joins a table; `None` if the way to it is not clear.
    pub(super) fn join(&mut self, table: usize) -> Option<()> {
        for step in path(self.root, table, self.tables)? {
            if !self.holds(step.to) {
                self.steps.push(step);
            }
        }
        Some(())
    }

    /// Whether several tables are read.
    pub(super) fn is_joined(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Whether rows of the first table may stand several times.
    pub(super) fn fans(&self) -> bool {
        self.steps.iter().any(|step| !step.is_up)
    }

    /// Whether a column tells the rows of the first table apart.
    pub(super) fn is_of_each_row(&self, (table, at): Place) -> bool {
        let own = &self.tables[table];
        let is_key = |at: usize| own.columns[at].is_key && !own.references.iter().any(|(by, ..)| *by == at);
        let keys = own.own().filter(|(at, _)| is_key(*at)).count();
        table == self.root && is_key(at) && keys == 1
    }

    /// A column, behind its table where several are read.
    pub(super) fn column(&self, (table, column): Place) -> String {
        let own = &self.tables[table];
        match self.steps.is_empty() {
            true => own.columns[column].sql.clone(),
            false => format!("{}.{}", own.sql, own.columns[column].sql),
        }
    }

    pub(super) fn sql(&self) -> String {
        let mut sql = self.tables[self.root].sql.clone();
        for step in &self.steps {
            sql.push_str(&format!(" JOIN {}", joined(step, self.tables)));
        }
        sql
    }
}

/// A table and the columns by which a step leads to it.
pub(super) fn joined(step: &Step, tables: &[Table]) -> String {
    let (from, to) = (&tables[step.from], &tables[step.to]);
    format!("{} ON {}.{} = {}.{}", to.sql, to.sql, to.columns[step.other].sql, from.sql, from.columns[step.own].sql)
}

/// The columns that tell rows of a table apart: its key, else what they are called.
pub(super) fn key(table: usize, tables: &[Table]) -> Vec<Place> {
    let referred: BTreeSet<usize> = tables
        .iter()
        .flat_map(|other| &other.references)
        .filter(|(_, to, _)| *to == table)
        .map(|(_, _, column)| *column)
        .collect();
    let own = &tables[table];
    let keys = own.own().filter(|(_, column)| column.is_key).map(|(at, _)| at);
    let keys: Vec<usize> = keys.filter(|at| !own.references.iter().any(|(by, ..)| by == at)).collect();
    let one = referred.iter().copied().next().filter(|_| referred.len() == 1);
    match (one, keys.as_slice()) {
        (Some(one), _) | (None, &[one]) => vec![(table, one)],
        _ => own.labels.iter().map(|label| (table, *label)).collect(),
    }
}

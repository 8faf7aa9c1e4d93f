//! The rows as a call tree: its branches unfold and fold in place.

use super::pane::ResultsPane;
use super::row::ResultRow;
use crate::app::state::call_tree::{Branch, CallTree};
use crate::app::state::pane::PaneOut;
use crate::docql::{Hit, Results};
use crate::document::NodeKey;
use std::sync::Arc;

impl ResultsPane {
    /// Takes the answer to `text`, as the first level where a tree was asked for.
    pub(in crate::app) fn plant(&mut self, text: &str, results: Results) -> Arc<Results> {
        let answer = Arc::new(results);
        match self.tree.as_mut().filter(|tree| tree.text() == text) {
            Some(tree) => tree.plant(Arc::clone(&answer)).map_or(answer, Arc::new),
            None => {
                self.tree = None;
                answer
            }
        }
    }

    /// Takes what is below a row of the tree.
    pub(in crate::app) fn take_branch(&mut self, key: NodeKey, hits: Vec<Hit>) {
        if let Some(tree) = &mut self.tree {
            tree.insert(key, hits);
            self.regrow();
        }
    }

    /// Shows what has changed below the rows.
    fn regrow(&mut self) {
        if let Some(grown) = self.tree.as_mut().and_then(CallTree::grown) {
            self.results = Some(Arc::new(grown));
            self.rebuild();
        }
    }

    /// Unfolds the selected row of the tree, or goes into what is unfolded already.
    pub(super) fn unfold_branch(&mut self) -> Option<PaneOut> {
        let at = self.hit_at_cursor()?;
        let hit = self.results.as_ref()?.hits.get(at)?.clone();
        let why_not = match self.tree.as_ref()?.state(at) {
            Branch::Open => {
                self.step(1);
                return None;
            }
            Branch::Folded if self.running => "still searching",
            Branch::Folded if hit.query.is_empty() => "no query leads to this row",
            Branch::Folded => return Some(PaneOut::BranchWanted),
            Branch::End => "nothing is below this row",
            Branch::Cut => "shown further up already",
        };
        Some(PaneOut::Notify(why_not.to_owned()))
    }

    /// Folds the selected row, or goes to the one that it is below.
    pub(super) fn fold_branch(&mut self) -> Option<PaneOut> {
        let at = self.hit_at_cursor()?;
        let results = Arc::clone(self.results.as_ref()?);
        let hit = results.hits.get(at)?;
        let tree = self.tree.as_mut()?;
        if tree.state(at) == Branch::Open {
            tree.fold(&hit.key);
            self.regrow();
            return None;
        }
        let parent = (0..at).rev().find(|above| results.hits[*above].depth < hit.depth);
        match parent.and_then(|parent| self.row_of(&results.hits[parent].key)) {
            Some(row) => self.window.cursor = row,
            None => return Some(PaneOut::Notify("this is the first level".to_owned())),
        }
        None
    }

    fn hit_at_cursor(&self) -> Option<usize> {
        match self.rows.get(self.window.cursor)? {
            ResultRow::Hit(at) => Some(*at),
            _ => None,
        }
    }
}

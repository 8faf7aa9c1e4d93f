//! The call tree: callers or callees of something, and theirs, unfolded in place a level at a time.
//!
//! The answer to the query in the prompt is the first level. Unfolding a row asks for its own callers; what comes is
//! put below it. What was shown before – a cycle, or another way to the same place – is cut and says so.

use crate::docql::{self, Hit, Results};
use crate::document::NodeKey;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Before the name of what the tree starts from, in its label.
const LABEL: &str = "call tree of ";

/// The step from a row to what calls it.
const CALLERS: &str = ".callers()";

/// The step from a row to what it calls.
const CALLEES: &str = ".callees()";

/// The state of the branch below a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// It was not asked for.
    Folded,
    /// It is shown.
    Open,
    /// There is nothing.
    End,
    /// The same stands further up, or is what the tree starts from.
    Cut,
}

/// A call tree in place of a list.
#[derive(Debug)]
pub struct CallTree {
    /// The query of the first level.
    text: String,
    /// The step that leads from a row to what is below it.
    step: &'static str,
    /// The root of the tree.
    root: NodeKey,
    /// The first level.
    answer: Option<Arc<Results>>,
    /// The hits below the rows that were unfolded.
    branches: HashMap<NodeKey, Vec<Hit>>,
    /// The row whose branch is on its way.
    awaited: Option<NodeKey>,
    /// The state of the branch below each hit, in their order.
    states: Vec<Branch>,
}

impl CallTree {
    /// The tree of what calls the node that `query` yields, or of what it calls.
    pub(in crate::app) fn new(query: &str, root: NodeKey, callees: bool) -> CallTree {
        let step = if callees { CALLEES } else { CALLERS };
        CallTree::grown_from(format!("{query}{step}"), step, root)
    }

    /// The tree that a place of the history was, by its query and label; `None` if it was none.
    pub(in crate::app) fn remembered(text: &str, label: &str) -> Option<CallTree> {
        let step = if text.ends_with(CALLEES) { CALLEES } else { CALLERS };
        label.starts_with(LABEL).then(|| CallTree::grown_from(text.to_owned(), step, NodeKey(String::new())))
    }

    fn grown_from(text: String, step: &'static str, root: NodeKey) -> CallTree {
        CallTree { text, step, root, answer: None, branches: HashMap::new(), awaited: None, states: Vec::new() }
    }

    /// The label of the tree of something, by which it is known in the history.
    pub(in crate::app) fn label(name: &str) -> String {
        format!("{LABEL}{name}")
    }

    /// The query of the first level.
    pub(in crate::app) fn text(&self) -> &str {
        &self.text
    }

    /// The state of the branch below a hit.
    pub fn state(&self, hit: usize) -> Branch {
        self.states.get(hit).copied().unwrap_or(Branch::Folded)
    }

    /// The branch below a hit is waited for from now on; returns the query for it.
    pub(in crate::app) fn unfold(&mut self, hit: &Hit) -> String {
        self.awaited = Some(hit.key.clone());
        format!("{}{}", hit.query, self.step)
    }

    /// Hides what is below a row.
    pub(in crate::app) fn fold(&mut self, key: &NodeKey) {
        self.branches.remove(key);
    }

    /// The row whose branch is waited for; with the last answer to it nothing is any more.
    pub(in crate::app) fn awaited(&mut self, is_last: bool) -> Option<NodeKey> {
        let awaited = self.awaited.clone();
        if is_last {
            self.awaited = None;
        }
        awaited
    }

    /// Takes what is below a row.
    pub(in crate::app) fn insert(&mut self, key: NodeKey, hits: Vec<Hit>) {
        self.branches.insert(key, hits);
    }

    /// Takes the first level, or the same one anew; returns the rows that have grown from it.
    pub(super) fn plant(&mut self, answer: Arc<Results>) -> Option<Results> {
        self.answer = Some(answer);
        self.grown()
    }

    /// The answer as a list of rows that grow from each other.
    pub(super) fn grown(&mut self) -> Option<Results> {
        let answer = self.answer.clone()?;
        let mut growth = Growth { tree: self, hits: Vec::new(), states: Vec::new(), seen: HashSet::new() };
        growth.seen.insert(growth.tree.root.clone());
        growth.level(&answer.hits, 1);
        let (hits, states) = (growth.hits, growth.states);
        self.states = states;
        let below = hits.len() - answer.hits.len();
        let group =
            docql::FileGroup { path: "".into(), language: "", total: answer.total + below, hits: 0..hits.len() };
        Some(Results { total: answer.total + below, groups: vec![group], hits, ..Results::clone(&answer) })
    }
}

/// Rows while they grow.
struct Growth<'t> {
    tree: &'t CallTree,
    hits: Vec<Hit>,
    states: Vec<Branch>,
    seen: HashSet<NodeKey>,
}

impl Growth<'_> {
    fn level(&mut self, level: &[Hit], depth: u32) {
        let mut sorted: Vec<&Hit> = level.iter().collect();
        // Calls of which only the name is known come last.
        sorted.sort_by_key(|hit| hit.role == docql::CALL_BY_NAME);
        for hit in sorted {
            let mut row = Hit { depth, ..hit.clone() };
            let below = self.tree.branches.get(&hit.key);
            let state = match below {
                _ if !self.seen.insert(hit.key.clone()) => Branch::Cut,
                None => Branch::Folded,
                Some(hits) if hits.is_empty() => Branch::End,
                Some(_) => Branch::Open,
            };
            match state {
                Branch::Cut => {
                    // Two rows need two identities; this one is the place where it is called.
                    row.key = NodeKey::line(&row.path, row.line);
                    row.context = "↑ already shown".to_owned();
                }
                Branch::End if self.tree.step == CALLERS => row.context = "← entry point".to_owned(),
                Branch::End => row.context = "calls nothing known".to_owned(),
                Branch::Folded | Branch::Open => {}
            }
            self.hits.push(row);
            self.states.push(state);
            if let (Branch::Open, Some(hits)) = (state, below) {
                self.level(hits, depth + 1);
            }
        }
    }
}

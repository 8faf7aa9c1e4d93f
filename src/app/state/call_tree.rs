//! The tree of calls: callers or callees of something, and theirs, unfolded in place a level at a time.
//!
//! The answer to the query in the prompt is the first level. Unfolding a row asks for its own callers; what comes is
//! put below it. What was shown before – a cycle, or another way to the same place – is cut and says so.

use super::model::Model;
use super::results::{FIRST_PAGE, Out, ResultsPane};
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::{Effect, QueryRequest, Reading};
use crate::app::protocol::message::Answer;
use crate::app::update::navigation;
use crate::app::update::notices::say;
use crate::app::update::selection_sync;
use crate::docql::{Group, Hit, Results};
use crate::document::NodeKey;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Before the name of what the tree starts from, in its label.
const LABEL: &str = "call tree of ";

/// What is known of what lies below a row.
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

/// A tree of calls in place of a list.
#[derive(Debug)]
pub struct CallTree {
    /// The query of the first level.
    text: String,
    /// The step that leads from a row to what is below it.
    step: &'static str,
    /// What the tree starts from.
    root: NodeKey,
    /// The first level.
    answer: Option<Arc<Results>>,
    /// What is below the rows that were unfolded.
    branches: HashMap<NodeKey, Vec<Hit>>,
    /// The row whose branch is on its way.
    awaited: Option<NodeKey>,
    /// What is below each hit, in their order.
    states: Vec<Branch>,
}

impl CallTree {
    fn new(text: &str, step: &'static str, root: NodeKey) -> CallTree {
        CallTree {
            text: text.to_owned(),
            step,
            root,
            answer: None,
            branches: HashMap::new(),
            awaited: None,
            states: Vec::new(),
        }
    }

    /// What is known of what lies below a hit.
    pub fn state(&self, hit: usize) -> Branch {
        self.states.get(hit).copied().unwrap_or(Branch::Folded)
    }

    /// The answer as a list of rows that grow from each other.
    fn grown(&mut self) -> Option<Results> {
        let answer = self.answer.clone()?;
        let mut growth = Growth { tree: self, hits: Vec::new(), states: Vec::new(), seen: HashSet::new() };
        growth.seen.insert(growth.tree.root.clone());
        growth.level(&answer.hits, 1);
        let (hits, states) = (growth.hits, growth.states);
        self.states = states;
        let below = hits.len() - answer.hits.len();
        let group = Group { path: "".into(), language: "", total: answer.total + below, hits: 0..hits.len() };
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
        sorted.sort_by_key(|hit| hit.role == "~call");
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

/// The step to what calls a row.
const CALLERS: &str = ".callers()";
/// The step to what it calls.
const CALLEES: &str = ".callees()";

/// The tree of what calls the selected row, or of what it calls.
pub fn open(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let step = if command == Command::Callees { CALLEES } else { CALLERS };
    let Some(subject) = model.subject() else { return say(model, "nothing is selected", effects) };
    let can_be_called = subject.kind.is_function() || subject.kind.is_class();
    if subject.query.is_empty() || !can_be_called {
        return say(model, format!("{} is nothing that is called", subject.name), effects);
    }
    let query = format!("{}{step}", subject.query);
    navigation::go(model, &query, &format!("{LABEL}{}", subject.name), true, effects);
    model.results.tree = Some(CallTree::new(&query, step, subject.key));
}

/// A place of the history is gone back to: if it was a tree, it is one again.
pub fn come_back(model: &mut Model, text: &str, label: &str) {
    let step = if text.ends_with(CALLEES) { CALLEES } else { CALLERS };
    model.results.tree = label.starts_with(LABEL).then(|| CallTree::new(text, step, NodeKey(String::new())));
}

/// Asks for what is below the selected row.
pub fn ask(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(hit) = model.results.selected() else { return };
    let (key, query) = (hit.key.clone(), hit.query.clone());
    let Some(tree) = &mut model.results.tree else { return };
    let text = format!("{query}{}", tree.step);
    tree.awaited = Some(key);
    let ticket = model.asked.queries.issue();
    model.asked.branch = ticket.number();
    effects.push(Effect::RunQuery(QueryRequest {
        ticket,
        text,
        reading: Reading::Docql,
        live: false,
        limit: FIRST_PAGE,
    }));
}

/// Takes what is below a row.
pub fn arrived(model: &mut Model, answer: Answer, effects: &mut Vec<Effect>) {
    let Some(tree) = &mut model.results.tree else { return };
    let Some(key) = tree.awaited.clone() else { return };
    if !answer.more_follows {
        tree.awaited = None;
        model.asked.branch = 0;
    }
    match answer.outcome {
        Ok(results) => {
            tree.branches.insert(key, results.hits);
            model.results.regrow();
            selection_sync::refresh(model);
        }
        Err(_) => say(model, "what is below this row cannot be asked for", effects),
    }
}

impl ResultsPane {
    /// Takes the answer to `text`, as the first level where a tree was asked for.
    pub(super) fn plant(&mut self, text: &str, results: Results) -> Arc<Results> {
        let answer = Arc::new(results);
        match self.tree.as_mut().filter(|tree| tree.text == text) {
            Some(tree) => {
                tree.answer = Some(Arc::clone(&answer));
                tree.grown().map_or(answer, Arc::new)
            }
            None => {
                self.tree = None;
                answer
            }
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
    pub(super) fn unfold_branch(&mut self) -> Option<Out> {
        let at = self.hit_at_cursor()?;
        let hit = self.results.as_ref()?.hits.get(at)?.clone();
        let said = match self.tree.as_ref()?.state(at) {
            Branch::Open => {
                self.step(1);
                return None;
            }
            Branch::Folded if self.running => "still searching",
            Branch::Folded if hit.query.is_empty() => "no query leads to this row",
            Branch::Folded => return Some(Out::BranchWanted),
            Branch::End => "nothing is below this row",
            Branch::Cut => "shown further up already",
        };
        Some(Out::Said(said.to_owned()))
    }

    /// Folds the selected row, or goes to the one that it is below.
    pub(super) fn fold_branch(&mut self) -> Option<Out> {
        let at = self.hit_at_cursor()?;
        let results = Arc::clone(self.results.as_ref()?);
        let hit = results.hits.get(at)?;
        let tree = self.tree.as_mut()?;
        if tree.state(at) == Branch::Open {
            tree.branches.remove(&hit.key);
            self.regrow();
            return None;
        }
        let parent = (0..at).rev().find(|above| results.hits[*above].depth < hit.depth);
        match parent.and_then(|parent| self.row_of(&results.hits[parent].key)) {
            Some(row) => self.window.cursor = row,
            None => return Some(Out::Said("this is the first level".to_owned())),
        }
        None
    }

    fn hit_at_cursor(&self) -> Option<usize> {
        match self.rows.get(self.window.cursor)? {
            super::results_rows::Row::Hit(at) => Some(*at),
            _ => None,
        }
    }
}

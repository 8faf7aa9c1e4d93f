//! Earlier queries: those of this process, and those that were kept by it and by others.

use crate::app::protocol::saved::{PastQuery, SavedState, age};
use std::collections::HashSet;
use std::time::Duration;

/// A query that runs so long is worth keeping though nobody entered it.
const LONG: Duration = Duration::from_secs(1);

/// Queries of this process that are remembered where nothing is kept, at most.
const MAX_OWN: usize = 500;

/// Earlier queries.
#[derive(Debug, Default)]
pub struct QueryHistory {
    /// Queries of this process that are in no file, newest last.
    own: Vec<PastQuery>,
    /// Queries that were kept, newest last.
    kept: Vec<PastQuery>,
    /// The query that was entered and whose hits are waited for.
    awaited: Option<String>,
    /// The present time as it was told last, in seconds since 1970; 0 where nobody knows.
    now: i64,
    /// The name of this workspace.
    workspace: String,
}

impl QueryHistory {
    /// Takes what was kept.
    pub(in crate::app) fn restore(&mut self, state: &SavedState) {
        (self.now, self.workspace) = (state.now, state.workspace.clone());
        self.kept.clone_from(&state.queries);
        let kept: HashSet<&str> =
            state.queries.iter().filter(|query| query.workspace == state.workspace).map(|query| &*query.text).collect();
        self.own.retain(|query| !kept.contains(query.text.as_str()));
    }

    /// The age of something, in a word or two.
    pub(in crate::app) fn age(&self, at: i64) -> String {
        age(self.now, at)
    }

    /// The newest first, those of this workspace before those of others, each text once.
    pub(in crate::app) fn queries(&self) -> Vec<&PastQuery> {
        let (here, elsewhere): (Vec<&PastQuery>, Vec<&PastQuery>) =
            self.kept.iter().rev().partition(|query| query.workspace == self.workspace);
        let mut seen = HashSet::new();
        let all = self.own.iter().rev().chain(here).chain(elsewhere);
        all.filter(|query| seen.insert(query.text.as_str())).collect()
    }

    /// The texts of the queries of this workspace, newest first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let here = self.kept.iter().rev().filter(|query| query.workspace == self.workspace);
        self.own.iter().rev().chain(here).map(|query| query.text.as_str())
    }

    /// True if a query was asked in this workspace.
    pub(in crate::app) fn is_here(&self, query: &PastQuery) -> bool {
        query.workspace.is_empty() || query.workspace == self.workspace
    }

    /// Remembers a query; returns it as it is to be kept.
    pub(in crate::app) fn note(&mut self, text: String, hits: Option<usize>) -> PastQuery {
        let query = PastQuery { text, at: self.now, hits, workspace: String::new() };
        self.own.retain(|other| other.text != query.text);
        self.own.push(query.clone());
        let over = self.own.len().saturating_sub(MAX_OWN);
        self.own.drain(..over);
        query
    }

    /// A query was entered: it is kept as soon as its hits are known.
    pub(in crate::app) fn enter(&mut self, text: &str) {
        self.awaited = Some(text.to_owned());
    }

    /// Nobody waits for the hits of what was entered any more; returns it as it is to be kept, without them.
    pub(in crate::app) fn give_up(&mut self) -> Option<PastQuery> {
        let text = self.awaited.take()?;
        Some(self.note(text, None))
    }

    /// True if the hits of another query than this one are waited for.
    pub(in crate::app) fn awaits_other(&self, text: &str) -> bool {
        self.awaited.as_deref().is_some_and(|awaited| awaited != text)
    }

    /// The answer to `text` is complete; returns the query if it is worth keeping: it was entered, or took long.
    pub(in crate::app) fn answered(&mut self, text: &str, hits: usize, elapsed: Option<Duration>) -> Option<PastQuery> {
        let was_entered = self.awaited.take_if(|awaited| awaited == text).is_some();
        let took_long = elapsed.is_some_and(|elapsed| elapsed >= LONG);
        (was_entered || took_long).then(|| self.note(text.to_owned(), Some(hits)))
    }

    /// Forgets a query.
    pub(in crate::app) fn forget(&mut self, text: &str) {
        self.own.retain(|query| query.text != text);
        self.kept.retain(|query| query.text != text);
    }
}

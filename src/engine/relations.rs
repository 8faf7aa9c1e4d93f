//! What is shown beside answers: how often a symbol is called, used and tested.

use crate::docql::{self, Hit};
use crate::document::NodeKey;
use crate::indexer::Indexer;
use crate::library::Needs;
use crate::stdx::{Stale, Ticket};
use std::collections::HashMap;

/// How often a symbol is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseCounts {
    /// Callers that are certain.
    pub callers: usize,
    /// Callers through a type above, which may run another implementation.
    pub dispatched: usize,
    /// Callers by name alone.
    pub by_name: usize,
    /// Lines that name it, counted where nothing calls it.
    pub named: usize,
    /// Tests that reach it; `None` where none was found, and there are such of which no declarations are read.
    pub tests: Option<usize>,
}

/// Counts the callers of each of `hits`; the structure of all files is indexed for it.
///
/// # Errors
/// [`Stale`] if the ticket is.
pub fn caller_counts(workspace: &Indexer, hits: &[Hit], ticket: &Ticket) -> Result<HashMap<NodeKey, u32>, Stale> {
    workspace.ensure(&Needs::Structure, ticket, &|_| {})?;
    docql::caller_counts(hits, &workspace.library(), ticket)
}

/// Counts callers and tests of what `query` yields; `None` where not everything is indexed: nothing is read for a few
/// words on a card.
pub fn use_counts(workspace: &Indexer, query: &str, ticket: &Ticket) -> Option<UseCounts> {
    let library = workspace.library();
    if !library.is_complete() {
        return None;
    }
    let count = |relation: &str| {
        let plan = docql::compile(&format!("{query}.{relation}()")).ok()?;
        let items = docql::run(&plan, &library, ticket).ok()?.items;
        let mut by_doubt = [0; 3];
        items.iter().for_each(|found| by_doubt[usize::from(found.doubt())] += 1);
        Some(by_doubt)
    };
    let ([callers, dispatched, by_name], tests) = (count("callers")?, count("tests")?.iter().sum::<usize>());
    let tests = (tests > 0 || docql::unread_tests(&library).is_none()).then_some(tests);
    let is_called = callers + dispatched + by_name > 0;
    let named = if is_called { 0 } else { count("references")?.iter().sum() };
    Some(UseCounts { callers, dispatched, by_name, named, tests })
}

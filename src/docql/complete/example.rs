//! Examples of candidates: queries with hits in this workspace, found by completing onwards from the candidate.

use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::complete_with;
use crate::docql::complete::place::narrowed::ListCache;
use crate::docql::eval::run::run;
use crate::docql::plan::compile::compile;
use crate::document::Span;
use crate::library::Library;
use crate::stdx::Ticket;

/// Completions tried for an example, at most.
const MAX_STEPS: usize = 6;

impl Candidate {
    /// True if [`find_example`] supports this kind of candidate.
    pub fn has_example(&self) -> bool {
        use CandidateKind::{Field, Function, List, Root};
        matches!(self.kind, Root | Function | List | Field)
    }
}

/// Finds an example for a candidate among the completions of `text` that replace `all`: the text with the candidate
/// inserted, completed with data of the workspace, and its number of hits. It may take as long as any query.
pub fn find_example(
    text: &str,
    candidate: &Candidate,
    all: Span,
    library: &Library,
    ticket: &Ticket,
) -> Option<(String, u64)> {
    if !candidate.has_example() {
        return None;
    }
    let mut query = text.get(..candidate.replaced(all).start as usize)?.to_owned();
    query.push_str(candidate.insert.get(..candidate.caret)?);
    if candidate.kind == CandidateKind::Field && compile(&query).is_err() {
        // A space ends the name of the field.
        query.push(' ');
    }
    let lists = ListCache::default();
    for _ in 0..MAX_STEPS {
        if let Ok(plan) = compile(&query) {
            let outcome = run(&plan, library, ticket).ok()?;
            return Some((query, outcome.count.unwrap_or(outcome.items.len()) as u64));
        }
        let completions = complete_with(&lists, &query, query.len(), Some(library), ticket);
        if ticket.is_stale() {
            return None;
        }
        let typed = completions.replace.of(&query);
        match completions.candidates.iter().find(|candidate| extends_query(candidate) && candidate.insert != typed) {
            Some(next) => {
                query.truncate(next.replaced(completions.replace).start as usize);
                query.push_str(&next.insert);
            }
            None if completions.closers.is_empty() => return None,
            None => query.push_str(&completions.closers),
        }
    }
    None
}

/// True if a candidate brings a query closer to its end.
fn extends_query(candidate: &Candidate) -> bool {
    let ends = matches!(candidate.kind, CandidateKind::Name | CandidateKind::Value | CandidateKind::Closer);
    let compares = candidate.kind == CandidateKind::Operator && !matches!(candidate.label.as_str(), "&&" | "||");
    (ends || compares || candidate.kind == CandidateKind::Field) && candidate.replace.is_none()
}

//! Examples of candidates: queries of this workspace, made by completing on from the candidate, that have
//! hits.

use super::{Candidate, CandidateKind, ListCache, complete_with};
use crate::docql::eval::run::run;
use crate::docql::plan::compile::compile;
use crate::document::Span;
use crate::library::Library;
use crate::stdx::Ticket;

/// How often an example is completed on before it is given up.
const MAX_STEPS: usize = 6;

impl Candidate {
    /// Whether [`find_example`] can find something for it.
    pub fn has_example(&self) -> bool {
        use CandidateKind::{Field, Function, List, Root};
        matches!(self.kind, Root | Function | List | Field)
    }
}

/// Finds an example for a candidate among completions of `text` that replace `all`: what is typed with the
/// candidate in its place, completed to the end with what the workspace has, and how many hits that has. It
/// may take as long as any query.
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
        // The name of the field is finished.
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

/// Whether a query is brought nearer to its end by a candidate.
fn extends_query(candidate: &Candidate) -> bool {
    let ends = matches!(candidate.kind, CandidateKind::Name | CandidateKind::Value | CandidateKind::Closer);
    let compares = candidate.kind == CandidateKind::Operator && !matches!(candidate.label.as_str(), "&&" | "||");
    (ends || compares || candidate.kind == CandidateKind::Field) && candidate.replace.is_none()
}

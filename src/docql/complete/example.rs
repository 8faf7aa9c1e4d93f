//! Examples of candidates: queries of this workspace, made by completing on from the candidate, that have
//! hits.

use super::{Candidate, CandidateKind, Completions, complete};
use crate::docql::compile::{compile, run};
use crate::library::Library;
use crate::stdx::Ticket;

/// How often an example is completed on before it is given up.
const STEPS: usize = 6;

/// Finds examples for the candidates `of` completions of `text`: what is typed with the candidate in its
/// place, completed to the end with what the workspace has. One that finds nothing says so.
pub fn examples(
    text: &str,
    completions: &mut Completions,
    of: std::ops::Range<usize>,
    library: &Library,
    ticket: &Ticket,
) {
    let all = completions.replace;
    for candidate in completions.candidates.get_mut(of).unwrap_or_default() {
        if ticket.is_stale() {
            return;
        }
        let steps = matches!(
            candidate.kind,
            CandidateKind::Root | CandidateKind::Function | CandidateKind::List | CandidateKind::Field
        );
        if steps && let Some((query, hits)) = example(text, candidate, all, library, ticket) {
            (candidate.example, candidate.hits) = (query, Some(hits));
        }
    }
}

/// The query that comes of a candidate, and how many hits it has.
fn example(
    text: &str,
    candidate: &Candidate,
    all: crate::document::Span,
    library: &Library,
    ticket: &Ticket,
) -> Option<(String, u64)> {
    let mut query = text.get(..candidate.replaced(all).start as usize)?.to_owned();
    query.push_str(candidate.insert.get(..candidate.caret)?);
    if candidate.kind == CandidateKind::Field && compile(&query).is_err() {
        // The name of the field is finished.
        query.push(' ');
    }
    for _ in 0..STEPS {
        if let Ok(plan) = compile(&query) {
            let outcome = run(&plan, library, ticket).ok()?;
            return Some((query, outcome.count.unwrap_or(outcome.items.len()) as u64));
        }
        let completions = complete(&query, query.len(), Some(library), ticket);
        if ticket.is_stale() {
            return None;
        }
        let typed = completions.replace.of(&query);
        match completions.candidates.iter().find(|candidate| goes_on(candidate) && candidate.insert != typed) {
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
fn goes_on(candidate: &Candidate) -> bool {
    let ends = matches!(candidate.kind, CandidateKind::Name | CandidateKind::Value | CandidateKind::Closer);
    let compares = candidate.kind == CandidateKind::Operator && !matches!(candidate.label.as_str(), "&&" | "||");
    (ends || compares || candidate.kind == CandidateKind::Field) && candidate.replace.is_none()
}

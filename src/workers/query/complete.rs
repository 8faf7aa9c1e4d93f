//! Completions that know the workspace, and examples of them.

use crate::app::Msg;
use crate::docql::{self, Candidate, ListCache};
use crate::document::Span;
use crate::library::Library;
use crate::stdx::Ticket;

/// A request for the candidates at a caret.
#[derive(Debug)]
pub(in crate::workers) struct CandidatesRequest {
    pub ticket: Ticket,
    pub text: String,
    pub caret: usize,
}

/// A request for an example of one of the candidates, which replace `all`.
#[derive(Debug)]
pub(in crate::workers) struct ExampleRequest {
    pub ticket: Ticket,
    pub text: String,
    pub all: Span,
    pub candidate: Box<Candidate>,
}

/// ListCache candidates, unless newer work is asked for. `lists` is kept from one request to the next.
pub(in crate::workers) fn candidates(
    lists: &ListCache,
    library: &Library,
    CandidatesRequest { ticket, text, caret }: CandidatesRequest,
    notify: &dyn Fn(Msg),
) {
    let completions = Box::new(docql::complete_with(lists, &text, caret, Some(library), &ticket));
    if !ticket.is_stale() {
        notify(Msg::CompletionsArrived { ticket: ticket.number(), completions });
    }
}

/// Finds an example, unless newer work is asked for.
pub(in crate::workers) fn example(
    library: &Library,
    ExampleRequest { ticket, text, all, mut candidate }: ExampleRequest,
    notify: &dyn Fn(Msg),
) {
    let found = docql::find_example(&text, &candidate, all, library, &ticket);
    if let Some((example, hits)) = found.filter(|_| !ticket.is_stale()) {
        (candidate.example, candidate.hits) = (example, Some(hits));
        notify(Msg::ExampleFound { ticket: ticket.number(), candidate });
    }
}

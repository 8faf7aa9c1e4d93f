//! Completions that know the workspace, and examples of them.

use crate::app::Msg;
use crate::docql::{self, Candidate, ListCache};
use crate::document::Span;
use crate::library::Library;
use crate::stdx::Ticket;

/// What is asked about the text of the prompt.
#[derive(Debug)]
pub(in crate::workers) enum CompletionRequest {
    /// What may stand at a caret.
    Candidates { ticket: Ticket, text: String, caret: usize },
    /// An example of one of the candidates, which replace `all`.
    Example { ticket: Ticket, text: String, all: Span, candidate: Box<Candidate> },
}

/// Answers a request, unless newer work is asked for. `lists` is kept from one to the next.
pub(in crate::workers) fn complete(
    lists: &ListCache,
    library: &Library,
    request: CompletionRequest,
    say: &dyn Fn(Msg),
) {
    match request {
        CompletionRequest::Candidates { ticket, text, caret } => {
            let completions = Box::new(docql::complete_with(lists, &text, caret, Some(library), &ticket));
            if !ticket.is_stale() {
                say(Msg::CompletionsArrived { ticket: ticket.number(), completions });
            }
        }
        CompletionRequest::Example { ticket, text, all, mut candidate } => {
            let found = docql::find_example(&text, &candidate, all, library, &ticket);
            if let Some((example, hits)) = found.filter(|_| !ticket.is_stale()) {
                (candidate.example, candidate.hits) = (example, Some(hits));
                say(Msg::ExampleFound { ticket: ticket.number(), candidate });
            }
        }
    }
}

//! Completions that know the workspace.

use super::engine::CompletionRequest;
use crate::app::Msg;
use crate::docql;
use crate::library::Library;

/// The completions at a caret; `None` if newer ones have been asked for.
pub(super) fn complete(library: &Library, request: &CompletionRequest) -> Option<Msg> {
    let completions = docql::complete(&request.text, request.caret, Some(library), &request.ticket);
    (!request.ticket.is_stale())
        .then(|| Msg::CompletionsArrived { ticket: request.ticket.number(), completions: Box::new(completions) })
}

//! Completions that know the workspace.

use super::engine::CompletionRequest;
use crate::app::Msg;
use crate::docql::{self, Completions};
use crate::library::Library;

/// Says the completions at a caret, then, if nothing newer has been asked for, again with an example of the
/// row that is looked at.
pub(super) fn complete(library: &Library, request: &CompletionRequest, say: &dyn Fn(Msg)) {
    let tell = |completions: Completions| {
        if !request.ticket.is_stale() {
            let completions = Box::new(completions);
            say(Msg::CompletionsArrived { ticket: request.ticket.number(), completions });
        }
    };
    let mut completions = docql::complete(&request.text, request.caret, Some(library), &request.ticket);
    let chosen = |label: &String| completions.candidates.iter().position(|candidate| candidate.label == *label);
    let row = request.chosen.as_ref().and_then(chosen).unwrap_or(0);
    if request.chosen.is_none() {
        tell(completions.clone());
    }
    if row < completions.candidates.len() && !request.ticket.is_stale() {
        docql::examples(&request.text, &mut completions, row..row + 1, library, &request.ticket);
        tell(completions);
    }
}

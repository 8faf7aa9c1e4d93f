//! Looks up the names on the screen that are declared elsewhere in the workspace.

use crate::app::{Msg, NamesRequest};
use crate::docql::known_names;
use crate::library::Library;
use std::sync::Arc;

/// Tells the names on the lines that are asked for.
pub(in crate::workers) fn find(library: &Library, request: &NamesRequest, notify: &dyn Fn(Msg)) {
    let NamesRequest { ticket, path, lines, target } = request;
    // Who asks for others has no need of these.
    let Ok(names) = known_names(library, path, lines.clone(), *target, ticket) else { return };
    notify(Msg::NamesFound { ticket: ticket.number(), path: Arc::clone(path), names });
}

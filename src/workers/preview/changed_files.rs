//! The files of the workspace that differ from the commits that are checked out.

use crate::app::Msg;
use crate::library::{ChangeState, Library};
use crate::stdx::Ticket;

/// Looks at the commits again and at all files that may differ; says nothing if the ticket goes stale.
pub(in crate::workers) fn find(library: &Library, ticket: &Ticket, say: &dyn Fn(Msg)) {
    library.look_at_commit();
    let mut files = Vec::new();
    for id in library.file_ids() {
        if ticket.is_stale() {
            return;
        }
        files.extend(library.change(id).map(|state| (library.file(id).path.clone(), state)));
    }
    files.extend(library.gone().into_iter().map(|path| (path.into(), ChangeState::Deleted)));
    say(Msg::ChangesFound { ticket: ticket.number(), files });
}

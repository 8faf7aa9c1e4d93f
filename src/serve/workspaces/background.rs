//! Indexing behind the questions, until all of a workspace is indexed and saved.

use super::opened::Opened;
use crate::indexer::Outlook;
use crate::stdx::Ticket;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How long a step works; a question waits for it at most.
const STEP: Duration = Duration::from_millis(200);

/// Starts a thread that indexes `opened` as long as somebody has it. A revision is read as far as questions need.
pub(super) fn begin(opened: &Arc<Opened>) {
    if opened.at.is_some() {
        return;
    }
    let opened = Arc::downgrade(opened);
    // Without the thread questions index what they need.
    let _ = std::thread::Builder::new().name("index".to_owned()).spawn(move || index(&opened));
}

fn index(opened: &Weak<Opened>) {
    while let Some(opened) = opened.upgrade() {
        match opened.indexer.index_some(STEP, &Ticket::forever(), &|_| {}) {
            Ok(Outlook::More) if opened.indexer.is_saving_due() => opened.indexer.save_quietly(),
            Ok(Outlook::More) => {}
            Ok(Outlook::Done) => return save(&opened),
            Ok(Outlook::Elsewhere) | Err(_) => return,
        }
    }
}

fn save(opened: &Opened) {
    if opened.unsaved.is_none() && opened.indexer.has_unsaved() {
        opened.indexer.save_quietly();
    }
    opened.indexer.settle();
}

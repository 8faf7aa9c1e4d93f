//! Work behind the questions: indexing until all of a workspace is indexed and saved, then looks at all files.

use super::opened::Opened;
use crate::indexer::Outlook;
use crate::stdx::Ticket;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How long a step works; a question waits for it at most.
const STEP: Duration = Duration::from_millis(200);

/// Starts a thread that works for `opened` as long as somebody has it: a look for each message of `due`. A revision is
/// read as far as questions need.
pub(super) fn begin(opened: &Arc<Opened>, due: Receiver<()>) {
    if opened.at.is_some() {
        return;
    }
    let opened = Arc::downgrade(opened);
    let work = move || {
        index(&opened);
        look(&opened, &due);
    };
    // Without the thread questions index what they need.
    let _ = std::thread::Builder::new().name("index".to_owned()).spawn(work);
}

fn look(opened: &Weak<Opened>, due: &Receiver<()>) {
    while due.recv().is_ok() {
        let Some(opened) = opened.upgrade() else { return };
        opened.watched.look_behind(&opened.indexer);
        // What was asked for meanwhile has just been done.
        while due.try_recv().is_ok() {}
    }
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

//! Indexing in the background: the list of files first, then structure and text in small steps.

use super::query::index_progress;
use super::starters;
use crate::app::Msg;
use crate::indexer::{Indexer, Outlook, Progress};
use crate::stdx::Ticket;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// How long one step works before it looks around.
const STEP: Duration = Duration::from_millis(150);

/// How often the app hears of a better library.
const NEWS: Duration = Duration::from_millis(400);

/// How often the app hears of progress.
const PROGRESS: Duration = Duration::from_millis(100);

/// Finds the files, indexes them, and starts over whenever somebody asks. Ends when nobody does any more.
pub(super) fn index(indexer: &Indexer, sender: &Sender<Msg>, asked: &Receiver<()>, ticket: &Ticket) {
    if let Some(listing) = indexer.glance() {
        drop(sender.send(Msg::LibraryChanged(listing.into())));
    }
    loop {
        let told = Mutex::new(Instant::now());
        let progress = |progress: Progress| {
            let Ok(mut told) = told.try_lock() else { return };
            if told.elapsed() >= PROGRESS {
                *told = Instant::now();
                drop(sender.send(Msg::IndexProgressed(Some(index_progress(progress)))));
            }
        };
        if let Err(problem) = indexer.refresh(ticket, &progress) {
            if ticket.is_stale() {
                return;
            }
            drop(sender.send(Msg::WorkerFailed(problem.to_string())));
        }
        news(indexer, sender);
        work(indexer, sender, ticket, &progress);
        if ticket.is_stale() || asked.recv().is_err() {
            return;
        }
        asked.try_iter().for_each(drop);
    }
}

fn work(indexer: &Indexer, sender: &Sender<Msg>, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) {
    let mut last = Instant::now();
    let mut revision = indexer.library().revision();
    while let Ok(Outlook::More) = indexer.index_some(STEP, ticket, progress) {
        let now = indexer.library().revision();
        if now != revision && last.elapsed() >= NEWS {
            (last, revision) = (Instant::now(), now);
            drop(sender.send(Msg::LibraryChanged(indexer.library().listing().into())));
        }
    }
    if !ticket.is_stale() {
        news(indexer, sender);
        drop(sender.send(Msg::IndexProgressed(None)));
    }
}

/// Tells the app what the workspace looks like now.
fn news(indexer: &Indexer, sender: &Sender<Msg>) {
    let library = indexer.library();
    drop(sender.send(Msg::LibraryChanged(library.listing().into())));
    drop(sender.send(Msg::StartersFound(starters::starters(&library))));
}

//! Indexing in the background: the list of files first, then structure and text in small steps, and
//! whatever changes on disk as soon as it does.

use crate::app::{FileChanges, Msg};
use crate::indexer::{Audit, Audited, Change, Changes, Indexer, News, Outlook, Progress, Watch};
use crate::library::Library;
use crate::stdx::Ticket;
use crate::workers::query::progress::index_progress;
use crate::workers::query::{starters, warm};
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The time that one step works before it looks around.
const STEP: Duration = Duration::from_millis(150);

/// The time between two libraries that the app hears of.
const NEWS: Duration = Duration::from_millis(400);

/// The time between two reports of progress.
const PROGRESS: Duration = Duration::from_millis(100);

/// The time between two saves: what a crash can cost.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// The time without edits before the last ones are saved. They are seen at once; saving is for the next start.
const SAVE_AFTER: Duration = Duration::from_secs(3);

/// The time for which the saved index is compared with its checksums at once: all of a small one.
const AUDIT_AT_ONCE: Duration = Duration::from_millis(50);

/// After that a pause follows each piece: so much longer than it took, and this at least.
const AUDIT_PAUSE: (u32, Duration) = (20, Duration::from_millis(20));

/// Reasons for the thread to go on.
#[derive(Debug)]
pub(super) enum Wake {
    /// The user wants all files compared.
    Rescan,
    /// The watcher has something to tell.
    Watch(News),
    /// The program ends.
    Stop,
}

/// Finds the files, indexes them, and looks again whenever something has changed. Ends when it is told to.
pub(super) fn index(
    indexer: &Indexer,
    sender: &Sender<Msg>,
    inbox: &Receiver<Wake>,
    wakes: Sender<Wake>,
    ((ticket, unasked), watched): ((&Ticket, &Ticket), bool),
) {
    let bell = wakes.clone();
    let watch = match watched {
        true => indexer.watch(move |news| drop(wakes.send(Wake::Watch(news)))).ok().flatten(),
        false => None,
    };
    let told = Mutex::new(Instant::now());
    let progress = |progress: Progress| {
        let Ok(mut told) = told.try_lock() else { return };
        if told.elapsed() >= PROGRESS {
            *told = Instant::now();
            drop(sender.send(Msg::IndexProgressed(Some(index_progress(progress)))));
        }
    };
    if let Some(listing) = indexer.glance() {
        drop(sender.send(Msg::LibraryChanged(listing.into())));
    }
    let mut session = Session {
        indexer,
        sender,
        inbox,
        watch,
        bell,
        ticket,
        progress: &progress,
        lost: false,
        is_beside: Cell::new(false),
        is_waiting: Cell::new(false),
        has_said_why: Cell::new(false),
        told: Cell::new(0),
    };
    indexer.restore();
    session.notices();
    if indexer.library().indexed() > 0 && !indexer.library().files().is_empty() {
        // What was saved is shown before anything is looked at.
        session.news();
        session.warm(unasked);
    }
    let (mut change, mut audit) = (Some(Change::Everything), None);
    while !ticket.is_stale() {
        if let Some(change) = change.take() {
            session.look(&change);
        }
        change = session.work();
        if change.is_none() {
            let library = indexer.library();
            if library.is_complete() && library.read_letters(ticket).is_err() {
                return;
            }
            drop(library);
            let patience = match (indexer.has_unsaved(), session.is_waiting.get()) {
                (true, _) => Some(SAVE_AFTER),
                (false, true) => Some(indexer.patience()),
                (false, false) => None,
            };
            let wake = match patience {
                Some(patience) => inbox.recv_timeout(patience),
                None => match session.idle(&mut audit) {
                    Some(wake) => wake,
                    None => continue,
                },
            };
            match wake {
                Ok(wake) => change = session.wakened(wake),
                // What was saved while nothing could be heard of it.
                Err(RecvTimeoutError::Timeout) if session.is_waiting.get() => drop(indexer.follow()),
                Err(RecvTimeoutError::Timeout) => session.save(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

struct Session<'s> {
    indexer: &'s Indexer,
    sender: &'s Sender<Msg>,
    inbox: &'s Receiver<Wake>,
    watch: Option<Watch>,
    /// Wakes this thread.
    bell: Sender<Wake>,
    ticket: &'s Ticket,
    progress: &'s (dyn Fn(Progress) + Sync),
    /// True if the workspace could not be found the last time.
    lost: bool,
    /// True if it is known that another process writes the index, and is followed.
    is_beside: Cell<bool>,
    /// True if work is left to that process.
    is_waiting: Cell<bool>,
    /// True if the user knows.
    has_said_why: Cell<bool>,
    /// The revision of the library that the app was told last, with the queries worth trying on it.
    told: Cell<u64>,
}

impl Session<'_> {
    fn notify(&self, message: Msg) {
        drop(self.sender.send(message));
    }

    /// The change to look at after `wake` and all that has come in with it.
    fn wakened(&self, wake: Wake) -> Option<Change> {
        let mut all: Option<Change> = None;
        for wake in std::iter::once(wake).chain(self.inbox.try_iter()) {
            let change = match wake {
                Wake::Rescan => Change::Everything,
                Wake::Watch(News::Changed(change)) => change,
                Wake::Watch(News::Saved) => {
                    self.indexer.follow();
                    continue;
                }
                Wake::Watch(News::Vacant) => {
                    self.is_beside.set(!self.indexer.succeed());
                    continue;
                }
                Wake::Watch(News::Polling(reason)) => {
                    self.notify(Msg::WorkerFailed(format!("changes are looked for every few seconds: {reason}")));
                    continue;
                }
                Wake::Stop => return None,
            };
            all = Some(match all {
                Some(other) => other.and(change),
                None => change,
            });
        }
        all
    }

    /// Compares files with what is known of them and tells the app what is different.
    fn look(&mut self, change: &Change) {
        let indexer = self.indexer;
        let before = indexer.library();
        let is_first = !before.is_walked();
        let outcome = match change {
            Change::Everything => indexer.refresh(self.ticket, self.progress),
            Change::Paths(paths) => indexer.refresh_paths(paths, self.ticket, self.progress),
        };
        match outcome {
            Ok(changes) => {
                self.lost = false;
                if is_first {
                    self.news();
                } else if !changes.is_empty() {
                    let now = indexer.library();
                    let changes = file_changes(changes, &before, &now);
                    self.notify(Msg::FilesChanged { listing: now.listing().into(), changes });
                }
                if let Some(watch) = &self.watch {
                    watch.follow(indexer.places());
                }
            }
            Err(_) if self.ticket.is_stale() => {}
            Err(problem) => {
                // Said once; what was known stays until the workspace is back.
                if !std::mem::replace(&mut self.lost, true) {
                    self.notify(Msg::WorkerFailed(problem.to_string()));
                }
                if let Some(watch) = &self.watch {
                    watch.lost();
                }
            }
        }
        self.notify(Msg::IndexProgressed(None));
    }

    /// Prepares the first question in a thread of its own, while files are looked at. That there is none costs nothing
    /// but time.
    fn warm(&self, unasked: &Ticket) {
        let (library, needed, unasked) = (self.indexer.library(), self.ticket.clone(), unasked.clone());
        let work = move || warm::warm(&library, &needed, &unasked).unwrap_or_default();
        drop(std::thread::Builder::new().name("warm".to_owned()).spawn(work));
    }

    /// Tells what the indexer has noticed about the saved index.
    fn notices(&self) {
        for notice in self.indexer.take_notices() {
            self.notify(Msg::WorkerFailed(notice));
        }
    }

    /// Saves what is known. That it cannot be is said once.
    fn save(&self) {
        self.indexer.save_quietly();
        self.notices();
        if self.indexer.is_reader() {
            self.stand_by();
        }
    }

    /// Another process writes the index: what it saves is taken over, and its place when it goes.
    fn stand_by(&self) {
        if self.is_beside.replace(true) {
            return;
        }
        let bell = self.bell.clone();
        self.indexer.inherit(move || drop(bell.send(Wake::Watch(News::Vacant))));
        if let (Some(watch), Some(place)) = (&self.watch, self.indexer.index_place()) {
            watch.follow_index(place);
        }
    }

    /// Waits for something to happen. Meanwhile the saved index is compared with its checksums, once, if that is due.
    /// `None` if it is damaged: then there is work again.
    fn idle(&self, audit: &mut Option<Option<Audit>>) -> Option<Result<Wake, RecvTimeoutError>> {
        let (mut pause, mut spent) = (Duration::ZERO, Duration::ZERO);
        while !matches!(audit, Some(None)) {
            match self.inbox.recv_timeout(pause) {
                Err(RecvTimeoutError::Timeout) => {}
                wake => return Some(wake),
            }
            let start = Instant::now();
            let outlook = match audit.get_or_insert_with(|| self.indexer.due_audit()) {
                Some(audit) => self.indexer.audit_some(audit),
                None => break,
            };
            if outlook != Audited::More {
                *audit = Some(None);
            }
            if outlook == Audited::Damaged {
                self.notices();
                return None;
            }
            spent += start.elapsed();
            if spent > AUDIT_AT_ONCE {
                let (times, least) = AUDIT_PAUSE;
                pause = (start.elapsed() * times).max(least);
            }
        }
        Some(self.inbox.recv().map_err(RecvTimeoutError::from))
    }

    /// Indexes until all is done, or until there is something to look at.
    fn work(&self) -> Option<Change> {
        let mut last = Instant::now();
        let mut saved = Instant::now();
        let mut revision = self.indexer.library().revision();
        loop {
            let outlook = self.indexer.index_some(STEP, self.ticket, self.progress);
            self.is_waiting.set(outlook == Ok(Outlook::Elsewhere));
            if self.is_waiting.get() {
                self.stand_by();
                if !self.has_said_why.replace(true) {
                    let why = "another docql is indexing this workspace: what it saves appears here";
                    self.notify(Msg::WorkerFailed(why.to_owned()));
                }
            }
            if outlook != Ok(Outlook::More) {
                break;
            }
            let now = self.indexer.library().revision();
            if now != revision && last.elapsed() >= NEWS {
                (last, revision) = (Instant::now(), now);
                self.notify(Msg::LibraryChanged(self.indexer.library().listing().into()));
                self.notices();
            }
            if saved.elapsed() >= SAVE_EVERY || (self.indexer.has_unsaved() && self.indexer.is_saving_due()) {
                self.save();
                saved = Instant::now();
            }
            if let Ok(wake) = self.inbox.try_recv()
                && let Some(change) = self.wakened(wake)
            {
                return Some(change);
            }
        }
        self.notices();
        if !self.ticket.is_stale() && self.indexer.library().revision() != self.told.get() {
            self.news();
            self.notify(Msg::IndexProgressed(None));
        }
        None
    }

    /// Tells the app what the workspace looks like now.
    fn news(&self) {
        let library = self.indexer.library();
        self.told.set(library.revision());
        self.notify(Msg::LibraryChanged(library.listing().into()));
        self.notify(Msg::StartersFound(starters::starters(&library)));
    }
}

/// Changes in the app's words, from the library as it was to what it is now.
pub(super) fn file_changes(changes: Changes, before: &Library, now: &Library) -> FileChanges {
    let content = |library: &Library, path: &str| {
        let (segment, row) = library.saved_row(library.find(path)?)?;
        Some(segment.key(row))
    };
    let (mut same, mut unread) = (0, 0);
    for path in &changes.edited {
        match content(now, path) {
            None => unread += 1,
            known => same += usize::from(known == content(before, path)),
        }
    }
    let Changes { edited, added, removed } = changes;
    FileChanges { edited, added, removed, same, unread }
}

//! The watcher: hears from the system what changes below the walked directories, or looks now and then.
//!
//! Only directories that the walk has visited are watched, each on its own: what ignore files leave out
//! (`target`, `node_modules`) costs no watch and no event. **Invariant:** reading files raises no event.

use super::coalesce::{Change, Coalescer};
use super::marks::{Marks, answer};
use super::system::{clause, is_local, is_of_one_path, is_ordered};
use crate::indexer::files::places::{MANIFEST, Places, RULES};
use crate::stdx::Ticket;
use notify::event::{EventKind, EventKindMask, ModifyKind, RemoveKind, RenameMode};
use notify::{Config, PathOp, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The time between two looks where the system sends no events, and in a workspace of more than
/// [`MANY_DIRECTORIES`]: comparing 80,000 files takes 0.2 s.
const LOOK: Duration = Duration::from_secs(2);
const LOOK_SELDOM: Duration = Duration::from_secs(5);

/// See [`LOOK_SELDOM`].
const MANY_DIRECTORIES: usize = 1000;

/// Up to so many directories that are newly watched are looked at one by one.
const FEW_DIRECTORIES: usize = 100;

/// How often one who catches up looks whether the answer is wanted still, and how many times.
const GLANCE: Duration = Duration::from_millis(50);
const PATIENCE: u32 = 20;

/// News from the watcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Something has changed.
    Changed(Change),
    /// The index on disk may have been saved by another process.
    Saved,
    /// No other process writes the index on disk any more. The watcher does not tell this; see
    /// [`crate::indexer::Indexer::inherit`].
    Vacant,
    /// The system does not tell of changes, so the files are compared now and then; the reason is a clause.
    Polling(String),
}

enum Message {
    Event(notify::Result<notify::Event>),
    Follow(Arc<Places>),
    Index(PathBuf),
    Lost,
    Mark(Sender<bool>),
    Stop,
}

/// Watches until it is dropped.
#[derive(Debug)]
pub struct Watch {
    messages: Sender<Message>,
    /// Ends what looks by itself, when it is dropped.
    others: Vec<Sender<()>>,
}

impl Watch {
    /// Starts the thread; nothing is watched before [`Watch::follow`]. `tell` is called from that thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(tell: impl Fn(News) + Send + 'static) -> std::io::Result<Watch> {
        let (messages, inbox) = mpsc::channel();
        let events = messages.clone();
        let run = move || Observer::new(Box::new(tell), events).run(&inbox);
        std::thread::Builder::new().name("watch".to_owned()).spawn(run)?;
        Ok(Watch { messages, others: Vec::new() })
    }

    /// Starts a thread that looks by itself what has changed, until what it is given has nobody at the other end.
    pub(in crate::indexer) fn looking(look: impl FnOnce(Receiver<()>) + Send + 'static) -> std::io::Result<Watch> {
        let (end, inbox) = mpsc::channel();
        std::thread::Builder::new().name("look".to_owned()).spawn(move || look(inbox))?;
        Ok(Watch { messages: mpsc::channel().0, others: vec![end] })
    }

    /// Both as one: places are followed by the first.
    pub(in crate::indexer) fn with(mut self, mut other: Watch) -> Watch {
        self.others.append(&mut other.others);
        self
    }

    /// Watches these places from now on, and no others. What changed in newly watched ones before they were
    /// watched is told as a change.
    pub fn follow(&self, places: Arc<Places>) {
        drop(self.messages.send(Message::Follow(places)));
    }

    /// Tells from now on when the index in `directory` is saved.
    pub fn follow_index(&self, directory: PathBuf) {
        drop(self.messages.send(Message::Index(directory)));
    }

    /// Returns when all that happened below the watched directories before this call has been told, without waiting
    /// for silence. False if the system does not say so much: then only a look at all files tells.
    pub fn catch_up(&self, ticket: &Ticket) -> bool {
        let (mark, seen) = mpsc::channel();
        drop(self.messages.send(Message::Mark(mark)));
        for _ in 0..PATIENCE {
            match seen.recv_timeout(GLANCE) {
                Ok(heard) => return heard,
                Err(RecvTimeoutError::Timeout) if !ticket.is_stale() => {}
                Err(_) => return false,
            }
        }
        false
    }

    /// The workspace cannot be found: from now on look whether it is back, until [`Watch::follow`].
    pub fn lost(&self) {
        drop(self.messages.send(Message::Lost));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        drop(self.messages.send(Message::Stop));
    }
}

type Tell = Box<dyn Fn(News) + Send>;

/// The means by which changes are found.
enum Means {
    /// Nothing has been watched yet.
    None,
    /// The system tells.
    System(Box<RecommendedWatcher>),
    /// All files are compared now and then.
    Looking,
}

struct Observer {
    tell: Tell,
    events: Sender<Message>,
    coalescer: Coalescer,
    means: Means,
    places: Arc<Places>,
    watched: BTreeSet<PathBuf>,
    /// From the first time on that somebody catches up.
    marks: Option<Marks>,
    /// The directory of an index that another process writes.
    index: Option<PathBuf>,
    /// When to look next, while looking is needed.
    look: Option<Instant>,
    lost: bool,
}

impl Observer {
    fn new(tell: Tell, events: Sender<Message>) -> Observer {
        Observer {
            tell,
            events,
            coalescer: Coalescer::default(),
            means: Means::None,
            places: Arc::default(),
            watched: BTreeSet::new(),
            marks: None,
            index: None,
            look: None,
            lost: false,
        }
    }

    fn run(mut self, inbox: &Receiver<Message>) {
        loop {
            let next = self.coalescer.due().into_iter().chain(self.look).min();
            let message = match next {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => inbox.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match message {
                Ok(Message::Event(event)) => self.heard(event),
                Ok(Message::Follow(places)) => self.follow(places),
                Ok(Message::Index(directory)) => self.follow_index(directory),
                Ok(Message::Lost) => {
                    self.lost = true;
                    self.look = Some(Instant::now() + LOOK);
                }
                Ok(Message::Mark(waiting)) => self.mark(waiting),
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = Instant::now();
            if let Some(change) = self.coalescer.take(now) {
                (self.tell)(News::Changed(change));
            }
            if self.look.is_some_and(|at| at <= now) {
                self.look = None;
                if self.index.is_some() {
                    (self.tell)(News::Saved);
                }
                (self.tell)(News::Changed(Change::Everything));
                self.rest();
            }
        }
    }

    /// Makes a mark where events come in the order in which things happen.
    fn mark(&mut self, waiting: Sender<bool>) {
        let is_heard = !self.lost && is_ordered() && self.places.roots.iter().all(|root| is_local(root));
        if let (Means::System(watcher), true, None) = (&mut self.means, is_heard, &self.marks) {
            let watched = |marks: &Marks| watcher.watch(marks.directory(), RecursiveMode::NonRecursive).is_ok();
            self.marks = Marks::new().ok().filter(watched);
        }
        match self.marks.as_mut().filter(|_| is_heard) {
            Some(marks) => marks.make(waiting),
            None => answer(&waiting, false),
        }
    }

    /// Tells at once what happened before a mark.
    fn passed(&mut self, waiting: &Sender<bool>) {
        if let Some(change) = self.coalescer.take_all() {
            (self.tell)(News::Changed(change));
        }
        answer(waiting, true);
    }

    /// Sets the time of the next look, if looking is how changes are found.
    fn rest(&mut self) {
        let many = self.places.directories.len() > MANY_DIRECTORIES && !self.lost;
        let pause = if many { LOOK_SELDOM } else { LOOK };
        self.look = (self.lost || matches!(self.means, Means::Looking)).then(|| Instant::now() + pause);
    }

    fn heard(&mut self, event: notify::Result<notify::Event>) {
        let now = Instant::now();
        let event = match event {
            Ok(event) if !event.need_rescan() => event,
            _ => return self.lost_events(now),
        };
        let gone = matches!(
            event.kind,
            EventKind::Remove(RemoveKind::Folder | RemoveKind::Other)
                | EventKind::Modify(ModifyKind::Name(RenameMode::From | RenameMode::Any))
        );
        for path in event.paths {
            if self.marks.as_ref().is_some_and(|marks| path.starts_with(marks.directory())) {
                if let Some(waiting) = self.marks.as_mut().and_then(|marks| marks.seen(&path)) {
                    self.passed(&waiting);
                }
                continue;
            }
            if let Some(index) = self.index.as_ref().filter(|index| path.starts_with(index)) {
                if path.parent() == Some(index) && path.ends_with(MANIFEST) {
                    (self.tell)(News::Saved);
                }
                continue;
            }
            if gone {
                self.unwatch_below(&path);
            }
            if self.places.roots.contains(&path) {
                self.coalescer.everything(now);
            }
            if self.places.concerns(&path) {
                match path.file_name().and_then(OsStr::to_str) {
                    Some(name) if RULES.contains(&name) => self.coalescer.everything(now),
                    _ => self.coalescer.path(now, path),
                }
            }
        }
    }

    /// Events were lost, perhaps those of directories that have moved: all is watched anew after the walk.
    fn lost_events(&mut self, now: Instant) {
        if let Means::System(_) = self.means {
            self.means = Means::None;
            self.watched.clear();
            self.marks = None;
        }
        self.coalescer.overflow(now);
    }

    /// A directory has left its place: its watches speak of a place where it no longer is.
    fn unwatch_below(&mut self, path: &Path) {
        let below: Vec<PathBuf> =
            self.watched.range(path.to_owned()..).take_while(|at| at.starts_with(path)).cloned().collect();
        for directory in below {
            self.watched.remove(&directory);
            if let Means::System(watcher) = &mut self.means {
                // The system may have ended the watch itself.
                drop(watcher.unwatch(&directory));
            }
        }
    }

    fn follow(&mut self, places: Arc<Places>) {
        self.places = places;
        self.lost = false;
        if let Means::None = self.means {
            let events = self.events.clone();
            let hear = move |event| drop(events.send(Message::Event(event)));
            let config = Config::default().with_event_kinds(EventKindMask::CORE).with_follow_symlinks(false);
            match RecommendedWatcher::new(hear, config) {
                Ok(watcher) => self.means = Means::System(Box::new(watcher)),
                Err(error) => self.look_instead(&error),
            }
        }
        if let Means::System(_) = self.means
            && let Err(error) = self.watch_places()
        {
            self.look_instead(&error);
        }
        self.rest();
    }

    fn follow_index(&mut self, directory: PathBuf) {
        // Some systems tell real paths only.
        self.index = Some(std::fs::canonicalize(&directory).unwrap_or(directory));
        if let Means::System(_) = self.means
            && let Err(error) = self.watch_places()
        {
            self.look_instead(&error);
            self.rest();
        }
        // What was saved before it was watched.
        (self.tell)(News::Saved);
    }

    /// Watches what is not watched yet, and nothing that is not to be watched any more.
    fn watch_places(&mut self) -> notify::Result<()> {
        let Means::System(watcher) = &mut self.means else { return Ok(()) };
        // Elsewhere a watch on a root costs the same as one on a directory, and holds all that is below.
        let one_by_one = is_ordered();
        let mode = if one_by_one { RecursiveMode::NonRecursive } else { RecursiveMode::Recursive };
        let mut wanted: BTreeSet<PathBuf> = match one_by_one {
            true => self.places.directories.union(&self.places.around).cloned().collect(),
            false => self.places.roots.iter().cloned().collect(),
        };
        if !one_by_one && wanted.iter().any(|root| std::fs::canonicalize(root).is_ok_and(|real| real != *root)) {
            // Such systems tell real paths only.
            return Err(notify::Error::generic("the workspace is reached through a link"));
        }
        wanted.extend(self.index.clone());
        let old: Vec<PathBuf> = self.watched.difference(&wanted).cloned().collect();
        for directory in old {
            drop(watcher.unwatch(&directory));
            self.watched.remove(&directory);
        }
        let new: Vec<PathBuf> = wanted.difference(&self.watched).cloned().collect();
        let mut operations: Vec<PathOp> =
            new.iter().map(|path| PathOp::Watch(path.clone(), notify::WatchPathConfig::new(mode))).collect();
        while let Err(failed) = watcher.update_paths(std::mem::take(&mut operations)) {
            if !is_of_one_path(&failed.source) {
                return Err(failed.source);
            }
            operations = failed.remaining;
        }
        self.watched = wanted;
        // Between the walk and now changes went unseen.
        let now = Instant::now();
        if new.len() > FEW_DIRECTORIES {
            self.coalescer.everything(now);
        } else {
            new.into_iter().for_each(|path| self.coalescer.path(now, path));
        }
        Ok(())
    }

    fn look_instead(&mut self, error: &notify::Error) {
        self.means = Means::Looking;
        self.watched.clear();
        self.marks = None;
        (self.tell)(News::Polling(clause(error)));
    }
}

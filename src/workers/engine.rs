//! The threads, one for each sort of work: newer work replaces older work of its sort that nobody has begun, and none of
//! another.

use super::index::{self, Wake};
use crate::app::{
    EditorPlace, Effect, Msg, NamesRequest, PictureRequest, PreviewRequest, QueryRequest, StateRequest, WriteRequest,
};
use crate::docql::{ListCache, Results, page_at};
use crate::document::NodeKey;
use crate::indexer::{Indexer, WorkspaceOptions};
use crate::library::{Library, LocateError, NoPlace};
use crate::stdx::{Mailbox, Ticket, Tickets};
use crate::workers::files::editors::FilePlace;
use crate::workers::files::state::StateStore;
use crate::workers::preview::{changed_files, find, names, outline, page, pictures};
use crate::workers::query::complete::{CandidatesRequest, ExampleRequest};
use crate::workers::query::research::{Asker, ModelSource};
use crate::workers::query::{answer, complete};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long the end of the program waits until what outlives it is written.
const FAREWELL: Duration = Duration::from_secs(2);

/// A request to look for text in a file.
#[derive(Debug)]
struct SearchRequest {
    ticket: Ticket,
    path: Arc<str>,
    term: String,
}

/// A request to count callers.
#[derive(Debug)]
struct CountRequest {
    ticket: Ticket,
    results: Arc<Results>,
}

/// A request to count uses.
#[derive(Debug)]
struct UsesRequest {
    ticket: Ticket,
    key: NodeKey,
    query: String,
}

/// The threads and their mailboxes. Dropping it stops them.
#[derive(Debug)]
pub struct Workers {
    indexer: Arc<Indexer>,
    queries: Mailbox<QueryRequest>,
    completions: Mailbox<CandidatesRequest>,
    examples: Mailbox<ExampleRequest>,
    previews: Mailbox<PreviewRequest>,
    pins: Mailbox<PreviewRequest>,
    /// Its thread starts with the first picture: most users never see one.
    pictures: OnceLock<Mailbox<PictureRequest>>,
    searches: Mailbox<SearchRequest>,
    changes: Mailbox<Ticket>,
    counts: Mailbox<CountRequest>,
    uses: Mailbox<UsesRequest>,
    names: Mailbox<NamesRequest>,
    outlines: Sender<Arc<str>>,
    writing: Mutex<Vec<JoinHandle<()>>>,
    sender: Sender<Msg>,
    wakes: Sender<Wake>,
    state: Sender<StateRequest>,
    written: Receiver<()>,
    indexing: Tickets,
    /// For what is done until the first question is asked.
    warming: Tickets,
}

impl Workers {
    /// Opens the workspace and starts the threads; they send what they find to `sender`.
    /// Without a `state` nothing outlives the process; `models` is asked for whom a question goes to.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn start(
        options: WorkspaceOptions,
        state: Option<StateStore>,
        models: Option<ModelSource>,
        sender: &Sender<Msg>,
    ) -> anyhow::Result<Workers> {
        let watched = options.watch;
        let indexer = Arc::new(Indexer::unwalked(options)?);
        let (indexing, warming) = (Tickets::default(), Tickets::default());
        let (outlines, wanted) = mpsc::channel();
        let (wakes, inbox) = mpsc::channel();
        let (requests, asked) = mpsc::channel();
        let (done, written) = mpsc::channel();
        let workers = Workers {
            queries: Mailbox::default(),
            completions: Mailbox::default(),
            examples: Mailbox::default(),
            previews: Mailbox::default(),
            pins: Mailbox::default(),
            pictures: OnceLock::new(),
            searches: Mailbox::default(),
            changes: Mailbox::default(),
            counts: Mailbox::default(),
            uses: Mailbox::default(),
            names: Mailbox::default(),
            outlines,
            writing: Mutex::default(),
            sender: sender.clone(),
            wakes,
            state: requests,
            written,
            indexing,
            warming,
            indexer,
        };
        workers.start_mailboxes(models, sender)?;
        let (indexer, to) = (Arc::clone(&workers.indexer), sender.clone());
        spawn("outline", sender, move || outlines_thread(&wanted, &indexer, &to))?;
        let to = sender.clone();
        spawn("state", sender, move || state_thread(&asked, state.as_ref(), &to, done))?;
        let wakes = workers.wakes.clone();
        let (indexer, to) = (Arc::clone(&workers.indexer), sender.clone());
        let (ticket, unasked) = (workers.indexing.issue(), workers.warming.issue());
        spawn("index", sender, move || index::index(&indexer, &to, &inbox, wakes, ((&ticket, &unasked), watched)))?;
        Ok(workers)
    }

    fn start_mailboxes(&self, models: Option<ModelSource>, sender: &Sender<Msg>) -> std::io::Result<()> {
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("query", sender, &self.queries, || {
            let mut asker = Asker::new(models);
            move |request: QueryRequest| {
                answer::answer(&indexer, &request, &mut asker, true, &|message| drop(to.send(message)));
            }
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("completion", sender, &self.completions, || {
            let lists = ListCache::default();
            move |request: CandidatesRequest| {
                complete::candidates(&lists, &indexer.library(), request, &|message| drop(to.send(message)));
            }
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("example", sender, &self.examples, || {
            move |request: ExampleRequest| {
                complete::example(&indexer.library(), request, &|message| drop(to.send(message)));
            }
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("find", sender, &self.searches, || {
            move |SearchRequest { ticket, path, term }: SearchRequest| {
                find::find(&indexer.library(), &path, &term, &ticket, &|message| drop(to.send(message)));
            }
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("changes", sender, &self.changes, || {
            move |ticket: Ticket| changed_files::find(&indexer.library(), &ticket, &|message| drop(to.send(message)))
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("count", sender, &self.counts, || {
            move |CountRequest { ticket, results }: CountRequest| {
                answer::count_callers(&indexer, &results, &ticket, &|message| drop(to.send(message)));
            }
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("uses", sender, &self.uses, || {
            move |UsesRequest { ticket, key, query }: UsesRequest| {
                answer::count_uses(&indexer, key, &query, &ticket, &|message| drop(to.send(message)));
            }
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("names", sender, &self.names, || {
            move |request: NamesRequest| names::find(&indexer.library(), &request, &|message| drop(to.send(message)))
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("pin", sender, &self.pins, || {
            move |request: PreviewRequest| {
                page::pinned(&indexer.library(), &request, &|message| drop(to.send(message)));
            }
        })?;
        let (indexer, to) = (Arc::clone(&self.indexer), sender.clone());
        serve("preview", sender, &self.previews, || {
            let mut previewer = page::Previewer::default();
            move |request: PreviewRequest| {
                indexer.prioritise(&request.path);
                previewer.prepare(&indexer.library(), &request, &|message| drop(to.send(message)));
            }
        })
    }

    /// Hands an effect to its thread; gives back the effects that need the terminal.
    pub fn perform(&self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::RunQuery(request) => {
                self.warming.cancel();
                drop(self.queries.put(request));
            }
            Effect::Complete { ticket, text, caret } => {
                drop(self.completions.put(CandidatesRequest { ticket, text, caret }));
            }
            Effect::FindExample { ticket, text, all, candidate } => {
                drop(self.examples.put(ExampleRequest { ticket, text, all, candidate }));
            }
            Effect::LoadPreview(request) => drop(self.previews.put(request)),
            Effect::LoadPinned(request) => drop(self.pins.put(request)),
            Effect::LoadPictures(request) => drop(self.pictures.get_or_init(|| self.start_pictures()).put(request)),
            Effect::FindText { ticket, path, term } => drop(self.searches.put(SearchRequest { ticket, path, term })),
            Effect::FindChanges(ticket) => drop(self.changes.put(ticket)),
            Effect::CountCallers { ticket, results } => drop(self.counts.put(CountRequest { ticket, results })),
            Effect::CountUses { ticket, key, query } => drop(self.uses.put(UsesRequest { ticket, key, query })),
            Effect::FindNames(request) => drop(self.names.put(request)),
            Effect::LoadOutline(path) => drop(self.outlines.send(path)),
            Effect::WriteResults(request) => self.write(request),
            Effect::State(request) => drop(self.state.send(request)),
            Effect::Rescan => drop(self.wakes.send(Wake::Rescan)),
            other => return Some(other),
        }
        None
    }

    fn start_pictures(&self) -> Mailbox<PictureRequest> {
        let mailbox = Mailbox::default();
        let (indexer, to) = (Arc::clone(&self.indexer), self.sender.clone());
        let started = serve("picture", &self.sender, &mailbox, || {
            move |request: PictureRequest| {
                pictures::decode(&indexer.library(), &request, &|message| drop(to.send(message)));
            }
        });
        if let Err(problem) = started {
            drop(self.sender.send(Msg::WorkerFailed(format!("no pictures: {problem}"))));
        }
        mailbox
    }

    /// Every file that is written has a thread of its own: none waits for another, and none is forgotten.
    fn write(&self, request: WriteRequest) {
        let (library, to) = (self.indexer.library(), self.sender.clone());
        let thread = std::thread::spawn(move || {
            guarded("write", &to, || {
                drop(to.send(Msg::ResultsWritten(crate::workers::files::write::write(&library, &request))))
            });
        });
        self.writing.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
    }

    /// Keeps what outlives the process, after all that was asked before; returns when it is written, or takes
    /// too long.
    pub fn farewell(&mut self, requests: Vec<StateRequest>) {
        for request in requests {
            drop(self.state.send(request));
        }
        // The thread ends with its last request; that nothing is sent any more tells it so.
        self.state = mpsc::channel().0;
        let _ = self.written.recv_timeout(FAREWELL);
    }

    /// The workspace as it is known now, with what these files hold.
    pub fn library_with(&self, paths: &[Arc<str>]) -> Arc<Library> {
        // Nobody can overtake a ticket of one's own.
        let _ = self.indexer.ensure_files(paths, &Ticket::forever());
        self.indexer.library()
    }

    /// The path at which an editor finds a file of the workspace.
    fn editable(&self, path: &str) -> Result<PathBuf, LocateError> {
        let library = self.indexer.library();
        match library.find(path) {
            Some(id) => library.editable(id),
            None => Err(LocateError { path: path.into(), reason: NoPlace::NoFile }),
        }
    }

    /// Where the file, or the directory with a `/` at its end, at a path of the workspace is on disk.
    ///
    /// # Errors
    /// If it has no place there.
    pub fn locate(&self, path: &str) -> Result<PathBuf, LocateError> {
        if !path.ends_with('/') && !path.is_empty() {
            return self.editable(path);
        }
        let directory = self.indexer.library().directory(path);
        directory.ok_or_else(|| LocateError { path: path.into(), reason: NoPlace::NoDirectory })
    }

    /// The page that a place is on, in a document with pages.
    pub fn page(&self, place: &EditorPlace) -> Option<u32> {
        let library = self.indexer.library();
        page_at(&library, library.find(&place.path)?, place.line)
    }

    /// Places as an editor finds them. Of several, those are left out that it cannot find.
    ///
    /// # Errors
    /// If it can find none of them.
    pub fn file_places(&self, places: Vec<EditorPlace>) -> Result<Vec<FilePlace>, LocateError> {
        let mut found = Vec::new();
        let mut problem = None;
        let library = self.indexer.library();
        for EditorPlace { path, line, column, text } in places {
            let place = library.find(&path).map(|id| library.lines_place(id));
            match place.unwrap_or(Err(LocateError { path, reason: NoPlace::NoFile })) {
                Ok(file) => found.push(FilePlace { file, line, column, text }),
                Err(reason) => problem = problem.or(Some(reason)),
            }
        }
        match problem {
            Some(reason) if found.is_empty() => Err(reason),
            _ => Ok(found),
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.indexing.cancel();
        self.warming.cancel();
        drop(self.wakes.send(Wake::Stop));
        self.queries.close();
        self.completions.close();
        self.examples.close();
        self.previews.close();
        self.pins.close();
        if let Some(pictures) = self.pictures.get() {
            pictures.close();
        }
        // What the user has written must not be lost by leaving at once.
        for thread in self.writing.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            drop(thread.join());
        }
        self.searches.close();
        self.changes.close();
        self.counts.close();
        self.uses.close();
        self.names.close();
    }
}

/// Starts a thread. If its work panics, the user is told, and the thread ends.
fn spawn(name: &'static str, sender: &Sender<Msg>, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let sender = sender.clone();
    std::thread::Builder::new().name(name.to_owned()).spawn(move || guarded(name, &sender, work))?;
    Ok(())
}

/// Starts a thread that takes requests from a mailbox; `start` makes what serves them, in the thread. If one panics, the user is told, and the next is served.
fn serve<T: Send + 'static, W: FnMut(T)>(
    name: &'static str,
    sender: &Sender<Msg>,
    mailbox: &Mailbox<T>,
    start: impl FnOnce() -> W + Send + 'static,
) -> std::io::Result<()> {
    let (sender, mailbox) = (sender.clone(), mailbox.clone());
    let serve = move || {
        let mut work = start();
        while let Some(request) = mailbox.take() {
            guarded(name, &sender, || work(request));
        }
    };
    std::thread::Builder::new().name(name.to_owned()).spawn(serve)?;
    Ok(())
}

fn guarded(name: &str, sender: &Sender<Msg>, work: impl FnOnce()) {
    if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        drop(sender.send(Msg::WorkerFailed(format!("a defect of docql in {name}: {text}"))));
    }
}

/// Reads and writes what outlives the process; drops `done` at the end.
fn state_thread(asked: &Receiver<StateRequest>, store: Option<&StateStore>, sender: &Sender<Msg>, done: Sender<()>) {
    while let Ok(request) = asked.recv() {
        if let Some(store) = store {
            // Whoever has left does not listen, but what is to be kept is kept.
            drop(sender.send(Msg::StateRead(Box::new(store.perform(request)))));
        }
    }
    drop(done);
}

fn outlines_thread(wanted: &Receiver<Arc<str>>, indexer: &Indexer, sender: &Sender<Msg>) {
    while let Ok(path) = wanted.recv() {
        // What was asked for last is what is looked at now.
        let mut waiting: Vec<Arc<str>> = std::iter::once(path).chain(wanted.try_iter()).collect();
        while let Some(path) = waiting.pop() {
            let outline = outline::outline(&indexer.library(), &path);
            if sender.send(Msg::OutlineLoaded { path, outline }).is_err() {
                return;
            }
            waiting.extend(wanted.try_iter());
        }
    }
}

//! Carries out effects at once and in order, on the caller's thread: what tests use instead of threads.

use super::index::file_changes;
use crate::app::{EditorPlace, Effect, Model, Msg, Timer, update};
use crate::docql::{ListCache, page_at};
use crate::indexer::{Indexer, Outlook, WorkspaceOptions};
use crate::library::{LocateError, NoPlace};
use crate::stdx::Ticket;
use crate::workers::files::actions::action_call;
use crate::workers::files::settings::SettingsSource;
use crate::workers::files::state::StateStore;
use crate::workers::preview::{changed_files, find, names, outline, page, pictures};
use crate::workers::query::complete::{CandidatesRequest, ExampleRequest};
use crate::workers::query::research::{Asker, ModelSource};
use crate::workers::query::{answer, complete, starters};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A workspace without threads, and a record of what was asked of the desktop.
#[derive(Debug)]
pub struct Inline {
    indexer: Indexer,
    previewer: page::Previewer,
    lists: ListCache,
    /// Timers that are wound up, oldest first.
    pub timers: Vec<(Timer, u64)>,
    /// Files that were to be opened in the editor, with their lines.
    pub edited: Vec<(Arc<str>, u32)>,
    /// Where state is kept that outlives the process, if it is.
    pub state: Option<StateStore>,
    /// What was put on the clipboard.
    pub copied: Vec<String>,
    /// False in a working tree whose state is of no interest.
    pub looks_at_commits: bool,
    /// The words of the programs that actions would have started.
    pub started: Vec<Vec<String>>,
    asker: Asker,
    /// Where settings are read from.
    pub settings: SettingsSource,
}

impl Inline {
    /// Opens a workspace; nothing is found yet.
    ///
    /// # Errors
    /// If the workspace cannot be opened.
    pub fn open(options: WorkspaceOptions) -> anyhow::Result<Inline> {
        let indexer = Indexer::unwalked(options)?;
        let previewer = page::Previewer::default();
        Ok(Inline {
            indexer,
            previewer,
            lists: ListCache::default(),
            timers: Vec::new(),
            edited: Vec::new(),
            state: None,
            copied: Vec::new(),
            started: Vec::new(),
            looks_at_commits: true,
            asker: Asker::default(),
            settings: SettingsSource::default(),
        })
    }

    /// Has questions go to these models.
    pub fn ask_models(&mut self, models: ModelSource) {
        self.asker = Asker::new(Some(models));
    }

    /// Looks at the first level.
    pub fn glance(&mut self, model: &mut Model) {
        if let Some(listing) = self.indexer.glance() {
            self.send(model, Msg::LibraryChanged(listing.into()));
        }
    }

    /// Finds the files.
    ///
    /// # Errors
    /// If the workspace cannot be looked at.
    pub fn walk(&mut self, model: &mut Model) -> anyhow::Result<()> {
        self.indexer.refresh(&Ticket::forever(), &|_| {})?;
        self.tell(model);
        Ok(())
    }

    /// Indexes everything.
    pub fn index(&mut self, model: &mut Model) {
        while let Ok(Outlook::More) = self.indexer.index_some(Duration::from_secs(60), &Ticket::forever(), &|_| {}) {}
        self.tell(model);
    }

    fn tell(&mut self, model: &mut Model) {
        let library = self.indexer.library();
        self.send(model, Msg::LibraryChanged(library.listing().into()));
        self.send(model, Msg::StartersFound(starters::starters(&library)));
    }

    /// Gives the model a message and carries out everything that follows from it.
    pub fn send(&mut self, model: &mut Model, message: Msg) {
        let mut messages = VecDeque::from([message]);
        while let Some(message) = messages.pop_front() {
            for effect in update(model, message) {
                messages.extend(self.perform(effect));
            }
        }
    }

    /// Carries out effects and everything that follows from them.
    pub fn run(&mut self, model: &mut Model, effects: Vec<Effect>) {
        for effect in effects {
            for message in self.perform(effect) {
                self.send(model, message);
            }
        }
    }

    /// Lets all timers run down.
    pub fn wait(&mut self, model: &mut Model) {
        for (timer, generation) in std::mem::take(&mut self.timers) {
            self.send(model, Msg::TimerFired { timer, generation });
        }
    }

    fn perform(&mut self, effect: Effect) -> Vec<Msg> {
        let said = Mutex::new(Vec::new());
        let say = |message: Msg| said.lock().unwrap_or_else(PoisonError::into_inner).push(message);
        match effect {
            Effect::RunQuery(request) => answer::answer(&self.indexer, &request, &mut self.asker, false, &say),
            Effect::Complete { ticket, text, caret } => {
                let request = CandidatesRequest { ticket, text, caret };
                complete::candidates(&self.lists, &self.indexer.library(), request, &say);
            }
            Effect::FindExample { ticket, text, all, candidate } => {
                let request = ExampleRequest { ticket, text, all, candidate };
                complete::example(&self.indexer.library(), request, &say);
            }
            Effect::FindChanges(_) if !self.looks_at_commits => {}
            Effect::FindChanges(ticket) => changed_files::find(&self.indexer.library(), &ticket, &say),
            Effect::CountCallers { ticket, results } => answer::count_callers(&self.indexer, &results, &ticket, &say),
            Effect::CountUses { ticket, key, query } => {
                answer::count_uses(&self.indexer, key, &query, &ticket, &say);
            }
            Effect::FindNames(request) => names::find(&self.indexer.library(), &request, &say),
            Effect::LoadOutline(path) => {
                let outline = outline::outline(&self.indexer.library(), &path);
                say(Msg::OutlineLoaded { path, outline });
            }
            Effect::LoadPreview(request) => self.previewer.prepare(&self.indexer.library(), &request, &say),
            Effect::LoadPinned(request) => page::pinned(&self.indexer.library(), &request, &say),
            Effect::LoadPictures(request) => pictures::decode(&self.indexer.library(), &request, &say),
            Effect::FindText { ticket, path, term } => find::find(&self.indexer.library(), &path, &term, &ticket, &say),
            Effect::Arm { timer: timer @ Timer::Settled, generation, .. } => say(Msg::TimerFired { timer, generation }),
            Effect::Arm { timer, generation, .. } => self.timers.push((timer, generation)),
            Effect::OpenEditor(places) => {
                let Some(EditorPlace { path, line, .. }) = places.into_iter().next() else { return Vec::new() };
                let library = self.indexer.library();
                match library.find(&path).map_or(Ok(()), |id| library.editable(id).map(drop)) {
                    Ok(()) => {
                        self.edited.push((path, line));
                        say(Msg::EditorClosed(Ok(String::new())));
                    }
                    Err(reason) => say(Msg::WorkerFailed(reason.to_string())),
                }
            }
            Effect::RunAction(request) => {
                let library = self.indexer.library();
                let locate = |path: &str| match library.find(path) {
                    Some(id) => library.editable(id),
                    None => library
                        .directory(path)
                        .ok_or_else(|| LocateError { path: path.into(), reason: NoPlace::NoDirectory }),
                };
                let page = |place: &EditorPlace| page_at(&library, library.find(&place.path)?, place.line);
                match action_call(&request, &locate, &page) {
                    Ok(call) => self.started.push(call.words()),
                    Err(reason) => say(Msg::WorkerFailed(reason.to_string())),
                }
            }
            Effect::State(request) => {
                let state = self.state.as_ref().map(|store| store.perform(request));
                state.into_iter().for_each(|state| say(Msg::StateRead(Box::new(state))));
            }
            Effect::Copy(text) => self.copied.push(text),
            Effect::WriteResults(request) => {
                say(Msg::ResultsWritten(crate::workers::files::write::write(&self.indexer.library(), &request)));
            }
            Effect::Rescan => {
                let before = self.indexer.library();
                match self.indexer.refresh(&Ticket::forever(), &|_| {}) {
                    Ok(changes) if !changes.is_empty() => {
                        let now = self.indexer.library();
                        let changes = file_changes(changes, &before, &now);
                        say(Msg::FilesChanged { listing: now.listing().into(), changes });
                    }
                    Ok(_) => {}
                    Err(problem) => say(Msg::WorkerFailed(problem.to_string())),
                }
            }
            Effect::ReadSettings => say(Msg::SettingsRead(Box::new(self.settings.load()))),
            Effect::EditSettings
            | Effect::OpenManual
            | Effect::AskGround
            | Effect::AskPictures { .. }
            | Effect::Suspend
            | Effect::CaptureMouse(_)
            | Effect::Crash => {}
        }
        said.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Keeps what outlives the process: earlier queries of all workspaces, bookmarks, the last session and the last question
//! of this one, in small JSON files outside of the workspace.
//!
//! Every change is made to what the files hold at that moment, under a lock, so that two explorers lose nothing
//! of each other's. Files are replaced whole; what cannot be read is put aside and reported, never repaired.

use crate::agent::Before;
use crate::app::{ChosenTheme, PastQuery, SavedPlace, SavedSession, SavedState, StateRequest, looks_secret};
use crate::stdx::{directory_of, private_directory, private_file, write_whole};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Grows when the files change in a way that earlier versions would misread.
const VERSION: u32 = 1;

/// The file of queries.
const HISTORY: &str = "history.json";

/// The file of bookmarks.
const BOOKMARKS: &str = "bookmarks.json";

/// The file of the last session.
const SESSION: &str = "session.json";

/// The file of the last question from the shell.
const ASKED: &str = "asked.json";

/// The file of the chosen theme.
const THEME: &str = "theme.json";

/// Queries that are kept.
const MAX_QUERIES: usize = 1000;

/// Bookmarks that are kept.
const MAX_BOOKMARKS: usize = 500;

/// Bytes of a query that is kept.
const LONGEST_QUERY: usize = 4 << 10;

/// Bytes of a file that is read; ours stay far below.
const LARGEST: u64 = 8 << 20;

/// The time that another process is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// The files of one workspace.
#[derive(Clone, Debug)]
pub struct StateStore {
    shared: PathBuf,
    own: PathBuf,
    workspace: String,
    clock: fn() -> i64,
}

/// The content of a file.
#[derive(Deserialize, Serialize)]
struct Envelope<T> {
    version: u32,
    #[serde(flatten)]
    content: T,
}

#[derive(Default, Deserialize, Serialize)]
struct Queries {
    queries: Vec<PastQuery>,
}

#[derive(Default, Deserialize, Serialize)]
struct Bookmarks {
    bookmarks: Vec<SavedPlace>,
}

#[derive(Default, Deserialize, Serialize)]
struct Theme {
    chosen: Option<ChosenTheme>,
}

#[derive(Default, Deserialize, Serialize)]
struct AskedLast {
    asked: Option<Before>,
}

#[derive(Default, Deserialize, Serialize)]
struct Session {
    session: Option<SavedSession>,
}

/// Why a file of state was not read, or not changed. Its text is a sentence.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// Nobody can read it.
    #[error("{} is damaged and is ignored; it will be put aside", .0.display())]
    Damaged(PathBuf),
    /// A later version of docql can read it.
    #[error("{} was written by a later docql and is left as it is", .0.display())]
    Later(PathBuf),
    /// The system does not give it.
    #[error("{} cannot be read: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The system does not take it.
    #[error("{name} cannot be kept in {}: {error}", directory.display())]
    NotKept {
        /// The name of the file.
        name: &'static str,
        /// Its directory.
        directory: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
}

/// The directory of state unless told otherwise: `given`, else the place for the state of this system's users. `None`
/// if there is none.
pub fn state_directory(given: Option<PathBuf>, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let home = || variable("HOME").filter(absolute);
    given
        .or_else(|| variable("XDG_STATE_HOME").filter(absolute).map(|state| state.join("docql")))
        .or_else(|| variable("LOCALAPPDATA").filter(absolute).map(|local| local.join("docql").join("state")))
        .or_else(|| match cfg!(target_os = "macos") {
            true => Some(home()?.join("Library").join("Application Support").join("docql")),
            false => Some(home()?.join(".local").join("state").join("docql")),
        })
}

impl StateStore {
    /// The state of the workspace at `root` below `directory`. Nothing is made before something is kept.
    pub fn new(directory: &Path, root: &Path) -> StateStore {
        StateStore {
            shared: directory.to_owned(),
            own: directory_of(directory, root),
            workspace: root.display().to_string(),
            clock: system_time,
        }
    }

    /// The same with another clock, in seconds since 1970.
    #[must_use]
    pub fn with_clock(mut self, clock: fn() -> i64) -> StateStore {
        self.clock = clock;
        self
    }

    /// Does what is asked and tells what is kept now.
    pub fn perform(&self, request: StateRequest) -> SavedState {
        let now = (self.clock)();
        let mut state = SavedState { now, workspace: self.workspace.clone(), ..SavedState::default() };
        let done = match request {
            StateRequest::Read => Ok(()),
            StateRequest::KeepQuery(query) => self.keep_query(query, now),
            StateRequest::ForgetQuery(text) => self.change(&self.shared, HISTORY, |history: &mut Queries| {
                history.queries.retain(|query| query.text != text);
            }),
            StateRequest::SetBookmark(place) => self.change(&self.own, BOOKMARKS, |kept: &mut Bookmarks| {
                kept.bookmarks.retain(|other| other.key != place.key);
                kept.bookmarks.push(place);
                let over = kept.bookmarks.len().saturating_sub(MAX_BOOKMARKS);
                kept.bookmarks.drain(..over);
            }),
            StateRequest::RemoveBookmark(place) => self.change(&self.own, BOOKMARKS, |kept: &mut Bookmarks| {
                kept.bookmarks.retain(|other| other.key != place.key);
            }),
            StateRequest::KeepTheme(theme) => {
                self.change(&self.shared, THEME, |kept: &mut Theme| kept.chosen = Some(theme))
            }
            StateRequest::KeepSession(session) => self.keep_session(*session, now),
        };
        let mut problems: Vec<StateError> = done.err().into_iter().collect();
        state.queries = known::<Queries>(&self.shared.join(HISTORY), &mut problems).queries;
        state.bookmarks = known::<Bookmarks>(&self.own.join(BOOKMARKS), &mut problems).bookmarks;
        state.theme = known::<Theme>(&self.shared.join(THEME), &mut problems).chosen;
        state.session = known::<Session>(&self.own.join(SESSION), &mut problems).session.map(Arc::new);
        state.notice = problems.first().map(StateError::to_string);
        state
    }

    /// Keeps what the next question from the shell may go on from.
    ///
    /// # Errors
    /// Why it is not kept.
    pub fn keep_asked(&self, before: Before) -> Result<(), StateError> {
        if before.question.len() > LONGEST_QUERY || looks_secret(&before.question) || looks_secret(&before.said) {
            return Ok(());
        }
        self.change(&self.own, ASKED, |kept: &mut AskedLast| kept.asked = Some(before))
    }

    /// What was asked last from the shell about this workspace, if anything was kept.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn asked(&self) -> Result<Option<Before>, StateError> {
        read::<AskedLast>(&self.own.join(ASKED)).map(|kept| kept.asked)
    }

    fn keep_query(&self, mut query: PastQuery, now: i64) -> Result<(), StateError> {
        if query.text.trim().is_empty() || query.text.len() > LONGEST_QUERY || looks_secret(&query.text) {
            return Ok(());
        }
        (query.at, query.workspace) = (now, self.workspace.clone());
        self.change(&self.shared, HISTORY, |history: &mut Queries| {
            history.queries.retain(|other| (&other.text, &other.workspace) != (&query.text, &query.workspace));
            history.queries.push(query);
            let over = history.queries.len().saturating_sub(MAX_QUERIES);
            history.queries.drain(..over);
        })
    }

    fn keep_session(&self, mut session: SavedSession, now: i64) -> Result<(), StateError> {
        session.at = now;
        session.steps.retain(|step| step.text.len() <= LONGEST_QUERY && !looks_secret(&step.text));
        self.change(&self.own, SESSION, |kept: &mut Session| kept.session = Some(session))
    }

    /// Changes what a file holds at this moment. What is damaged is put aside, not overwritten.
    fn change<T: Default + Serialize + DeserializeOwned>(
        &self,
        directory: &Path,
        name: &'static str,
        change: impl FnOnce(&mut T),
    ) -> Result<(), StateError> {
        let told = |error| StateError::NotKept { name, directory: directory.to_owned(), error };
        // Queries say what somebody works on.
        private_directory(directory).map_err(told)?;
        let _lock = lock(directory).map_err(told)?;
        let file = directory.join(name);
        let mut content: T = match read(&file) {
            Err(StateError::Damaged(_)) => {
                fs::rename(&file, directory.join(format!("{name}.damaged"))).map_err(told)?;
                T::default()
            }
            content => content?,
        };
        change(&mut content);
        let text = serde_json::to_vec(&Envelope { version: VERSION, content }).map_err(|error| told(error.into()))?;
        write_whole(directory, name, &text).map_err(told)
    }
}

fn read<T: Default + DeserializeOwned>(file: &Path) -> Result<T, StateError> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let mut text = Vec::new();
    match File::open(file).and_then(|file| file.take(LARGEST).read_to_end(&mut text)) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(T::default()),
        Err(error) => return Err(StateError::Unreadable { file: file.to_owned(), error }),
    }
    match serde_json::from_slice::<Version>(&text) {
        Ok(Version { version }) if version > VERSION => return Err(StateError::Later(file.to_owned())),
        _ => {}
    }
    serde_json::from_slice::<Envelope<T>>(&text)
        .map(|envelope| envelope.content)
        .map_err(|_| StateError::Damaged(file.to_owned()))
}

/// The content of a file, as far as it can be read.
fn known<T: Default + DeserializeOwned>(file: &Path, problems: &mut Vec<StateError>) -> T {
    read(file).unwrap_or_else(|why| {
        problems.push(why);
        T::default()
    })
}

/// The right to change the files of a directory, until it is dropped.
struct Lock(#[expect(dead_code, reason = "held, not read")] File);

fn lock(directory: &Path) -> std::io::Result<Lock> {
    let file = private_file().truncate(false).open(directory.join("state.lock"))?;
    let step = Duration::from_millis(5);
    for _ in 0..PATIENCE.as_millis() / step.as_millis() {
        match file.try_lock() {
            Ok(()) => return Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => std::thread::sleep(step),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(std::io::Error::new(ErrorKind::TimedOut, "another docql is writing it"))
}

fn system_time() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

//! Workspaces that are open: one for each root and revision that was asked for, a few at most, in one place.

use super::background;
use super::looks::Looks;
use super::refusal::Refusal;
use super::watched::Watched;
use crate::indexer::{Indexer, WorkspaceOptions, resolve};
use crate::library::ObjectId;
use crate::stdx::Ticket;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Workspaces that are open at a time: a few roots, and the revisions that a review compares.
const MAX_OPEN: usize = 6;

/// Makes the options of the workspace at a root, and of a revision of it. What may go wrong, only who makes them knows.
pub type MakeOptions = dyn Fn(&Path, Option<&str>) -> anyhow::Result<WorkspaceOptions> + Send + Sync;

/// The roots, and the workspaces that are open.
pub struct Workspaces {
    /// Directories without links; the first one is meant where none is named.
    roots: Vec<PathBuf>,
    make: Box<MakeOptions>,
    /// The one that was used last stands last.
    open: Mutex<Vec<Arc<Slot>>>,
}

/// The place of a workspace, from the time on when it is first asked for.
struct Slot {
    root: usize,
    /// The revision as it was asked for, and the objects that it was then: a branch moves.
    at: Option<(String, Vec<ObjectId>)>,
    opened: Mutex<Option<Arc<Opened>>>,
}

/// A workspace that is open.
#[derive(Debug)]
pub struct Opened {
    /// What answers.
    pub indexer: Indexer,
    /// What it was opened with.
    pub options: WorkspaceOptions,
    /// Its directory, without links.
    pub root: PathBuf,
    /// The other roots of the server, as `root` names them: what is nowhere here may be there.
    pub others: Vec<String>,
    /// Its own name, where calls that name no root mean another one.
    pub own: Option<String>,
    /// The revision that was asked for.
    pub at: Option<String>,
    /// Why nothing is saved, if nothing is.
    pub unsaved: Option<&'static str>,
    /// Looks at the list of files, which calls share.
    pub(super) looks: Looks,
    /// What has changed since the last one.
    pub(super) watched: Watched,
    /// Asks for a look at all files behind the questions.
    pub(super) due: Sender<()>,
    /// The revision of the last library that was asked for its fingerprint, and that.
    pub(super) fingerprint: Mutex<Option<(u64, u64)>>,
}

impl std::fmt::Debug for Workspaces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspaces").field("roots", &self.roots).finish_non_exhaustive()
    }
}

impl Opened {
    /// What a call has to name beside the place that this answer offers; empty where that is enough.
    pub(in crate::serve) fn with(&self) -> String {
        let root = self.own.as_ref().map(|root| format!("root {root}"));
        let at = self.at.as_ref().map(|at| format!("at {at}"));
        root.into_iter().chain(at).collect::<Vec<_>>().join(", ")
    }
}

impl Workspaces {
    /// The workspaces at `roots`.
    ///
    /// # Errors
    /// If a root is no directory.
    pub fn new(roots: &[PathBuf], make: Box<MakeOptions>) -> std::io::Result<Workspaces> {
        let mut canonical: Vec<PathBuf> = Vec::new();
        for root in roots {
            let named =
                |reason: std::io::Error| std::io::Error::new(reason.kind(), format!("{}: {reason}", root.display()));
            let directory = root.canonicalize().map_err(named)?;
            if !directory.is_dir() {
                return Err(named(std::io::Error::from(std::io::ErrorKind::NotADirectory)));
            }
            if !canonical.contains(&directory) {
                canonical.push(directory);
            }
        }
        Ok(Workspaces { roots: canonical, make, open: Mutex::default() })
    }

    /// The roots, without links.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Opens the first root, so that the first question finds it open.
    pub(in crate::serve) fn begin(self: &Arc<Workspaces>) {
        let workspaces = Arc::clone(self);
        let begin = move || drop(workspaces.open(None, None, &Ticket::forever()));
        // Without the thread the first question opens it.
        let _ = std::thread::Builder::new().name("open".to_owned()).spawn(begin);
    }

    /// The workspace of a root and a revision, listed; opened if it is not open.
    pub(in crate::serve) fn open(
        &self,
        root: Option<&str>,
        at: Option<&str>,
        ticket: &Ticket,
    ) -> Result<Arc<Opened>, Refusal> {
        let number = self.number(root)?;
        let Some(directory) = self.roots.get(number) else { return Err(self.unknown_root("")) };
        let options = (self.make)(directory, at).map_err(|error| Refusal::new("root", format!("{error:#}")))?;
        let at = match at {
            Some(name) => {
                let ids = resolve(&options, name).map_err(|error| Refusal::new("revision", error.to_string()))?;
                Some((name.to_owned(), ids))
            }
            None => None,
        };
        let slot = self.slot(number, at);
        let mut opened = slot.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = &*opened {
            return Ok(Arc::clone(opened));
        }
        let (due, asked) = channel();
        let new = Arc::new(open(options, (directory, self.own(number), self.others(number)), due, ticket)?);
        background::begin(&new, asked);
        *opened = Some(Arc::clone(&new));
        Ok(new)
    }

    /// The place of a workspace; others are left for it if there are too many.
    fn slot(&self, root: usize, at: Option<(String, Vec<ObjectId>)>) -> Arc<Slot> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = match open.iter().position(|slot| slot.root == root && slot.at == at) {
            Some(found) => open.remove(found),
            None => Arc::new(Slot { root, at, opened: Mutex::default() }),
        };
        open.push(Arc::clone(&slot));
        if open.len() > MAX_OPEN {
            // Revisions go before working trees, which cost more to open.
            let leaving = open.iter().position(|slot| slot.at.is_some()).unwrap_or(0);
            open.remove(leaving);
        }
        slot
    }

    /// The number of the root that is meant: by its path, or by the name of its directory if no other has it.
    fn number(&self, root: Option<&str>) -> Result<usize, Refusal> {
        let Some(given) = root.filter(|given| !given.is_empty()) else { return Ok(0) };
        let path = Path::new(given);
        let is_at = |root: &PathBuf| root == path || path.canonicalize().is_ok_and(|path| path == *root);
        let by_path = if path.is_absolute() { self.roots.iter().position(is_at) } else { None };
        let named = |root: &PathBuf| root.file_name().is_some_and(|name| name == given);
        let mut by_name = self.roots.iter().enumerate().filter(|(_, root)| named(root)).map(|(number, _)| number);
        let only = by_name.next().filter(|_| by_name.next().is_none());
        by_path.or(only).ok_or_else(|| self.unknown_root(given))
    }

    /// The other roots.
    fn others(&self, number: usize) -> Vec<String> {
        let others = self.roots.iter().enumerate().filter(|(other, _)| *other != number);
        others.map(|(_, root)| self.name(root)).collect()
    }

    /// A root that has to be named in calls.
    fn own(&self, number: usize) -> Option<String> {
        self.roots.get(number).filter(|_| number > 0).map(|root| self.name(root))
    }

    /// A root by the name of its directory, or by its path where several have that.
    fn name(&self, root: &Path) -> String {
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned());
        name.filter(|own| self.number(Some(own)).is_ok()).unwrap_or_else(|| root.display().to_string())
    }

    fn unknown_root(&self, given: &str) -> Refusal {
        let roots = self.roots.iter().map(|root| format!("root {}", root.display()));
        Refusal::new("root", format!("\"{given}\" is no root of this server; roots come from its command line"))
            .or(roots)
    }
}

fn open(
    options: WorkspaceOptions,
    (root, own, others): (&Path, Option<String>, Vec<String>),
    due: Sender<()>,
    ticket: &Ticket,
) -> Result<Opened, Refusal> {
    let refused = |error: crate::indexer::WalkError| Refusal::new("root", error.to_string());
    let (at, unsaved) = (options.at.clone(), options.why_not_kept());
    let indexer = Indexer::unwalked(options.clone()).map_err(refused)?;
    indexer.refresh(ticket, &|_| {}).map_err(refused)?;
    let watched = Watched::new(&indexer);
    Ok(Opened {
        indexer,
        options,
        root: root.to_owned(),
        others,
        own,
        at,
        unsaved,
        looks: Looks::default(),
        watched,
        due,
        fingerprint: Mutex::default(),
    })
}

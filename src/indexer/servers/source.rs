//! The source: databases that the user's settings name, each a directory with its schema and the pieces of its tables.

use super::server::{Looking, Server};
use crate::databases::{Database, DatabaseProblem};
use crate::document::Document;
use crate::indexer::files::options::{WalkError, WorkspaceOptions};
use crate::indexer::source::seam::{IndexKeys, ListRequest, Listed, Source, Tell};
use crate::indexer::watch::coalesce::Change;
use crate::indexer::watch::watcher::{News, Watch};
use crate::library::{FileEntry, LocateError, NoPlace, Origin, ReadError, Skipped, Stamp};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// For so long the schema is believed to be what it was.
const TRUST: Duration = Duration::from_secs(10);

/// Time between two looks for rows that have changed.
const LOOK: Duration = Duration::from_secs(2);

/// All databases on servers of a workspace.
pub(in crate::indexer) struct Servers(Arc<Vec<Server>>);

impl Servers {
    /// Those that `options` name.
    pub(in crate::indexer) fn new(options: &WorkspaceOptions) -> Servers {
        Servers(Arc::new(options.servers.iter().map(|server| Server::new(server, options)).collect()))
    }

    fn of(&self, file: &FileEntry) -> Result<&Server, ReadError> {
        let Origin::Server(name) = &file.origin else { return Err(ReadError::Gone) };
        self.0.iter().find(|server| server.name == *name).ok_or(ReadError::Gone)
    }
}

impl Source for Servers {
    fn owns(&self, origin: &Origin) -> bool {
        matches!(origin, Origin::Server(_))
    }

    fn list(&self, request: &ListRequest<'_>) -> Result<Listed, WalkError> {
        let mut listed = Listed::default();
        // Each answers when it can: together they take as long as the slowest.
        let looked: Vec<Result<bool, DatabaseProblem>> = std::thread::scope(|scope| {
            let look = |server| scope.spawn(move || Server::look(server, TRUST, Looking::Quick));
            let looks: Vec<_> = self.0.iter().map(look).collect();
            looks.into_iter().map(|look| look.join().unwrap_or(Err(DatabaseProblem::Stopped))).collect()
        });
        for ((server, looked), root) in self.0.iter().zip(looked).zip(request.first_root..) {
            let known = server.known().filter(|_| !server.is_withheld);
            server.is_away.store(looked.is_err(), Ordering::Release);
            if let Err(problem) = looked {
                let reason = match (&problem, &known) {
                    (DatabaseProblem::Refused(reason), _) if server.is_withheld => reason.clone(),
                    (problem, Some(_)) => format!("{problem}; what was read of it before is what is shown"),
                    (problem, None) => problem.to_string(),
                };
                listed.findings.skipped.push(Skipped { path: server.options.directory(), reason });
            }
            listed.roots.push(server.root());
            listed.findings.files.extend(known.iter().flat_map(|known| server.files(known, root)));
            if request.ticket.is_stale() {
                return Err(WalkError::Cancelled);
            }
        }
        Ok(listed)
    }

    fn document(&self, file: &FileEntry) -> Option<Result<Document, ReadError>> {
        Some(self.of(file).and_then(|server| server.document(file)))
    }

    fn database(&self, file: &FileEntry) -> Option<Result<Database, DatabaseProblem>> {
        let server = self.of(file).map_err(|_| DatabaseProblem::NotADatabase);
        Some(server.and_then(|server| server.database(Duration::MAX)))
    }

    fn read(&self, file: &FileEntry, _: u64, _: &mut Vec<u8>, work: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        work(self.of(file)?.text(file)?.as_bytes());
        Ok(())
    }

    fn bytes(&self, file: &FileEntry, _: u64) -> Result<Vec<u8>, ReadError> {
        Ok(self.of(file)?.text(file)?.into_bytes())
    }

    fn window(&self, file: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        let text = self.of(file)?.text(file)?;
        let start = text.len().min(start as usize);
        Ok(text.as_bytes()[start..text.len().min(start.saturating_add(length))].to_vec())
    }

    fn stamp(&self, file: &FileEntry) -> Option<Stamp> {
        let server = self.of(file).ok()?;
        let files = server.files(server.known()?.as_ref(), file.root);
        files.into_iter().find(|found| found.entry.path == file.path).map(|found| found.stamp)
    }

    fn editable(&self, file: &FileEntry) -> Result<PathBuf, LocateError> {
        Err(LocateError::of(file, NoPlace::Database))
    }

    fn watch(&self, tell: Tell) -> std::io::Result<Option<Watch>> {
        let servers = Arc::clone(&self.0);
        let run = move |inbox: std::sync::mpsc::Receiver<()>| {
            while inbox.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let has_changed = |server: &Server| {
                    let has_come = server.is_untold.swap(false, Ordering::AcqRel);
                    let looked = server.look(TRUST, Looking::Whole);
                    // Whether it is away is told with the list of files.
                    let was_away = server.is_away.swap(looked.is_err(), Ordering::AcqRel);
                    was_away != looked.is_err() || matches!(looked, Ok(true)) || has_come
                };
                if servers.iter().filter(|server| !server.is_withheld).map(has_changed).fold(false, |a, b| a | b) {
                    tell(News::Changed(Change::Everything));
                }
            }
        };
        Watch::looking(run).map(Some)
    }

    fn complete(&self) -> bool {
        let complete = |server: &Server| {
            let has_come =
                server.has_put_off.load(Ordering::Acquire) && matches!(server.look(TRUST, Looking::Whole), Ok(true));
            server.is_untold.fetch_or(has_come, Ordering::AcqRel);
            has_come
        };
        self.0.iter().map(complete).fold(false, |a, b| a | b)
    }

    fn clear(&self) {
        self.0.iter().for_each(Server::clear);
    }

    fn index_keys(&self) -> Option<IndexKeys> {
        let key = |server: &Server| (server.root(), PathBuf::from(format!("database {}", server.options.identity())));
        Some(IndexKeys { roots: self.0.iter().map(key).collect(), above: Vec::new() })
    }
}

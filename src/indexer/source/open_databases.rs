//! Databases that are open: the last few, as long as neither they nor the changes beside them are others than they were.

use crate::databases::{Database, DatabaseProblem};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Databases that stay open.
const MAX_OPEN: usize = 4;

/// Size and time of a database and of what may lie beside it.
type Stamps = [Option<(u64, Option<SystemTime>)>; 3];

/// The databases that are open, the one that was asked last behind.
#[derive(Default)]
pub(super) struct OpenDatabases(Mutex<Vec<(PathBuf, Stamps, Arc<Database>)>>);

impl OpenDatabases {
    /// The database at `path`.
    pub(super) fn at(&self, path: &Path) -> Result<Arc<Database>, DatabaseProblem> {
        let stamps = stamps(path);
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|(other, ..)| other == path) {
            let known = open.remove(at);
            if known.1 == stamps {
                let database = Arc::clone(&known.2);
                open.push(known);
                return Ok(database);
            }
        }
        drop(open);
        let database = Arc::new(Database::open(path)?);
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MAX_OPEN {
            open.remove(0);
        }
        open.push((path.to_owned(), stamps, Arc::clone(&database)));
        Ok(database)
    }
}

fn stamps(path: &Path) -> Stamps {
    ["", "-wal", "-journal"].map(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        let found = std::fs::metadata(name).ok()?;
        Some((found.len(), found.modified().ok()))
    })
}

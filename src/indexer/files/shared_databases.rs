//! What agents may read: of the databases, those that the user has named; of the files, all.

use super::options::{WalkError, WorkspaceOptions};
use super::rules::invalid;
use crate::databases::ServerOptions;
use crate::document::FormatInfo;
use crate::formats;
use crate::library::{FileEntry, Origin, ReadError};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The databases that agents may read.
#[derive(Clone, Debug)]
pub struct SharedDatabases {
    rules: Arc<Gitignore>,
    /// Set once a database was kept from an agent: what is known is not the whole workspace then.
    has_refused: Arc<AtomicBool>,
}

impl Default for SharedDatabases {
    fn default() -> SharedDatabases {
        SharedDatabases { rules: Arc::new(Gitignore::empty()), has_refused: Arc::default() }
    }
}

impl SharedDatabases {
    /// Those that `lines` name, as lines of a `.gitignore` at the root of the file system. Without a line it is none.
    ///
    /// # Errors
    ///
    /// If a line is no pattern.
    pub fn named(lines: &[String]) -> Result<SharedDatabases, WalkError> {
        let mut rules = GitignoreBuilder::new("");
        for line in lines {
            rules.add_line(None, line).map_err(|error| invalid(line, &error))?;
        }
        let rules = rules.build().map_err(|error| invalid("", &error))?;
        Ok(SharedDatabases { rules: Arc::new(rules), has_refused: Arc::default() })
    }

    /// True if agents may read the database at this absolute path.
    fn admits(&self, path: &Path) -> bool {
        let names = path.components().filter(|part| matches!(part, Component::Normal(_)));
        let below: PathBuf = names.collect();
        self.rules.matched_path_or_any_parents(&below, false).is_ignore()
    }
}

impl WorkspaceOptions {
    /// True if agents may read a file of this format at this place.
    pub(in crate::indexer) fn is_shared(&self, format: &FormatInfo, place: &Path) -> bool {
        !formats::is_database(format) || self.shared.admits(place)
    }

    /// Refuses a file that whoever asks may not read.
    pub(in crate::indexer) fn admit(&self, format: &FormatInfo, place: &Path) -> Result<(), ReadError> {
        if !self.is_for_agents || self.is_shared(format, place) {
            return Ok(());
        }
        self.shared.has_refused.store(true, Ordering::Relaxed);
        Err(ReadError::NotShared)
    }

    /// The same for a file that is known.
    pub(in crate::indexer) fn admits(&self, file: &FileEntry) -> bool {
        if let Origin::Server(_) = &file.origin {
            return !self.is_for_agents || self.is_file_shared(file);
        }
        self.admit(file.format, &self.place_of(file)).is_ok()
    }

    /// True if agents may read a file that is known.
    pub(in crate::indexer) fn is_file_shared(&self, file: &FileEntry) -> bool {
        if let Origin::Server(name) = &file.origin {
            return self.servers.iter().any(|server| server.name == **name && server.agents);
        }
        self.is_shared(file.format, &self.place_of(file))
    }

    /// True if whoever asks may not read a database on a server.
    pub(in crate::indexer) fn withholds(&self, server: &ServerOptions) -> bool {
        let is_withheld = self.is_for_agents && !server.agents;
        if is_withheld {
            self.shared.has_refused.store(true, Ordering::Relaxed);
        }
        is_withheld
    }

    /// True if a database was kept from whoever asks.
    pub(in crate::indexer) fn has_refused(&self) -> bool {
        self.shared.has_refused.load(Ordering::Relaxed)
    }

    /// A file of a revision counts as the one that is at its place in the working tree.
    fn place_of(&self, file: &FileEntry) -> PathBuf {
        match &file.origin {
            Origin::Disk(path) => path.clone(),
            _ => self.base.join(&*file.path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_are_named_by_their_names_places_and_directories() {
        let lines = ["notes.db", "/srv/data/", "!/srv/data/pay.db", "/home/*/shop.sqlite"].map(str::to_owned);
        let shared = SharedDatabases::named(&lines).expect("patterns");
        for path in ["/a/notes.db", "/srv/data/deep/x.db", "/home/me/shop.sqlite"] {
            assert!(shared.admits(Path::new(path)), "{path}");
        }
        for path in ["/srv/data/pay.db", "/srv/x.db", "/home/shop.sqlite", "/mnt/srv/data/x.db"] {
            assert!(!shared.admits(Path::new(path)), "{path}");
        }
        assert!(!SharedDatabases::default().admits(Path::new("/a/notes.db")));
        assert!(SharedDatabases::named(&["{a".to_owned()]).is_err());
    }
}

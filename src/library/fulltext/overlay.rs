//! A full-text index that another process owns, to be added to: what is new is kept in memory, what is there is read.

use super::recorded::COMMITTED;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::directory::error::{DeleteError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, FileHandle, FileSlice, MmapDirectory, RamDirectory, WatchCallback, WatchHandle, WritePtr,
};

/// The files of a directory as they were at one moment, and those written since, which are in memory only. The
/// directory itself is never written to, and what its owner removes from it stays readable here.
#[derive(Clone, Debug)]
pub(super) struct Overlay {
    below: Arc<HashMap<PathBuf, FileSlice>>,
    above: RamDirectory,
}

impl Overlay {
    /// Over what is in `directory` now.
    pub(super) fn over(directory: &Path) -> io::Result<Overlay> {
        let above = RamDirectory::create();
        // The list of what counts comes first: what it names is complete, and what comes later it does not name.
        // The engine's list of what it has written is not taken over, so that nothing below is its to remove.
        above.atomic_write(Path::new(COMMITTED), &std::fs::read(directory.join(COMMITTED))?)?;
        let files = MmapDirectory::open(directory).map_err(io::Error::other)?;
        let mut below = HashMap::new();
        for entry in std::fs::read_dir(directory)?.flatten() {
            let name = PathBuf::from(entry.file_name());
            // What has an owner's lock or is replaced as a whole is none of the parts of the index.
            let is_part = name.extension().is_some_and(|ending| ending != "json" && ending != "lock");
            if let Some(part) = is_part.then(|| files.open_read(&name).ok()).flatten() {
                below.insert(name, part);
            }
        }
        Ok(Overlay { below: Arc::new(below), above })
    }
}

impl Directory for Overlay {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        match self.below.get(path) {
            Some(part) => Ok(Arc::new(part.clone())),
            None => self.above.get_file_handle(path),
        }
    }

    fn open_read(&self, path: &Path) -> Result<FileSlice, OpenReadError> {
        match self.below.get(path) {
            Some(part) => Ok(part.clone()),
            None => self.above.open_read(path),
        }
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.above.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(self.below.contains_key(path) || self.above.exists(path)?)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        match self.below.contains_key(path) {
            true => Err(OpenWriteError::FileAlreadyExists(path.to_owned())),
            false => self.above.open_write(path),
        }
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.above.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.above.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.above.watch(callback)
    }
}

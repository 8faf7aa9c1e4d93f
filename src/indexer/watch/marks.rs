//! Marks in the stream of events: a file of our own, whose event comes behind those of all that happened before.

use crate::stdx::Scratch;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

/// A directory for marks; it goes with this.
#[derive(Debug)]
pub(super) struct Marks {
    _scratch: Scratch,
    /// Where it is, as events say it.
    directory: PathBuf,
    count: u64,
    waiting: Vec<(PathBuf, Sender<bool>)>,
}

impl Marks {
    pub(super) fn new() -> io::Result<Marks> {
        let scratch = Scratch::new()?;
        let directory = fs::canonicalize(scratch.path()).unwrap_or_else(|_| scratch.path().to_owned());
        Ok(Marks { _scratch: scratch, directory, count: 0, waiting: Vec::new() })
    }

    /// The directory to be watched.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Makes a mark; `waiting` is told when its event has come.
    pub(super) fn make(&mut self, waiting: Sender<bool>) {
        self.count += 1;
        let path = self.directory.join(self.count.to_string());
        match File::create_new(&path) {
            Ok(_) => self.waiting.push((path, waiting)),
            Err(_) => answer(&waiting, false),
        }
    }

    /// Who waited for the event of this path.
    pub(super) fn seen(&mut self, path: &Path) -> Option<Sender<bool>> {
        let at = self.waiting.iter().position(|(mark, _)| mark == path)?;
        drop(fs::remove_file(path));
        Some(self.waiting.swap_remove(at).1)
    }
}

/// Tells who waits whether the mark was seen, if somebody still waits.
pub(super) fn answer(waiting: &Sender<bool>, is_seen: bool) {
    let _ = waiting.send(is_seen);
}

impl Drop for Marks {
    fn drop(&mut self) {
        self.waiting.drain(..).for_each(|(_, waiting)| answer(&waiting, false));
    }
}

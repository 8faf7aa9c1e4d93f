//! Marks in the stream of events: a file of our own, whose event comes behind those of all that happened before.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::Sender;

/// A directory for marks; it goes with this.
#[derive(Debug)]
pub(super) struct Marks {
    directory: PathBuf,
    count: u64,
    waiting: Vec<(PathBuf, Sender<bool>)>,
}

impl Marks {
    pub(super) fn new() -> io::Result<Marks> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!(".docql-marks-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        // What is there already is somebody else's.
        fs::create_dir(&directory)?;
        Ok(Marks { directory: fs::canonicalize(&directory).unwrap_or(directory), count: 0, waiting: Vec::new() })
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
        drop(fs::remove_dir_all(&self.directory));
    }
}

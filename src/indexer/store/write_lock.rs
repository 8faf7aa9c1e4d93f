//! Where the index of a workspace is, who may write it, and what is swept out of it.

use crate::library::RowKind;
use crate::stdx::directory_of;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};

/// The file whose lock is the right to write.
const LOCK: &str = "lock";

/// The directory below `index` that belongs to the workspace of `roots`. Another limit of the size of files has
/// a directory of its own.
pub(super) fn directory(index: &Path, roots: &[PathBuf], limit: Option<u64>) -> PathBuf {
    let all = roots.iter().map(|root| root.as_os_str()).collect::<Vec<_>>().join(OsStr::new("\n"));
    let mut directory = directory_of(index, Path::new(&all)).into_os_string();
    if let Some(limit) = limit {
        directory.push(format!("-{limit}"));
    }
    directory.into()
}

/// The right to write, until it is dropped or the process ends.
#[derive(Debug)]
pub(super) struct WriteLock(#[expect(dead_code, reason = "held, not read")] File);

/// Takes the right to write in `directory`; `None` if another process has it. The error is a clause.
pub(super) fn lock(directory: &Path) -> Result<Option<WriteLock>, String> {
    fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    let open = OpenOptions::new().create(true).truncate(false).write(true).open(directory.join(LOCK));
    let file = open.map_err(|error| error.to_string())?;
    match file.try_lock() {
        Ok(()) => Ok(Some(WriteLock(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error.to_string()),
    }
}

/// Whether this process may write.
#[derive(Debug, Default)]
pub(super) enum Right {
    /// It has not asked, or has been refused.
    #[default]
    None,
    /// It comes from here as soon as the other process lets go of it.
    Awaited(Receiver<WriteLock>),
    /// It may.
    Held(#[expect(dead_code, reason = "held, not read")] WriteLock),
}

impl Right {
    /// Asks for it in `directory`. The error is a clause.
    pub(super) fn claim(&mut self, directory: &Path) -> Result<bool, String> {
        let next = match self {
            Right::Held(_) => return Ok(true),
            Right::Awaited(heir) => match heir.try_recv() {
                Ok(lock) => Some(lock),
                Err(TryRecvError::Empty) => return Ok(false),
                Err(TryRecvError::Disconnected) => lock(directory)?,
            },
            Right::None => lock(directory)?,
        };
        *self = next.map_or(Right::None, Right::Held);
        Ok(self.is_held())
    }

    /// Whether it is there.
    pub(super) fn is_held(&self) -> bool {
        matches!(self, Right::Held(_))
    }

    /// Waits for it on a thread that sleeps until then, and calls `bell` when it has come. Nothing happens where it is
    /// there or awaited already.
    pub(super) fn wait(&mut self, directory: &Path, bell: impl FnOnce() + Send + 'static) {
        if !matches!(self, Right::None) {
            return;
        }
        let (sender, heir) = mpsc::channel();
        let path = directory.join(LOCK);
        let wait = move || {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(path);
            if let Ok(file) = file.and_then(|file| file.lock().map(|()| file))
                && sender.send(WriteLock(file)).is_ok()
            {
                bell();
            }
        };
        // Without a thread the next claim is made as the first one was.
        if std::thread::Builder::new().name("heir".to_owned()).spawn(wait).is_ok() {
            *self = Right::Awaited(heir);
        }
    }
}

/// Removes the segments and drafts in `directory` that `keep` does not name.
pub(super) fn sweep(directory: &Path, keep: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_rows = || RowKind::ALL.into_iter().any(|kind| name.ends_with(super::row_ending(kind)));
        if (name.ends_with(".tmp") || name.ends_with(super::SEGMENT_ENDING) || is_rows()) && !keep(name) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// How many bytes the files below `directory` have.
pub(super) fn bytes_below(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => bytes_below(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}

//! The right to write an index: one process has it, others may wait for it.

use crate::stdx::{private_directory, private_file};
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, TryRecvError};

/// The file whose lock is the right to write.
const LOCK: &str = "lock";

/// The right to write, until it is dropped or the process ends.
#[derive(Debug)]
pub(super) struct WriteLock(#[expect(dead_code, reason = "held, not read")] File);

/// Takes the right to write in `directory`; `None` if another process has it.
pub(super) fn lock(directory: &Path) -> io::Result<Option<WriteLock>> {
    private_directory(directory)?;
    let file = private_file().truncate(false).open(directory.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(WriteLock(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The right to write, as far as this process has it.
#[derive(Debug, Default)]
pub(super) enum Lease {
    /// It has not asked, or has been refused.
    #[default]
    None,
    /// It comes from here as soon as the other process lets go of it.
    Awaited(Receiver<WriteLock>),
    /// It may.
    Held(#[expect(dead_code, reason = "held, not read")] WriteLock),
}

impl Lease {
    /// Asks for it in `directory`.
    pub(super) fn claim(&mut self, directory: &Path) -> io::Result<bool> {
        let next = match self {
            Lease::Held(_) => return Ok(true),
            Lease::Awaited(waiter) => match waiter.try_recv() {
                Ok(lock) => Some(lock),
                Err(TryRecvError::Empty) => return Ok(false),
                Err(TryRecvError::Disconnected) => lock(directory)?,
            },
            Lease::None => lock(directory)?,
        };
        *self = next.map_or(Lease::None, Lease::Held);
        Ok(self.is_held())
    }

    /// True while this process may write the index.
    pub(super) fn is_held(&self) -> bool {
        matches!(self, Lease::Held(_))
    }

    /// Waits for it on a thread that sleeps until then, and calls `bell` when it has come. Nothing happens where it is
    /// there or awaited already.
    pub(super) fn wait(&mut self, directory: &Path, bell: impl FnOnce() + Send + 'static) {
        if !matches!(self, Lease::None) {
            return;
        }
        let (sender, waiter) = mpsc::channel();
        let path = directory.join(LOCK);
        let wait = move || {
            let file = private_file().truncate(false).open(path);
            if let Ok(file) = file.and_then(|file| file.lock().map(|()| file))
                && sender.send(WriteLock(file)).is_ok()
            {
                bell();
            }
        };
        // Without a thread the next claim is made as the first one was.
        if std::thread::Builder::new().name("waiter".to_owned()).spawn(wait).is_ok() {
            *self = Lease::Awaited(waiter);
        }
    }
}

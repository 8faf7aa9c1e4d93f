//! Scratch directories: private to their user, gone with their owner, and swept by a later process where that was
//! killed.

use super::whole::not_private;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

/// The file in each of them that its owner holds a lock on: the system takes that away with the process.
const LOCK: &str = ".lock";

/// Names that are tried before there is no place for a directory.
const MAX_TRIES: u32 = 1_000;

/// Entries of the directory for temporary files that are looked at, at most.
const MAX_SWEPT: usize = 100_000;

/// When a directory without a lock is nobody's: its owner was killed before there was one.
const ABANDONED: Duration = Duration::from_secs(24 * 3_600);

/// A directory for temporary files that nobody else can look into.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    /// `None` only while the directory is taken away.
    lock: Option<File>,
}

impl Scratch {
    /// A new directory; the first one of a process takes away those of processes that were killed.
    ///
    /// # Errors
    /// The directory for temporary files cannot be written to.
    pub fn new() -> io::Result<Scratch> {
        static SWEPT: Once = Once::new();
        let above = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&above));
        Scratch::below(&above)
    }

    fn below(above: &Path) -> io::Result<Scratch> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        for _ in 0..MAX_TRIES {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = above.join(format!("docql-{}-{number}", std::process::id()));
            match builder.create(&path) {
                // What is there already is somebody else's.
                Err(problem) if problem.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            let mut scratch = Scratch { path, lock: None };
            let lock = File::create_new(scratch.path.join(LOCK))?;
            // Where files cannot be locked nothing is swept either.
            let _ = lock.try_lock();
            scratch.lock = Some(lock);
            return Ok(scratch);
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // An open file keeps its directory on some systems.
        self.lock = None;
        // What cannot be taken away goes with the other temporary files.
        drop(fs::remove_dir_all(&self.path));
    }
}

/// Takes away the directories below `above` whose owners are gone.
fn sweep(above: &Path) {
    let Ok(entries) = fs::read_dir(above) else { return };
    for entry in entries.take(MAX_SWEPT).flatten() {
        let path = entry.path();
        let is_ours = is_scratch(&entry.file_name().to_string_lossy()) && not_private(&path).is_none();
        if is_ours && is_abandoned(&path) {
            drop(fs::remove_dir_all(&path));
        }
    }
}

/// True for the name of a scratch directory: `docql-`, a process, a number.
fn is_scratch(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix("docql-").and_then(|rest| rest.split_once('-'));
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

fn is_abandoned(path: &Path) -> bool {
    let lock = path.join(LOCK);
    match lock.symlink_metadata() {
        Ok(found) if found.is_file() => File::open(&lock).is_ok_and(|lock| lock.try_lock().is_ok()),
        Ok(_) => false,
        Err(_) => {
            let changed = path.symlink_metadata().and_then(|found| found.modified());
            let age = changed.ok().and_then(|changed| SystemTime::now().duration_since(changed).ok());
            age.is_some_and(|age| age >= ABANDONED)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_swept_and_nothing_else() {
        let above = tempfile::tempdir().expect("a folder");
        let held = Scratch::below(above.path()).expect("a directory");
        fs::write(held.path().join("copy"), "bytes").expect("a file");
        let made = |name: &str, has_lock: bool| {
            let path = above.path().join(name);
            DirBuilder::new().create(&path).expect("a folder");
            fs::write(path.join("copy"), "bytes").expect("a file");
            if has_lock {
                fs::write(path.join(LOCK), "").expect("a file");
            }
            path
        };
        let killed = made("docql-1-0", true);
        let others = [made("docql-2-0", false), made("docql-name-0", true), made("docql-3", true), made("x-1-0", true)];
        sweep(above.path());
        assert!(!killed.exists(), "its owner is gone");
        assert!(held.path().join("copy").exists(), "its owner is here");
        assert!(others.iter().all(|path| path.join("copy").exists()), "new ones without a lock, and other names");
        let path = held.path().to_owned();
        drop(held);
        assert!(!path.exists());
    }
}

//! The directory of a full-text index, with a record of what was written to it: a checksum of each file, and a number
//! that no other index has.
//!
//! The engine's own checksums stand in the files that they are of: they say that a file is whole, not that it belongs
//! here. **Invariant:** the record on disk covers a commit before the commit is there.

use super::fields::{TextProblem, damaged};
use crate::stdx::write_whole;
use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, TerminatingWrite, WatchCallback,
    WatchHandle, WritePtr,
};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// The file of the engine's last commit.
pub(super) const COMMITTED: &str = "meta.json";

/// The file of the record.
const RECORD: &str = "docql-files";

/// How the drafts begin of what the engine replaces as a whole.
const DRAFT: &str = ".tmp";

/// Bytes that are read at once.
const PIECE: usize = 1 << 20;

/// Checksums of the files of one index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// The number of the index.
    pub identity: u64,
    /// The checksum of each file that is written once.
    sums: BTreeMap<String, u64>,
    /// The checksums of the last commit, and of those that were begun after it.
    commits: Vec<u64>,
}

impl Record {
    /// The record of a new index.
    fn new() -> Record {
        // The keys of hash tables are the one source of random numbers that the standard library has.
        Record { identity: RandomState::new().build_hasher().finish(), ..Record::default() }
    }

    /// The record in `directory`; `None` if it is not what was written.
    pub(super) fn read(directory: &Path) -> Option<Record> {
        let text = fs::read_to_string(directory.join(RECORD)).ok()?;
        let (body, sum) = text.trim_end_matches('\n').rsplit_once('\n')?;
        let hex = |digits: &str| u64::from_str_radix(digits, 16).ok();
        if hex(sum)? != xxh3_64(body.as_bytes()) {
            return None;
        }
        let mut lines = body.lines();
        let mut record = Record { identity: hex(lines.next()?)?, ..Record::default() };
        for line in lines {
            match line.split_once('\t')? {
                (sum, COMMITTED) => record.commits.push(hex(sum)?),
                (sum, name) => drop(record.sums.insert(name.to_owned(), hex(sum)?)),
            }
        }
        Some(record)
    }

    fn write(&self, directory: &Path) -> io::Result<()> {
        let mut text = format!("{:016x}", self.identity);
        let commits = self.commits.iter().map(|sum| (COMMITTED, sum));
        for (name, sum) in commits.chain(self.sums.iter().map(|(name, sum)| (name.as_str(), sum))) {
            text += &format!("\n{sum:016x}\t{name}");
        }
        let sum = xxh3_64(text.as_bytes());
        write_whole(directory, RECORD, format!("{text}\n{sum:016x}\n").as_bytes())
    }

    /// True if `bytes` are a commit of this index.
    pub(super) fn knows_commit(&self, bytes: &[u8]) -> bool {
        self.commits.contains(&xxh3_64(bytes))
    }

    /// True if the file `name` in `directory` is what was written. Reads all of it.
    pub(super) fn is_whole(&self, directory: &Path, name: &Path) -> bool {
        let expected = name.to_str().and_then(|name| self.sums.get(name));
        expected.is_some_and(|expected| checksum(&directory.join(name)).is_ok_and(|sum| sum == *expected))
    }
}

fn checksum(path: &Path) -> io::Result<u64> {
    let mut file = fs::File::open(path)?;
    let (mut sum, mut piece) = (Xxh3Default::new(), vec![0; PIECE]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(sum.digest()),
            read => sum.update(&piece[..read]),
        }
    }
}

/// Removes the drafts that a writer left which was killed. The caller is the writer.
pub(super) fn sweep_drafts(directory: &Path) {
    let is_draft = |name: &str| name.starts_with(DRAFT) || name.ends_with(DRAFT);
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_draft) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A directory that keeps a record of what is written to it.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    files: MmapDirectory,
    directory: PathBuf,
    record: Arc<Mutex<Record>>,
}

impl Recorded {
    /// Opens `directory`. An index that is there without its record is damaged.
    pub(super) fn open(directory: &Path) -> Result<Recorded, TextProblem> {
        let files = MmapDirectory::open(directory).map_err(damaged)?;
        let record = match directory.join(COMMITTED).exists() {
            true => Record::read(directory).ok_or_else(|| damaged("its list of files is damaged"))?,
            false => Record::new(),
        };
        Ok(Recorded { files, directory: directory.to_owned(), record: Arc::new(Mutex::new(record)) })
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file that is being written, with the checksum of what has been written so far.
struct Summed {
    file: WritePtr,
    sum: Box<Xxh3Default>,
    name: String,
    record: Arc<Mutex<Record>>,
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TerminatingWrite for Summed {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.file.terminate_ref(token)?;
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        record.sums.insert(std::mem::take(&mut self.name), self.sum.digest());
        Ok(())
    }
}

impl Directory for Recorded {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.files.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files.delete(path)?;
        if let Some(name) = path.to_str() {
            self.record().sums.remove(name);
        }
        Ok(())
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let file = self.files.open_write(path)?;
        let (name, record) = (path.to_string_lossy().into_owned(), Arc::clone(&self.record));
        Ok(WritePtr::new(Box::new(Summed { file, sum: Box::default(), name, record })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.files.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        if path != Path::new(COMMITTED) {
            return self.files.atomic_write(path, data);
        }
        let sum = xxh3_64(data);
        let mut record = self.record();
        record.commits.push(sum);
        record.write(&self.directory)?;
        self.files.atomic_write(path, data)?;
        record.commits = vec![sum];
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.files.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
    }
}

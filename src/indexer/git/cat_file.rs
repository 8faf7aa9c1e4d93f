//! Objects of a repository, from processes that answer one request after the other.

use super::command::Git;
use crate::indexer::files::options::MAX_TEXT_BYTES;
use crate::library::{ObjectId, ReadError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::{Mutex, PoisonError};

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Blob,
    Commit,
    Tree,
    Tag,
}

impl Kind {
    fn parse(name: &str) -> Option<Kind> {
        [Kind::Blob, Kind::Commit, Kind::Tree, Kind::Tag].into_iter().find(|kind| kind.name() == name)
    }

    /// Its name for people, which is git's.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Blob => "blob",
            Kind::Commit => "commit",
            Kind::Tree => "tree",
            Kind::Tag => "tag",
        }
    }
}

/// Reads objects of a repository. As many threads as want to read at a time have a process each.
pub(super) struct CatFile {
    git: Git,
    idle: Mutex<Vec<Process>>,
}

impl CatFile {
    /// Of the repository in which `git` runs. No process is started yet.
    pub(super) fn new(git: Git) -> CatFile {
        CatFile { git, idle: Mutex::default() }
    }

    /// Reads an object.
    pub(super) fn read(&self, id: &ObjectId) -> Result<(Kind, Vec<u8>), ReadError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = idle
            .map_or_else(|| Process::start(&self.git), Ok)
            .map_err(|error| ReadError::System(format!("git cannot be started: {error}")))?;
        // A process that fails ends with the object it could not read, and the next request starts another.
        let answer = process.ask(id).map_err(|_| ReadError::DamagedObject)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        answer.ok_or(ReadError::MissingObject)
    }
}

/// One process, which waits for a request.
struct Process {
    child: Child,
    /// Closed to end it.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Process {
    fn start(git: &Git) -> io::Result<Process> {
        let mut command = git.command()?;
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let requests = child.stdin.take();
        let answers = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Process { child, requests, answers: BufReader::with_capacity(1 << 16, answers) })
    }

    /// An object; `None` if the repository does not have it.
    fn ask(&mut self, id: &ObjectId) -> io::Result<Option<(Kind, Vec<u8>)>> {
        let requests = self.requests.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        requests.write_all(format!("{id}\n").as_bytes())?;
        requests.flush()?;
        let mut header = String::new();
        self.answers.read_line(&mut header)?;
        let mut words = header.split_ascii_whitespace().skip(1);
        let (kind, size) = match (words.next(), words.next()) {
            (Some("missing"), _) => return Ok(None),
            (Some(kind), Some(size)) => (Kind::parse(kind), size.parse().ok()),
            _ => (None, None),
        };
        let (Some(kind), Some(size)) = (kind, size) else { return Err(io::ErrorKind::InvalidData.into()) };
        if size as u64 > MAX_TEXT_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut bytes = vec![0; size];
        self.answers.read_exact(&mut bytes)?;
        // The line break behind it.
        self.answers.read_exact(&mut [0])?;
        Ok(Some((kind, bytes)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.requests.take());
        // One that is in the middle of an answer would wait for a reader.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

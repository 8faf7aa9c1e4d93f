//! The program `git`, run so that nothing a repository says is executed.
//!
//! Only commands that read objects and names are run, none of which starts a program by itself: no filter, text
//! conversion, pager, hook or credential helper. What the others of their kind would start is turned off besides: the
//! monitor of files (which reading the index can start), hooks, fetching of missing objects and every protocol.
//! Variables of the environment that point git elsewhere are not handed on. The configuration of the user stays in
//! force: it says which repositories of other users are safe to read.

use crate::stdx::Ticket;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The options of every command.
const OPTIONS: [&str; 9] = [
    "--no-pager",
    "--literal-pathspecs",
    "--no-replace-objects",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "protocol.allow=never",
];

/// The options of commands that list how two trees differ, file by file: renames are told, and no program compares.
pub(super) const DIFFERENCES: [&str; 7] =
    ["--raw", "-z", "-M", "--no-abbrev", "--ignore-submodules=all", "--no-ext-diff", "--no-textconv"];

/// The environment of every command.
const ENVIRONMENT: [(&str, &str); 6] = [
    // Objects that are missing stay missing.
    ("GIT_NO_LAZY_FETCH", "1"),
    // A git that does not know that variable has no way to fetch them.
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    // Messages are compared.
    ("LC_ALL", "C"),
];

/// The time between two checks of a command that is waited for.
const POLL: Duration = Duration::from_millis(20);

/// The program. Relative places of `PATH` do not count: a repository may have a program of that name.
static PROGRAM: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let name = format!("git{}", std::env::consts::EXE_SUFFIX);
    let named = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map(PathBuf::from);
    let mut places = std::env::split_paths(&named).chain(usual).filter(|place| place.is_absolute());
    places.find_map(|place| Some(place.join(&name)).filter(|program| program.is_file()))
});

/// Runs git in a directory.
#[derive(Clone, Debug)]
pub(super) struct Git {
    directory: PathBuf,
}

/// The answer of a command.
pub(super) struct CommandOutput {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

/// Why a command has not answered.
#[derive(Debug)]
pub(super) enum Silence {
    /// It cannot be started.
    NotStarted(io::Error),
    /// It takes longer than it may.
    TooLong,
    /// Nobody wants the answer any more.
    Cancelled,
}

impl Git {
    /// In this directory, from which git finds the repository.
    pub(super) fn at(directory: &Path) -> Git {
        Git { directory: directory.to_owned() }
    }

    /// A command that is still to get its own arguments.
    pub(super) fn command(&self) -> io::Result<Command> {
        let mut command = Command::new(PROGRAM.as_deref().ok_or(io::ErrorKind::NotFound)?);
        for (name, _) in std::env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"GIT_") {
                command.env_remove(name);
            }
        }
        command.envs(ENVIRONMENT).args(OPTIONS).current_dir(&self.directory).stdin(Stdio::null());
        Ok(command)
    }

    /// Runs a command to its end, for at most `longest` if that is given.
    pub(super) fn run(
        &self,
        arguments: &[&std::ffi::OsStr],
        longest: Option<Duration>,
        ticket: &Ticket,
    ) -> Result<CommandOutput, Silence> {
        let mut command = self.command().map_err(Silence::NotStarted)?;
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(Silence::NotStarted)?;
        let (stdout, stderr) = (drain(child.stdout.take()), drain(child.stderr.take()));
        let until = longest.map(|longest| Instant::now() + longest);
        let mut collect = |all: &Receiver<Vec<u8>>| loop {
            match all.recv_timeout(POLL) {
                Ok(bytes) => return Ok(bytes),
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let silence = match () {
                () if ticket.is_stale() => Silence::Cancelled,
                () if until.is_some_and(|until| Instant::now() > until) => Silence::TooLong,
                () => continue,
            };
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
            return Err(silence);
        };
        let (stdout, stderr) = (collect(&stdout)?, collect(&stderr)?);
        let status = child.wait().map_err(Silence::NotStarted)?;
        Ok(CommandOutput { status, stdout, stderr: String::from_utf8_lossy(&stderr).into_owned() })
    }
}

/// Reads all of a pipe on a thread of its own.
fn drain(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, all) = mpsc::channel();
    if let Some(mut pipe) = pipe {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // What came before it broke is what there is.
            let _ = pipe.read_to_end(&mut bytes);
            let _ = sender.send(bytes);
        });
    }
    all
}

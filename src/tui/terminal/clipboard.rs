//! The clipboard: by the terminal itself (OSC 52), also through tmux and screen, or by a command.

use crossterm::Command as _;
use crossterm::clipboard::CopyToClipboard;
use std::io::Write;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The longest sequence that terminals are known to take, in bytes.
const MAX_BYTES: usize = 74_994;

/// screen cuts longer strings.
const SCREEN_PIECE: usize = 700;

/// The time for tmux; it answers in milliseconds where it answers.
const TMUX_PATIENCE: Duration = Duration::from_secs(2);

/// The time between two looks at a command that runs.
const LOOK: Duration = Duration::from_millis(5);

/// Multiplexers between us and the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// Nothing.
    Nothing,
    /// tmux.
    Tmux,
    /// GNU screen.
    Screen,
}

impl Between {
    /// The multiplexer that the environment tells.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Between {
        let term = variable("TERM").unwrap_or_default();
        match () {
            () if variable("TMUX").is_some() => Between::Tmux,
            () if variable("STY").is_some() || term.starts_with("screen") => Between::Screen,
            () => Between::Nothing,
        }
    }
}

/// Why text was not put on the clipboard. Its text is a clause.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// So many bytes are more than terminals take.
    #[error("{} are too much for the terminal; set clipboard_cmd", crate::stdx::size(*.0))]
    TooMuch(u64),
    /// The sequence cannot be written.
    #[error(transparent)]
    Sequence(#[from] std::fmt::Error),
    /// The setting names no command.
    #[error("no command is set")]
    NoCommand,
    /// The command cannot be started or waited for.
    #[error("{program}: {error}")]
    Broken {
        /// Its name.
        program: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The command says that it failed.
    #[error("{program} ended with {status}")]
    Failed {
        /// Its name.
        program: String,
        /// Its exit code, or the signal that ended it.
        status: ExitStatus,
    },
    /// The command was waited for long enough.
    #[error("{program} does not answer")]
    Silent {
        /// Its name.
        program: String,
    },
}

/// The sequence that makes the terminal put `text` on the clipboard.
///
/// # Errors
/// If it is too much for terminals.
pub fn sequence(text: &str, between: Between) -> Result<String, CopyError> {
    let mut osc = String::new();
    CopyToClipboard::to_clipboard_from(text).write_ansi(&mut osc)?;
    if osc.len() > MAX_BYTES {
        return Err(CopyError::TooMuch(text.len() as u64));
    }
    Ok(match between {
        Between::Nothing => osc,
        // tmux takes the first for its own buffer, and passes on what is wrapped where it is allowed to.
        Between::Tmux => format!("{osc}\x1bPtmux;{}\x1b\\", osc.replace('\x1b', "\x1b\x1b")),
        Between::Screen => {
            // The end of a string inside of a string would end both.
            let osc = osc.trim_end_matches("\x1b\\").trim_end_matches('\x07').to_owned() + "\x07";
            let pieces = osc.as_bytes().chunks(SCREEN_PIECE).map(String::from_utf8_lossy);
            pieces.map(|piece| format!("\x1bP{piece}\x1b\\")).collect()
        }
    })
}

/// Gives `text` to a command. Waits for its end, no longer than `patience` if there is one.
///
/// # Errors
/// If the command does not take it.
pub fn pipe(command: &[String], text: &str, patience: Option<Duration>) -> Result<(), CopyError> {
    let Some((program, arguments)) = command.split_first() else { return Err(CopyError::NoCommand) };
    let named = || program.clone();
    let failed = |error| CopyError::Broken { program: named(), error };
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let input = child.stdin.take();
    std::thread::scope(|scope| {
        // Whoever does not read to the end says so with its exit code; whoever reads nothing holds up the writer,
        // not what looks at the clock.
        scope.spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
        match ended(&mut child, patience).map_err(failed)? {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(CopyError::Failed { program: named(), status }),
            None => Err(CopyError::Silent { program: named() }),
        }
    })
}

/// Waits for the end of a child. `None`: it took longer than `patience`, and was ended.
fn ended(child: &mut Child, patience: Option<Duration>) -> std::io::Result<Option<ExitStatus>> {
    let Some(patience) = patience else { return child.wait().map(Some) };
    let start = Instant::now();
    while start.elapsed() < patience {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(LOOK);
    }
    // It may have ended this moment.
    let _ = child.kill();
    child.wait()?;
    Ok(None)
}

/// Puts text into tmux's own buffer, whatever it makes of the sequences that programs write: as it is set up at
/// first it takes none from them.
///
/// # Errors
/// If tmux does not take it.
pub fn to_tmux(text: &str) -> Result<(), CopyError> {
    let with = |words: &[&str]| {
        let command: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        pipe(&command, text, Some(TMUX_PATIENCE))
    };
    // `-w` lets it tell the terminal too; before 3.2 it does not know that.
    with(&["tmux", "load-buffer", "-w", "-"]).or_else(|_| with(&["tmux", "load-buffer", "-"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_is_told_through_whatever_stands_between() {
        let plain = sequence("hi", Between::Nothing).expect("short");
        assert!(plain.starts_with("\x1b]52;c;aGk="), "{plain:?}");
        let tmux = sequence("hi", Between::Tmux).expect("short");
        assert!(tmux.starts_with(&plain) && tmux.contains("\x1bPtmux;\x1b\x1b]52;c;aGk="), "{tmux:?}");
        assert!(tmux.ends_with("\x1b\\"));
        let screen = sequence(&"x".repeat(2000), Between::Screen).expect("short");
        assert_eq!(screen.matches("\x1bP").count(), 4, "{screen:?}");
        assert!(sequence(&"x".repeat(100_000), Between::Nothing).is_err());
        let variable = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(Between::detect(variable(&[("TERM", "screen-256color"), ("TMUX", "/t")])), Between::Tmux);
        assert_eq!(Between::detect(variable(&[("TERM", "screen")])), Between::Screen);
        assert_eq!(Between::detect(variable(&[("TERM", "xterm")])), Between::Nothing);
    }

    #[test]
    fn a_command_gets_the_text_and_its_failure_is_told() {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("copied");
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let target = format!("cat > '{}'", file.display());
        pipe(&words(&["sh", "-c", &target]), "a\nb", None).expect("copied");
        assert_eq!(std::fs::read_to_string(&file).expect("copied"), "a\nb");
        assert!(pipe(&words(&["false"]), "x", None).expect_err("fails").to_string().contains("false ended with"));
        assert!(pipe(&words(&["no-such-program-here"]), "x", None).is_err());
    }

    #[test]
    fn a_command_that_reads_nothing_and_never_ends_is_not_waited_for() {
        let words = ["sleep", "600"].map(str::to_owned);
        let much = "x".repeat(1 << 20);
        let outcome = pipe(&words, &much, Some(Duration::from_millis(20)));
        assert_eq!(outcome.expect_err("silent").to_string(), "sleep does not answer");
    }
}

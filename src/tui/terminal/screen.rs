//! Taking the terminal and giving it back: at the end, for the editor, on a panic, on a signal.

use super::place;
use crate::stdx::fault;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// True while the terminal is ours. Global because the panic hook must know.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Takes the terminal; gives it back when dropped.
#[derive(Debug)]
pub struct Guard {
    mouse: bool,
    /// The lines below the cursor that are taken; `None` for the whole screen.
    lines: Option<u16>,
    /// True if the terminal is to tell when its window has the focus.
    focus: bool,
}

impl Guard {
    /// Takes the terminal.
    ///
    /// # Errors
    /// If the terminal does not do it.
    pub fn enter(mouse: bool, lines: Option<u16>, focus: bool) -> io::Result<Guard> {
        let guard = Guard { mouse, lines, focus };
        guard.resume()?;
        Ok(guard)
    }

    /// Takes the terminal again.
    ///
    /// # Errors
    /// If the terminal does not do it.
    pub fn resume(&self) -> io::Result<()> {
        fault::terminal_taken();
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        let mut out = io::stdout();
        match self.lines {
            Some(lines) => place::make_room(lines)?,
            None => crossterm::execute!(out, EnterAlternateScreen)?,
        }
        crossterm::execute!(out, EnableBracketedPaste, Hide)?;
        if self.mouse {
            crossterm::execute!(out, EnableMouseCapture)?;
        }
        if self.focus {
            crossterm::execute!(out, EnableFocusChange)?;
        }
        Ok(())
    }

    /// Takes or releases the mouse.
    ///
    /// # Errors
    /// If the terminal does not do it.
    pub fn capture_mouse(&mut self, mouse: bool) -> io::Result<()> {
        self.mouse = mouse;
        let mut out = io::stdout();
        if mouse { crossterm::execute!(out, EnableMouseCapture) } else { crossterm::execute!(out, DisableMouseCapture) }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        leave();
    }
}

/// Standard output is the terminal while this lives, wherever it led before: what the caller reads is written
/// afterwards.
#[derive(Debug)]
pub struct Screen {
    #[cfg(unix)]
    before: std::os::fd::OwnedFd,
}

impl Screen {
    /// Leads standard output to the terminal that controls the process.
    ///
    /// # Errors
    /// If there is no terminal beside standard output.
    #[cfg(unix)]
    pub fn borrow() -> io::Result<Screen> {
        let terminal = std::fs::OpenOptions::new().read(true).write(true).open("/dev/tty")?;
        let before = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
        io::stdout().flush()?;
        rustix::stdio::dup2_stdout(terminal)?;
        Ok(Screen { before })
    }

    /// Elsewhere there is no such terminal.
    ///
    /// # Errors
    /// If there is no terminal beside standard output.
    #[cfg(not(unix))]
    pub fn borrow() -> io::Result<Screen> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no /dev/tty"))
    }
}

#[cfg(unix)]
impl Drop for Screen {
    fn drop(&mut self) {
        let _ = io::stdout().flush();
        let _ = rustix::stdio::dup2_stdout(&self.before);
    }
}

/// Gives the terminal back. Does nothing the second time; never fails, because it runs where nobody can act
/// on a failure.
pub fn leave() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // Raw mode ends first: whatever is printed next must not walk down the screen like a staircase.
    let _ = disable_raw_mode();
    let mut out: Stdout = io::stdout();
    let _ = crossterm::execute!(out, DisableMouseCapture, DisableFocusChange, DisableBracketedPaste);
    let _ = match place::top() {
        Some(_) => place::clear(),
        None => crossterm::execute!(out, LeaveAlternateScreen),
    };
    let _ = crossterm::execute!(out, Show);
    let _ = out.flush();
    fault::terminal_left();
}

/// Makes a panic give the terminal back before it is reported. A panic of a worker is reported to the user by
/// the worker; printing it would only tear the screen.
pub fn install_panic_hook() {
    let main = std::thread::current().id();
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |report| {
        if std::thread::current().id() == main {
            leave();
            earlier(report);
        } else if !TAKEN.load(Ordering::SeqCst) {
            earlier(report);
        }
    }));
}

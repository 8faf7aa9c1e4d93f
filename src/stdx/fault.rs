//! Lost memory: a file that is mapped and shrinks takes its pages with it, and reading them ends the program.
//!
//! An index on a file system that fails, or one that something else than docql cuts short, does that. The program cannot
//! go on, but it can give the terminal back and say what happened.

#[cfg(unix)]
use std::sync::OnceLock;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

/// The modes of the terminal before it was taken.
#[cfg(unix)]
static BEFORE: OnceLock<libc::termios> = OnceLock::new();

/// True while the terminal is taken.
#[cfg(unix)]
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Leaves everything that the explorer turns on: mouse, focus, paste, the other screen; shows the cursor.
#[cfg(unix)]
const LEAVE: &[u8] =
    b"\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[?1049l\x1b[?25h";

#[cfg(unix)]
const TOLD: &[u8] = b"docql: a file of the index was cut short while it was read, or its disk failed; \
docql index --verify looks for what is wrong, docql index --clear removes the index\n";

/// The exit code: that of other failures.
#[cfg(unix)]
const FAILED: libc::c_int = 2;

/// From now on the program says so when a mapped file shrinks, and ends as after other failures.
pub fn watch_mapped_files() {
    #[cfg(unix)]
    {
        // SAFETY: the handler calls nothing but functions that are safe in a signal handler, and does not return.
        #[allow(unsafe_code, reason = "no library ends a program in good order from this signal")]
        let _ = unsafe { signal_hook::low_level::register(libc::SIGBUS, give_up) };
    }
}

/// The terminal is taken, with modes to be restored: call this before they change.
pub fn terminal_taken() {
    #[cfg(unix)]
    {
        // SAFETY: a structure of numbers, which the call fills; it is looked at only if the call says that it did.
        #[allow(unsafe_code, reason = "restored in a signal handler, with the same type")]
        let modes = unsafe {
            let mut modes: libc::termios = std::mem::zeroed();
            (libc::tcgetattr(libc::STDOUT_FILENO, &mut modes) == 0).then_some(modes)
        };
        if let Some(modes) = modes {
            let _ = BEFORE.set(modes);
        }
        IS_TAKEN.store(true, Ordering::SeqCst);
    }
}

/// The terminal was given back.
pub fn terminal_left() {
    #[cfg(unix)]
    IS_TAKEN.store(false, Ordering::SeqCst);
}

#[cfg(unix)]
fn give_up() {
    // SAFETY: `write`, `tcsetattr` and `_exit` may be called in a signal handler, and the bytes are constants.
    #[allow(unsafe_code, reason = "nothing else may be called in a signal handler")]
    unsafe {
        if IS_TAKEN.load(Ordering::SeqCst) {
            libc::write(libc::STDOUT_FILENO, LEAVE.as_ptr().cast(), LEAVE.len());
            if let Some(modes) = BEFORE.get() {
                libc::tcsetattr(libc::STDOUT_FILENO, libc::TCSANOW, modes);
            }
        }
        libc::write(libc::STDERR_FILENO, TOLD.as_ptr().cast(), TOLD.len());
        libc::_exit(FAILED)
    }
}

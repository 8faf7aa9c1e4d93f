//! One program in a pseudo-terminal: what it writes, when, and what the screen shows after each piece.

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The start and the end of a synchronized update: what stands between them is one frame.
const FRAME_STARTS: &[u8] = b"\x1b[?2026h";
const FRAME_ENDS: &[u8] = b"\x1b[?2026l";

/// What to start, and where.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The directory it is started in.
    pub directory: PathBuf,
    /// Columns and rows.
    pub size: (u16, u16),
    /// Where it keeps its index.
    pub index: PathBuf,
}

/// A condition on the screen.
pub type Sight = Box<dyn Fn(&vt100::Screen) -> bool + Send>;

struct State {
    parser: vt100::Parser,
    /// Bytes since the mark.
    bytes: usize,
    /// Each whole frame since the mark.
    frames: Vec<Frame>,
    /// The last bytes, in which a frame may begin or end.
    tail: Vec<u8>,
    /// Bytes since the current frame began.
    frame: Option<usize>,
    last: Instant,
    /// Since when frames count.
    mark: Instant,
    /// What stands left of the preview, and when that changed.
    left: String,
    left_changed: Instant,
    wanted: Option<Sight>,
    seen: Option<Instant>,
    ended: bool,
}

/// A running program.
pub struct Session {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    shared: Arc<(Mutex<State>, Condvar)>,
    mark: Instant,
    _home: tempfile::TempDir,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

/// What the program wrote between the start and the end of a synchronized update.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// How many bytes.
    pub bytes: usize,
    /// When its end was read, from the mark.
    pub after: Duration,
}

/// What followed a mark, once the program had been quiet.
#[derive(Clone, Debug)]
pub struct Settled {
    /// From the mark to the last byte.
    pub after: Duration,
    /// From the mark to the last change of the rows left of the preview: what is found, without how much that is.
    pub rows: Duration,
    /// Bytes written.
    pub bytes: usize,
    /// Each frame.
    pub frames: Vec<Frame>,
}

impl Session {
    /// Starts the program; the time until `wanted` is seen counts from just before.
    pub fn start(program: &Program, wanted: Sight) -> Session {
        let (width, height) = program.size;
        let home = tempfile::tempdir().expect("a temporary folder");
        let pair = native_pty_system()
            .openpty(PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 })
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(&program.words[0]);
        command.args(&program.words[1..]);
        command.cwd(&program.directory);
        environment(&mut command, home.path(), &program.index);
        let cells = |cells| NonZeroU16::new(cells).expect("a size");
        let mark = Instant::now();
        let state = State {
            parser: vt100::Parser::new(cells(height), cells(width), 0),
            bytes: 0,
            frames: Vec::new(),
            tail: Vec::new(),
            frame: None,
            last: mark,
            mark,
            left: String::new(),
            left_changed: mark,
            wanted: Some(wanted),
            seen: None,
            ended: false,
        };
        let shared = Arc::new((Mutex::new(state), Condvar::new()));
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let listener = Arc::clone(&shared);
        std::thread::spawn(move || listen(&mut output, &listener));
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let keys = pair.master.take_writer().expect("a writer");
        Session { child, keys, shared, mark, _home: home, _master: pair.master }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends keys and begins to count; the time until `wanted` is seen counts from here.
    pub fn press(&mut self, keys: &str, wanted: Sight) {
        {
            let mut state = self.state();
            (state.bytes, state.seen, state.wanted) = (0, None, Some(wanted));
            state.frames.clear();
        }
        self.mark = Instant::now();
        {
            let mut state = self.state();
            (state.mark, state.last, state.left_changed) = (self.mark, self.mark, self.mark);
        }
        self.send(keys);
    }

    /// Sends keys without beginning to count.
    pub fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program takes keys");
        self.keys.flush().expect("the program takes keys");
    }

    /// How long after the mark the screen first showed what was wanted; `None` if it did not.
    pub fn seen(&self, patience: Duration) -> Option<Duration> {
        let until = self.mark + patience;
        let mut state = self.state();
        loop {
            if let Some(seen) = state.seen {
                return Some(seen.saturating_duration_since(self.mark));
            }
            let now = Instant::now();
            if state.ended || now >= until {
                return None;
            }
            state = self.shared.1.wait_timeout(state, until - now).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until nothing has come for `quiet` and the screen meets `done`; `None` if that does not happen.
    pub fn settled(
        &self,
        quiet: Duration,
        patience: Duration,
        done: impl Fn(&vt100::Screen) -> bool,
    ) -> Option<Settled> {
        let until = self.mark + patience;
        let mut state = self.state();
        loop {
            let now = Instant::now();
            if now.duration_since(state.last) >= quiet && done(state.parser.screen()) {
                let after = state.last.saturating_duration_since(self.mark);
                let rows = state.left_changed.saturating_duration_since(self.mark);
                return Some(Settled { after, rows, bytes: state.bytes, frames: state.frames.clone() });
            }
            if state.ended || now >= until {
                return None;
            }
            // What is there but not quiet yet is looked at again when it can be.
            let pause = (state.last + quiet).saturating_duration_since(now).max(Duration::from_millis(5));
            state = self.shared.1.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Reads something off the screen.
    pub fn read<T>(&self, read: impl FnOnce(&vt100::Screen) -> T) -> T {
        read(self.state().parser.screen())
    }

    /// Bytes written while nobody presses a key.
    pub fn idle(&mut self, time: Duration) -> usize {
        self.state().bytes = 0;
        std::thread::sleep(time);
        self.state().bytes
    }

    /// The number of the process.
    pub fn process(&self) -> Option<u32> {
        self.child.process_id()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Nothing can be done here if the program is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(output: &mut Box<dyn Read + Send>, shared: &(Mutex<State>, Condvar)) {
    let mut bytes = [0; 64 << 10];
    loop {
        let count = output.read(&mut bytes).unwrap_or(0);
        let now = Instant::now();
        let mut state = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        if count == 0 {
            state.ended = true;
        } else {
            state.take(&bytes[..count], now);
        }
        shared.1.notify_all();
        if count == 0 {
            return;
        }
    }
}

impl State {
    fn take(&mut self, bytes: &[u8], now: Instant) {
        self.parser.process(bytes);
        self.bytes += bytes.len();
        self.last = now;
        let left = left(self.parser.screen());
        if left != self.left {
            (self.left, self.left_changed) = (left, now);
        }
        for &byte in bytes {
            self.tail.push(byte);
            if let Some(frame) = &mut self.frame {
                *frame += 1;
            }
            if self.tail.ends_with(FRAME_STARTS) {
                self.frame = Some(FRAME_STARTS.len());
                self.tail.clear();
            } else if self.tail.ends_with(FRAME_ENDS) {
                let after = now.saturating_duration_since(self.mark);
                self.frames.extend(self.frame.take().map(|bytes| Frame { bytes, after }));
                self.tail.clear();
            } else if self.tail.len() > 64 {
                self.tail.drain(..32);
            }
        }
        if self.wanted.as_ref().is_some_and(|wanted| wanted(self.parser.screen())) {
            (self.wanted, self.seen) = (None, Some(now));
        }
    }
}

/// The rows between the prompt and the status, each up to the border of the preview.
fn left(screen: &vt100::Screen) -> String {
    let (height, width) = screen.size();
    let rows: Vec<String> = screen.rows(0, width.get()).collect();
    let body = rows.get(3..usize::from(height.get()).saturating_sub(2)).unwrap_or_default();
    body.iter().map(|row| row.split_once('│').map_or(row.as_str(), |(left, _)| left)).collect::<Vec<_>>().join("\n")
}

fn environment(command: &mut CommandBuilder, home: &Path, index: &Path) {
    // A terminal answers questions about itself at once; this one does not, so docql asks nothing.
    let settled = [("DOCQL_THEME", "ansi16"), ("DOCQL_UI_AMBIGUOUS", "narrow")];
    for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")].into_iter().chain(settled) {
        command.env(name, value);
    }
    for name in ["COLORTERM", "NO_COLOR", "VISUAL", "DOCQL_EDITOR", "RUST_BACKTRACE", "FZF_DEFAULT_OPTS"] {
        command.env_remove(name);
    }
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env(name, home);
    }
    command.env("DOCQL_INDEX_DIR", index);
}

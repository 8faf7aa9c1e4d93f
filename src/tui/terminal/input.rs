//! Input of the terminal, in our own words; read on a thread of its own.

use super::background::Listener;
use super::probe;
use super::stray_replies::Late;
use crate::app::{Mouse, MouseAction, Msg};
use crate::config::{KeyCode, KeyPress};
use crossterm::event::{self, Event, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SendError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Two clicks within this time on one cell are a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// The time that the reader sleeps if nothing happens; to pause it is woken.
const NAP: Duration = Duration::from_secs(3600);

/// The time that a terminal which has answered before may take to answer again.
const ANSWER: Duration = Duration::from_secs(5);

/// Lets the main thread stop the reader while another program has the terminal.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    wanted: Mutex<bool>,
    bell: Condvar,
    idle: AtomicBool,
    /// True if the terminal was asked for its ground.
    asked: AtomicBool,
}

impl Reader {
    /// Starts the thread. It ends when nobody listens any more.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(sender: Sender<Msg>) -> std::io::Result<Reader> {
        let reader = Reader::default();
        *reader.lock() = true;
        let shared = Arc::clone(&reader.shared);
        std::thread::Builder::new().name("input".to_owned()).spawn(move || read(&shared, &sender))?;
        Ok(reader)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, bool> {
        self.shared.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops reading: keys are for another program now. Returns once the reader has let go.
    pub fn pause(&self) {
        *self.lock() = false;
        while !self.shared.idle.load(Ordering::SeqCst) {
            // The signal of a changed window wakes the reader, wherever it waits.
            let _ = signal_hook::low_level::raise(signal_hook::consts::signal::SIGWINCH);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Reads again, at first the answer to the question what ground the terminal has.
    pub fn resume_asked(&self) {
        self.shared.asked.store(true, Ordering::SeqCst);
        self.resume();
    }

    /// Reads again.
    pub fn resume(&self) {
        *self.lock() = true;
        self.shared.bell.notify_all();
    }
}

fn read(shared: &Shared, sender: &Sender<Msg>) {
    let (mut clicks, mut late) = (Clicks::default(), Late::default());
    loop {
        {
            let mut wanted = shared.wanted.lock().unwrap_or_else(PoisonError::into_inner);
            while !*wanted {
                shared.idle.store(true, Ordering::SeqCst);
                wanted = shared.bell.wait(wanted).unwrap_or_else(PoisonError::into_inner);
            }
            shared.idle.store(false, Ordering::SeqCst);
        }
        if shared.asked.swap(false, Ordering::SeqCst) && listen(sender).is_err() {
            return;
        }
        let events = match event::poll(late.patience().unwrap_or(NAP))
            .and_then(|is_there| if is_there { event::read().map(Some) } else { Ok(None) })
        {
            Ok(Some(event)) => late.take(event),
            Ok(None) => late.release().into_iter().collect(),
            Err(_) => {
                // The terminal is gone; without it there is nobody to serve.
                let _ = sender.send(Msg::Terminated);
                return;
            }
        };
        for message in events.into_iter().filter_map(|event| translate(event, &mut clicks)) {
            if sender.send(message).is_err() {
                return;
            }
        }
    }
}

/// Listens to what the terminal answers about its ground, until it has said all; what is typed is passed on.
fn listen(sender: &Sender<Msg>) -> Result<(), SendError<Msg>> {
    let mut listener = Listener::default();
    let deadline = Instant::now() + ANSWER;
    while !listener.has_ended {
        let mut bytes = Vec::new();
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || !probe::receive(&mut bytes, left) {
            break;
        }
        for character in listener.take(&bytes).chars() {
            sender.send(Msg::Key(typed(character)))?;
        }
    }
    listener.ground.map_or(Ok(()), |scheme| sender.send(Msg::GroundSeen(scheme)))
}

/// The key that sends a character.
pub(in crate::tui) fn typed(character: char) -> KeyPress {
    match character {
        '\r' => KeyPress::plain(KeyCode::Enter),
        '\t' => KeyPress::plain(KeyCode::Tab),
        '\u{8}' | '\u{7f}' => KeyPress::plain(KeyCode::Backspace),
        // Ctrl leaves the low five bits of a letter.
        '\u{1}'..='\u{1a}' => KeyPress { ctrl: true, ..KeyPress::char(char::from(character as u8 | 0x60)) },
        character => KeyPress::char(character),
    }
}

/// The time and place of the last click.
#[derive(Debug, Default)]
struct Clicks {
    last: Option<(Instant, u16, u16)>,
}

fn translate(event: Event, clicks: &mut Clicks) -> Option<Msg> {
    match event {
        // Terminals with the newer protocol also report releases.
        Event::Key(key) if key.kind != KeyEventKind::Release => self::key(key).map(Msg::Key),
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Resize(width, height) => Some(Msg::Resized { width, height }),
        Event::FocusGained => Some(Msg::FocusGained),
        Event::Mouse(event) => mouse(event, clicks).map(Msg::Mouse),
        _ => None,
    }
}

/// The key that an event says was pressed.
pub fn pressed(event: &Event) -> Option<KeyPress> {
    match event {
        Event::Key(event) if event.kind != KeyEventKind::Release => key(*event),
        _ => None,
    }
}

fn key(event: event::KeyEvent) -> Option<KeyPress> {
    use crossterm::event::KeyCode as Code;
    let mut key = KeyPress {
        code: KeyCode::Esc,
        ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
        alt: event.modifiers.contains(KeyModifiers::ALT),
        shift: event.modifiers.contains(KeyModifiers::SHIFT),
    };
    key.code = match event.code {
        // Older terminals send Ctrl-H for Backspace.
        Code::Char('h') if key.ctrl && !key.alt => {
            key.ctrl = false;
            KeyCode::Backspace
        }
        Code::Char(character) => {
            key.shift = false;
            KeyCode::Char(character)
        }
        Code::BackTab => {
            key.shift = true;
            KeyCode::Tab
        }
        Code::Enter => KeyCode::Enter,
        Code::Esc => KeyCode::Esc,
        Code::Tab => KeyCode::Tab,
        Code::Backspace => KeyCode::Backspace,
        Code::Delete => KeyCode::Delete,
        Code::Left => KeyCode::Left,
        Code::Right => KeyCode::Right,
        Code::Up => KeyCode::Up,
        Code::Down => KeyCode::Down,
        Code::Home => KeyCode::Home,
        Code::End => KeyCode::End,
        Code::PageUp => KeyCode::PageUp,
        Code::PageDown => KeyCode::PageDown,
        Code::F(number) => KeyCode::Function(number),
        _ => return None,
    };
    // Shift with these keys means nothing to us; without it more terminals agree.
    if !matches!(key.code, KeyCode::Tab) {
        key.shift = false;
    }
    Some(key)
}

fn mouse(event: event::MouseEvent, clicks: &mut Clicks) -> Option<Mouse> {
    let (column, row) = (event.column, event.row);
    let action = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            let now = Instant::now();
            let again = clicks
                .last
                .take()
                .is_some_and(|(then, x, y)| (x, y) == (column, row) && now.duration_since(then) < DOUBLE_CLICK);
            if again {
                MouseAction::DoubleClick
            } else {
                clicks.last = Some((now, column, row));
                MouseAction::Click
            }
        }
        MouseEventKind::Down(MouseButton::Right) => MouseAction::Menu,
        MouseEventKind::Drag(MouseButton::Left) => MouseAction::Drag,
        MouseEventKind::Up(MouseButton::Left) => MouseAction::Release,
        MouseEventKind::ScrollUp => MouseAction::WheelUp,
        MouseEventKind::ScrollDown => MouseAction::WheelDown,
        _ => return None,
    };
    Some(Mouse { action, column, row })
}

//! The model and its workers, and waiting for them.

use crate::app::{Command, Effect, Model, Msg, Pane, Timer, configured, start, update};
use crate::config::{Config, Key};
use crate::workers::{Workers, WorkspaceOptions};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The size of the screen that is not there: wide enough that nothing is broken.
const SCREEN: (u16, u16) = (120, 50);

/// How often is looked whether Ctrl-C was pressed.
const BEAT: Duration = Duration::from_millis(100);

/// Workers that have not been heard for so long have nothing to do.
const QUIET: Duration = Duration::from_secs(3);

/// A wait as long as this is explained; after that, every so often once more.
const EXPLAINED: Duration = Duration::from_secs(3);

/// The model and who works for it.
pub struct Session {
    /// The state.
    pub model: Model,
    /// Where files are.
    pub workers: Workers,
    /// Effects that the dialogue carries out itself: editor, clipboard.
    pub asides: Vec<Effect>,
    /// When a worker was heard last.
    heard: Instant,
    /// How many files were read when queries worth trying were made of them.
    tried: u32,
    receiver: Receiver<Msg>,
    interrupted: Arc<AtomicBool>,
    idle: Arc<AtomicBool>,
}

impl Session {
    /// Opens the workspace and starts to read it.
    pub fn open(workspace: WorkspaceOptions, config: Config) -> anyhow::Result<Session> {
        let (interrupted, idle) = signals()?;
        let (sender, receiver) = channel();
        let mut model = configured(config);
        let workers = Workers::start(workspace, None, &sender)?;
        // The text as it is in the file says the same without lines and boxes.
        model.preview.source = true;
        let mut session = Session {
            model,
            workers,
            asides: Vec::new(),
            heard: Instant::now(),
            tried: 0,
            receiver,
            interrupted,
            idle,
        };
        session.give(Msg::Resized { width: SCREEN.0, height: SCREEN.1 });
        let effects = start(&mut session.model, None);
        session.perform(effects);
        Ok(session)
    }

    /// Gives the model a message.
    pub fn give(&mut self, message: Msg) {
        if matches!(message, Msg::StartersFound(_)) {
            self.tried = self.model.listing.counts.indexed;
        }
        self.heard = Instant::now();
        let effects = update(&mut self.model, message);
        self.perform(effects);
    }

    /// Unfolds the results: nothing is folded where lines are read one after the other. That is no move of the user's to
    /// go back on.
    pub fn unfold_all(&mut self) {
        let listing = Arc::clone(&self.model.listing);
        drop(self.model.results.run(Command::UnfoldAll, &listing));
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match self.workers.perform(effect) {
                // These make things appear and vanish on a screen.
                Some(Effect::Arm {
                    timer: Timer::Toast | Timer::WhichKey | Timer::QueryError | Timer::Example | Timer::Uses,
                    ..
                })
                | None => {}
                // The others wait until the keys rest; a line is all that will come.
                Some(Effect::Arm { timer, generation, .. }) => self.give(Msg::TimerFired { timer, generation }),
                Some(effect) => self.asides.push(effect),
            }
        }
    }

    /// Takes everything that has arrived since.
    pub fn catch_up(&mut self) {
        while let Ok(message) = self.receiver.try_recv() {
            self.give(message);
        }
    }

    /// Waits until something is so, at most as long as `patience`; Ctrl-C ends waiting too. Long waits are
    /// explained through `explain`. False if it is not so.
    pub fn wait(
        &mut self,
        patience: Duration,
        is_so: impl Fn(&Session) -> bool,
        explain: &mut dyn FnMut(&Model),
    ) -> bool {
        let start = Instant::now();
        let mut explained = EXPLAINED;
        self.interrupted.store(false, Ordering::SeqCst);
        loop {
            self.catch_up();
            if is_so(self) {
                return true;
            }
            if self.interrupted.swap(false, Ordering::SeqCst) {
                if let Ok(key) = Key::parse("ctrl-c") {
                    self.give(Msg::Key(key));
                }
                return false;
            }
            if start.elapsed() >= patience {
                return false;
            }
            if start.elapsed() >= explained {
                explain(&self.model);
                explained += EXPLAINED * 5;
            }
            match self.receiver.recv_timeout(BEAT.min(patience)) {
                Ok(message) => self.give(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Whether everything is read. Some files never are; then nothing is heard of the workers any more.
    pub fn is_read(&self) -> bool {
        let model = &self.model;
        let quiet = model.progress.is_none() && self.heard.elapsed() > QUIET;
        model.opened && (self.tried >= model.listing.counts.files || quiet)
    }

    /// Says whether the user is the one who is waited for: then Ctrl-C ends the program.
    pub fn idle(&self, idle: bool) {
        self.idle.store(idle, Ordering::SeqCst);
    }
}

/// Ctrl-C stops what runs; while nothing runs it ends the program.
#[cfg(unix)]
fn signals() -> std::io::Result<(Arc<AtomicBool>, Arc<AtomicBool>)> {
    use signal_hook::consts::SIGINT;
    let (interrupted, idle) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    signal_hook::flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&idle))?;
    signal_hook::flag::register(SIGINT, Arc::clone(&interrupted))?;
    Ok((interrupted, idle))
}

#[cfg(not(unix))]
fn signals() -> std::io::Result<(Arc<AtomicBool>, Arc<AtomicBool>)> {
    Ok((Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false))))
}

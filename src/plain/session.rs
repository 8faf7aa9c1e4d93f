//! A session: the model, its workers, and waiting for them.

use crate::app::{Command, Effect, Model, Msg, Pane, Timer, configured, start, update};
use crate::config::{Config, KeyPress};
use crate::workers::{ModelSource, Workers, WorkspaceOptions};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Size of the virtual screen in columns and rows: wide enough that nothing wraps.
const SCREEN: (u16, u16) = (120, 50);

/// Interval between two checks for Ctrl-C.
const BEAT: Duration = Duration::from_millis(100);

/// Time without a message after which workers count as idle.
const QUIET: Duration = Duration::from_secs(3);

/// Time after which a wait is explained; then again every five times as long.
const EXPLAINED: Duration = Duration::from_secs(3);

/// The model and its workers.
pub struct Session {
    /// The state of the explorer.
    pub model: Model,
    /// The threads that perform effects.
    pub workers: Workers,
    /// Effects that the dialogue performs itself: editor, clipboard.
    pub asides: Vec<Effect>,
    /// Time of the last message.
    heard: Instant,
    /// Number of files read when queries worth trying were last made.
    tried: u32,
    receiver: Receiver<Msg>,
    interrupted: Arc<AtomicBool>,
    idle: Arc<AtomicBool>,
}

impl Session {
    /// Opens a workspace and starts to read it.
    ///
    /// # Errors
    /// If signal handlers cannot be installed or the workers cannot start.
    pub fn open(workspace: WorkspaceOptions, models: Option<ModelSource>, config: Config) -> anyhow::Result<Session> {
        let (interrupted, idle) = signals()?;
        let (sender, receiver) = channel();
        let mut model = configured(config);
        let workers = Workers::start(workspace, None, models, &sender)?;
        // The source has the same content, without lines and boxes.
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

    /// Sends the model a message.
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
                // These timers only concern the screen.
                Some(Effect::Arm {
                    timer:
                        Timer::Toast | Timer::WhichKey | Timer::QueryError | Timer::Example | Timer::Uses | Timer::Running,
                    ..
                })
                | None => {}
                // The others wait for a pause in typing; a line is complete.
                Some(Effect::Arm { timer, generation, .. }) => self.give(Msg::TimerFired { timer, generation }),
                Some(effect) => self.asides.push(effect),
            }
        }
    }

    /// Processes all pending messages.
    pub fn catch_up(&mut self) {
        while let Ok(message) = self.receiver.try_recv() {
            self.give(message);
        }
    }

    /// Waits until `is_so` holds, up to `patience` or until Ctrl-C. Calls `explain` during long waits. False if it does
    /// not hold.
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
                if let Ok(key) = KeyPress::parse("ctrl-c") {
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

    /// True if all files are read. Some files never are; then the workers have gone quiet.
    pub fn is_read(&self) -> bool {
        let model = &self.model;
        let quiet = model.progress.is_none() && self.heard.elapsed() > QUIET;
        model.opened && (self.tried >= model.listing.counts.files || quiet)
    }

    /// Sets whether the program waits for the user; then Ctrl-C ends it.
    pub fn idle(&self, idle: bool) {
        self.idle.store(idle, Ordering::SeqCst);
    }
}

/// Installs the handler of Ctrl-C, which interrupts running work, or ends the program if it is idle.
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

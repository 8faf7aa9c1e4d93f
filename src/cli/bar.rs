//! How far indexing has come: a bar on a terminal's standard error, once it takes long enough to wonder.

use crate::indexer::{Progress, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shorter waits show nothing.
const PATIENCE: Duration = Duration::from_millis(400);

/// Files, rate and time left of each stage.
const TEMPLATE: &str = "{msg:16} {bar:28} {human_pos}/{human_len} files  {per_sec}  {eta} left";

/// The same while nobody knows how many there are.
const COUNTING: &str = "{msg:16} {human_pos} files";

/// A bar that appears when it is worth it, and leaves nothing behind.
pub struct Bar {
    started: Instant,
    shown: bool,
    state: Mutex<Option<(Stage, ProgressBar)>>,
}

impl Bar {
    /// A bar; one that is never shown for `quiet`, or where nobody would see it.
    pub fn new(quiet: bool) -> Bar {
        let shown = !quiet && std::io::stderr().is_terminal();
        Bar { started: Instant::now(), shown, state: Mutex::default() }
    }

    /// Tells how far a stage has come.
    pub fn report(&self, progress: Progress) {
        if !self.shown || self.started.elapsed() < PATIENCE {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.as_ref().is_none_or(|(stage, _)| *stage != progress.stage) {
            if let Some((_, old)) = state.take() {
                old.finish_and_clear();
            }
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(12));
            let template = if progress.total == 0 { COUNTING } else { TEMPLATE };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("▓▓░"));
            }
            bar.set_message(name(progress.stage));
            *state = Some((progress.stage, bar));
        }
        if let Some((_, bar)) = state.as_ref() {
            bar.set_length(u64::from(progress.total));
            bar.set_position(u64::from(progress.done));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some((_, bar)) = self.state.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }
}

/// What a stage does, for people.
pub fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Walk => "finding files",
        Stage::Structure => "reading structure",
        Stage::Text => "indexing text",
        Stage::Vectors => "making vectors",
    }
}

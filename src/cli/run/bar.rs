//! The progress of indexing: a bar on a terminal's standard error, once it takes long enough to wonder.

use crate::indexer::{Progress, Stage};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shorter waits show nothing.
const PATIENCE: Duration = Duration::from_millis(400);

/// Files, rate and time left of each stage.
const TEMPLATE: &str = "{msg:16} {bar:28} {human_pos}/{human_len} files  {pace}";

/// The time after which the rate of a stage means something.
const SETTLED: Duration = Duration::from_millis(500);

/// The same while nobody knows how many there are.
const COUNTING: &str = "{msg:16} {human_pos} files";

/// A bar that appears when it is worth it, and leaves nothing behind.
pub struct Bar {
    started: Instant,
    shown: bool,
    /// The stage, whether it is known how many files there are, and its bar.
    state: Mutex<Option<(Stage, bool, ProgressBar)>>,
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
        let is_counted = progress.total > 0;
        if state.as_ref().is_none_or(|(stage, counted, _)| (*stage, *counted) != (progress.stage, is_counted)) {
            if let Some((.., old)) = state.take() {
                old.finish_and_clear();
            }
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(12));
            if let Ok(style) = ProgressStyle::with_template(if is_counted { TEMPLATE } else { COUNTING }) {
                // What had been done when it appeared has not been done since.
                let before = u64::from(progress.done);
                let tell = move |state: &ProgressState, out: &mut dyn Write| {
                    let left = state.len().unwrap_or(0).saturating_sub(state.pos());
                    let _ = out.write_str(&pace(state.pos().saturating_sub(before), left, state.elapsed()));
                };
                bar.set_style(style.progress_chars("▓▓░").with_key("pace", tell));
            }
            bar.set_message(name(progress.stage));
            *state = Some((progress.stage, is_counted, bar));
        }
        if let Some((.., bar)) = state.as_ref() {
            bar.set_length(u64::from(progress.total));
            bar.set_position(u64::from(progress.done));
        }
    }
}

impl Bar {
    /// Takes the bar away: something else is written now.
    pub fn clear(&self) {
        if let Some((.., bar)) = self.state.lock().unwrap_or_else(PoisonError::into_inner).take() {
            bar.finish_and_clear();
        }
    }
}

/// The files a second that were `done` in `elapsed`, and the time for those that are `left`; nothing while nobody
/// knows.
fn pace(done: u64, left: u64, elapsed: Duration) -> String {
    if elapsed < SETTLED || done == 0 {
        return String::new();
    }
    let rate = done as f64 / elapsed.as_secs_f64();
    let left = Duration::from_secs((left as f64 / rate).round() as u64);
    match rate.round() as u64 {
        0 => format!("{} left", HumanDuration(left)),
        rate => format!("{}/s  {} left", HumanCount(rate), HumanDuration(left)),
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A stage as a clause for people.
pub fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Walk => "finding files",
        Stage::Structure => "reading structure",
        Stage::Text => "indexing text",
        Stage::Vectors => "making vectors",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_told_in_whole_files_once_it_is_known() {
        let second = Duration::from_secs(1);
        assert_eq!(pace(3568, 7136, second), "3,568/s  2 seconds left");
        assert_eq!(pace(1, 600, second * 10), "2 hours left");
        assert_eq!((pace(0, 9, second).as_str(), pace(9, 9, second / 10).as_str()), ("", ""));
    }
}

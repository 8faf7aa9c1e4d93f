//! Toasts and timers. Time reaches the app only as messages.

use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::Timer;
use crate::app::state::model::{Model, Toast};
use std::time::Duration;

/// The time a toast is shown.
const TOAST: Duration = Duration::from_secs(4);

/// The time in which a second Ctrl-C quits.
const QUITS: Duration = Duration::from_secs(2);

/// The beginning of the notice of a copy.
pub(in crate::app) const COPIED: &str = "copied ";

/// Shows a notice for a moment.
pub(in crate::app) fn notify(model: &mut Model, text: impl Into<String>, effects: &mut Vec<Effect>) {
    model.toast = Some(Toast { text: text.into(), quits: false });
    arm(model, Timer::Toast, TOAST, effects);
}

/// Shows that another Ctrl-C quits.
pub(in crate::app) fn notify_quits(model: &mut Model, effects: &mut Vec<Effect>) {
    model.toast = Some(Toast { text: "Ctrl-C once more quits".to_owned(), quits: true });
    arm(model, Timer::Toast, QUITS, effects);
}

/// Adds to the notice of a copy where it went, as long as that is shown.
pub(in crate::app) fn copied(model: &mut Model, way: &str) {
    if let Some(toast) = model.toast.as_mut().filter(|toast| toast.text.starts_with(COPIED)) {
        toast.text.push_str(" · ");
        toast.text.push_str(way);
    }
}

/// Winds up a timer; an earlier one of its kind will be ignored.
pub(in crate::app) fn arm(model: &mut Model, timer: Timer, after: Duration, effects: &mut Vec<Effect>) {
    let generation = model.timers.entry(timer).or_default();
    *generation += 1;
    effects.push(Effect::Arm { timer, generation: *generation, after });
}

/// True if a timer is the newest of its kind.
pub(in crate::app) fn is_current(model: &Model, timer: Timer, generation: u64) -> bool {
    model.timers.get(&timer) == Some(&generation)
}

//! Signals: being asked to end, being stopped.

use super::mailer::Mailer;
use crate::app::Msg;
use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Starts the thread that turns signals into messages. While the returned mark is set, Ctrl-C is meant for
/// another program.
///
/// # Errors
/// If the system does not let signals be heard.
pub fn listen(sender: &Mailer) -> std::io::Result<Arc<AtomicBool>> {
    let away = Arc::new(AtomicBool::new(false));
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP])?;
    let (sender, mark) = (sender.clone(), Arc::clone(&away));
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGINT | SIGQUIT | SIGTSTP if mark.load(Ordering::SeqCst) => continue,
                SIGTSTP => Msg::StopAsked,
                _ => Msg::Terminated,
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    })?;
    Ok(away)
}

/// Stops the program as Ctrl-Z does elsewhere; returns when it goes on.
pub fn stop() {
    // SIGSTOP cannot be caught; SIGTSTP is, by us.
    let _ = signal_hook::low_level::raise(signal_hook::consts::signal::SIGSTOP);
}

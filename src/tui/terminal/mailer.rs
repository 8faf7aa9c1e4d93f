//! The way into the loop for threads that read from the terminal.

use crate::app::Msg;
use std::sync::mpsc::Sender;

/// Sends messages to the loop.
pub(in crate::tui) type Mailer = Sender<Msg>;

//! The terminal as a device: modes, input, replies, output, clipboard.
//!
//! - `backend`: frames → bytes for the terminal: nothing for a frame that changes nothing, and few for one that changes
//!   little.
//! - `background`: the background of the terminal, light or dark.
//! - `clipboard`: the clipboard: by the terminal itself (OSC 52), also through tmux and screen, or by a command.
//! - `desktop`: what needs the terminal itself: the user's editor, the clipboard, being stopped.
//! - `facts`: facts of the terminal, for `docql doctor`; and the keys that arrive from it.
//! - `frame_rate`: the rate of frames: at once after a pause, then so many a second at most.
//! - `hyperlinks`: links that the terminal itself makes clickable (OSC 8).
//! - `input`: input of the terminal, in our own words; read on a thread of its own.
//! - `mailer`: the way into the loop for threads that read from the terminal.
//! - `place`: the part of the terminal that the explorer is drawn on: the whole screen, or some lines below the cursor,
//!   so that what stands above stays readable.
//! - `probe`: questions to the terminal that it answers on its own, such as how wide it draws a character.
//! - `protocols`: the way in which the terminal shows pictures: by its answers, the environment, and the user's
//!   settings.
//! - `screen`: taking the terminal and giving it back: at the end, for the editor, on a panic, on a signal.
//! - `signals`: signals: being asked to end, being stopped.
//! - `stray_replies`: answers of the terminal that come after nobody waits for them any more: they are not what
//!   somebody types.

pub(super) mod backend;
mod background;
pub(super) mod clipboard;
pub(super) mod desktop;
pub(super) mod facts;
pub(super) mod frame_rate;
pub(super) mod hyperlinks;
pub(super) mod input;
mod mailer;
pub(super) mod place;
pub(super) mod probe;
pub(super) mod protocols;
pub(super) mod screen;
pub(super) mod signals;
mod stray_replies;

//! The terminal as a device: modes, input, replies, output, clipboard.

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

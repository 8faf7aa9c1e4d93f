//! The terminal: draws the model, reads keys and mouse, runs the loop.
//!
//! One file per pane, named as in `app`, and a row in `view/panes.rs`. Nothing here decides anything: the keymap and
//! the layout of `app` say what a key means and where a pane is.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `colours`: themes and colour depth.
//! - `terminal`: the terminal as a device: modes, input, replies, output, clipboard.
//! - `widgets`: small parts that draw.
//! - `view`: the model on the screen, one file per pane.
//! - `explorer`: the loop: messages in, frames out.
//! - `run`: starts an explorer on a terminal, and ends it.

mod colours;
mod explorer;
mod run;
mod terminal;
mod view;
mod widgets;

pub use colours::colour::Depth;
pub use colours::theme::{Role, Theme};
pub use run::{Ending, Options, run};
pub use terminal::clipboard::Between;
pub use terminal::facts::{Facts, MEASURED, each_key};
pub use terminal::protocols::Said;
pub use view::frame::draw;

//! The terminal: draws the model, reads keys and mouse, runs the loop.
//!
//! One file per pane, named as in `app`. Nothing here decides anything: what a key means is `app::keymap`,
//! where a pane is is `app::layout`.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `colours`: themes and colour depth.
//! - `terminal`: the terminal as a device: modes, input, replies, output, clipboard.
//! - `widgets`: small parts that draw.
//! - `view`: the model on the screen, one file per pane.

mod colours;
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

//! The terminal: draws the model, reads keys and mouse, runs the loop.
//!
//! One file per pane, named as in `app`. Nothing here decides anything: what a key means is `app::keymap`,
//! where a pane is is `app::layout`.

mod colour;
mod desktop;
mod hints;
mod input;
mod overlay;
mod popup;
mod preview;
mod prompt;
mod results;
mod run;
mod shown_theme;
mod signals;
mod status;
mod terminal;
mod theme;
mod toc;
mod view;
mod widgets;

pub use colour::Depth;
pub use run::{Ending, Options, run};
pub use theme::{Role, Theme};
pub use view::draw;

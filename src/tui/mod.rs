//! The terminal: draws the model, reads keys and mouse, runs the loop.
//!
//! One file per pane, named as in `app`. Nothing here decides anything: what a key means is `app::keymap`,
//! where a pane is is `app::layout`.

mod backend;
mod clipboard;
mod colour;
mod desktop;
mod facts;
mod ground;
mod hints;
mod hyperlinks;
mod input;
mod late;
mod overlay;
mod pace;
mod pictures;
mod place;
mod popup;
mod preview;
mod probe;
mod prompt;
mod protocols;
mod results;
mod run;
mod shown_theme;
mod signals;
mod status;
mod terminal;
mod theme;
mod toc;
mod tutorial;
mod view;
mod widgets;

pub use clipboard::Between;
pub use colour::Depth;
pub use facts::{Facts, MEASURED, each_key};
pub use protocols::Said;
pub use run::{Ending, Options, run};
pub use theme::{Role, Theme};
pub use view::draw;

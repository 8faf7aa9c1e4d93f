//! The model on the screen, one file per pane.

pub(super) mod canvas;
pub(super) mod frame;
mod hints;
mod overlay;
mod panes;
pub(super) mod pictures;
mod popup;
mod preview;
mod prompt;
mod results;
mod status;
mod toc;
mod tutorial;

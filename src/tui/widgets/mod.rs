//! Small drawing helpers that several panes use.

mod ascii;
mod clipped;
mod pen;
mod scrollbar;
mod steady;

pub use ascii::plain;
pub use clipped::{clipped_name, marked_path};
pub use pen::{Pen, marked};
pub use scrollbar::scrollbar;
pub use steady::steady;

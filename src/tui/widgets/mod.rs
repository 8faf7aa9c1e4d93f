//! Small drawing helpers that several panes use.

mod pen;
mod scrollbar;

pub use pen::{Pen, marked};
pub use scrollbar::scrollbar;

//! The tree: what is unfolded of directories and outlines, and the cursor in it.

mod commands;
mod outline;
mod pane;
mod row;
mod rows;

pub(in crate::app) use outline::enclosing;
pub use pane::Toc;
pub use row::{Folding, TocRow};

//! The preview: the file of the selected row, scrolled to it, with what matched marked.

mod commands;
mod deleted;
mod find;
mod pane;
mod pinned;
mod pinning;
mod places;
mod record;
mod scrolling;
mod stops;

pub use pane::PreviewPane;
pub use pinned::Pinned;
pub use record::{Record, StopKind};

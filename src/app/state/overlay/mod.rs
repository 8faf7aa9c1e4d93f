//! Lists over the panes: help, palette, facets, history, each searched by typing.

mod panel;
mod row;
mod search;

pub(in crate::app) use panel::PanelOut;
pub use panel::{FIRST_OF_ALL, Panel, PanelKind, Shown};
pub use row::{Choice, PanelRow};

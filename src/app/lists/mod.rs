//! Readings of the model: the rows of panels, the lines around the panes, the meaning of a selection.
//!
//! Read in this order; each imports only what stands above it.
//!
//! - `keys`: the keys of commands, as they are shown.
//! - `glyphs`: the signs of the screen.
//! - `selection`: what commands act upon, the way to it, what the preview shows of it, its relations.
//! - `lines`: breadcrumbs, hints, the title of the results, the step of the tutorial.
//! - `panels`: what the lists over the panes list.

pub(super) mod glyphs;
pub(super) mod keys;
pub(super) mod lines;
pub(super) mod panels;
pub(super) mod selection;

//! The lines around the panes: breadcrumbs, the state of the index, titles, hints, the step of the tutorial.

pub(in crate::app) mod crumbs;
pub(in crate::app) mod hints;
pub(in crate::app) mod index_state;
pub(in crate::app) mod results_title;
pub(in crate::app) mod tutorial;

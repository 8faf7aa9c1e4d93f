//! The lines around the panes: breadcrumbs, the state of the index, the label of the prompt, titles, hints, the step of the tutorial.

pub(in crate::app) mod crumbs;
pub(in crate::app) mod hints;
pub(in crate::app) mod index_state;
pub(in crate::app) mod prompt_label;
pub(in crate::app) mod results_title;
pub(in crate::app) mod tutorial;

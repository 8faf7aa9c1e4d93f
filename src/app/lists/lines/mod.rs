//! The lines around the panes: breadcrumbs, the state of the index, the label of the prompt, titles, hints, the step of the tutorial.
//!
//! - `crumbs`: the breadcrumbs: what is shown of the way to the selection, or of the trail of relations, and where.
//! - `hints`: the line of hints: what can be done with the row that is selected, in its pane, and where each hint
//!   stands, so that a click on it does it.
//! - `index_state`: the state of the index, for the line of breadcrumbs.
//! - `prompt_label`: what stands before the text of the prompt: what is looked for, and a mark.
//! - `results_title`: the title of the results: what they are of, and how they are arranged, which a click changes.
//! - `tutorial`: the tutorial: ten steps on a small workspace, each noticed when it is done by looking at the model.

pub(in crate::app) mod crumbs;
pub(in crate::app) mod hints;
pub(in crate::app) mod index_state;
pub(in crate::app) mod prompt_label;
pub(in crate::app) mod results_title;
pub(in crate::app) mod tutorial;

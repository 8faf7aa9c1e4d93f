//! The state of the explorer: the model, the table of panes, and a file or folder per pane. Only `model` knows all of
//! it.

pub(super) mod arrangement;
mod awaited;
pub(super) mod bookmarks;
pub(super) mod call_tree;
pub(super) mod changed_paths;
pub(super) mod history;
pub(super) mod hit_test;
pub(super) mod layout;
pub(super) mod line;
pub(super) mod model;
pub(super) mod overlay;
pub(super) mod pane;
pub(super) mod panes;
pub(super) mod pictures;
pub(super) mod preview;
pub(super) mod prompt;
pub(super) mod query_history;
pub(super) mod results;
pub(super) mod subject;
pub(super) mod toc;
pub(super) mod tutorial;
pub(super) mod window;

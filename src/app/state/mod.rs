//! The state of the explorer: the model, the table of panes, and a file or folder per pane. Only `model` knows all of
//! it.
//!
//! - `arrangement`: the user's arrangement of the panes: the focus, the share of each column, which of them are hidden.
//! - `awaited`: a request of which only the newest answer counts.
//! - `bookmarks`: bookmarks and places that were visited: kept by what they are, found again after their file has
//!   changed.
//! - `call_tree`: the call tree: callers or callees of something, and theirs, unfolded in place a level at a time.
//! - `changed_paths`: the files that differ from the commit that is checked out.
//! - `count`: the number that is typed before a motion.
//! - `history`: the way of the user: queries with row and scroll position, as a browser keeps pages.
//! - `hit_test`: hit testing: what is at a cell of the screen, for the mouse.
//! - `layout`: the layout of the screen: a function of its size and of the arrangement of the panes.
//! - `line`: a line of text that is being edited: the prompt, filters, the search fields of overlays.
//! - `model`: everything the explorer knows at one moment.
//! - `overlay`: lists over the panes: help, palette, facets, history, each searched by typing.
//! - `pane`: the state of a pane, as the rest of the app uses it; and what a pane asks of the rest.
//! - `panes`: the table of panes: what each is called, where it stands, which keys it takes, how it is told.
//! - `pictures`: the pictures of the preview: which of them are wanted, which are there, which cannot be shown.
//! - `preview`: the preview: the file of the selected row, scrolled to it, with what matched marked.
//! - `prompt`: the prompt: its text, how it reads, and what completes it.
//! - `query_history`: earlier queries: those of this process, and those that were kept by it and by others.
//! - `results`: the results: what was answered, in which order and under which headers, and the cursor in it.
//! - `subject`: the selected row, and the way to it.
//! - `toc`: the tree: what is unfolded of directories and outlines, and the cursor in it.
//! - `tutorial`: the progress of the tutorial.
//! - `window`: a cursor in a list and the part of the list that is on the screen.

pub(super) mod arrangement;
mod awaited;
pub(super) mod bookmarks;
pub(super) mod call_tree;
pub(super) mod changed_paths;
pub(super) mod count;
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

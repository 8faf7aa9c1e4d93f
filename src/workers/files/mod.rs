//! Settings, saved state, programs of the user: editors and actions; writing.
//!
//! - `actions`: the user's own actions: placeholders become arguments, and the program is started.
//! - `editors`: the user's editor: which one, and how it is told one place or several.
//! - `host_editor`: the editor in whose terminal docql was started: it opens places itself, and docql keeps its screen.
//! - `settings`: the user's settings: which files they come from, reading them, and hearing when they change.
//! - `state`: keeps what outlives the process: earlier queries of all workspaces, bookmarks, the last session and the
//!   last question of this one, in small JSON files outside of the workspace.
//! - `write`: rows → a file of `file:line:column:text`, which editors open as a list of places.

pub(super) mod actions;
pub(super) mod editors;
pub(super) mod host_editor;
pub(super) mod settings;
pub(super) mod state;
pub(super) mod write;

//! Files, roots, what was left out, and how their texts are had.
//!
//! - `changes`: how files differ from the commit that is checked out.
//! - `differences`: where two lists of lines differ.
//! - `entries`: the files of a workspace, its roots and repositories, and what was left out.
//! - `listing`: plain data about the workspace: all that the app, the tree and completion need, no handles.
//! - `loader`: texts and documents on demand, behind a small cache.
//! - `locate_error`: why another program cannot be given what is at a path of the workspace.
//! - `needs`: the parts of an index that a query needs to answer exactly.
//! - `read_error`: why a file cannot be read.
//! - `roles`: roles of files, told from their paths: tests, examples, generated code, lists of changes.

pub(super) mod changes;
pub(super) mod differences;
pub(super) mod entries;
pub(super) mod listing;
pub(super) mod loader;
pub(super) mod locate_error;
pub(super) mod needs;
pub(super) mod read_error;
pub(super) mod roles;

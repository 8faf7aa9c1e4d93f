//! Signs of files that differ from the commit that is checked out.

use crate::app::lists::glyphs::{CONFLICT, LEAVING, MODIFIED, NEW};
use crate::app::state::model::Model;
use crate::library::ChangeState;

/// The sign of a file, or of a directory with such files; empty where nothing differs.
pub fn sign(model: &Model, path: &str) -> &'static str {
    match model.changes.of(path) {
        Some(ChangeState::Modified | ChangeState::Renamed) => MODIFIED,
        Some(ChangeState::Added | ChangeState::Untracked) => NEW,
        Some(ChangeState::Conflicted) => CONFLICT,
        Some(ChangeState::Deleted) => LEAVING,
        None if model.changes.is_below(path) => MODIFIED,
        None => "",
    }
}

//! What the preview shows.

use crate::state::TuiState;

/// The lines around the selected hit.
pub fn load_preview_lines(state: &TuiState) -> Vec<String> {
    vec![format!("line {}", state.offset)]
}

/// Whether a preview is shown at all.
pub fn is_shown(state: &TuiState) -> bool {
    !state.full
}

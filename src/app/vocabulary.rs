//! The rows of help that explain DocQL, read from the language's own catalog.

use super::overlay::PanelRow;

/// One row per root, function, field and operator.
pub fn rows() -> Vec<PanelRow> {
    Vec::new()
}

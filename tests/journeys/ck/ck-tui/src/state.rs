//! What the application remembers.

/// The state of the screen.
pub struct TuiState {
    /// The mode of the preview.
    pub mode: u8,
    /// Whether the whole file is shown.
    pub full: bool,
    /// Lines scrolled.
    pub offset: usize,
    /// The selected hit.
    pub selected: usize,
    /// Whether the index has changed.
    pub changed: bool,
}

impl TuiState {
    /// The next key that was pressed.
    pub fn next_key(&mut self) -> char {
        'q'
    }
}

//! The terminal application.

use crate::preview::load_preview_lines;
use crate::state::TuiState;

/// The application: state, terminal, worker.
pub struct TuiApp {
    state: TuiState,
    lines: Vec<String>,
}

impl TuiApp {
    /// An application that has not drawn yet.
    pub fn new(state: TuiState) -> TuiApp {
        TuiApp { state, lines: Vec::new() }
    }

    /// Runs until the user leaves.
    pub fn run(&mut self) {
        while self.event_loop() {}
    }

    fn event_loop(&mut self) -> bool {
        match self.state.next_key() {
            'q' => return false,
            'v' => self.cycle_preview_mode(),
            'f' => self.toggle_full_file_mode(),
            'k' => self.scroll_up(),
            'j' => self.scroll_down(),
            'n' => self.next_result(),
            _ => self.handle_progress_event(),
        }
        true
    }

    fn cycle_preview_mode(&mut self) {
        self.state.mode = (self.state.mode + 1) % 3;
        self.update_preview();
    }

    fn toggle_full_file_mode(&mut self) {
        self.state.full = !self.state.full;
        self.update_preview();
    }

    fn scroll_up(&mut self) {
        self.state.offset = self.state.offset.saturating_sub(1);
        self.update_preview();
    }

    fn scroll_down(&mut self) {
        self.state.offset += 1;
        self.update_preview();
    }

    fn next_result(&mut self) {
        self.state.selected += 1;
        self.update_preview();
    }

    fn handle_progress_event(&mut self) {
        if self.state.changed {
            self.update_preview();
        }
    }

    fn update_preview(&mut self) {
        self.lines = load_preview_lines(&self.state);
    }
}

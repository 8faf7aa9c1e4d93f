//! The state of a pane, as the rest of the app uses it; and what a pane asks of the rest.

use super::line::Line;
use super::subject::Subject;
use crate::app::protocol::command::Command;
use crate::library::Listing;
use std::sync::Arc;

/// A request of a pane to the rest of the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaneOut {
    /// Another row has the cursor.
    Selected,
    /// The user has gone to another row of an answer: what was asked was meant.
    Walked,
    /// Something is to be said for a moment.
    Notify(String),
    /// The outline of a file is wanted.
    OutlineWanted(Arc<str>),
    /// The cursor is near the end of what is loaded.
    MoreWanted,
    /// Every hit is to be loaded, as far as lists go.
    AllWanted,
    /// The branch below the selected row of the call tree is wanted.
    BranchWanted,
    /// The page must be loaded, or loaded anew.
    PageWanted,
    /// The typed text is to be looked for in all of a file of which a part is loaded.
    SearchWanted,
    /// A link is to be followed.
    Link(String),
    /// A query that the pane offers is to be run.
    Query(String),
    /// The last session is to be taken up.
    Resume,
    /// An offer was clicked: it is entered, and a second click would be for a row that nobody has seen yet.
    Clicked,
    /// The focus goes back to the list that the pane follows.
    Left,
    /// The way leads up one layer.
    Up,
}

/// The state of a pane.
pub trait Pane {
    /// Takes the size of what is inside.
    fn resized(&mut self, width: u16, height: u16) -> Vec<PaneOut>;

    /// The selected row, as commands act upon it; `None` for a pane that selects nothing itself.
    fn subject(&self) -> Option<Subject>;

    /// Carries out a command that moves, folds or marks.
    fn run(&mut self, command: Command, listing: &Listing) -> Vec<PaneOut>;

    /// True if a command takes so much away at once that the state before it is kept as a place to come back to.
    fn is_step(&self, _command: Command) -> bool {
        false
    }

    /// Goes to a row by its number from 1, to the last one where there are fewer.
    fn go_to_number(&mut self, number: u32) -> Vec<PaneOut> {
        let at = (number as usize).min(self.count()).saturating_sub(1);
        if self.choose(at) { vec![PaneOut::Selected] } else { Vec::new() }
    }

    /// Enter. `None` where what is inside of the selected row becomes the list.
    fn enter(&mut self) -> Option<Vec<PaneOut>> {
        None
    }

    /// Backspace: up one layer.
    fn up(&mut self) -> Vec<PaneOut>;

    /// Scrolls by rows.
    fn scroll(&mut self, rows: isize) -> Vec<PaneOut>;

    /// A click on a cell, counted from the upper left of the pane.
    fn click(&mut self, row: usize, column: usize, listing: &Listing) -> Vec<PaneOut>;

    /// Puts the cursor on a row counted from the top of the pane, and does nothing else; false if there is none.
    fn point_at(&mut self, row: usize) -> bool;

    /// Puts the cursor on a row counted from the first; false if it cannot stand there.
    fn choose(&mut self, row: usize) -> bool;

    /// The filter of the rows, or the text that is looked for.
    fn filter(&self) -> &Option<Line>;

    /// The same, to be typed into.
    fn filter_mut(&mut self) -> &mut Option<Line>;

    /// The filter is another one.
    fn refilter(&mut self, listing: &Listing) -> Vec<PaneOut>;

    /// The number of the match that was gone to, and of all: `match 3 of 9`; empty where matches are not counted.
    fn found(&self) -> String {
        String::new()
    }

    /// The name of the pane and what can be done in it with the selected row, the most useful first, for the line
    /// of hints.
    fn hints(&self, subject: Option<&Subject>) -> (&'static str, Vec<Command>);

    /// The words for a command where the line of hints says something else than its title.
    fn hint(&self, _command: Command) -> Option<&'static str> {
        None
    }

    /// The number of rows.
    fn count(&self) -> usize;

    /// The row with the cursor.
    fn cursor(&self) -> usize;

    /// The depth of a row in its tree.
    fn depth(&self, _row: usize) -> u16 {
        0
    }

    /// A row as a sentence, for a screen reader; `None` where there is nothing to say.
    fn spoken(&self, row: usize) -> Option<String>;
}

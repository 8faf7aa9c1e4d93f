//! One row of a list over the panes, and what choosing it does.

use crate::app::protocol::command::Command;
use crate::app::protocol::saved::SavedPlace;
use crate::app::state::results::{Sort, Wanted};

/// The effect of choosing a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Carries out a command.
    Command(Command),
    /// Carries out a command with its argument, as it is typed behind `:`.
    Line(String),
    /// Carries out an action of the user's, by its place among them.
    Action(usize),
    /// Fails as a defect would.
    Crash,
    /// Asks a query.
    Query(String),
    /// Asks a query for some of the rows that are shown; the cursor stays on its row.
    Narrow(String),
    /// Narrows the results to rows that pass a filter; an empty one shows all.
    Filter(String),
    /// Puts a query into the prompt, to be looked at before it is entered.
    Edit(String),
    /// Asks a query for what a name in the source means, with a label for the way back.
    Definition(String, String),
    /// Goes to a place.
    Place(Box<SavedPlace>),
    /// Goes to a row of the list that a query yields.
    Row(String, Box<Wanted>),
    /// Orders the results.
    Sort(Sort),
    /// Follows a link.
    Link(String),
    /// Takes a theme.
    Theme(String),
    /// Nothing.
    None,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelRow {
    /// The text on the left: keys, a count.
    pub left: String,
    /// The name.
    pub text: String,
    /// The text on the right, dimmed.
    pub right: String,
    /// A sentence about it, shown while the row is chosen; searched too.
    pub doc: String,
    /// The title of the group it belongs to.
    pub group: &'static str,
    /// The effect of choosing it.
    pub choice: Choice,
}

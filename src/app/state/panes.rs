//! The table of panes: what each is called, where it stands, which keys it takes, how it is told.
//!
//! A pane is a row here, a state that implements [`Pane`](super::pane::Pane) and has its place in
//! [`Model::pane`](super::model::Model::pane), and a file that draws it, named in the table of `tui`.

use crate::app::protocol::command::{Command, CommandGroup};
use crate::app::protocol::keymap::Context;

/// The column of a wide screen that a pane stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The narrow one at the left; where two columns fit, its pane takes the place of the main one.
    Left,
    /// The one that is always there.
    Main,
    /// The one at the right, also peeked into below the only pane.
    Right,
}

/// The way in which a dialogue in lines tells a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// As numbered rows.
    Rows,
    /// As the answer to a query: how much was found, then its rows.
    Answer,
    /// As lines of text, from the one that is looked at.
    Text,
}

/// One row of the table of panes.
#[derive(Debug)]
pub struct PaneRow {
    /// The pane.
    pub pane: Focus,
    /// Its name in a kept session.
    pub id: &'static str,
    /// The key in front of its title.
    pub number: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The command that gives it the focus.
    pub command: Command,
    /// The keys that are valid in it.
    pub context: Context,
    /// Its column.
    pub column: Column,
    /// True if it shows the selection of another pane, and selects nothing itself.
    pub follows: bool,
    /// True if the text typed into its field is found and marked, not used to filter the rows.
    pub finds: bool,
    /// The commands that help lists first while it has the focus.
    pub help: CommandGroup,
    /// The way in which a dialogue in lines tells it.
    pub speech: Speech,
}

macro_rules! panes {
    ($($pane:ident $doc:literal { $($column:ident: $value:expr),* $(,)? })*) => {
        /// The focus: the prompt, or a pane.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Focus {
            /// The prompt: keys are text.
            #[default]
            Prompt,
            $(#[doc = $doc] $pane),*
        }

        /// Every pane, from left to right.
        pub const PANES: &[PaneRow] = &[$(PaneRow { pane: Focus::$pane, $($column: $value),* }),*];
    };
}

panes! {
    Toc "The tree." {
        id: "toc",
        number: "1",
        title: "TOC",
        command: Command::FocusToc,
        context: Context::Browse,
        column: Column::Left,
        follows: false,
        finds: false,
        help: CommandGroup::Move,
        speech: Speech::Rows,
    }
    Results "The results." {
        id: "results",
        number: "2",
        title: "RESULTS",
        command: Command::FocusResults,
        context: Context::Browse,
        column: Column::Main,
        follows: false,
        finds: false,
        help: CommandGroup::Layers,
        speech: Speech::Answer,
    }
    Preview "The preview." {
        id: "preview",
        number: "3",
        title: "PREVIEW",
        command: Command::FocusPreview,
        context: Context::Browse,
        column: Column::Right,
        follows: true,
        finds: true,
        help: CommandGroup::View,
        speech: Speech::Text,
    }
}

impl Focus {
    /// The place of the pane's row in [`PANES`]; of the prompt that of the results, in which its answers appear.
    pub(in crate::app) fn place(self) -> usize {
        let pane = if self == Focus::Prompt { Focus::Results } else { self };
        // Before the panes stands the prompt.
        pane as usize - 1
    }

    /// The row that describes the pane; of the prompt that of the results.
    pub fn row(self) -> &'static PaneRow {
        &PANES[self.place()]
    }

    /// The pane that commands act in: while the prompt has the focus, the results.
    pub(in crate::app) fn acts_in(self) -> Focus {
        self.row().pane
    }

    /// The keys that are valid.
    pub fn context(self) -> Context {
        if self == Focus::Prompt { Context::Prompt } else { self.row().context }
    }

    /// The commands that help lists first.
    pub(in crate::app) fn help(self) -> CommandGroup {
        if self == Focus::Prompt { CommandGroup::Prompt } else { self.row().help }
    }

    /// The pane with this name in a kept session.
    pub(in crate::app) fn parse(id: &str) -> Option<Focus> {
        PANES.iter().find(|row| row.id == id).map(|row| row.pane)
    }

    /// The pane that a command gives the focus.
    pub(in crate::app) fn of_command(command: Command) -> Option<Focus> {
        PANES.iter().find(|row| row.command == command).map(|row| row.pane)
    }
}

impl PaneRow {
    /// The verb of its title for the text typed into its field.
    pub fn verb(&self) -> &'static str {
        if self.finds { "find" } else { "filter" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_apart_and_every_column_has_one() {
        for (place, row) in PANES.iter().enumerate() {
            assert_eq!((row.pane.place(), Focus::parse(row.id)), (place, Some(row.pane)));
            assert_eq!(Focus::of_command(row.command), Some(row.pane));
            assert_eq!(row.number, (place + 1).to_string());
        }
        assert_eq!(Focus::Prompt.acts_in(), Focus::Results);
        for column in [Column::Left, Column::Main, Column::Right] {
            assert!(PANES.iter().any(|row| row.column == column), "{column:?}");
        }
    }
}

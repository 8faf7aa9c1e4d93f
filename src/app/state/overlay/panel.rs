//! A list over the panes: its rows, its search field, its cursor.

use super::row::{Choice, PanelRow};
use super::search::matching;
use crate::app::protocol::command::Command;
use crate::app::protocol::command_line;
use crate::app::state::line::Line;
use crate::app::state::window::Window;
use crate::stdx::starts_with_ignoring_case;

/// The kind of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelKind {
    /// Keys, commands and the language.
    Help,
    /// Commands.
    Palette,
    /// Ways to narrow the results.
    Facets,
    /// Earlier queries.
    History,
    /// Bookmarks and visited places.
    Places,
    /// Orders of the results.
    Sorts,
    /// Why a hit is where it is.
    Reasons,
    /// Siblings of this part of the way to the selection.
    Siblings(usize),
    /// Files that were left out.
    Problems,
    /// Links of the document in the preview.
    Links,
    /// Names of the source in the preview.
    Names,
    /// Themes; the one under the cursor is shown.
    Themes,
    /// Commands for the row that was clicked.
    Menu,
}

/// The group with which help begins.
pub const FIRST_OF_ALL: &str = "FIRST OF ALL";

/// A row as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The title of the group of a row.
    Title(usize),
    /// A row.
    Row(usize),
}

/// A list over the panes.
#[derive(Debug)]
pub struct Panel {
    /// Its kind.
    pub kind: PanelKind,
    /// Its title.
    pub title: String,
    /// The search field.
    pub line: Line,
    /// All rows.
    pub rows: Vec<PanelRow>,
    /// The rows that match, with titles where groups are kept together.
    pub shown: Vec<Shown>,
    /// Cursor and scroll position in `shown`.
    pub window: Window,
    /// True if no command has the name that is typed, and the nearest names are shown.
    pub nearest: bool,
    /// True if Enter takes the row under the cursor. In the palette it does so where what is typed says which command
    /// is meant, or where the cursor was moved to a row.
    pub takes: bool,
}

/// A request of a list to the rest of the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum PanelOut {
    /// It is done.
    Closed,
    /// A row was chosen.
    Chosen(Choice),
    /// The query or place of a row is to be forgotten.
    Removed(Choice),
    /// Nothing is chosen, and this is why.
    Refused(String),
}

impl Panel {
    /// A list of these rows.
    pub(in crate::app) fn new(kind: PanelKind, title: impl Into<String>, rows: Vec<PanelRow>) -> Panel {
        let mut panel = Panel {
            kind,
            title: title.into(),
            line: Line::default(),
            rows,
            shown: Vec::new(),
            window: Window::default(),
            nearest: false,
            takes: true,
        };
        panel.search();
        panel
    }

    /// The row under the cursor.
    pub fn selected(&self) -> Option<&PanelRow> {
        match self.shown.get(self.window.cursor)? {
            Shown::Row(at) => self.rows.get(*at),
            Shown::Title(_) => None,
        }
    }

    /// The rows of the screen that all of it takes: frame, search field, titles, rows, the sentence about a row.
    pub(in crate::app) fn wanted_height(&self) -> u16 {
        let titles = self.rows.chunk_by(|a, b| a.group == b.group).filter(|rows| !rows[0].group.is_empty()).count();
        u16::try_from(self.rows.len() + titles + 4).unwrap_or(u16::MAX)
    }

    /// True if rows can be taken out of the list for good.
    pub fn forgets(&self) -> bool {
        matches!(self.kind, PanelKind::History | PanelKind::Places)
    }

    /// Shows other rows; search and cursor stay where they are.
    pub(in crate::app) fn replace(&mut self, rows: Vec<PanelRow>) {
        let (cursor, choice) = (self.window.cursor, self.selected().map(|row| row.choice.clone()));
        let top = self.window.top;
        self.rows = rows;
        self.search();
        let same = |shown: &Shown| matches!(shown, Shown::Row(at) if Some(&self.rows[*at].choice) == choice.as_ref());
        let found = self.shown.iter().position(same);
        self.window.top = top;
        self.window.cursor = found.unwrap_or(cursor).min(self.shown.len().saturating_sub(1));
        if matches!(self.shown.get(self.window.cursor), Some(Shown::Title(_))) {
            self.step(Command::MoveDown);
        }
    }

    /// Types into the search field.
    pub(in crate::app) fn type_text(&mut self, text: &str) {
        self.line.insert(text);
        self.search();
    }

    /// A digit typed into an empty search field of the list of links chooses the link with that number, if no
    /// other number begins with it.
    pub(in crate::app) fn choose_by_number(&mut self, typed: char) -> Option<PanelOut> {
        if self.kind != PanelKind::Links || !typed.is_ascii_digit() {
            return None;
        }
        let number = format!("{}{typed}", self.line.text());
        let mut candidates = self.rows.iter().filter(|row| row.left.starts_with(&number));
        match (candidates.next(), candidates.next()) {
            (Some(row), None) if row.left == number => Some(PanelOut::Chosen(row.choice.clone())),
            _ => None,
        }
    }

    /// Carries out an editing or moving command.
    pub(in crate::app) fn run(&mut self, command: Command) -> Option<PanelOut> {
        match command {
            Command::RunQuery | Command::Enter => {
                return self.choose();
            }
            Command::LeavePrompt | Command::Interrupt => return Some(PanelOut::Closed),
            Command::DeleteLeft if self.line.text().is_empty() => return Some(PanelOut::Closed),
            Command::DeleteRight if self.forgets() && self.line.after().is_empty() => {
                return self.selected().map(|row| PanelOut::Removed(row.choice.clone()));
            }
            // The first step goes to the first row where the cursor is on none yet.
            Command::PromptDown | Command::MoveDown | Command::AcceptCompletion if self.takes => {
                self.step(Command::MoveDown);
            }
            Command::PromptUp | Command::MoveUp | Command::PreviousCompletion if self.takes => {
                self.step(Command::MoveUp);
            }
            Command::PromptDown | Command::MoveDown | Command::AcceptCompletion => self.takes = true,
            Command::PromptUp | Command::MoveUp | Command::PreviousCompletion => self.takes = true,
            Command::PromptPageDown => self.step(Command::PageDown),
            Command::PromptPageUp => self.step(Command::PageUp),
            other => {
                self.line.run(other);
                self.search();
            }
        }
        None
    }

    /// Enter. A command that lacks its argument is put into the field, to be given one.
    fn choose(&mut self) -> Option<PanelOut> {
        if self.kind == PanelKind::Palette && (!self.takes || self.selected().is_none()) {
            return Some(PanelOut::Refused(self.untaken()));
        }
        let Some(row) = self.selected() else { return Some(PanelOut::Closed) };
        let Choice::Command(command) = row.choice else { return Some(PanelOut::Chosen(row.choice.clone())) };
        if self.kind != PanelKind::Palette {
            return Some(PanelOut::Chosen(Choice::Command(command)));
        }
        if command == Command::GoToLine && command_line::number(self.line.text()).is_some() {
            return Some(PanelOut::Chosen(Choice::Line(self.line.text().to_owned())));
        }
        match command_line::read(self.line.text()) {
            Some((named, argument)) if named == command && !argument.is_empty() => {
                Some(PanelOut::Chosen(Choice::Line(self.line.text().to_owned())))
            }
            _ if command_line::needs_argument(command) => {
                self.line.set(format!("{} ", command.row().title));
                self.search();
                None
            }
            _ => Some(PanelOut::Chosen(Choice::Command(command))),
        }
    }

    /// Why Enter takes no command.
    fn untaken(&self) -> String {
        let typed = self.line.text().trim();
        let names: Vec<&str> = command_line::beginning(typed).map(|command| command.row().title).collect();
        match names.as_slice() {
            [] if self.shown.is_empty() => format!("there is no command \"{typed}\""),
            [] => format!("there is no command \"{typed}\"; ↓ goes to those like it"),
            names => format!("\"{typed}\" begins {}; type more, or ↓ chooses", names.join(", ")),
        }
    }

    /// The row of a command.
    fn row_of(&self, command: Command) -> Option<usize> {
        self.rows.iter().position(|row| row.choice == Choice::Command(command))
    }

    /// Puts the cursor on the row that is so far below the top of the list; false if there is none.
    pub(in crate::app) fn point_at(&mut self, below: usize) -> bool {
        let at = self.window.top + below;
        let is_row = matches!(self.shown.get(at), Some(Shown::Row(_)));
        if is_row {
            (self.window.cursor, self.takes) = (at, true);
        }
        is_row
    }

    /// Moves the cursor, past titles.
    pub(in crate::app) fn step(&mut self, command: Command) {
        let before = self.window.cursor;
        self.window.run(command, self.shown.len());
        let down = self.window.cursor >= before;
        let at = self.window.cursor;
        let is_row = |at: &usize| matches!(self.shown.get(*at), Some(Shown::Row(_)));
        let below = (at..self.shown.len()).find(is_row);
        let above = (0..=at).rev().find(is_row);
        self.window.cursor = if down { below.or(above) } else { above.or(below) }.unwrap_or(0);
        if self.window.cursor <= 1 {
            self.window.top = 0;
        }
    }

    /// Finds the rows that match. Without a search text all are shown in their groups; the palette and
    /// searches show the best first.
    fn search(&mut self) {
        let needle = self.line.text().trim().to_owned();
        let mut order: Vec<usize> = match needle.as_str() {
            "" => (0..self.rows.len()).collect(),
            needle => matching(&self.rows, needle, self.kind == PanelKind::Help),
        };
        // What the first rows of help say is said again by others; a search finds those.
        order.retain(|at| needle.is_empty() || self.rows[*at].group != FIRST_OF_ALL);
        self.nearest = self.kind == PanelKind::Palette && order.is_empty();
        self.takes = true;
        if self.kind == PanelKind::Palette && !needle.is_empty() {
            self.name_first(&needle, &mut order);
        }
        let titled = needle.is_empty() && self.rows.iter().any(|row| !row.group.is_empty());
        let mut group = "";
        self.shown.clear();
        for at in order {
            if titled && self.rows[at].group != group {
                group = self.rows[at].group;
                self.shown.push(Shown::Title(at));
            }
            self.shown.push(Shown::Row(at));
        }
        self.window.cursor = self.shown.iter().position(|row| matches!(row, Shown::Row(_))).unwrap_or(0);
        self.window.top = 0;
    }

    /// In the palette a whole name comes first, whatever stands behind it; where nothing matches, the nearest names.
    fn name_first(&mut self, needle: &str, order: &mut Vec<usize>) {
        let named = command_line::read(needle).map(|(command, _)| command);
        let numbered = command_line::number(needle).map(|_| Command::GoToLine);
        let mut begun = command_line::beginning(needle);
        let (begun, others) = (begun.next(), begun.next().is_some());
        let named = named.or(numbered).or(begun.filter(|_| !others)).and_then(|command| self.row_of(command));
        let named = named.or_else(|| self.rows.iter().position(|row| row.text.eq_ignore_ascii_case(needle)));
        if self.nearest && named.is_none() {
            *order = command_line::nearest(needle).into_iter().filter_map(|command| self.row_of(command)).collect();
        }
        if let Some(at) = named {
            self.nearest = false;
            order.retain(|other| *other != at);
            order.insert(0, at);
        }
        // Everyday words say what is meant where no name begins with them.
        let is_meant = |at: &usize| match self.rows[*at].choice {
            Choice::Command(command) => command.row().is_meant_by(needle),
            Choice::Action(_) => starts_with_ignoring_case(&self.rows[*at].text, needle),
            _ => false,
        };
        self.takes = named.is_some() || begun.is_none() && order.first().is_some_and(is_meant);
    }
}

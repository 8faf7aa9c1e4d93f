//! What lies over the panes: help, palette, facets, history – each a list that is searched by typing.

use super::line::Line;
use super::results::Wanted;
use super::results_order::Sort;
use super::window::Window;
use crate::app::protocol::command::Command;
use crate::app::protocol::saved::SavedPlace;
use crate::app::update::command_line;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// Which list it is.
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
    /// What stands beside this part of the way to the selection.
    Siblings(usize),
    /// Files that were left out.
    Problems,
    /// Links of the document in the preview.
    Links,
    /// Themes; the one under the cursor is shown.
    Themes,
    /// What can be done with the row that was clicked.
    Menu,
}

/// What choosing a row does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Carries out a command.
    Command(Command),
    /// Carries out a command with its argument, as it is typed behind `:`.
    Line(String),
    /// Fails as a defect would.
    Crash,
    /// Asks a query.
    Query(String),
    /// Puts a query into the prompt, to be looked at before it is entered.
    Edit(String),
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
    /// What stands on the left: keys, a count.
    pub left: String,
    /// The name.
    pub text: String,
    /// What stands on the right, dimmed.
    pub right: String,
    /// A sentence about it, shown while the row is chosen; searched too.
    pub doc: String,
    /// The title of the group it belongs to.
    pub group: &'static str,
    /// What choosing it does.
    pub choice: Choice,
}

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
    /// Which list.
    pub kind: PanelKind,
    /// Its title.
    pub title: String,
    /// What the user looks for.
    pub line: Line,
    /// All rows.
    pub rows: Vec<PanelRow>,
    /// The rows that match, with titles where groups are kept together.
    pub shown: Vec<Shown>,
    /// Cursor and scroll position in `shown`.
    pub window: Window,
    /// Whether nothing has the name that is typed, and the nearest names are shown.
    pub nearest: bool,
}

/// What a panel tells the rest of the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// It is done.
    Closed,
    /// A row was chosen.
    Chosen(Choice),
    /// What a row stands for is to be forgotten.
    Removed(Choice),
}

/// What everyday words for a command count in a search: about a title that has all letters at its start.
const MEANT: u32 = 400;

impl Panel {
    /// A list of these rows.
    pub fn new(kind: PanelKind, title: impl Into<String>, rows: Vec<PanelRow>) -> Panel {
        let mut panel = Panel {
            kind,
            title: title.into(),
            line: Line::default(),
            rows,
            shown: Vec::new(),
            window: Window::default(),
            nearest: false,
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
    pub fn wanted_height(&self) -> u16 {
        let titles = self.rows.chunk_by(|a, b| a.group == b.group).filter(|rows| !rows[0].group.is_empty()).count();
        u16::try_from(self.rows.len() + titles + 4).unwrap_or(u16::MAX)
    }

    /// Whether rows can be taken out of the list for good.
    pub fn forgets(&self) -> bool {
        matches!(self.kind, PanelKind::History | PanelKind::Places)
    }

    /// Shows other rows; search and cursor stay where they are.
    pub fn replace(&mut self, rows: Vec<PanelRow>) {
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
    pub fn type_text(&mut self, text: &str) {
        self.line.insert(text);
        self.search();
    }

    /// A digit typed into an empty search field of the list of links chooses the link with that number, if no
    /// other number begins with it.
    pub fn choose_by_number(&mut self, typed: char) -> Option<Out> {
        if self.kind != PanelKind::Links || !typed.is_ascii_digit() {
            return None;
        }
        let number = format!("{}{typed}", self.line.text());
        let mut candidates = self.rows.iter().filter(|row| row.left.starts_with(&number));
        match (candidates.next(), candidates.next()) {
            (Some(row), None) if row.left == number => Some(Out::Chosen(row.choice.clone())),
            _ => None,
        }
    }

    /// Carries out an editing or moving command.
    pub fn run(&mut self, command: Command) -> Option<Out> {
        match command {
            Command::RunQuery | Command::Enter => {
                return self.choose();
            }
            Command::LeavePrompt | Command::Interrupt => return Some(Out::Closed),
            Command::DeleteLeft if self.line.text().is_empty() => return Some(Out::Closed),
            Command::DeleteRight if self.forgets() && self.line.after().is_empty() => {
                return self.selected().map(|row| Out::Removed(row.choice.clone()));
            }
            Command::PromptDown | Command::MoveDown | Command::AcceptCompletion => self.step(Command::MoveDown),
            Command::PromptUp | Command::MoveUp | Command::PreviousCompletion => self.step(Command::MoveUp),
            Command::PromptPageDown => self.step(Command::PageDown),
            Command::PromptPageUp => self.step(Command::PageUp),
            other => {
                edit(&mut self.line, other);
                self.search();
            }
        }
        None
    }

    /// What Enter does. A command that lacks its argument is put into the field, to be given one.
    fn choose(&mut self) -> Option<Out> {
        let Some(row) = self.selected() else { return Some(Out::Closed) };
        let Choice::Command(command) = row.choice else { return Some(Out::Chosen(row.choice.clone())) };
        if self.kind != PanelKind::Palette {
            return Some(Out::Chosen(Choice::Command(command)));
        }
        match command_line::read(self.line.text()) {
            Some((named, argument)) if named == command && !argument.is_empty() => {
                Some(Out::Chosen(Choice::Line(self.line.text().to_owned())))
            }
            _ if command_line::needs_argument(command) => {
                self.line.set(format!("{} ", command.row().title));
                self.search();
                None
            }
            _ => Some(Out::Chosen(Choice::Command(command))),
        }
    }

    /// The row of a command.
    fn row_of(&self, command: Command) -> Option<usize> {
        self.rows.iter().position(|row| row.choice == Choice::Command(command))
    }

    /// Puts the cursor on the row that is so far below the top of the list; false if there is none.
    pub fn point_at(&mut self, below: usize) -> bool {
        let at = self.window.top + below;
        let is_row = matches!(self.shown.get(at), Some(Shown::Row(_)));
        if is_row {
            self.window.cursor = at;
        }
        is_row
    }

    /// Moves the cursor, past titles.
    pub fn step(&mut self, command: Command) {
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
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        if !needle.is_empty() {
            let pattern = Pattern::parse(&needle, CaseMatching::Ignore, Normalization::Smart);
            let mut matcher = Matcher::new(Config::DEFAULT);
            let mut buffer = Vec::new();
            let mut score = |text: &str| pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher).unwrap_or(0);
            let mut scored: Vec<(u32, usize)> = Vec::new();
            for (at, row) in self.rows.iter().enumerate() {
                // What explains and does nothing is found by what it says, not by letters that it happens to have.
                let explains = self.kind == PanelKind::Help && row.choice == Choice::None && !row.left.is_empty();
                let best = match explains {
                    true => u32::from(row.left == needle) * MEANT,
                    false => (score(&row.text) * 4).max(score(&row.right) * 2).max(score(&row.left) * 2),
                };
                let plain = u32::from(crate::stdx::contains_ignoring_case(&row.doc, &needle));
                // Everyday words weigh more than letters that happen to stand in the right order.
                let meant = match row.choice {
                    Choice::Command(command) => command.row().is_meant_by(&needle),
                    _ => false,
                };
                // The title of a group brings all of it, behind what has the letters itself.
                let grouped = needle.chars().count() >= 4 && crate::stdx::starts_with_ignoring_case(row.group, &needle);
                let plain = plain + u32::from(grouped) + if meant { MEANT } else { 0 };
                if best + plain > 0 {
                    scored.push((best + plain, at));
                }
            }
            scored.sort_by_key(|(score, at)| (std::cmp::Reverse(*score), *at));
            order = scored.into_iter().map(|(_, at)| at).collect();
        }
        self.nearest = self.kind == PanelKind::Palette && order.is_empty();
        if self.kind == PanelKind::Palette && !needle.is_empty() {
            // A whole name comes first, whatever stands behind it.
            let named = command_line::read(&needle).and_then(|(command, _)| self.row_of(command));
            if self.nearest && named.is_none() {
                order = command_line::nearest(&needle).into_iter().filter_map(|command| self.row_of(command)).collect();
            }
            if let Some(at) = named {
                self.nearest = false;
                order.retain(|other| *other != at);
                order.insert(0, at);
            }
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
}

/// Carries out an editing command on a plain line. False if it is none.
pub fn edit(line: &mut Line, command: Command) -> bool {
    match command {
        Command::CharacterLeft => line.left(),
        Command::CharacterRight => line.right(),
        Command::WordLeft => line.word_left(),
        Command::WordRight => line.word_right(),
        Command::LineStart => line.home(),
        Command::LineEnd => line.end(),
        Command::DeleteLeft => line.backspace(),
        Command::DeleteRight => line.delete(),
        Command::KillWordLeft => line.kill_word_left(),
        Command::KillWordRight => line.kill_word_right(),
        Command::KillToStart => line.kill_to_start(),
        Command::KillToEnd => line.kill_to_end(),
        Command::Yank => line.yank(),
        _ => return false,
    }
    true
}

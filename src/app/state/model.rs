//! Everything the explorer knows at one moment. **Invariant:** no handles to threads, files or terminal.

use super::arrangement::Arrangement;
use super::awaited::Awaited;
use super::bookmarks::Bookmarks;
use super::changed_paths::ChangedPaths;
use super::count::Count;
use super::history::History;
use super::layout::{Layout, layout};
use super::overlay::Panel;
use super::pane::Pane;
use super::panes::{Column, Focus};
use super::pictures::Pictures;
use super::preview::PreviewPane;
use super::prompt::Prompt;
use super::query_history::QueryHistory;
use super::results::ResultsPane;
use super::subject::{Crumb, Subject};
use super::toc::Toc;
use super::tutorial::{ROWS as TUTORIAL_ROWS, Tutorial};
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::PromptReading;
use crate::app::protocol::keymap::Keymap;
use crate::app::protocol::message::{ExampleNames, IndexProgress, Timer, Uses};
use crate::config::{KeyPress, Settings, UserTheme};
use crate::docql::Hit;
use crate::document::NodeKey;
use crate::library::Listing;
use std::collections::HashMap;
use std::sync::Arc;

/// A short notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// Its text.
    pub text: String,
    /// True if another Ctrl-C while it is shown quits.
    pub quits: bool,
}

/// Choosing one of the earlier queries for another program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryChoice {
    /// The one that was chosen.
    pub chosen: Option<String>,
}

/// What is to be done with a row that an answer under way will select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// A command.
    Command(Command),
    /// A line as it was typed behind `:`.
    Line(String),
    /// An action of the user's, by its place among them.
    Action(usize),
}

/// A line as it was typed behind `:`, to be carried out once every hit of a query is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct WhenLoaded {
    /// The text of the query.
    pub(in crate::app) text: String,
    /// The line.
    pub(in crate::app) line: String,
}

/// The newest request of each kind.
#[derive(Debug, Default)]
pub struct Asked {
    /// True if the query was asked as far as the caret, with the name that is typed there as the start of one.
    pub(in crate::app) is_prefix: bool,
    /// True if words were asked while the index was being made: what they mean may count for more once it is.
    pub(in crate::app) was_early: bool,
    /// The query in the prompt.
    pub query: Awaited,
    /// The text of that query.
    pub text: String,
    /// The number of the query for a branch of the call tree; 0 where none is waited for.
    pub(in crate::app) branch: u64,
    /// Completions.
    pub(in crate::app) completions: Awaited,
    /// The example of a completion.
    pub(in crate::app) example: Awaited,
    /// What differs from the commit.
    pub(in crate::app) changes: Awaited,
    /// The page of the preview.
    pub(in crate::app) page: Awaited,
    /// The page of what was pinned.
    pub(in crate::app) pinned: Awaited,
    /// Counts of callers.
    pub callers: Awaited,
    /// The count of uses.
    pub(in crate::app) uses: Awaited,
    /// The names on the screen.
    pub(in crate::app) names: Awaited,
    /// The search in a file.
    pub(in crate::app) search: Awaited,
}

/// The state of the explorer.
#[derive(Debug)]
pub struct Model {
    /// Names of this workspace that examples are written with.
    pub examples: ExampleNames,
    /// Columns of the screen.
    pub width: u16,
    /// Rows of the screen.
    pub height: u16,
    /// The settings.
    pub settings: Settings,
    /// The keys.
    pub keymap: Keymap,
    /// The arrangement of the panes.
    pub arrangement: Arrangement,
    /// The prompt.
    pub prompt: Prompt,
    /// The tree.
    pub toc: Toc,
    /// The results.
    pub results: ResultsPane,
    /// The preview.
    pub preview: PreviewPane,
    /// The pictures in it.
    pub pictures: Pictures,
    /// Lists over the panes, the topmost last.
    pub overlays: Vec<Panel>,
    /// The pane whose filter is being typed.
    pub filtering: Option<Focus>,
    /// The pane whose row is selected: what commands act upon, and what the preview follows.
    leading: Focus,
    /// Places to go back to.
    pub history: History,
    /// Earlier queries.
    pub query_history: QueryHistory,
    /// Bookmarks and visited places.
    pub bookmarks: Bookmarks,
    /// True once the last session has been read.
    pub session_read: bool,
    /// The query with which the session was kept last.
    pub(in crate::app) session_of: String,
    /// True if the last session is taken up at once.
    pub resume_at_once: bool,
    /// True if the explorer was opened to choose rows for another program.
    pub picking: bool,
    /// Set if an earlier query is chosen for another program.
    pub query_choice: Option<QueryChoice>,
    /// True if the explorer is left by interrupting it.
    pub interrupted: bool,
    /// The rows that were chosen for it.
    pub picked: Vec<Hit>,
    /// The workspace.
    pub listing: Arc<Listing>,
    /// What differs from the commit that is checked out.
    pub changes: ChangedPaths,
    /// True once the list of files has arrived.
    pub opened: bool,
    /// The progress of indexing, while it runs.
    pub progress: Option<IndexProgress>,
    /// The way to the selection.
    pub crumbs: Vec<Crumb>,
    /// A short notice.
    pub toast: Option<Toast>,
    /// Keys pressed of a chord that is not complete.
    pub pending: Vec<KeyPress>,
    /// True if the continuations of those keys are listed.
    pub which_key: bool,
    /// The last layer command.
    pub last_layer: Option<Command>,
    /// What is to be done with the row that an answer under way will select, in the order it was asked for.
    pub awaiting: Vec<Waiting>,
    /// What is to be done once every hit is loaded.
    pub(in crate::app) when_loaded: Option<WhenLoaded>,
    /// The number that is being typed before a motion.
    pub count: Count,
    /// True if the cursor has moved a moment ago.
    pub settling: bool,
    /// The uses of what was selected last, as far as they were counted.
    pub uses: Option<(NodeKey, Uses)>,
    /// The newest requests.
    pub asked: Asked,
    /// The newest generation of each timer.
    pub timers: HashMap<Timer, u64>,
    /// The theme, by name; `auto` until one is chosen.
    pub theme: String,
    /// The theme to go back to if none is chosen.
    pub theme_before: Option<String>,
    /// The user's own themes.
    pub user_themes: Arc<Vec<UserTheme>>,
    /// True if the mouse is taken.
    pub mouse: bool,
    /// The button of the mouse.
    pub pointer: Pointer,
    /// The tutorial, while one runs.
    pub tutorial: Option<Tutorial>,
    /// True if something has changed that is on the screen.
    pub dirty: bool,
    /// True if the whole screen must be drawn anew.
    pub redraw: bool,
    /// True if the program is to end.
    pub quit: bool,
}

/// The button of the mouse between two events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointer {
    /// The column whose edge is being moved.
    pub dragged: Option<Column>,
    /// True if the last click has already changed the cells under the pointer, so that a second one is for nothing
    /// there.
    pub spent: bool,
}

impl Model {
    /// The state at the start: an empty prompt with the caret in it.
    pub fn new(settings: Settings) -> Model {
        let (keymap, problems) = Keymap::of(&settings);
        let arrangement = Arrangement::usual(settings.layout, settings.toc_share, settings.preview_share);
        let toast = problems.first().map(|problem| Toast { text: problem.clone(), quits: false });
        Model {
            examples: ExampleNames::default(),
            width: 0,
            height: 0,
            keymap,
            arrangement,
            prompt: Prompt::new(settings.popup, settings.popup_delay),
            toc: Toc::default(),
            results: ResultsPane::new(),
            preview: PreviewPane::default(),
            pictures: Pictures::default(),
            overlays: Vec::new(),
            filtering: None,
            leading: Focus::Results,
            history: History::default(),
            query_history: QueryHistory::default(),
            bookmarks: Bookmarks::default(),
            session_read: false,
            session_of: String::new(),
            resume_at_once: false,
            picking: false,
            query_choice: None,
            interrupted: false,
            picked: Vec::new(),
            listing: Arc::default(),
            changes: ChangedPaths::default(),
            opened: false,
            progress: None,
            crumbs: Vec::new(),
            toast,
            pending: Vec::new(),
            which_key: false,
            last_layer: None,
            awaiting: Vec::new(),
            when_loaded: None,
            count: Count::default(),
            settling: false,
            uses: None,
            asked: Asked::default(),
            timers: HashMap::new(),
            theme: settings.theme.clone(),
            theme_before: None,
            user_themes: Arc::default(),
            mouse: settings.mouse,
            pointer: Pointer::default(),
            tutorial: None,
            dirty: true,
            redraw: false,
            quit: false,
            settings,
        }
    }

    /// The places of everything on the screen.
    pub fn layout(&self) -> Layout {
        let layout = layout(self.width, self.usable_height(), &self.arrangement);
        if self.preview.pinned.is_some() && !self.preview.comparing { layout.with_pinned() } else { layout }
    }

    /// Rows of the screen for everything but the tutorial, which gives way on a small one.
    pub fn usable_height(&self) -> u16 {
        match &self.tutorial {
            Some(_) if self.height >= 4 * TUTORIAL_ROWS && self.width >= 40 => self.height - TUTORIAL_ROWS,
            _ => self.height,
        }
    }

    /// The state of a pane; for the prompt that of the results.
    pub fn pane(&self, pane: Focus) -> &dyn Pane {
        match pane {
            Focus::Toc => &self.toc,
            Focus::Results | Focus::Prompt => &self.results,
            Focus::Preview => &self.preview,
        }
    }

    /// The state of a pane, to be changed.
    pub(in crate::app) fn pane_mut(&mut self, pane: Focus) -> &mut dyn Pane {
        match pane {
            Focus::Toc => &mut self.toc,
            Focus::Results | Focus::Prompt => &mut self.results,
            Focus::Preview => &mut self.preview,
        }
    }

    /// The pane that keys go to.
    pub fn focus(&self) -> Focus {
        self.arrangement.focus
    }

    /// Moves the focus.
    pub fn set_focus(&mut self, focus: Focus) {
        self.arrangement.set_focus(focus);
        let row = focus.row();
        if !row.follows {
            self.leading = row.pane;
        }
    }

    /// The arrangement of the panes, and which of them leads.
    pub(in crate::app) fn place(&self) -> (Arrangement, Focus) {
        (self.arrangement.clone(), self.leading)
    }

    /// The panes are as they were.
    pub(in crate::app) fn put_back(&mut self, (arrangement, leading): (Arrangement, Focus)) {
        (self.arrangement, self.leading) = (arrangement, leading);
    }

    /// The pane whose row is selected.
    pub(in crate::app) fn leading(&self) -> Focus {
        self.leading
    }

    /// True if the selection is a row of the results.
    pub fn results_lead(&self) -> bool {
        self.leading == Focus::Results
    }

    /// True if the selection is a row of a list of what differs from the commit.
    pub(in crate::app) fn lists_changes(&self) -> bool {
        let is_query = self.results.reading == Some(PromptReading::Docql);
        self.results_lead() && is_query && self.results.text.contains("@.changed")
    }

    /// Whoever goes back and at once does something with a row means the row that is about to be there: true if it is to
    /// be done then.
    pub(in crate::app) fn waits(&mut self, what: Waiting) -> bool {
        let results = &self.results;
        let is_coming = results.running && self.results_lead();
        let waits = is_coming && (results.wanted.is_some() || results.selected().is_none());
        if waits {
            self.awaiting.push(what);
        }
        waits
    }

    /// The selected row, as commands act upon it.
    pub fn subject(&self) -> Option<Subject> {
        self.pane(self.leading).subject()
    }

    /// True if the rows are those of what stands in the prompt.
    pub(in crate::app) fn shows_answer(&self) -> bool {
        let results = &self.results;
        let is_same = results.text == self.prompt.line.text() && results.reading == Some(self.prompt.reading());
        is_same && !results.dimmed && !self.asked.is_prefix
    }

    /// The directory of the selected row, with a `/` at its end.
    pub fn directory(&self) -> Option<Arc<str>> {
        let path = self.subject()?.path;
        let end = path.rfind('/').map_or(0, |at| at + 1);
        Some(path[..end].into())
    }

    /// The name of the workspace.
    pub fn workspace(&self) -> String {
        match self.listing.roots.as_slice() {
            [] => "docql".to_owned(),
            [root] => root.name.clone(),
            [root, rest @ ..] => format!("{} +{}", root.name, rest.len()),
        }
    }
}

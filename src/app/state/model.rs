//! Everything the explorer knows at one moment. **Invariant:** no handles to threads, files or terminal.

use super::bookmarks::Places;
use super::history::History;
use super::layout::{Arrangement, Focus, Layout, layout};
use super::overlay::Panel;
use super::pictures::Pictures;
use super::preview::PreviewPane;
use super::prompt::Prompt;
use super::query_history::Past;
use super::results::{FIRST_PAGE, ResultsPane};
use super::toc::Toc;
use super::tutorial::Tutorial;
use super::uses::Uses;
use crate::app::protocol::command::Command;
use crate::app::protocol::keymap::Keymap;
use crate::app::protocol::message::{ExampleNames, IndexProgress, Timer};
use crate::config::{Key, Settings, UserTheme};
use crate::docql::Hit;
use crate::document::{Kind, NodeKey};
use crate::library::Listing;
use crate::stdx::Tickets;
use std::collections::HashMap;
use std::sync::Arc;

/// A short notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// What it says.
    pub text: String,
    /// Whether another Ctrl-C while it is shown quits.
    pub quits: bool,
}

/// A part of the way from the workspace to the selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    /// What to show.
    pub label: String,
    /// A query for what is inside it; empty where there is none.
    pub query: String,
    /// Its identity, to select it in the list of what is around it.
    pub key: NodeKey,
    /// Its line; 0 for files and directories.
    pub line: u32,
    /// For a part of a trail: so many places back in the history; 0 is where the user is.
    pub back: Option<usize>,
}

/// What commands act upon: the selected row of the tree or of the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// Its identity.
    pub key: NodeKey,
    /// The file; a directory's path ends in `/`.
    pub path: Arc<str>,
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// First line; 0 for files and directories.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// A query that yields it.
    pub query: String,
    /// A second line about it.
    pub snippet: String,
    /// Whether something is inside.
    pub container: bool,
    /// Whether the line is that of a place inside of it, a call, and the second line shows it.
    pub site: bool,
}

impl Subject {
    /// The subject that a hit is.
    pub fn of_hit(hit: &Hit) -> Subject {
        let path = match hit.kind {
            Kind::Directory => format!("{}/", hit.key.path()).into(),
            _ => Arc::clone(&hit.path),
        };
        Subject {
            key: hit.key.clone(),
            path,
            kind: hit.kind,
            name: hit.name.clone(),
            line: hit.line,
            end_line: hit.end_line,
            query: hit.query.clone(),
            snippet: hit.snippet.clone(),
            container: hit.drillable,
            site: hit.shows_site(),
        }
    }

    /// `path:line`.
    pub fn location(&self) -> String {
        match self.line {
            0 => self.path.to_string(),
            line => format!("{}:{line}", self.path),
        }
    }
}

/// Tickets and numbers of what was asked for last.
#[derive(Debug, Default)]
pub struct Asked {
    /// Tickets of queries.
    pub queries: Tickets,
    /// The number of the query that is waited for.
    pub query: u64,
    /// The text of that query.
    pub text: String,
    /// The number of the query for a branch of the tree of calls that is waited for.
    pub branch: u64,
    /// Tickets of completions.
    pub completions: Tickets,
    /// The number of the completion that is waited for.
    pub completion: u64,
    /// Tickets of examples of completions.
    pub examples: Tickets,
    /// The number of the example that is waited for.
    pub example: u64,
    /// Tickets of previews.
    pub previews: Tickets,
    /// The number of the preview that is waited for.
    pub preview: u64,
    /// Tickets of previews that were pinned.
    pub pins: Tickets,
    /// The number of the one that is waited for.
    pub pin: u64,
    /// Tickets of counts of callers.
    pub counts: Tickets,
    /// The number of the count that is waited for.
    pub count: u64,
    /// Tickets of counts of uses.
    pub uses: Tickets,
    /// The number of the count that is waited for.
    pub used: u64,
    /// Tickets of searches in a file.
    pub searches: Tickets,
    /// The number of the search that is waited for.
    pub search: u64,
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
    /// How the panes are arranged.
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
    /// What lies over the panes, the topmost last.
    pub overlays: Vec<Panel>,
    /// The pane whose filter is being typed.
    pub filtering: Option<Focus>,
    /// Whether the preview shows the row of the tree, not that of the results.
    pub toc_previewed: bool,
    /// Where the user has been.
    pub history: History,
    /// Earlier queries.
    pub past: Past,
    /// Bookmarks and visited places.
    pub places: Places,
    /// Whether what was kept of the last session has been read.
    pub session_read: bool,
    /// Whether the last session is taken up at once.
    pub resume_at_once: bool,
    /// Whether the explorer was opened to choose rows for another program.
    pub picking: bool,
    /// What was chosen.
    pub picked: Vec<Hit>,
    /// The workspace.
    pub listing: Arc<Listing>,
    /// Whether the list of files has arrived.
    pub opened: bool,
    /// How far indexing is, while it runs.
    pub progress: Option<IndexProgress>,
    /// The way to the selection.
    pub crumbs: Vec<Crumb>,
    /// A short notice.
    pub toast: Option<Toast>,
    /// Keys pressed of a chord that is not complete.
    pub pending: Vec<Key>,
    /// Whether the continuations of those keys are listed.
    pub which_key: bool,
    /// The last layer command.
    pub last_layer: Option<Command>,
    /// A command for the row that an answer under way will select.
    pub awaiting: Option<Command>,
    /// Whether the cursor has moved a moment ago.
    pub settling: bool,
    /// The uses of what was selected last, as far as they were counted.
    pub uses: Option<(NodeKey, Uses)>,
    /// What was asked for last.
    pub asked: Asked,
    /// The newest generation of each timer.
    pub timers: HashMap<Timer, u64>,
    /// The theme, by name; `auto` until one is chosen.
    pub theme: String,
    /// The theme to go back to if none is chosen.
    pub theme_before: Option<String>,
    /// The user's own themes.
    pub user_themes: Arc<Vec<UserTheme>>,
    /// Whether the mouse is taken.
    pub mouse: bool,
    /// What the button of the mouse holds.
    pub pointer: Pointer,
    /// Where the user is in the tutorial, while one runs.
    pub tutorial: Option<Tutorial>,
    /// Whether something has changed that is on the screen.
    pub dirty: bool,
    /// Whether the whole screen must be drawn anew.
    pub redraw: bool,
    /// Whether the program is to end.
    pub quit: bool,
}

/// What the mouse does between two events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointer {
    /// The pane whose edge is being moved.
    pub dragged: Option<Focus>,
    /// Whether the last click has already changed what lies under the pointer, so that a second one is for nothing there.
    pub spent: bool,
}

impl Model {
    /// The state at the start: an empty prompt with the caret in it.
    pub fn new(settings: Settings) -> Model {
        let (keymap, problems) = Keymap::read(&settings.keymap, &settings.keys);
        let arrangement = Arrangement {
            choice: settings.layout,
            focus: Focus::Prompt,
            pane: Focus::Results,
            zoomed: false,
            toc_hidden: false,
            preview_hidden: false,
            toc_share: settings.toc_share,
            preview_share: settings.preview_share,
        };
        let toast = problems.first().map(|problem| Toast { text: problem.clone(), quits: false });
        Model {
            examples: ExampleNames::default(),
            width: 0,
            height: 0,
            keymap,
            arrangement,
            prompt: Prompt {
                popup_choice: Some(settings.popup),
                popup_delay: settings.popup_delay,
                ..Prompt::default()
            },
            toc: Toc::default(),
            results: ResultsPane { limit: FIRST_PAGE, ..ResultsPane::default() },
            preview: PreviewPane::default(),
            pictures: Pictures::default(),
            overlays: Vec::new(),
            filtering: None,
            toc_previewed: false,
            history: History::default(),
            past: Past::default(),
            places: Places::default(),
            session_read: false,
            resume_at_once: false,
            picking: false,
            picked: Vec::new(),
            listing: Arc::default(),
            opened: false,
            progress: None,
            crumbs: Vec::new(),
            toast,
            pending: Vec::new(),
            which_key: false,
            last_layer: None,
            awaiting: None,
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

    /// Where everything is on the screen.
    pub fn layout(&self) -> Layout {
        let layout = layout(self.width, self.usable_height(), &self.arrangement);
        if self.preview.pinned.is_some() && !self.preview.comparing { layout.with_pinned() } else { layout }
    }

    /// Rows of the screen for everything but the tutorial, which gives way on a small one.
    pub fn usable_height(&self) -> u16 {
        match &self.tutorial {
            Some(_) if self.height >= 4 * super::tutorial::ROWS && self.width >= 40 => {
                self.height - super::tutorial::ROWS
            }
            _ => self.height,
        }
    }

    /// What has the focus.
    pub fn focus(&self) -> Focus {
        self.arrangement.focus
    }

    /// Moves the focus.
    pub fn set_focus(&mut self, focus: Focus) {
        self.arrangement.focus = focus;
        if focus != Focus::Preview {
            self.toc_previewed = focus == Focus::Toc;
        }
        if focus != Focus::Prompt {
            self.arrangement.pane = focus;
        } else if self.arrangement.pane != Focus::Results && !self.arrangement.zoomed {
            self.arrangement.pane = Focus::Results;
        }
    }

    /// Whether the tree, not the results, says what is selected.
    pub fn toc_leads(&self) -> bool {
        match self.focus() {
            Focus::Toc => true,
            Focus::Preview => self.toc_previewed,
            _ => false,
        }
    }

    /// What commands act upon.
    pub fn subject(&self) -> Option<Subject> {
        if self.toc_leads() {
            let row = self.toc.selected()?;
            return Some(Subject {
                key: row.key.clone(),
                path: Arc::clone(&row.path),
                kind: row.kind,
                name: row.name.clone(),
                line: row.line,
                end_line: row.end_line,
                query: row.query.clone(),
                snippet: String::new(),
                container: row.kind == Kind::Directory || row.count > 0,
                site: false,
            });
        }
        let hit = self.results.selected()?;
        Some(Subject::of_hit(hit))
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

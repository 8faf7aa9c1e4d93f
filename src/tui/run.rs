//! Starts the explorer on a terminal, and ends it: settings, what the terminal can do, threads, what is kept.

use super::explorer::{Explorer, terminal_on};
use crate::app::tutorial::Tutorial;
use crate::app::{Msg, QueryChoice, Sought, StateRequest, configured, farewell, start, update};
use crate::config::{Ambiguous, Config, KeyCode, KeyPress, Settings};
use crate::docql::Hit;
use crate::library::Library;
use crate::tui::colours::colour;
use crate::tui::colours::colour::{Depth, detect_scheme};
use crate::tui::colours::shown_theme::ShownTheme;
use crate::tui::terminal::desktop::Desktop;
use crate::tui::terminal::facts::is_remote;
use crate::tui::terminal::frame_rate::Pace;
use crate::tui::terminal::hyperlinks;
use crate::tui::terminal::input;
use crate::tui::terminal::input::Reader;
use crate::tui::terminal::place;
use crate::tui::terminal::probe;
use crate::tui::terminal::protocols;
use crate::tui::terminal::protocols::Protocols;
use crate::tui::terminal::screen::{Guard, Screen, install_panic_hook};
use crate::tui::terminal::signals;
use crate::tui::view::pictures::Given;
use crate::workers::{ModelSource, SettingsSource, StateStore, Workers, WorkspaceOptions};
use anyhow::{Context, bail};
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

/// The first frame waits this long for the first level of the tree.
const FIRST_PATIENCE: Duration = Duration::from_millis(10);

/// What the explorer is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The workspace.
    pub workspace: WorkspaceOptions,
    /// What the prompt holds at the start.
    pub query: Option<String>,
    /// What it looks for.
    pub sought: Sought,
    /// Whether files that differ from what they are compared with are shown as their changes from the start.
    pub changes: bool,
    /// Where what outlives the process is kept; `None` keeps nothing.
    pub state: Option<StateStore>,
    /// Finds the models that questions go to, if they go to any.
    pub models: Option<ModelSource>,
    /// Whether the last session is taken up at once.
    pub resume: bool,
    /// Whether rows are chosen for another program: standard output is then left alone.
    pub pick: bool,
    /// Whether one of the earlier queries is chosen for another program, which takes `pick` too.
    pub pick_query: bool,
    /// The lines below the cursor to draw on; `None` for the whole screen.
    pub lines: Option<u16>,
    /// Where the settings come from.
    pub settings: SettingsSource,
    /// The tutorial, to run it.
    pub tutorial: Option<Tutorial>,
}

/// How an explorer ended.
#[derive(Debug)]
pub enum Ending {
    /// It was left.
    Left {
        /// How far the tutorial was, if there was one.
        tutorial: Option<Tutorial>,
        /// Whether something was kept to go on with.
        is_kept: bool,
        /// The directory that was looked at last; `None` after Ctrl-C, or where it is not on disk.
        directory: Option<PathBuf>,
    },
    /// An earlier query was chosen.
    PickedQuery(String),
    /// Rows were chosen.
    Picked {
        /// They.
        hits: Vec<Hit>,
        /// The workspace, with what their files hold.
        library: Arc<Library>,
    },
}

/// Runs the explorer until the user leaves it.
///
/// # Errors
/// If there is no terminal, or it cannot be used.
pub fn run(options: Options) -> anyhow::Result<Ending> {
    let _screen = if options.pick { Some(Screen::borrow().context("picking needs a terminal")?) } else { None };
    if !options.pick && (!std::io::stdout().is_terminal() || !std::io::stdin().is_terminal()) {
        bail!(
            "the explorer needs a terminal; for scripts use `docql query`, for a dialogue in lines `docql --plain`, see `docql --help`"
        );
    }
    install_panic_hook();
    let (sender, receiver) = channel();
    // Before anything is asked of the terminal: from then on a signal must not end the program where it is.
    let away = signals::listen(&sender).context("cannot listen for signals")?;
    let config = options.settings.load();
    let depth = colour::depth(colour::variable);
    let (scheme, has_answered) = detect_scheme(&config.settings.theme, depth);
    let mut model = configured(config.clone());
    model.tutorial = options.tutorial;
    model.prompt.sought = options.sought;
    model.preview.changes = options.changes;
    (model.resume_at_once, model.picking) = (options.resume, options.pick);
    model.query_choice = options.pick_query.then(QueryChoice::default);
    watch_settings(options.settings.clone(), config, &sender).context("cannot start a thread")?;
    let keeps = options.state.is_some();
    let workers = Workers::start(options.workspace, options.state, options.models, &sender)?;
    let (width, height) = crossterm::terminal::size().context("cannot find the size of the terminal")?;
    // Asking again takes a terminal that answers, and keys that come from it.
    let asks_ground = has_answered == Some(true) && std::io::stdin().is_terminal();
    let guard = Guard::enter(model.mouse, options.lines, asks_ground).context("cannot take the terminal")?;
    let (measured_wide, mut typed) = measured(&model.settings, depth, has_answered);
    let mut protocols = Protocols { depth, wide: measured_wide, said: None };
    if protocols.must_ask(model.settings.images, &model.settings) {
        let (said, meanwhile) = protocols::ask();
        protocols.said = Some(said);
        typed.extend(meanwhile.chars().map(input::typed));
    }
    model.pictures.terminal = protocols.resolve(model.settings.images, &model.settings);
    for key in typed {
        sender.send(Msg::Key(key))?;
    }
    let reader = Reader::start(sender.clone()).context("cannot read the keyboard")?;
    let area = place::area(options.lines, (width, height));
    let terminal = terminal_on(area, options.lines)?;
    let mut explorer = Explorer {
        desktop: Desktop {
            guard,
            reader,
            away,
            settings: options.settings,
            asks_ground,
            protocols,
            sender: sender.clone(),
            ground: None,
        },
        theme: ShownTheme::new(scheme, depth, hyperlinks::are_known(colour::variable)),
        timers: Vec::new(),
        held_until: Some(Instant::now() + FIRST_PATIENCE),
        pace: Pace::default(),
        is_remote: is_remote(),
        measured_wide,
        given: Given::default(),
        workers,
        terminal,
        lines: options.lines,
    };
    let mut effects = update(&mut model, Msg::Resized { width, height: area.height });
    effects.extend(start(&mut model, options.query.as_deref()));
    explorer.perform(&model.settings, effects)?;
    // A defect must not cost the session: it is kept before the panic goes on.
    let outcome = catch_unwind(AssertUnwindSafe(|| explorer.serve(&mut model, &receiver)));
    let mut is_kept = false;
    if let Ok(requests) = catch_unwind(AssertUnwindSafe(|| farewell(&mut model))) {
        is_kept = keeps && requests.iter().any(|request| matches!(request, StateRequest::KeepSession(_)));
        explorer.workers.farewell(requests);
    }
    outcome.unwrap_or_else(|panic| resume_unwind(panic))?;
    explorer.take_back_pictures()?;
    if let Some(query) = model.query_choice.take().and_then(|choice| choice.chosen) {
        return Ok(Ending::PickedQuery(query));
    }
    let hits = std::mem::take(&mut model.picked);
    if hits.is_empty() {
        let directory = if model.interrupted { None } else { model.directory() };
        let directory = directory.and_then(|path| explorer.workers.locate(&path).ok());
        return Ok(Ending::Left { tutorial: model.tutorial, is_kept, directory });
    }
    let paths: Vec<Arc<str>> = hits.iter().map(|hit| Arc::clone(&hit.path)).collect();
    Ok(Ending::Picked { hits, library: explorer.workers.library_with(&paths) })
}

/// Whether the terminal draws characters of ambiguous width wide, and what was typed while it was asked.
/// Nothing is asked that is settled, nor a terminal that has just not answered.
fn measured(settings: &Settings, depth: Depth, has_answered: Option<bool>) -> (Option<bool>, Vec<KeyPress>) {
    let is_dumb = depth == Depth::Monochrome && colour::variable("TERM").is_none_or(|term| term == "dumb");
    if settings.ambiguous != Ambiguous::Auto || has_answered == Some(false) || is_dumb {
        return (None, Vec::new());
    }
    let answers = probe::measure(&["│"]);
    let key = |character| if character == '\r' { KeyPress::plain(KeyCode::Enter) } else { KeyPress::char(character) };
    (answers.widths.first().map(|width| *width > 1), answers.typed.chars().map(key).collect())
}

/// Sends the settings whenever one of their files has changed.
fn watch_settings(source: SettingsSource, known: Config, sender: &Sender<Msg>) -> std::io::Result<()> {
    let sender = sender.clone();
    source.watch(known, move |config| sender.send(Msg::SettingsRead(Box::new(config))).is_ok())
}

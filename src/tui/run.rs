//! The loop: wait for a message, take all that are there, update, draw once if something has changed.
//!
//! There is no tick: an idle docql uses no processor. Time enters as timers that the app has armed.

use super::widgets::plain;
use crate::app::tutorial::Tutorial;
use crate::app::{
    Effect, Model, Mouse, Msg, QueryChoice, Sought, StateRequest, Timer, configured, farewell, start, update,
};
use crate::config::{Ambiguous, Borders, Config, Key, KeyCode, Settings};
use crate::docql::Hit;
use crate::library::Library;
use crate::pictures::Terminal as PictureTerminal;
use crate::stdx::set_ambiguous_wide;
use crate::tui::colours::colour;
use crate::tui::colours::colour::{Depth, detect_scheme};
use crate::tui::colours::shown_theme::ShownTheme;
use crate::tui::colours::theme::Theme;
use crate::tui::terminal::backend::FrameBackend;
use crate::tui::terminal::desktop::Desktop;
use crate::tui::terminal::facts::is_remote;
use crate::tui::terminal::frame_rate::Pace;
use crate::tui::terminal::hyperlinks;
use crate::tui::terminal::input;
use crate::tui::terminal::input::Reader;
use crate::tui::terminal::place;
use crate::tui::terminal::probe;
use crate::tui::terminal::protocols;
use crate::tui::terminal::protocols::{Protocols, window_cell};
use crate::tui::terminal::screen::{Guard, Screen, install_panic_hook};
use crate::tui::terminal::signals;
use crate::tui::view::frame;
use crate::tui::view::pictures::{Given, Overlaid};
use crate::workers::{ModelSource, SettingsSource, StateStore, Workers, WorkspaceOptions};
use anyhow::{Context, bail};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::{BufWriter, IsTerminal, Stdout};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// After a key that asked something, the frame waits this long for the answer, so that nothing flashes.
const PATIENCE: Duration = Duration::from_millis(4);

/// Bytes of a frame that are written at once; standard output alone would write them in pieces of 1 KB.
const FRAME_BYTES: usize = 64 << 10;

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

struct Explorer {
    desktop: Desktop,
    workers: Workers,
    terminal: Terminal<FrameBackend<BufWriter<Stdout>>>,
    /// The lines below the cursor that are drawn on; `None` for the whole screen.
    lines: Option<u16>,
    theme: ShownTheme,
    timers: Vec<(Instant, Timer, u64)>,
    held_until: Option<Instant>,
    pace: Pace,
    is_remote: bool,
    /// Whether characters of ambiguous width are drawn wide; `None` if the terminal does not say.
    measured_wide: Option<bool>,
    /// What the terminal has of pictures.
    given: Given,
}

impl Explorer {
    fn serve(&mut self, model: &mut Model, receiver: &Receiver<Msg>) -> anyhow::Result<()> {
        while !model.quit {
            let now = Instant::now();
            if model.dirty && self.next_frame(model, now) <= now {
                self.draw(model)?;
            }
            match self.wait(model, receiver) {
                Some(message) => self.take(model, message)?,
                None => self.fire_timers(model)?,
            }
            // All that is there is taken before the next frame, unless it is time to end.
            while !model.quit
                && let Ok(message) = receiver.try_recv()
            {
                self.take(model, message)?;
            }
        }
        Ok(())
    }

    /// Most frames in a second.
    fn fps(&self, model: &Model) -> u16 {
        if self.is_remote { model.settings.ssh_fps.min(model.settings.fps) } else { model.settings.fps }
    }

    /// When the next frame may be drawn.
    fn next_frame(&self, model: &Model, now: Instant) -> Instant {
        let rested = self.pace.next(now, self.fps(model));
        self.held_until.map_or(rested, |held| held.max(rested))
    }

    /// The next message; `None` when a timer has run down or a frame is due.
    fn wait(&self, model: &Model, receiver: &Receiver<Msg>) -> Option<Msg> {
        let now = Instant::now();
        let frame = model.dirty.then(|| self.next_frame(model, now));
        let timer = self.timers.iter().map(|(at, ..)| *at).min();
        match frame.into_iter().chain(timer).min() {
            None => Some(receiver.recv().unwrap_or(Msg::Terminated)),
            Some(at) => match receiver.recv_timeout(at.saturating_duration_since(now)) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Msg::Terminated),
            },
        }
    }

    fn take(&mut self, model: &mut Model, message: Msg) -> anyhow::Result<()> {
        let Some(message) = self.placed(model, message) else { return Ok(()) };
        if let Msg::GroundSeen(scheme) = message {
            self.theme.ground_is(scheme);
        }
        if let (Msg::Resized { .. }, Some(terminal)) = (&message, model.pictures.terminal) {
            // With another font cells are of another size.
            let cell = window_cell().unwrap_or(terminal.cell);
            let terminal = Some(PictureTerminal { cell, ..terminal });
            self.desktop.sender.send(Msg::PicturesKnown { terminal, notify: false })?;
        }
        let is_key = matches!(message, Msg::Key(_) | Msg::Paste(_));
        let is_first = matches!(message, Msg::LibraryChanged(_)) && !self.pace.has_begun();
        if is_first || matches!(message, Msg::ResultsArrived { .. }) {
            self.held_until = None;
        }
        let effects = update(model, message);
        if is_key && effects.iter().any(|effect| matches!(effect, Effect::RunQuery(_))) {
            self.held_until = Some(Instant::now() + PATIENCE);
        }
        self.perform(&model.settings, effects)
    }

    /// A message in the coordinates of what is drawn on; `None` for a click beside it.
    fn placed(&mut self, model: &mut Model, message: Msg) -> Option<Msg> {
        let top = self.lines.and_then(|_| place::top()).unwrap_or(0);
        match message {
            Msg::Mouse(mouse) => {
                let row = mouse.row.checked_sub(top)?;
                Some(Msg::Mouse(Mouse { row, ..mouse }))
            }
            Msg::Resized { width, height } if self.lines.is_some() => {
                model.redraw = true;
                Some(Msg::Resized { width, height: place::area(self.lines, (width, height)).height })
            }
            other => Some(other),
        }
    }

    fn fire_timers(&mut self, model: &mut Model) -> anyhow::Result<()> {
        let now = Instant::now();
        let (due, waiting) = std::mem::take(&mut self.timers).into_iter().partition(|(at, ..)| *at <= now);
        self.timers = waiting;
        let due: Vec<(Instant, Timer, u64)> = due;
        for (_, timer, generation) in due {
            self.take(model, Msg::TimerFired { timer, generation })?;
        }
        Ok(())
    }

    fn perform(&mut self, settings: &Settings, effects: Vec<Effect>) -> anyhow::Result<()> {
        for effect in effects {
            match self.workers.perform(effect) {
                None => {}
                Some(Effect::Arm { timer, generation, after }) => {
                    self.timers.retain(|(_, armed, _)| *armed != timer);
                    self.timers.push((Instant::now() + after, timer, generation));
                }
                Some(effect) => {
                    if Desktop::lends(&effect, settings) {
                        self.take_back_pictures()?;
                    }
                    self.desktop.perform(effect, settings, &self.workers)?;
                }
            }
            if let Some(scheme) = self.desktop.ground.take() {
                self.theme.ground_is(scheme);
            }
        }
        Ok(())
    }

    /// Takes back what the terminal was given of pictures.
    fn take_back_pictures(&mut self) -> std::io::Result<()> {
        let backend = self.terminal.backend_mut();
        self.given.take_back(backend)?;
        backend.end_frame()
    }

    /// Whether characters of ambiguous width take two cells.
    fn is_wide(&self, settings: &Settings) -> bool {
        match settings.ambiguous {
            Ambiguous::Auto => self.measured_wide.unwrap_or(false),
            Ambiguous::Narrow => false,
            Ambiguous::Wide => true,
        }
    }

    fn draw(&mut self, model: &mut Model) -> anyhow::Result<()> {
        model.dirty = false;
        self.held_until = None;
        if let Some(problem) = self.theme.follow(model) {
            drop(self.desktop.sender.send(Msg::WorkerFailed(problem)));
        }
        if std::mem::take(&mut model.redraw) {
            self.take_back_pictures()?;
            // `clear` would ask the terminal for the cursor, whose answer the input thread would take.
            let size = self.terminal.size()?;
            if self.lines.is_some() {
                let area = place::area(self.lines, size.into());
                place::clear()?;
                self.terminal = terminal_on(area, self.lines)?;
            } else {
                self.terminal.resize(size.into())?;
            }
        }
        let wide = self.is_wide(&model.settings);
        set_ambiguous_wide(wide);
        let ascii = match model.settings.borders {
            Borders::Auto => wide,
            Borders::Lines => false,
            Borders::Ascii => true,
        };
        // The terminal may be faster in telling its size than the message about it.
        let theme = self.theme.get();
        let mut overlaid = Vec::new();
        self.given.before(model.pictures.ready(), self.terminal.backend_mut())?;
        let shown = self.terminal.get_frame().area();
        let drawn = self.terminal.draw(|frame| {
            let area = frame.area();
            if (area.width, area.height) == (model.width, model.height) {
                let (caret, pictures) = draw_at(area, model, theme, frame.buffer_mut());
                overlaid = pictures;
                if let Some(caret) = caret {
                    frame.set_cursor_position(Position { y: caret.y + area.y, ..caret });
                }
            }
            if ascii {
                plain(frame.buffer_mut(), wide);
            }
        })?;
        if drawn.area != shown {
            // For another size the screen is cleared.
            self.given.cleared();
        }
        self.given.after(&overlaid, self.terminal.backend_mut())?;
        self.terminal.backend_mut().end_frame()?;
        self.pace.drawn(Instant::now(), self.fps(model));
        Ok(())
    }
}

/// The terminal, as far as it is drawn on.
fn terminal_on(area: Rect, lines: Option<u16>) -> std::io::Result<Terminal<FrameBackend<BufWriter<Stdout>>>> {
    let backend = FrameBackend::new(BufWriter::with_capacity(FRAME_BYTES, std::io::stdout()));
    let viewport = if lines.is_some() { Viewport::Fixed(area) } else { Viewport::Fullscreen };
    Terminal::with_options(backend, TerminalOptions { viewport })
}

/// Draws the model at a place of the screen; where the caret is, counted from there, and what is written over it.
fn draw_at(area: Rect, model: &Model, theme: &Theme, buffer: &mut Buffer) -> (Option<Position>, Vec<Overlaid>) {
    if area.y == 0 {
        return frame::draw_with_pictures(model, theme, buffer);
    }
    let mut drawn = Buffer::empty(Rect { y: 0, ..area });
    let (caret, overlaid) = frame::draw_with_pictures(model, theme, &mut drawn);
    buffer.content.clone_from(&drawn.content);
    (caret, overlaid.into_iter().map(|picture| picture.down(area.y)).collect())
}

/// Whether the terminal draws characters of ambiguous width wide, and what was typed while it was asked.
/// Nothing is asked that is settled, nor a terminal that has just not answered.
fn measured(settings: &Settings, depth: Depth, has_answered: Option<bool>) -> (Option<bool>, Vec<Key>) {
    let is_dumb = depth == Depth::Monochrome && colour::variable("TERM").is_none_or(|term| term == "dumb");
    if settings.ambiguous != Ambiguous::Auto || has_answered == Some(false) || is_dumb {
        return (None, Vec::new());
    }
    let answers = probe::measure(&["│"]);
    let key = |character| if character == '\r' { Key::plain(KeyCode::Enter) } else { Key::char(character) };
    (answers.widths.first().map(|width| *width > 1), answers.typed.chars().map(key).collect())
}

/// Sends the settings whenever one of their files has changed.
fn watch_settings(source: SettingsSource, known: Config, sender: &Sender<Msg>) -> std::io::Result<()> {
    let sender = sender.clone();
    source.watch(known, move |config| sender.send(Msg::SettingsRead(Box::new(config))).is_ok())
}

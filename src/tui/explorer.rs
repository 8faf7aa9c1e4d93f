//! The loop: wait for a message, take all that are there, update, draw once if something has changed.
//!
//! There is no tick: an idle docql uses no processor. Time enters as timers that the app has armed.

use super::widgets::plain;
use crate::app::{Effect, Model, Mouse, Msg, Timer, update};
use crate::config::{Ambiguous, Borders, Settings};
use crate::pictures::Terminal as PictureTerminal;
use crate::stdx::set_ambiguous_wide;
use crate::tui::colours::shown_theme::ShownTheme;
use crate::tui::colours::theme::Theme;
use crate::tui::terminal::backend::FrameBackend;
use crate::tui::terminal::desktop::Desktop;
use crate::tui::terminal::frame_rate::Pace;
use crate::tui::terminal::place;
use crate::tui::terminal::protocols::window_cell;
use crate::tui::view::frame;
use crate::tui::view::pictures::{Given, Overlaid};
use crate::workers::Workers;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::{BufWriter, Stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// After a key that asked something, the frame waits this long for the answer, so that nothing flashes.
const PATIENCE: Duration = Duration::from_millis(4);

/// Bytes of a frame that are written at once; standard output alone would write them in pieces of 1 KB.
const FRAME_BYTES: usize = 64 << 10;

/// What is drawn on.
type Surface = Terminal<FrameBackend<BufWriter<Stdout>>>;

/// An explorer that runs: what it draws on, what works for it, what it waits for.
pub(super) struct Explorer {
    pub(super) desktop: Desktop,
    pub(super) workers: Workers,
    pub(super) terminal: Surface,
    /// The lines below the cursor that are drawn on; `None` for the whole screen.
    pub(super) lines: Option<u16>,
    pub(super) theme: ShownTheme,
    pub(super) timers: Vec<(Instant, Timer, u64)>,
    pub(super) held_until: Option<Instant>,
    pub(super) pace: Pace,
    pub(super) is_remote: bool,
    /// Whether characters of ambiguous width are drawn wide; `None` if the terminal does not say.
    pub(super) measured_wide: Option<bool>,
    /// What the terminal has of pictures.
    pub(super) given: Given,
}

impl Explorer {
    /// Serves messages until the model says that it is over.
    pub(super) fn serve(&mut self, model: &mut Model, receiver: &Receiver<Msg>) -> anyhow::Result<()> {
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

    /// Has effects carried out.
    pub(super) fn perform(&mut self, settings: &Settings, effects: Vec<Effect>) -> anyhow::Result<()> {
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
    pub(super) fn take_back_pictures(&mut self) -> std::io::Result<()> {
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
pub(super) fn terminal_on(area: Rect, lines: Option<u16>) -> std::io::Result<Surface> {
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

//! What needs the terminal itself: the user's editor, the clipboard, being stopped.

use super::background;
use super::clipboard;
use super::clipboard::{Between, CopyError};
use super::input;
use super::input::Reader;
use super::mailer::Mailer;
use super::protocols;
use super::protocols::Protocols;
use super::screen::{Guard, leave};
use crate::app::{ActionRequest, Effect, Msg, ProgramError};
use crate::config::{ActionScreen, ColourScheme, Settings};
use crate::library::LocateError;
use crate::stdx::printing;
use crate::tui::colours::colour;
use crate::workers::{
    ActionCall, EditorCall, FilePlace, HostEditor, SettingsSource, Workers, action_call, editor_call, editor_of,
    host_editor, split_command,
};
use std::fs::File;
use std::io::{BufRead, IsTerminal, Write};
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal and who reads from it.
pub struct Desktop {
    /// Has taken the terminal.
    pub guard: Guard,
    /// Reads keys.
    pub reader: Reader,
    /// Whether another program has the terminal; Ctrl-C is then meant for it.
    pub away: Arc<AtomicBool>,
    /// Where the settings come from.
    pub settings: SettingsSource,
    /// Whether the terminal answers when asked what it looks like.
    pub asks_ground: bool,
    /// What it has said about pictures.
    pub protocols: Protocols,
    /// Where answers go.
    pub sender: Mailer,
    /// What the terminal looks like by now, if it was asked again.
    pub ground: Option<ColourScheme>,
}

/// What came of copying inside tmux: into its own buffer, and by the terminal.
fn copied_in_tmux(buffer: Result<(), CopyError>, terminal: Result<(), CopyError>) -> Msg {
    match (buffer, terminal) {
        (Ok(()), Ok(())) => Msg::Copied("in tmux's buffer, and handed to the terminal".to_owned()),
        (Ok(()), Err(_)) => Msg::Copied("in tmux's buffer alone: too much for the terminal".to_owned()),
        (Err(problem), Ok(())) => {
            Msg::WorkerFailed(format!("not in tmux's buffer ({problem}); handed to the terminal alone (OSC 52)"))
        }
        (Err(problem), Err(other)) => Msg::WorkerFailed(format!("not copied: {problem}; {other}")),
    }
}

impl Desktop {
    /// Whether an effect leaves the screen to something else.
    pub fn lends(effect: &Effect, settings: &Settings) -> bool {
        match effect {
            Effect::OpenEditor(_) => host_editor(settings.host_editor).is_none(),
            Effect::RunAction(request) => request.action.screen != ActionScreen::Docql,
            Effect::EditSettings | Effect::OpenManual | Effect::Suspend => true,
            _ => false,
        }
    }

    /// Carries out an effect that needs the terminal.
    ///
    /// # Errors
    /// If the terminal, or a thread, cannot be had.
    pub fn perform(&mut self, effect: Effect, settings: &Settings, workers: &Workers) -> anyhow::Result<()> {
        match effect {
            Effect::ReadSettings => self.sender.send(Msg::SettingsRead(Box::new(self.settings.load())))?,
            Effect::EditSettings => {
                match self.settings.prepare_file() {
                    Ok(file) => {
                        let call = editor_call(&editor_of(&settings.editor), &[FilePlace::file(&file)]);
                        let outcome = self.edit(&call)?;
                        self.sender.send(Msg::EditorClosed(outcome))?;
                    }
                    Err(error) => {
                        self.sender.send(Msg::WorkerFailed(error.to_string()))?;
                        self.sender.send(Msg::Resumed)?;
                    }
                }
                self.sender.send(Msg::SettingsRead(Box::new(self.settings.load())))?;
            }
            Effect::OpenEditor(places) => match workers.file_places(places) {
                Ok(places) => self.open_editor(places, settings)?,
                Err(reason) => self.sender.send(Msg::WorkerFailed(reason.to_string()))?,
            },
            Effect::RunAction(request) => match call_of(&request, workers) {
                Ok(call) => self.run_action(call, request.action.screen)?,
                Err(reason) => self.sender.send(Msg::WorkerFailed(reason.to_string()))?,
            },
            Effect::OpenManual => {
                self.open_manual()?;
                self.sender.send(Msg::Resumed)?;
            }
            Effect::Copy(text) => self.copy(text, settings)?,
            Effect::CaptureMouse(mouse) => self.guard.capture_mouse(mouse)?,
            Effect::AskGround if self.asks_ground => {
                // Whoever reads the answer must not be the reader of keys, to whom it would be typed text.
                self.reader.pause();
                let mut out = std::io::stdout();
                let asked = out.write_all(background::QUESTION.as_bytes()).and_then(|()| out.flush());
                self.reader.resume_asked();
                asked?;
            }
            Effect::AskPictures { choice, notify } => {
                if self.protocols.must_ask(choice, settings) {
                    self.ask_pictures()?;
                }
                let terminal = self.protocols.resolve(choice, settings);
                self.sender.send(Msg::PicturesKnown { terminal, notify })?;
            }
            Effect::Suspend => {
                self.lend(super::signals::stop)?;
                self.sender.send(Msg::Resumed)?;
            }
            #[expect(clippy::panic, reason = "tests that the terminal survives a defect")]
            Effect::Crash if cfg!(debug_assertions) => panic!("asked to fail"),
            _ => {}
        }
        Ok(())
    }

    /// Asks the terminal how it shows pictures, for a moment in which nobody else reads what it sends.
    fn ask_pictures(&mut self) -> anyhow::Result<()> {
        self.reader.pause();
        let (said, typed) = protocols::ask();
        self.reader.resume();
        self.protocols.said = Some(said);
        for character in typed.chars() {
            self.sender.send(Msg::Key(input::typed(character)))?;
        }
        Ok(())
    }

    /// Puts text on the clipboard, and says by which way; a command does it in a thread of its own.
    fn copy(&self, text: String, settings: &Settings) -> anyhow::Result<()> {
        // What is pasted into a shell must not be a command to it, or to its terminal.
        let text = printing::harmless(&text).into_owned();
        let sender = self.sender.clone();
        let aside = |copy: Box<dyn FnOnce() -> Msg + Send>| {
            let copy = move || drop(sender.send(copy()));
            std::thread::Builder::new().name("clipboard".to_owned()).spawn(copy).map(drop)
        };
        if !settings.clipboard_cmd.is_empty() {
            let command = split_command(&settings.clipboard_cmd);
            aside(Box::new(move || match clipboard::pipe(&command, &text, None) {
                Ok(()) => Msg::Copied(format!("by {}", command.first().map_or("", String::as_str))),
                Err(problem) => Msg::WorkerFailed(format!("not copied: clipboard_cmd: {problem}")),
            }))?;
            return Ok(());
        }
        let between = Between::detect(colour::variable);
        let sequence = clipboard::sequence(&text, between);
        if let Ok(sequence) = &sequence {
            let mut out = std::io::stdout();
            out.write_all(sequence.as_bytes())?;
            out.flush()?;
        }
        let told = sequence.map(drop);
        if between == Between::Tmux {
            aside(Box::new(move || copied_in_tmux(clipboard::to_tmux(&text), told)))?;
            return Ok(());
        }
        // Whether the terminal took it, it does not say.
        self.sender.send(match told {
            Ok(()) => Msg::Copied("handed to the terminal (OSC 52)".to_owned()),
            Err(problem) => Msg::WorkerFailed(format!("not copied: {problem}")),
        })?;
        Ok(())
    }

    /// Lets something else have the terminal for a while.
    fn lend<T>(&mut self, work: impl FnOnce() -> T) -> anyhow::Result<T> {
        self.reader.pause();
        self.away.store(true, Ordering::SeqCst);
        leave();
        let outcome = work();
        self.guard.resume()?;
        // It may be evening by now; and nobody reads keys at this moment.
        self.ground = if self.asks_ground { colour::asked_ground() } else { None };
        self.away.store(false, Ordering::SeqCst);
        self.reader.resume();
        // The window may have another size than before.
        let (width, height) = crossterm::terminal::size()?;
        self.sender.send(Msg::Resized { width, height })?;
        Ok(outcome)
    }

    /// Opens places in the editor around docql, else in one that gets the terminal.
    fn open_editor(&mut self, places: Vec<FilePlace>, settings: &Settings) -> anyhow::Result<()> {
        let Some(host) = host_editor(settings.host_editor) else {
            let outcome = self.edit(&editor_call(&editor_of(&settings.editor), &places))?;
            return Ok(self.sender.send(Msg::EditorClosed(outcome))?);
        };
        // It may wait for an answer of the user's.
        let sender = self.sender.clone();
        let open = move |host: HostEditor| {
            let said = host.open(&places).unwrap_or_else(|error| error.to_string());
            drop(sender.send(Msg::ProgramEnded(said)));
        };
        std::thread::Builder::new().name("editor".to_owned()).spawn(move || open(host))?;
        Ok(())
    }

    /// Runs an action of the user's, on the screen or beside docql.
    fn run_action(&mut self, call: ActionCall, screen: ActionScreen) -> anyhow::Result<()> {
        if screen == ActionScreen::Docql {
            let sender = self.sender.clone();
            let run = move || drop(sender.send(Msg::ProgramEnded(call.in_background())));
            std::thread::Builder::new().name("action".to_owned()).spawn(run)?;
            return Ok(());
        }
        let mut command = call.command();
        let terminal = on_terminal(&mut command);
        let ended = self.lend(|| {
            let ended = command.status();
            if screen == ActionScreen::Wait {
                wait_for_enter(terminal);
            }
            ended
        })?;
        Ok(self.sender.send(Msg::EditorClosed(call.outcome(ended)))?)
    }

    /// Lets an editor have the terminal; the answer is what there is to say about it.
    fn edit(&mut self, call: &EditorCall) -> anyhow::Result<Result<String, ProgramError>> {
        let mut failed = None;
        let outcome = call.run(|command| match self.lend_to(command) {
            Ok(status) => status,
            Err(error) => {
                failed = Some(error);
                Err(std::io::ErrorKind::Other.into())
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(outcome.map(|()| call.note.clone())),
        }
    }

    /// The manual is a workspace of its own, so it gets an explorer of its own.
    fn open_manual(&mut self) -> anyhow::Result<()> {
        let started = match std::env::current_exe() {
            Ok(program) => {
                let mut command = Command::new(program);
                command.arg("help");
                self.lend_to(&mut command)?
            }
            Err(error) => Err(error),
        };
        match started {
            Ok(status) if status.success() => {}
            Ok(status) => self.sender.send(Msg::WorkerFailed(format!("the manual ended with {status}")))?,
            Err(error) => self.sender.send(Msg::WorkerFailed(format!("cannot start docql help: {error}")))?,
        }
        Ok(())
    }

    /// Lets a program have the terminal until it ends.
    fn lend_to(&mut self, command: &mut Command) -> anyhow::Result<std::io::Result<ExitStatus>> {
        on_terminal(command);
        self.lend(|| command.status())
    }
}

fn call_of(request: &ActionRequest, workers: &Workers) -> Result<ActionCall, LocateError> {
    action_call(request, &|path| workers.locate(path), &|place| workers.page(place))
}

/// Lets a command read keys, also where standard input is a list of files; the terminal if it is another than that.
fn on_terminal(command: &mut Command) -> Option<File> {
    let terminal = if std::io::stdin().is_terminal() { None } else { File::open("/dev/tty").ok() };
    if let Some(terminal) = terminal.as_ref().and_then(|terminal| terminal.try_clone().ok()) {
        command.stdin(terminal);
    }
    terminal
}

/// Waits until the user has read what a program has left on the screen.
fn wait_for_enter(terminal: Option<File>) {
    let mut out = std::io::stdout();
    // Who cannot be told or asked does not wait.
    let told = out.write_all("\nEnter goes back to docql ".as_bytes()).and_then(|()| out.flush());
    let mut line = String::new();
    let _ = told.and_then(|()| match terminal {
        Some(terminal) => std::io::BufReader::new(terminal).read_line(&mut line),
        None => std::io::stdin().read_line(&mut line),
    });
}

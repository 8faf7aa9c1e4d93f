//! What needs the terminal itself: the user's editor, the clipboard, being stopped.

use super::clipboard::{self, Between};
use super::colour;
use super::ground;
use super::input::Reader;
use super::run::Mailer;
use super::terminal::{Guard, leave};
use crate::app::{Effect, Msg};
use crate::config::{ColourScheme, Settings};
use crate::workers::{SettingsSource, Workers, editor_call, editor_from_environment, split_command};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
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
    /// Where answers go.
    pub sender: Mailer,
    /// What the terminal looks like by now, if it was asked again.
    pub ground: Option<ColourScheme>,
}

impl Desktop {
    /// Carries out an effect that needs the terminal.
    pub fn perform(&mut self, effect: Effect, settings: &Settings, workers: &Workers) -> anyhow::Result<()> {
        match effect {
            Effect::ReadSettings => self.sender.send(Msg::SettingsRead(Box::new(self.settings.load())))?,
            Effect::EditSettings => {
                let outcome = match self.settings.prepare_file() {
                    Ok(file) => self.edit(&settings.editor, (&file, 0), &[])?,
                    Err(problem) => Err(problem),
                };
                self.sender.send(Msg::EditorClosed(outcome))?;
                self.sender.send(Msg::SettingsRead(Box::new(self.settings.load())))?;
            }
            Effect::OpenEditor { path, line, also } => {
                let also: Vec<PathBuf> = also.iter().filter_map(|path| workers.absolute(path)).collect();
                let outcome = match workers.absolute(&path) {
                    Some(file) => self.edit(&settings.editor, (&file, line), &also)?,
                    None => Err(format!("{path} is no file that can be edited")),
                };
                self.sender.send(Msg::EditorClosed(outcome))?;
            }
            Effect::Copy(text) => self.copy(text, settings)?,
            Effect::CaptureMouse(mouse) => self.guard.capture_mouse(mouse)?,
            Effect::AskGround if self.asks_ground => {
                // Whoever reads the answer must not be the reader of keys, to whom it would be typed text.
                self.reader.pause();
                let mut out = std::io::stdout();
                let asked = out.write_all(ground::QUESTION.as_bytes()).and_then(|()| out.flush());
                self.reader.resume_asked();
                asked?;
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

    /// Puts text on the clipboard; a command does it in a thread of its own.
    fn copy(&self, text: String, settings: &Settings) -> anyhow::Result<()> {
        if !settings.clipboard_cmd.is_empty() {
            let (command, sender) = (split_command(&settings.clipboard_cmd), self.sender.clone());
            let copy = move || {
                if let Err(problem) = clipboard::pipe(&command, &text) {
                    drop(sender.send(Msg::WorkerFailed(problem)));
                }
            };
            std::thread::Builder::new().name("clipboard".to_owned()).spawn(copy)?;
            return Ok(());
        }
        match clipboard::sequence(&text, Between::detect(colour::variable)) {
            Ok(sequence) => {
                let mut out = std::io::stdout();
                out.write_all(sequence.as_bytes())?;
                out.flush()?;
            }
            Err(problem) => self.sender.send(Msg::WorkerFailed(format!("not copied: {problem}")))?,
        }
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

    fn edit(
        &mut self,
        editor: &str,
        (file, line): (&Path, u32),
        also: &[PathBuf],
    ) -> anyhow::Result<Result<(), String>> {
        let editor = if editor.is_empty() { editor_from_environment() } else { editor.to_owned() };
        let call = editor_call(&editor, file, line).also(also);
        let mut command = Command::new(&call.program);
        command.args(&call.arguments);
        // Standard input may be a list of files; the editor reads keys.
        if !std::io::stdin().is_terminal()
            && let Ok(terminal) = std::fs::File::open("/dev/tty")
        {
            command.stdin(terminal);
        }
        let status = self.lend(|| command.status())?;
        Ok(match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{} ended with {status}", call.program)),
            Err(error) => Err(format!("cannot start the editor {}: {error}", call.program)),
        })
    }
}

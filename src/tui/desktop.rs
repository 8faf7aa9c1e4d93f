//! What needs the terminal itself: the user's editor, the clipboard, being stopped.

use super::input::Reader;
use super::run::Mailer;
use super::terminal::{Guard, leave};
use crate::app::{Effect, Msg};
use crate::config::Settings;
use crate::workers::{SettingsSource, Workers, editor_call, editor_from_environment};
use crossterm::clipboard::CopyToClipboard;
use std::io::IsTerminal;
use std::path::Path;
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
    /// Where answers go.
    pub sender: Mailer,
}

impl Desktop {
    /// Carries out an effect that needs the terminal.
    pub fn perform(&mut self, effect: Effect, settings: &Settings, workers: &Workers) -> anyhow::Result<()> {
        match effect {
            Effect::ReadSettings => self.sender.send(Msg::SettingsRead(Box::new(self.settings.load())))?,
            Effect::EditSettings => {
                let outcome = match self.settings.prepare_file() {
                    Ok(file) => self.edit(&settings.editor, &file, 0)?,
                    Err(problem) => Err(problem),
                };
                self.sender.send(Msg::EditorClosed(outcome))?;
                self.sender.send(Msg::SettingsRead(Box::new(self.settings.load())))?;
            }
            Effect::OpenEditor { path, line } => {
                let outcome = match workers.absolute(&path) {
                    Some(file) => self.edit(&settings.editor, &file, line)?,
                    None => Err(format!("{path} is no file that can be edited")),
                };
                self.sender.send(Msg::EditorClosed(outcome))?;
            }
            Effect::Copy(text) => {
                crossterm::execute!(std::io::stdout(), CopyToClipboard::to_clipboard_from(text))?;
            }
            Effect::CaptureMouse(mouse) => self.guard.capture_mouse(mouse)?,
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

    /// Lets something else have the terminal for a while.
    fn lend<T>(&mut self, work: impl FnOnce() -> T) -> anyhow::Result<T> {
        self.reader.pause();
        self.away.store(true, Ordering::SeqCst);
        leave();
        let outcome = work();
        self.guard.resume()?;
        self.away.store(false, Ordering::SeqCst);
        self.reader.resume();
        // The window may have another size than before.
        let (width, height) = crossterm::terminal::size()?;
        self.sender.send(Msg::Resized { width, height })?;
        Ok(outcome)
    }

    fn edit(&mut self, editor: &str, file: &Path, line: u32) -> anyhow::Result<Result<(), String>> {
        let editor = if editor.is_empty() { editor_from_environment() } else { editor.to_owned() };
        let call = editor_call(&editor, file, line);
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

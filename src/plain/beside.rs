//! Everything but rows: the text of a file, the editor, the clipboard.

use super::dialogue::{ADDITION, Dialogue, EXCERPT, Next};
use crate::app::{ActionRequest, EditorPlace, Effect, Model, Msg};
use crate::stdx::printable;
use crate::workers::{action_call, editor_call, editor_of, host_editor};

impl Dialogue<'_> {
    /// Prints the text of the selected row.
    pub(super) fn excerpt(&mut self) -> anyhow::Result<()> {
        let Some(target) = self.model().preview.target.clone() else { return Ok(()) };
        let first = match self.model().preview.scrolled {
            true => self.model().preview.line().max(1),
            false => target.line.max(1),
        };
        let last = target.end_line.clamp(first, first + EXCERPT - 1);
        self.text(first, last)?;
        if !std::mem::replace(&mut self.hinted, true) {
            self.say(
                "enter goes inside, callers, callees, references, tests and mentions lead on, an empty line reads on.",
            )?;
        }
        Ok(())
    }

    /// Prints lines of the file in the preview.
    pub(super) fn text(&mut self, first: u32, last: u32) -> anyhow::Result<()> {
        let covers = |model: &Model| {
            let Some(page) = &model.preview.page else { return false };
            let loaded = page.lines.last().map_or(0, |line| line.source_line);
            model.preview.is_current() && (page.total == 0 || (page.first..=loaded).contains(&first.min(page.total)))
        };
        if self.wait(ADDITION, |model| model.preview.is_current()) && !covers(self.model()) {
            self.session.give(Msg::CommandGiven(format!("line {first}")));
            self.wait(ADDITION, covers);
        }
        let Some(page) = self.model().preview.page.clone() else { return Ok(self.say("The text is not there.")?) };
        let inside = page.lines.iter().filter(|line| (first..=last).contains(&line.source_line));
        let lines: Vec<String> = inside.map(|line| line.text().trim_end().to_owned()).collect();
        let end = page.total.max(page.lines.last().map_or(0, |line| line.source_line));
        self.next = if last < end { Next::Text(last + 1) } else { Next::Nothing };
        if lines.is_empty() {
            return Ok(self.say("That is the end of the file.")?);
        }
        self.say(&format!("Line {first} to {} of {end}:", last.min(end.max(first))))?;
        for line in lines {
            self.say(&line)?;
        }
        Ok(())
    }

    /// Performs desktop effects: starts the editor, prints text to be copied. True if there were any.
    pub(super) fn asides(&mut self) -> anyhow::Result<bool> {
        let any = !self.session.asides.is_empty();
        for effect in std::mem::take(&mut self.session.asides) {
            match effect {
                Effect::Copy(text) => {
                    self.session.model.toast = None;
                    for line in text.lines() {
                        self.say(&printable(line))?;
                    }
                }
                Effect::OpenEditor(places) => self.edit(places)?,
                Effect::RunAction(request) => self.run_action(&request)?,
                Effect::OpenManual => {
                    self.say("docql help lists the pages of the manual, docql help NAME prints one.")?
                }
                _ => {}
            }
        }
        Ok(any)
    }

    /// Runs an action of the user's; where nobody types, its words are told.
    fn run_action(&mut self, request: &ActionRequest) -> anyhow::Result<()> {
        let workers = &self.session.workers;
        let call = match action_call(request, &|path| workers.locate(path), &|place| workers.page(place)) {
            Ok(call) => call,
            Err(reason) => return Ok(self.say(&printable(&format!("{reason}.")))?),
        };
        if !self.interactive {
            return Ok(self.say(&printable(&call.words().join(" ")))?);
        }
        self.out.flush()?;
        let outcome = call.outcome(call.command().status());
        self.session.give(Msg::EditorClosed(outcome));
        Ok(())
    }

    /// Opens the editor at the row or the marked rows.
    fn edit(&mut self, places: Vec<EditorPlace>) -> anyhow::Result<()> {
        if !self.interactive {
            for EditorPlace { path, line, .. } in places {
                // A file as a whole has no line.
                self.say(&format!("{}:{}", printable(&path), line.max(1)))?;
            }
            return Ok(());
        }
        let places = match self.session.workers.file_places(places) {
            Ok(places) => places,
            Err(reason) => return Ok(self.say(&printable(&format!("{reason}.")))?),
        };
        if let Some(host) = host_editor(self.model().settings.host_editor) {
            let said = host.open(&places).unwrap_or_else(|error| error.to_string());
            return Ok(self.say(&printable(&format!("{said}.")))?);
        }
        let call = editor_call(&editor_of(&self.model().settings.editor), &places);
        self.out.flush()?;
        let outcome = call.run(std::process::Command::status).map(|()| call.note);
        self.session.give(Msg::EditorClosed(outcome));
        self.say("Back from the editor.")?;
        Ok(())
    }
}

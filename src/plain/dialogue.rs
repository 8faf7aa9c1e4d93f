//! The loop of the dialogue: reads a line, updates the model, prints what changed.

use super::reading::{Said, is_about_the_screen, read};
use super::session::Session;
use super::telling;
use crate::app::{Command, Focus, Grouping, Model, Msg, PANES, ResultRow, Sort, Speech, read_command, spoken_hit};
use crate::config::Config;
use crate::stdx::{counted, printable};
use crate::workers::{ModelSource, WorkspaceOptions};
use anyhow::Context;
use std::io::{BufRead, Write};
use std::time::Duration;

/// Options of the dialogue.
#[derive(Clone, Debug)]
pub struct Options {
    /// The workspace.
    pub workspace: WorkspaceOptions,
    /// Finds the models that questions go to, if they go to any.
    pub models: Option<ModelSource>,
    /// The first query.
    pub query: Option<String>,
    /// The settings, with their problems.
    pub config: Config,
    /// Set if a person types: then there is a prompt, and an editor can be started.
    pub interactive: bool,
}

/// Rows or lines of a page.
pub(super) const PAGE: usize = 20;

/// Lines of text printed for a chosen row.
pub(super) const EXCERPT: u32 = 12;

/// Timeout of an answer; Ctrl-C ends it sooner.
pub(super) const ANSWER: Duration = Duration::from_secs(24 * 3600);

/// Timeout of the text of a file and other additions.
pub(super) const ADDITION: Duration = Duration::from_secs(10);

/// Timeout of the queries worth trying at the start.
const GREETING: Duration = Duration::from_millis(1500);

const HELP: &str = "\
Type words to search, or a DocQL query that begins with $, as in $.code.classes[*].
A number chooses a row. An empty line goes on with rows or text.
enter goes inside the chosen row, up leads out, back goes to where you were.
c or callers, C or callees, d or definition, r or references, t or tests, m or mentions: what is related to the row.
tree lists the files, try lists queries worth trying, list says the rows again, where says the place.
e opens the editor, copy query says the query as DocQL.
help WORD searches commands, keys and the language. A colon gives a command what it takes, as in :callers 2.
A slash searches for a word that is also a command, as in /callers. quit leaves.";

/// The continuation of an empty line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Nothing,
    /// Rows of the answer, from this one.
    Rows(usize),
    /// Rows of a pane, from this one; those deeper than a depth, if one is given.
    List(Focus, usize, Option<u16>),
    Panel(usize),
    Text(u32),
}

/// The state compared before and after a line, to find what it changed.
#[derive(PartialEq)]
pub(super) struct Before {
    text: String,
    hits: usize,
    rows: Vec<ResultRow>,
    row: usize,
    /// The cursor and the number of rows of every pane that is told as rows.
    lists: Vec<(Focus, usize, usize)>,
    focus: Focus,
    panels: usize,
    line: u32,
    marks: usize,
    arranged: (Sort, Grouping),
}

impl Before {
    pub(super) fn of(model: &Model) -> Before {
        let listed = PANES.iter().map(|row| row.pane).filter(|pane| pane.row().speech == Speech::Rows);
        Before {
            text: model.results.text.clone(),
            hits: model.results.results.as_ref().map_or(0, |results| std::sync::Arc::as_ptr(results) as usize),
            rows: model.results.rows.clone(),
            row: model.results.window.cursor,
            lists: listed.map(|pane| (pane, model.pane(pane).cursor(), model.pane(pane).count())).collect(),
            focus: model.focus(),
            panels: model.overlays.len(),
            line: model.preview.line_at_top(),
            marks: model.results.marks.len(),
            arranged: (model.results.sort, model.results.grouping),
        }
    }

    /// The cursor and the number of rows of the pane that has the focus, if it is told as rows.
    fn list(&self, focus: Focus) -> Option<(usize, usize)> {
        self.lists.iter().find(|(pane, ..)| *pane == focus).map(|(_, cursor, count)| (*cursor, *count))
    }
}

/// The state of the dialogue.
pub(super) struct Dialogue<'o> {
    pub(super) session: Session,
    pub(super) out: &'o mut dyn Write,
    pub(super) next: Next,
    /// Set once the hint on rows was printed.
    pub(super) hinted: bool,
    pub(super) interactive: bool,
}

/// Runs the dialogue until the user leaves or the input ends.
///
/// # Errors
/// If the workspace cannot be opened, or input or output fails.
pub fn run(options: Options, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let session = Session::open(options.workspace, options.models, options.config)?;
    let mut dialogue = Dialogue { session, out, next: Next::Nothing, hinted: false, interactive: options.interactive };
    dialogue.greet()?;
    if let Some(query) = options.query {
        dialogue.ask(&query)?;
    }
    let mut bytes = Vec::new();
    while !dialogue.session.model.quit {
        if dialogue.interactive {
            write!(dialogue.out, "> ")?;
        }
        dialogue.out.flush()?;
        bytes.clear();
        dialogue.session.idle(true);
        let count = input.read_until(b'\n', &mut bytes).context("standard input")?;
        dialogue.session.idle(false);
        if count == 0 {
            break;
        }
        dialogue.session.catch_up();
        dialogue.hear(&String::from_utf8_lossy(&bytes))?;
    }
    dialogue.out.flush()?;
    Ok(())
}

impl Dialogue<'_> {
    pub(super) fn say(&mut self, text: &str) -> std::io::Result<()> {
        writeln!(self.out, "{text}")
    }

    pub(super) fn model(&self) -> &Model {
        &self.session.model
    }

    pub(super) fn wait(&mut self, patience: Duration, is_so: impl Fn(&Model) -> bool) -> bool {
        self.wait_for(patience, |session| is_so(&session.model))
    }

    pub(super) fn wait_for(&mut self, patience: Duration, is_so: impl Fn(&Session) -> bool) -> bool {
        let out = &mut *self.out;
        self.session.wait(patience, is_so, &mut |model| {
            let far = model.progress.as_ref().map_or(String::new(), |progress| {
                format!(": {} {} of {} files", progress.stage, progress.done, progress.total)
            });
            // If the output is closed, the next answer reports it.
            let _ = writeln!(out, "Still at work{far}. Ctrl-C stops.").and_then(|()| out.flush());
        })
    }

    pub(super) fn greet(&mut self) -> anyhow::Result<()> {
        self.wait(ANSWER, |model| model.opened);
        let (name, files) = (self.model().workspace(), self.model().listing.files.len());
        self.say(&format!("docql, {}, {}.", printable(&name), counted(files, "file")))?;
        self.say("Type words to search, or a query that begins with $. help explains, quit leaves.")?;
        if self.wait_for(GREETING, Session::is_read) {
            self.starters()?;
        } else {
            self.say("try lists queries worth trying once the files are read.")?;
        }
        Ok(())
    }

    pub(super) fn hear(&mut self, line: &str) -> anyhow::Result<()> {
        self.session.model.toast = None;
        let said = read(line, &self.model().keymap);
        if !self.model().overlays.is_empty() {
            return self.hear_in_panel(line.trim(), &said);
        }
        match said {
            Said::More => self.more()?,
            Said::Row(number) => self.choose(number)?,
            Said::Help(word) if word.is_empty() => self.say(HELP)?,
            Said::Help(word) => self.carry_out(&format!("help {word}"))?,
            Said::List => self.list()?,
            Said::Try => self.offer()?,
            Said::Where => {
                let place = telling::place(self.model());
                self.say(&place)?;
            }
            Said::Command(line) => self.carry_out(&line)?,
            Said::Query(text) => self.ask(&text)?,
        }
        Ok(())
    }

    /// Handles a line while a panel is open: numbers choose from it, everything else closes it.
    pub(super) fn hear_in_panel(&mut self, line: &str, said: &Said) -> anyhow::Result<()> {
        match said {
            Said::More => return self.more(),
            Said::Row(number) => return self.choose(*number),
            _ => {}
        }
        self.session.model.overlays.pop();
        match said {
            Said::Command(id) if id == "history.back" || id == "layer.up" => self.say("Closed."),
            _ => return self.hear(line),
        }?;
        Ok(())
    }

    /// Runs a query and prints the answer.
    pub(super) fn ask(&mut self, text: &str) -> anyhow::Result<()> {
        self.session.give(Msg::QueryGiven(text.to_owned()));
        if let Some(error) = self.model().prompt.error() {
            let said = telling::error(error);
            return Ok(self.say(&said)?);
        }
        self.answer()
    }

    /// Waits for an answer and prints it.
    pub(super) fn answer(&mut self) -> anyhow::Result<()> {
        if self.heading()? {
            self.rows_from(0)?;
        }
        Ok(())
    }

    /// Waits for an answer and prints its summary; false if there is none.
    pub(super) fn heading(&mut self) -> anyhow::Result<bool> {
        if !self.wait(ANSWER, |model| !model.results.running) {
            self.say("Stopped.")?;
            return Ok(false);
        }
        if let Some(error) = self.model().prompt.error().filter(|_| self.model().results.dimmed) {
            let said = telling::error(error);
            self.say(&said)?;
            return Ok(false);
        }
        self.session.unfold_all();
        let Some(results) = self.model().results.results.clone() else { return Ok(false) };
        self.say(&telling::summary(&results))?;
        if let Some(query) = self.model().prompt.without_sigil() {
            self.say(&format!("Searched as words. With a $ before it, it is a query: {}", printable(&query)))?;
        }
        if results.query.starts_with('$') && results.query != self.model().results.text {
            self.say(&format!("Query: {}", printable(&results.query)))?;
        } else if self.model().results.text != self.model().prompt.line.text() || self.model().history.current().drilled
        {
            let text = format!("Query: {}", printable(&self.model().results.text));
            self.say(&text)?;
        }
        Ok(true)
    }

    /// Runs a command as after `:` and prints what it changed.
    pub(super) fn carry_out(&mut self, line: &str) -> anyhow::Result<()> {
        let command = read_command(line).map(|(command, _)| command);
        if let Some(command) = command
            && is_about_the_screen(command)
        {
            return Ok(self.say(&format!("{} has no meaning without a screen.", command.row().title))?);
        }
        let before = Before::of(self.model());
        if self.model().focus() == Focus::Prompt {
            self.session.model.set_focus(Focus::Results);
        }
        self.session.give(Msg::CommandGiven(line.to_owned()));
        if command == Some(Command::Quit) {
            return Ok(());
        }
        let moves = command.is_some_and(|command| command.row().group == crate::app::CommandGroup::Move);
        self.tell(&before, moves)
    }

    /// Prints the differences to the state `before`.
    pub(super) fn tell(&mut self, before: &Before, moved: bool) -> anyhow::Result<()> {
        if self.asides()? {
            return Ok(());
        }
        if self.model().overlays.len() > before.panels {
            return self.panel_from(0);
        }
        let now = Before::of(self.model());
        if now.arranged != before.arranged {
            return self.tell_arranged();
        }
        if now.marks != before.marks {
            return self.tell_marks(before);
        }
        if self.model().results.running {
            return self.answer_after(before);
        }
        if let Some(toast) = self.session.model.toast.take() {
            self.say(&telling::sentence(&toast.text))?;
        } else if now == *before {
            self.say("Nothing has changed.")?;
        }
        if (now.hits, &now.text) != (before.hits, &before.text) {
            return self.answer();
        }
        let entered = before.focus != now.focus;
        match now.focus.row().speech {
            Speech::Rows if entered => self.list_from(now.focus, 0, None),
            Speech::Rows if now.list(now.focus) != before.list(now.focus) => self.tell_list(now.focus, before),
            Speech::Text if entered || now.line != before.line => self.excerpt(),
            _ if now.row != before.row => {
                self.say_selected()?;
                if moved { Ok(()) } else { self.excerpt() }
            }
            _ => Ok(()),
        }
    }

    /// Says what is not as it was in a pane that is told as rows: what is inside the row with the cursor, if there are
    /// others now, else the row that was gone to.
    fn tell_list(&mut self, focus: Focus, before: &Before) -> anyhow::Result<()> {
        let pane = self.model().pane(focus);
        let (cursor, count) = (pane.cursor(), pane.count());
        if before.list(focus).is_some_and(|(_, before)| before != count) {
            let inside = (cursor < count).then(|| pane.depth(cursor));
            return self.list_from(focus, cursor, inside);
        }
        let sentence = pane.spoken(cursor);
        Ok(sentence.map_or(Ok(()), |sentence| self.say(&sentence))?)
    }

    /// The rows stand in another order, or under other headers: they are said once all of them are there.
    fn tell_arranged(&mut self) -> anyhow::Result<()> {
        if let Some(toast) = self.session.model.toast.take() {
            self.say(&telling::sentence(&toast.text))?;
        }
        self.wait(ANSWER, |model| !model.results.running);
        if self.model().results.sort == Sort::Callers {
            self.wait(ANSWER, |model| model.asked.callers.number() == 0);
        }
        self.session.unfold_all();
        self.rows_from(0)
    }

    /// After a change of marks, prints their summary, and the row if the cursor moved.
    fn tell_marks(&mut self, before: &Before) -> anyhow::Result<()> {
        let marks = match self.model().results.marks_summary() {
            marks if marks.is_empty() => "nothing is marked".to_owned(),
            marks => marks,
        };
        self.session.model.toast = None;
        self.say(&telling::sentence(&marks))?;
        if Before::of(self.model()).row == before.row {
            return Ok(());
        }
        self.say_selected()
    }

    /// Prints an answer. A user who goes back to one knows its rows, so only the position is printed.
    pub(super) fn answer_after(&mut self, before: &Before) -> anyhow::Result<()> {
        if self.model().results.wanted.is_none() {
            return self.answer();
        }
        if self.heading()? && self.model().results.text != before.text {
            self.say("You are at:")?;
            self.say_selected()?;
            self.next = Next::Rows(self.model().results.window.cursor + 1);
        }
        Ok(())
    }

    pub(super) fn say_selected(&mut self) -> anyhow::Result<()> {
        let said = match (self.model().results.position(), self.model().results.selected()) {
            (number @ 1.., Some(hit)) => format!("{number}. {}. File {}.", spoken_hit(hit), printable(&hit.path)),
            (_, Some(hit)) => format!("File {}.", printable(&hit.path)),
            _ => return Ok(()),
        };
        Ok(self.say(&said)?)
    }
}

//! The loop of the dialogue: a line is heard, the model takes it, what has changed is said.

use super::reading::{Said, is_about_the_screen, read};
use super::session::Session;
use super::telling;
use crate::app::{Command, Effect, Focus, Folding, Model, Msg, Row, Shown, read_command};
use crate::config::Config;
use crate::stdx::printable;
use crate::workers::{WorkspaceOptions, editor_call, editor_from_environment};
use anyhow::Context;
use std::io::{BufRead, Write};
use std::time::Duration;

/// What the dialogue is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The workspace.
    pub workspace: WorkspaceOptions,
    /// A query to begin with.
    pub query: Option<String>,
    /// The settings, with what is wrong with them.
    pub config: Config,
    /// Whether a person types: then a prompt is written, and an editor can be started.
    pub interactive: bool,
}

/// Rows and lines that are said at once.
const PAGE: usize = 20;

/// Lines of text that are said of a row that was chosen.
const EXCERPT: u32 = 12;

/// How long an answer may take; Ctrl-C ends it sooner.
const ANSWER: Duration = Duration::from_secs(24 * 3600);

/// How long the text of a file and other additions may take.
const ADDITION: Duration = Duration::from_secs(10);

/// How long queries worth trying are waited for at the start.
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

/// What an empty line goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Nothing,
    Rows(usize),
    Tree(usize, Option<u16>),
    Panel(usize),
    Text(u32),
}

/// What is compared to find out what a line has changed.
#[derive(PartialEq)]
struct Before {
    text: String,
    hits: usize,
    rows: Vec<Row>,
    row: usize,
    tree: (usize, usize),
    focus: Focus,
    panels: usize,
    line: u32,
    marks: usize,
}

impl Before {
    fn of(model: &Model) -> Before {
        Before {
            text: model.results.text.clone(),
            hits: model.results.results.as_ref().map_or(0, |results| std::sync::Arc::as_ptr(results) as usize),
            rows: model.results.rows.clone(),
            row: model.results.window.cursor,
            tree: (model.toc.window.cursor, model.toc.rows.len()),
            focus: model.focus(),
            panels: model.overlays.len(),
            line: model.preview.line_at_top(),
            marks: model.results.marks.len(),
        }
    }
}

struct Dialogue<'o> {
    session: Session,
    out: &'o mut dyn Write,
    next: Next,
    /// Whether what can be done with a row has been said.
    hinted: bool,
    interactive: bool,
}

/// Talks until the user leaves or the input ends.
pub fn run(options: Options, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let session = Session::open(options.workspace, options.config)?;
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
    fn say(&mut self, text: &str) -> std::io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn model(&self) -> &Model {
        &self.session.model
    }

    fn wait(&mut self, patience: Duration, is_so: impl Fn(&Model) -> bool) -> bool {
        self.wait_for(patience, |session| is_so(&session.model))
    }

    fn wait_for(&mut self, patience: Duration, is_so: impl Fn(&Session) -> bool) -> bool {
        let out = &mut *self.out;
        self.session.wait(patience, is_so, &mut |model| {
            let far = model.progress.as_ref().map_or(String::new(), |progress| {
                format!(": {} {} of {} files", progress.stage, progress.done, progress.total)
            });
            // Whoever has closed the output hears nothing of it; the next answer will notice.
            let _ = writeln!(out, "Still at work{far}. Ctrl-C stops.").and_then(|()| out.flush());
        })
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        self.wait(ANSWER, |model| model.opened);
        let (name, files) = (self.model().workspace(), self.model().listing.files.len());
        self.say(&format!("docql, {}, {}.", printable(&name), telling::counted(files, "file")))?;
        self.say("Type words to search, or a query that begins with $. help explains, quit leaves.")?;
        if self.wait_for(GREETING, Session::is_read) {
            self.starters()?;
        } else {
            self.say("try lists queries worth trying once the files are read.")?;
        }
        Ok(())
    }

    fn hear(&mut self, line: &str) -> anyhow::Result<()> {
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

    /// While a list is open, numbers choose from it, words search it.
    fn hear_in_panel(&mut self, line: &str, said: &Said) -> anyhow::Result<()> {
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

    /// Asks and says the answer.
    fn ask(&mut self, text: &str) -> anyhow::Result<()> {
        self.session.give(Msg::QueryGiven(text.to_owned()));
        if let Some(error) = self.model().prompt.error() {
            let said = telling::error(error);
            return Ok(self.say(&said)?);
        }
        self.answer()
    }

    /// Waits for an answer and says it.
    fn answer(&mut self) -> anyhow::Result<()> {
        if self.heading()? {
            self.rows_from(0)?;
        }
        Ok(())
    }

    /// Waits for an answer and says what it is about; false if there is none.
    fn heading(&mut self) -> anyhow::Result<bool> {
        if !self.wait(ANSWER, |model| !model.results.running) {
            self.say("Stopped.")?;
            return Ok(false);
        }
        if let Some(error) = self.model().prompt.error().filter(|_| self.model().results.dimmed) {
            let said = telling::error(error);
            self.say(&said)?;
            return Ok(false);
        }
        // Nothing is folded where lines are read one after the other; that is no move of the user's to go back on.
        drop(self.session.model.results.run(Command::UnfoldAll));
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

    /// Says a page of rows.
    fn rows_from(&mut self, from: usize) -> anyhow::Result<()> {
        let rows = self.model().results.rows.clone();
        let is_row = |row: &Row| matches!(row, Row::Hit(_) | Row::Starter(_) | Row::Suggestion(_));
        let mut count = 0;
        let mut at = from;
        while at < rows.len() && !(count == PAGE && is_row(&rows[at])) {
            if let Some(said) = telling::row(self.model(), &rows[at]) {
                self.say(&said)?;
            }
            count += usize::from(is_row(&rows[at]));
            at += 1;
        }
        self.next = Next::Nothing;
        let total = self.model().results.results.as_ref().map_or(0, |results| results.total);
        if at < rows.len() || self.model().results.wants_more() {
            self.next = Next::Rows(at);
            let last =
                rows[..at].iter().rev().find_map(|row| if let Row::Hit(hit) = row { Some(hit + 1) } else { None });
            self.say(&format!("{} of {total}. An empty line goes on.", last.unwrap_or(0)))?;
        }
        Ok(())
    }

    fn more(&mut self) -> anyhow::Result<()> {
        match self.next {
            Next::Nothing => Ok(self.say("That is all.")?),
            Next::Rows(from) if from >= self.model().results.rows.len() => {
                self.session.give(Msg::CommandGiven("query.load-all".to_owned()));
                self.wait(ANSWER, |model| !model.results.running);
                // Nothing is folded where lines are read one after the other; that is no move of the user's to go back on.
                drop(self.session.model.results.run(Command::UnfoldAll));
                self.rows_from(from)
            }
            Next::Rows(from) => self.rows_from(from),
            Next::Tree(from, depth) => self.tree_from(from, depth),
            Next::Panel(from) => self.panel_from(from),
            Next::Text(line) => self.text(line, line + PAGE as u32 - 1),
        }
    }

    fn list(&mut self) -> anyhow::Result<()> {
        match self.model().focus() {
            Focus::Toc => self.tree_from(0, None),
            _ => self.rows_from(0),
        }
    }

    /// Queries worth trying are known when everything is read.
    fn offer(&mut self) -> anyhow::Result<()> {
        self.session.give(Msg::QueryGiven(String::new()));
        self.wait_for(ANSWER, Session::is_read);
        self.starters()
    }

    fn starters(&mut self) -> anyhow::Result<()> {
        if self.model().results.starters.is_empty() {
            return Ok(self.say("There is nothing here to try queries on.")?);
        }
        self.say("Queries worth trying:")?;
        self.rows_from(0)
    }

    /// Chooses a row by its number.
    fn choose(&mut self, number: usize) -> anyhow::Result<()> {
        let at = number.wrapping_sub(1);
        let model = self.model();
        if let Some(panel) = model.overlays.last() {
            let row = panel.shown.iter().enumerate().filter(|(_, row)| matches!(row, Shown::Row(_))).nth(at);
            let Some((shown, _)) = row else { return Ok(self.say(&format!("There is no row {number}."))?) };
            let before = Before::of(self.model());
            self.session.give(Msg::RowChosen(shown));
            self.session.give(Msg::CommandGiven("layer.enter".to_owned()));
            return self.tell(&before, false);
        }
        if model.focus() == Focus::Toc {
            return self.choose_in_tree(at);
        }
        let is_it = |row: &Row| match row {
            Row::Hit(hit) => *hit == at,
            Row::Starter(starter) => *starter == at,
            Row::Suggestion(suggestion) => *suggestion == at,
            _ => false,
        };
        let Some(row) = model.results.rows.iter().position(is_it) else {
            return Ok(self.say(&format!("There is no row {number}."))?);
        };
        let offers = !matches!(model.results.rows[row], Row::Hit(_));
        self.session.give(Msg::RowChosen(row));
        if offers {
            let query = self.model().results.offered().unwrap_or_default().to_owned();
            self.say(&format!("Query: {}", printable(&query)))?;
            return self.ask(&query);
        }
        self.say_selected()?;
        self.excerpt()
    }

    fn choose_in_tree(&mut self, at: usize) -> anyhow::Result<()> {
        if at >= self.model().toc.rows.len() {
            return Ok(self.say(&format!("There is no row {}.", at.wrapping_add(1)))?);
        }
        self.session.give(Msg::RowChosen(at));
        let row = &self.model().toc.rows[at];
        let (depth, folded) = (row.depth, row.folding == Folding::Folded);
        if row.folding == Folding::Leaf {
            let said = telling::tree_row(at + 1, row);
            self.say(&said)?;
            return self.excerpt();
        }
        let path = row.path.clone();
        if folded {
            self.session.give(Msg::CommandGiven("fold.open".to_owned()));
            self.wait(ADDITION, |model| model.toc.rows.get(at).is_some_and(|row| row.folding != Folding::Folded));
            self.wait(ADDITION, |model| path.ends_with('/') || model.toc.is_known(&path));
        }
        self.tree_from(at, Some(depth))
    }

    /// Says rows of the tree: the row itself, and what is inside it.
    fn tree_from(&mut self, from: usize, inside: Option<u16>) -> anyhow::Result<()> {
        let rows = self.model().toc.rows.clone();
        let end = match inside {
            Some(depth) => rows.iter().skip(from + 1).take_while(|row| row.depth > depth).count() + from + 1,
            None => rows.len(),
        };
        let stop = end.min(from + PAGE);
        for (at, row) in rows.iter().enumerate().take(stop).skip(from) {
            self.say(&telling::tree_row(at + 1, row))?;
        }
        let goes_on = stop < end;
        self.next = if goes_on { Next::Tree(stop, inside) } else { Next::Nothing };
        if goes_on {
            self.say("An empty line goes on.")?;
        }
        Ok(())
    }

    fn panel_from(&mut self, from: usize) -> anyhow::Result<()> {
        let Some(panel) = self.model().overlays.last() else { return Ok(()) };
        let (title, nearest) = (panel.title.clone(), panel.nearest);
        let mut said = Vec::new();
        let mut number = 0;
        let mut goes_on = false;
        for shown in &panel.shown {
            match shown {
                Shown::Title(at) if number >= from && number < from + PAGE => {
                    said.push(panel.rows[*at].group.to_owned());
                }
                Shown::Row(at) => {
                    number += 1;
                    if number > from && number <= from + PAGE {
                        said.push(telling::panel_row(number, &panel.rows[*at]));
                    }
                    goes_on |= number > from + PAGE;
                }
                Shown::Title(_) => {}
            }
        }
        if from == 0 {
            let count = telling::counted(number, "row");
            self.say(&format!("{title}, {count}. A number chooses, back closes."))?;
        }
        if nearest {
            self.say("No such command; the nearest:")?;
        }
        for line in said {
            self.say(&line)?;
        }
        self.next = if goes_on { Next::Panel(from + PAGE) } else { Next::Nothing };
        if goes_on {
            self.say("An empty line goes on.")?;
        }
        Ok(())
    }

    /// Carries out a command as behind `:` and says what it changed.
    fn carry_out(&mut self, line: &str) -> anyhow::Result<()> {
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
        let moves = command.is_some_and(|command| command.row().group == crate::app::Group::Move);
        self.tell(&before, moves)
    }

    /// Says what is not as it was.
    fn tell(&mut self, before: &Before, moved: bool) -> anyhow::Result<()> {
        if self.asides()? {
            return Ok(());
        }
        if self.model().overlays.len() > before.panels {
            return self.panel_from(0);
        }
        if self.model().results.running {
            return self.answer_after(before);
        }
        let now = Before::of(self.model());
        if let Some(toast) = self.session.model.toast.take() {
            self.say(&telling::sentence(&toast.text))?;
        } else if now == *before {
            self.say("Nothing has changed.")?;
        }
        if (now.hits, &now.text) != (before.hits, &before.text) {
            return self.answer();
        }
        match now.focus {
            Focus::Toc if before.focus != Focus::Toc => self.tree_from(0, None),
            Focus::Toc if now.tree.1 != before.tree.1 => {
                self.tree_from(now.tree.0, self.model().toc.selected().map(|row| row.depth))
            }
            Focus::Toc if now.tree.0 != before.tree.0 => {
                let said = self.model().toc.selected().map(|row| telling::tree_row(now.tree.0 + 1, row));
                Ok(said.map_or(Ok(()), |said| self.say(&said))?)
            }
            Focus::Preview if before.focus != Focus::Preview || now.line != before.line => self.excerpt(),
            _ if now.row != before.row => {
                self.say_selected()?;
                if moved { Ok(()) } else { self.excerpt() }
            }
            _ => Ok(()),
        }
    }

    /// Whoever goes back to an answer knows its rows: only the place is said.
    fn answer_after(&mut self, before: &Before) -> anyhow::Result<()> {
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

    fn say_selected(&mut self) -> anyhow::Result<()> {
        let said = match (self.model().results.position(), self.model().results.selected()) {
            (number @ 1.., Some(hit)) => format!("{number}. {}. File {}.", telling::name(hit), printable(&hit.path)),
            (_, Some(hit)) => format!("File {}.", printable(&hit.path)),
            _ => return Ok(()),
        };
        Ok(self.say(&said)?)
    }

    /// Says the text of the selected row.
    fn excerpt(&mut self) -> anyhow::Result<()> {
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

    /// Says lines of the file that is looked at.
    fn text(&mut self, first: u32, last: u32) -> anyhow::Result<()> {
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

    /// What concerns the desktop: the editor is started, what was to be copied is said.
    fn asides(&mut self) -> anyhow::Result<bool> {
        let any = !self.session.asides.is_empty();
        for effect in std::mem::take(&mut self.session.asides) {
            match effect {
                Effect::Copy(text) => {
                    self.session.model.toast = None;
                    for line in text.lines() {
                        self.say(&printable(line))?;
                    }
                }
                Effect::OpenEditor { path, line, .. } => self.edit(&path, line)?,
                _ => {}
            }
        }
        Ok(any)
    }

    fn edit(&mut self, path: &str, line: u32) -> anyhow::Result<()> {
        if !self.interactive {
            return Ok(self.say(&format!("{}:{line}", printable(path)))?);
        }
        let Some(file) = self.session.workers.absolute(path) else {
            return Ok(self.say("This is no file that can be edited.")?);
        };
        let editor = match self.model().settings.editor.as_str() {
            "" => editor_from_environment(),
            editor => editor.to_owned(),
        };
        self.out.flush()?;
        let call = editor_call(&editor, &file, line);
        let outcome = match std::process::Command::new(&call.program).args(&call.arguments).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{} ended with {status}", call.program)),
            Err(error) => Err(format!("cannot start the editor {}: {error}", call.program)),
        };
        self.session.give(Msg::EditorClosed(outcome));
        self.say("Back from the editor.")?;
        Ok(())
    }
}

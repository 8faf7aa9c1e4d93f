//! Lists, a page at a time: rows, the tree, panels; and choosing from them by number.

use super::dialogue::{ADDITION, ANSWER, Before, Dialogue, Next, PAGE};
use super::session::Session;
use super::telling;
use crate::app::{Command, Focus, Folding, Msg, Row, Shown};
use crate::stdx::printable;

impl Dialogue<'_> {
    /// Prints a page of rows.
    pub(super) fn rows_from(&mut self, from: usize) -> anyhow::Result<()> {
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
            let number =
                |row: &Row| if let Row::Hit(hit) = row { Some(self.model().results.number_of(*hit)) } else { None };
            let last = rows[..at].iter().rev().find_map(number);
            self.say(&format!("{} of {total}. An empty line goes on.", last.unwrap_or(0)))?;
        }
        Ok(())
    }

    pub(super) fn more(&mut self) -> anyhow::Result<()> {
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

    pub(super) fn list(&mut self) -> anyhow::Result<()> {
        match self.model().focus() {
            Focus::Toc => self.tree_from(0, None),
            _ => self.rows_from(0),
        }
    }

    /// Prints queries worth trying, which are known once everything is read.
    pub(super) fn offer(&mut self) -> anyhow::Result<()> {
        self.session.give(Msg::QueryGiven(String::new()));
        self.wait_for(ANSWER, Session::is_read);
        self.starters()
    }

    pub(super) fn starters(&mut self) -> anyhow::Result<()> {
        if self.model().results.starters.is_empty() {
            return Ok(self.say("There is nothing here to try queries on.")?);
        }
        self.say("Queries worth trying:")?;
        self.rows_from(0)
    }

    /// Chooses a row by its number.
    pub(super) fn choose(&mut self, number: usize) -> anyhow::Result<()> {
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
        let numbered = model.results.numbered(number);
        let is_it = |row: &Row| match row {
            Row::Hit(hit) => Some(*hit) == numbered,
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

    pub(super) fn choose_in_tree(&mut self, at: usize) -> anyhow::Result<()> {
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
    pub(super) fn tree_from(&mut self, from: usize, inside: Option<u16>) -> anyhow::Result<()> {
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

    pub(super) fn panel_from(&mut self, from: usize) -> anyhow::Result<()> {
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
}

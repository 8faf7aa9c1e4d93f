//! Lists, a page at a time: rows, the tree, panels; and choosing from them by number.

use super::dialogue::{ADDITION, ANSWER, Before, Dialogue, Next, PAGE};
use super::session::Session;
use super::telling;
use crate::app::{Focus, Folding, Msg, Pane, ResultRow, Shown, Speech};
use crate::stdx::{counted, printable};

impl Dialogue<'_> {
    /// Prints a page of rows.
    pub(super) fn rows_from(&mut self, from: usize) -> anyhow::Result<()> {
        let rows = self.model().results.rows.clone();
        let is_row =
            |row: &ResultRow| matches!(row, ResultRow::Hit(_) | ResultRow::Starter(_) | ResultRow::Suggestion(_));
        let mut count = 0;
        let mut at = from;
        while at < rows.len() && !(count == PAGE && is_row(&rows[at])) {
            if let Some(sentence) = self.model().results.spoken(at) {
                self.say(&sentence)?;
            }
            count += usize::from(is_row(&rows[at]));
            at += 1;
        }
        self.next = Next::Nothing;
        let total = self.model().results.results.as_ref().map_or(0, |results| results.total);
        if at < rows.len() || self.model().results.wants_more() {
            self.next = Next::Rows(at);
            let number = |row: &ResultRow| {
                if let ResultRow::Hit(hit) = row { Some(self.model().results.number_of(*hit)) } else { None }
            };
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
                self.session.unfold_all();
                self.rows_from(from)
            }
            Next::Rows(from) => self.rows_from(from),
            Next::List(pane, from, inside) => self.list_from(pane, from, inside),
            Next::Panel(from) => self.panel_from(from),
            Next::Text(line) => self.text(line, line + PAGE as u32 - 1),
        }
    }

    pub(super) fn list(&mut self) -> anyhow::Result<()> {
        let focus = self.model().focus();
        match focus.row().speech {
            Speech::Rows => self.list_from(focus, 0, None),
            Speech::Answer | Speech::Text => self.rows_from(0),
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
        if model.focus().row().speech == Speech::Rows {
            return self.choose_in_list(model.focus(), at);
        }
        let numbered = model.results.numbered(number);
        let is_it = |row: &ResultRow| match row {
            ResultRow::Hit(hit) => Some(*hit) == numbered,
            ResultRow::Starter(starter) => *starter == at,
            ResultRow::Suggestion(suggestion) => *suggestion == at,
            _ => false,
        };
        let Some(row) = model.results.rows.iter().position(is_it) else {
            return Ok(self.say(&format!("There is no row {number}."))?);
        };
        let offers = !matches!(model.results.rows[row], ResultRow::Hit(_));
        self.session.give(Msg::RowChosen(row));
        if offers {
            let query = self.model().results.offered().unwrap_or_default().to_owned();
            self.say(&format!("Query: {}", printable(&query)))?;
            return self.ask(&query);
        }
        self.say_selected()?;
        self.excerpt()
    }

    /// Chooses a row of a pane; in the tree what is inside of it is said, if anything is.
    fn choose_in_list(&mut self, pane: Focus, at: usize) -> anyhow::Result<()> {
        if at >= self.model().pane(pane).count() {
            return Ok(self.say(&format!("There is no row {}.", at.wrapping_add(1)))?);
        }
        self.session.give(Msg::RowChosen(at));
        if pane == Focus::Toc && self.model().toc.rows[at].folding != Folding::Leaf {
            return self.unfold(at);
        }
        if let Some(sentence) = self.model().pane(pane).spoken(at) {
            self.say(&sentence)?;
        }
        self.excerpt()
    }

    /// Unfolds a row of the tree and says what is inside of it.
    fn unfold(&mut self, at: usize) -> anyhow::Result<()> {
        let row = &self.model().toc.rows[at];
        let (path, depth) = (row.path.clone(), row.depth);
        if row.folding == Folding::Folded {
            self.session.give(Msg::CommandGiven("fold.open".to_owned()));
            self.wait(ADDITION, |model| model.toc.rows.get(at).is_some_and(|row| row.folding != Folding::Folded));
            self.wait(ADDITION, |model| path.ends_with('/') || model.toc.is_known(&path));
        }
        self.list_from(Focus::Toc, at, Some(depth))
    }

    /// Says rows of a pane, a page of them: all, or the first of them and what is inside of it, by its depth.
    pub(super) fn list_from(&mut self, pane: Focus, from: usize, inside: Option<u16>) -> anyhow::Result<()> {
        let rows = self.model().pane(pane);
        let end = match inside {
            Some(depth) => (from + 1..rows.count()).find(|at| rows.depth(*at) <= depth).unwrap_or(rows.count()),
            None => rows.count(),
        };
        let stop = end.min(from + PAGE);
        let sentences: Vec<String> = (from..stop).filter_map(|at| rows.spoken(at)).collect();
        for sentence in sentences {
            self.say(&sentence)?;
        }
        let goes_on = stop < end;
        self.next = if goes_on { Next::List(pane, stop, inside) } else { Next::Nothing };
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
            let count = counted(number, "row");
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

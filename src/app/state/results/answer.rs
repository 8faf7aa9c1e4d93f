//! An answer comes to the results: the row that somebody has chosen stays where it is, whatever comes in around it.

use super::pane::{Lost, ResultsPane, Wanted};
use super::row::ResultRow;
use crate::app::protocol::effect::PromptReading;
use crate::app::protocol::message::QueryAnswer;
use crate::document::NodeKey;
use std::collections::HashSet;

impl ResultsPane {
    /// Takes the answer to `text`. True if the selection changed.
    pub(in crate::app) fn answered(&mut self, text: &str, reading: PromptReading, answer: QueryAnswer) -> bool {
        let Ok(results) = answer.outcome else { return false };
        let place = |pane: &ResultsPane| pane.selected().map(|hit| (hit.key.clone(), hit.line));
        let before = place(self);
        let chosen = self.selected().map(|hit| Wanted {
            key: hit.key.clone(),
            name: hit.name.clone(),
            line: hit.line,
            ..Wanted::default()
        });
        let same = self.text == text && self.reading == Some(reading);
        let above = (same && self.moved).then(|| self.hits_above());
        let offset = self.window.cursor.saturating_sub(self.window.top);
        self.results = Some(self.plant(text, results));
        self.reading = Some(reading);
        text.clone_into(&mut self.text);
        (self.dimmed, self.more_follows, self.elapsed) = (false, answer.more_follows, answer.elapsed);
        self.running = answer.more_follows;
        self.rows = self.build();
        let wanted = self.wanted.clone();
        // Who has gone on since means another row.
        let lost = self.lost.take().filter(|lost| same && lost.cursor == self.window.cursor);
        let kept = lost.map(|lost| lost.hit).or(chosen).filter(|_| self.moved);
        let found = match &wanted {
            Some(wanted) => self.reveal(&wanted.key).or_else(|| self.row_near(wanted)),
            None => kept
                .as_ref()
                .and_then(|kept| self.reveal(&kept.key).or_else(|| self.row_nearest(kept).filter(|_| same))),
        };
        match (found, wanted) {
            (Some(at), wanted) => {
                self.window.cursor = at;
                // The row stays where it is on the screen, whatever comes in above it.
                self.window.top = at.saturating_sub(offset);
                if let Some(wanted) = wanted {
                    self.window.top = wanted.top.unwrap_or(self.window.top);
                    self.look_at = wanted.look_at;
                    self.moved = true;
                }
            }
            (None, None) if same && kept.is_some() => {
                // The hit is gone, not the place where one was; it may come back, while its file is read anew.
                let near = self.window.cursor.min(self.rows.len());
                let stop = (near..self.rows.len()).chain((0..near).rev()).find(|&at| self.is_stop(at));
                self.window.cursor = stop.unwrap_or(0);
                self.lost = kept.map(|hit| Lost { hit, cursor: self.window.cursor });
            }
            (None, _) => {
                self.moved = false;
                self.window.top = 0;
                self.window.cursor = self.first_stop();
            }
        }
        self.count_newer(above.as_ref());
        if !answer.more_follows {
            self.wanted = None;
        }
        place(self) != before
    }

    /// The hits above the selected one.
    fn hits_above(&self) -> HashSet<NodeKey> {
        let Some(results) = &self.results else { return HashSet::new() };
        let above = self.rows[..self.window.cursor.min(self.rows.len())].iter();
        let hit =
            |row: &ResultRow| if let ResultRow::Hit(at) = row { Some(results.hits[*at].key.clone()) } else { None };
        above.filter_map(hit).collect()
    }

    /// Counts the hits above the screen that did not stand above the selected one before.
    fn count_newer(&mut self, above: Option<&HashSet<NodeKey>>) {
        let (Some(above), Some(results)) = (above, &self.results) else {
            self.newer = 0;
            return;
        };
        let hidden = self.rows[..self.window.top.min(self.rows.len())].iter();
        let new = |row: &&ResultRow| matches!(row, ResultRow::Hit(at) if !above.contains(&results.hits[*at].key));
        self.newer += hidden.filter(new).count();
    }

    /// Hits above the screen have been seen once they were on it.
    pub(super) fn forget_newer(&mut self) {
        if self.window.top <= self.first_stop() {
            self.newer = 0;
        }
    }
}

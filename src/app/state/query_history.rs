//! Earlier queries: those of this process, and those that were kept by it and by others.

use super::model::Model;
use super::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::app::protocol::effect::Effect;
use crate::app::protocol::saved::{PastQuery, SavedState, StateRequest, age};
use crate::stdx::grouped;
use std::collections::HashSet;
use std::time::Duration;

/// A query that runs so long is worth keeping though nobody entered it.
const LONG: Duration = Duration::from_secs(1);

/// Queries of this process that are remembered where nothing is kept.
const MOST: usize = 500;

/// Earlier queries.
#[derive(Debug, Default)]
pub struct Past {
    /// Those of this process that are in no file, newest last.
    own: Vec<PastQuery>,
    /// Those that were kept, newest last.
    kept: Vec<PastQuery>,
    /// The query that was entered and whose hits are waited for.
    awaited: Option<String>,
    /// The present time as it was told last, in seconds since 1970; 0 where nobody knows.
    now: i64,
    /// The name of this workspace.
    workspace: String,
}

impl Past {
    /// Takes what was kept.
    pub fn taken(&mut self, state: &SavedState) {
        (self.now, self.workspace) = (state.now, state.workspace.clone());
        self.kept.clone_from(&state.queries);
        let kept: HashSet<&str> =
            state.queries.iter().filter(|query| query.workspace == state.workspace).map(|query| &*query.text).collect();
        self.own.retain(|query| !kept.contains(query.text.as_str()));
    }

    /// How long ago something was.
    pub fn age(&self, at: i64) -> String {
        age(self.now, at)
    }

    /// The newest first, those of this workspace before those of others, each text once.
    pub fn queries(&self) -> Vec<&PastQuery> {
        let (here, elsewhere): (Vec<&PastQuery>, Vec<&PastQuery>) =
            self.kept.iter().rev().partition(|query| query.workspace == self.workspace);
        let mut seen = HashSet::new();
        let all = self.own.iter().rev().chain(here).chain(elsewhere);
        all.filter(|query| seen.insert(query.text.as_str())).collect()
    }

    /// The texts of the queries of this workspace, newest first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let here = self.kept.iter().rev().filter(|query| query.workspace == self.workspace);
        self.own.iter().rev().chain(here).map(|query| query.text.as_str())
    }

    /// Whether a query was asked in this workspace.
    fn is_here(&self, query: &PastQuery) -> bool {
        query.workspace.is_empty() || query.workspace == self.workspace
    }

    fn note(&mut self, text: String, hits: Option<usize>) -> PastQuery {
        let query = PastQuery { text, at: self.now, hits, workspace: String::new() };
        self.own.retain(|other| other.text != query.text);
        self.own.push(query.clone());
        let over = self.own.len().saturating_sub(MOST);
        self.own.drain(..over);
        query
    }

    fn forget(&mut self, text: &str) {
        self.own.retain(|query| query.text != text);
        self.kept.retain(|query| query.text != text);
    }
}

/// A query was entered: it is kept as soon as its hits are known.
pub fn entered(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    given_up(model, effects);
    if !text.trim().is_empty() {
        model.past.awaited = Some(text.to_owned());
    }
}

/// A row of what is being typed was gone to or acted upon: it was meant, though nobody pressed Enter.
pub fn walked(model: &mut Model, effects: &mut Vec<Effect>) {
    let text = model.prompt.line.text();
    let Some(results) = &model.results.results else { return };
    let is_shown = model.results.text == text && !model.results.dimmed && !text.trim().is_empty();
    if !is_shown || !model.history.is_draft() || model.past.texts().next() == Some(text) {
        return;
    }
    let (text, hits) = (text.to_owned(), (!model.results.running).then_some(results.total));
    let query = model.past.note(text, hits);
    effects.push(Effect::State(StateRequest::KeepQuery(query)));
}

/// The answer to `text` is complete.
pub fn answered(model: &mut Model, text: &str, total: usize, elapsed: Option<Duration>, effects: &mut Vec<Effect>) {
    let is_awaited = model.past.awaited.as_deref() == Some(text);
    if is_awaited {
        model.past.awaited = None;
    }
    if is_awaited || elapsed.is_some_and(|elapsed| elapsed >= LONG) {
        let query = model.past.note(text.to_owned(), Some(total));
        effects.push(Effect::State(StateRequest::KeepQuery(query)));
    }
}

/// Nobody waits for the hits of what was entered any more: it is kept without them.
pub fn given_up(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Some(text) = model.past.awaited.take() {
        let query = model.past.note(text, None);
        effects.push(Effect::State(StateRequest::KeepQuery(query)));
    }
}

/// Another query is asked than the one whose hits are waited for.
pub fn overtaken(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    if model.past.awaited.as_deref().is_some_and(|awaited| awaited != text) {
        given_up(model, effects);
    }
}

/// A query is to be forgotten.
pub fn forget(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    model.past.forget(text);
    effects.push(Effect::State(StateRequest::ForgetQuery(text.to_owned())));
}

/// Earlier queries as a list to choose from.
pub fn panel(model: &Model) -> Panel {
    let rows = model.past.queries().into_iter().map(|query| {
        let here = model.past.is_here(query);
        let hits = match query.hits {
            None => String::new(),
            Some(1) => "1 hit".to_owned(),
            Some(hits) => format!("{} hits", grouped(hits)),
        };
        PanelRow {
            left: model.past.age(query.at),
            text: query.text.clone(),
            right: hits,
            doc: if here { String::new() } else { query.workspace.clone() },
            group: if here { "THIS WORKSPACE" } else { "OTHER WORKSPACES" },
            choice: Choice::Edit(query.text.clone()),
        }
    });
    let named = model.settings.queries.iter().map(|(name, query)| PanelRow {
        left: String::new(),
        text: query.clone(),
        right: name.clone(),
        doc: "saved in config.toml".to_owned(),
        group: "SAVED",
        choice: Choice::Edit(query.clone()),
    });
    Panel::new(PanelKind::History, "EARLIER QUERIES", rows.chain(named).collect())
}

/// The list that is open shows what is known now.
pub fn refresh(model: &mut Model) {
    let Some(kind) = model.overlays.last().map(|panel| panel.kind) else { return };
    let rows = match kind {
        PanelKind::History => panel(model).rows,
        PanelKind::Places => super::bookmarks::panel(model).rows,
        PanelKind::Facets => match crate::app::lists::facets::panel(model) {
            Some(anew) => {
                if let Some(panel) = model.overlays.last_mut() {
                    panel.title.clone_from(&anew.title);
                }
                anew.rows
            }
            None => return,
        },
        _ => return,
    };
    if rows.is_empty() {
        model.overlays.pop();
    } else if let Some(panel) = model.overlays.last_mut() {
        panel.replace(rows);
    }
}

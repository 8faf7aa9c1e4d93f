//! The session: what is kept of it when the explorer is left, and how it is taken up again.

use crate::app::lists::panels;
use crate::app::protocol::effect::{Effect, Sought};
use crate::app::protocol::saved::{SavedPlace, SavedSession, SavedState, SavedStep, StateRequest};
use crate::app::state::history::HistoryEntry;
use crate::app::state::model::Model;
use crate::app::state::panes::{Column, Focus};
use crate::app::state::preview::Pinned;
use crate::app::state::results::{Grouping, Resume, Sort, Wanted};
use crate::app::state::subject::Subject;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::{open_list, pinned, selection};
use crate::app::update::keep::{query_history, theme};
use crate::app::update::query::ask::ask;
use crate::docql::Hit;
use crate::document::NodeKey;
use std::sync::Arc;

/// Steps of the way here that are kept, at most.
const MAX_STEPS: usize = 50;

/// Keys that are kept of each list, at most.
const MAX_KEYS: usize = 500;

/// Takes what was kept: at the start the last session too, later what other explorers have kept since.
pub(in crate::app) fn state_read(model: &mut Model, state: &SavedState, effects: &mut Vec<Effect>) {
    model.query_history.restore(state);
    model.bookmarks.restore(&state.bookmarks);
    if let Some(notice) = &state.notice {
        notify(model, notice.clone(), effects);
    }
    open_list::refresh(model);
    if model.prompt.line.text().is_empty() {
        model.prompt.remembered = model.query_history.texts().next().map(str::to_owned);
    }
    if model.session_read {
        return;
    }
    model.session_read = true;
    if model.query_choice.is_some() {
        let panel = panels::query_history::panel(model);
        // Without any there is nothing to choose.
        model.quit = panel.rows.is_empty();
        return open_list::open(model, panel);
    }
    if let Some(theme) = &state.theme {
        theme::remembered(model, theme);
    }
    let Some(session) = state.session.clone().filter(|session| !session.is_empty()) else {
        if model.resume_at_once {
            notify(model, "no earlier session of this workspace is known", effects);
        }
        return;
    };
    model.bookmarks.recent.clone_from(&session.recent);
    model.results.resume = Some(Resume { age: model.query_history.age(session.at), session: Arc::clone(&session) });
    if model.resume_at_once {
        restore(model, &session, effects);
    } else if model.results.results.is_none() {
        let at_start = !model.results.moved;
        model.results.rebuild();
        if at_start {
            model.results.go_to_first();
        }
        selection::refresh(model);
    }
}

/// The requests that keep the session, for whenever the explorer is left.
pub fn farewell(model: &mut Model) -> Vec<StateRequest> {
    let mut effects = Vec::new();
    query_history::given_up(model, &mut effects);
    let kept = effects.into_iter().filter_map(|effect| match effect {
        Effect::State(request) => Some(request),
        _ => None,
    });
    let mut requests: Vec<StateRequest> = kept.collect();
    selection::refresh(model);
    // An explorer in which nothing was asked or unfolded has nothing to go on with; the session before it still has. One
    // that only picked something for a script is none to go on with either.
    let session = saved(model);
    if !session.is_empty() && !model.picking {
        requests.push(StateRequest::KeepSession(Box::new(session)));
    }
    requests
}

/// Keeps the session once a list is there that was entered: a process that is killed says no farewell.
pub(in crate::app) fn keep(model: &mut Model, effects: &mut Vec<Effect>) {
    let is_meant = !model.history.is_draft() && model.focus() != Focus::Prompt;
    let is_own = !model.picking && model.query_choice.is_none() && model.session_read;
    let text = model.prompt.line.text();
    if !is_meant || !is_own || text == model.session_of {
        return;
    }
    text.clone_into(&mut model.session_of);
    selection::refresh(model);
    let session = saved(model);
    if !session.is_empty() {
        effects.push(Effect::State(StateRequest::KeepSession(Box::new(session))));
    }
}

fn saved(model: &Model) -> SavedSession {
    let asked = |entries: &[HistoryEntry]| -> Vec<SavedStep> {
        // What was pasted is not kept: nobody knows what is in it.
        let is_kept = |entry: &&HistoryEntry| !entry.text.trim().is_empty() && !entry.text.contains('\n');
        entries.iter().filter(is_kept).map(step).collect()
    };
    let (steps, mut ahead) = (asked(model.history.trail()), asked(model.history.ahead()));
    ahead.truncate(MAX_STEPS);
    let [unfolded, shown] = model.toc.unfolded(MAX_KEYS);
    let paths = |paths: &mut dyn Iterator<Item = &Arc<str>>| {
        let mut paths: Vec<String> = paths.take(MAX_KEYS).map(|path| path.to_string()).collect();
        paths.sort();
        paths
    };
    let changed = |share: u16, usual: u16| if share == usual { 0 } else { share };
    SavedSession {
        at: 0,
        steps: steps[steps.len().saturating_sub(MAX_STEPS)..].to_vec(),
        ahead,
        focus: model.focus().row().id.to_owned(),
        sort: model.results.sort.row().id.to_owned(),
        grouping: model.results.grouping.row().id.to_owned(),
        folded: paths(&mut model.results.folded.iter()),
        opened: paths(&mut model.results.opened.iter()),
        marks: model.results.marks.values().take(MAX_KEYS).map(|hit| SavedPlace::of(&Subject::of_hit(hit))).collect(),
        recent: model.bookmarks.recent.clone(),
        unfolded,
        shown,
        tree_row: model.toc.selected().map(|row| row.key.0.clone()).unwrap_or_default(),
        source: model.preview.source,
        wrap: model.preview.wrap == Some(true),
        preview_line: if model.preview.scrolled { model.preview.line_at_top() } else { 0 },
        pinned: model.preview.pinned.as_ref().map(Pinned::saved),
        toc_share: changed(model.arrangement.toc_share, model.settings.toc_share),
        preview_share: changed(model.arrangement.preview_share, model.settings.preview_share),
        toc_hidden: model.arrangement.toc_hidden,
        preview_hidden: model.arrangement.preview_hidden,
    }
}

fn step(entry: &HistoryEntry) -> SavedStep {
    SavedStep {
        text: entry.text.clone(),
        sought: entry.sought.id().to_owned(),
        selected: entry.selected.as_ref().map(|key| key.0.clone()),
        top: entry.top,
        drilled: entry.drilled,
        label: entry.label.clone(),
        location: entry.location.clone(),
    }
}

/// Takes a session up where it was left.
pub(in crate::app) fn restore(model: &mut Model, session: &SavedSession, effects: &mut Vec<Effect>) {
    let pane = Focus::parse(&session.focus).unwrap_or(Focus::Results);
    arrange(model, session);
    if let Some(pin) = &session.pinned {
        model.preview.pinned = Some(Pinned::restored(pin, model.preview.width));
        pinned::load(model, effects);
    }
    let listing = Arc::clone(&model.listing);
    let wanted = model.toc.restore([&session.unfolded, &session.shown], &session.tree_row, &listing);
    effects.extend(wanted.into_iter().map(Effect::LoadOutline));
    let Some(last) = session.steps.last() else {
        model.set_focus(Focus::Toc);
        return selection::selection_moved(model, effects);
    };
    model.history.resume(session.steps.iter().map(entry), session.ahead.iter().map(entry));
    model.prompt.set_to(&last.text, Sought::parse(&last.sought));
    model.set_focus(Focus::Results);
    if pane.row().follows {
        model.set_focus(pane);
    }
    model.results.begin();
    model.results.text.clear();
    model.results.sort = Sort::parse(&session.sort).unwrap_or_default();
    model.results.grouping = Grouping::parse(&session.grouping).unwrap_or_default();
    model.results.folded = session.folded.iter().map(|path| path.as_str().into()).collect();
    model.results.opened = session.opened.iter().map(|path| path.as_str().into()).collect();
    model.results.marks.extend(session.marks.iter().map(|place| (place.node_key(), hit(place))));
    let look_at = Some((session.preview_line, String::new())).filter(|(line, _)| *line > 0);
    model.results.wanted = last.selected.clone().map(|key| Wanted {
        key: NodeKey(key),
        line: 0,
        name: String::new(),
        top: Some(last.top),
        look_at,
    });
    ask(model, false, effects);
    if !pane.row().follows {
        model.set_focus(pane);
    }
}

fn arrange(model: &mut Model, session: &SavedSession) {
    (model.preview.source, model.preview.wrap) = (session.source, session.wrap.then_some(true));
    let arrangement = &mut model.arrangement;
    if session.toc_share > 0 {
        arrangement.share(Column::Left, session.toc_share);
    }
    if session.preview_share > 0 {
        arrangement.share(Column::Right, session.preview_share);
    }
    (arrangement.toc_hidden, arrangement.preview_hidden) = (session.toc_hidden, session.preview_hidden);
}

fn entry(step: &SavedStep) -> HistoryEntry {
    HistoryEntry {
        text: step.text.clone(),
        sought: Sought::parse(&step.sought),
        selected: step.selected.clone().map(NodeKey),
        top: step.top,
        focus: Focus::Results,
        drilled: step.drilled,
        label: step.label.clone(),
        location: step.location.clone(),
        ..HistoryEntry::default()
    }
}

/// A marked row as it was kept.
fn hit(place: &SavedPlace) -> Hit {
    Hit {
        name: place.name.clone(),
        line: place.line,
        end_line: place.end_line,
        query: place.query.clone(),
        ..Hit::new(place.path.trim_end_matches('/').into(), place.kind(), place.node_key())
    }
}

/// Goes on with the session that is offered.
pub(in crate::app) fn resume(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Some(resume) = model.results.resume.take() {
        restore(model, &resume.session, effects);
    }
}

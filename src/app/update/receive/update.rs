//! The one place where messages meet the model. It only routes: what a pane does is in its state, what a message
//! brings about is in its handler.

use super::{answers, keys, mouse, workspace};
use crate::app::protocol::command::Command;
use crate::app::protocol::command_line;
use crate::app::protocol::effect::{Effect, PromptReading, Sought};
use crate::app::protocol::message::{Msg, Timer};
use crate::app::protocol::saved::StateRequest;
use crate::app::state::changed_paths::ChangedPaths;
use crate::app::state::model::Model;
use crate::app::state::panes::{Focus, PANES};
use crate::app::state::tutorial::Tutorial;
use crate::app::update::act::editing;
use crate::app::update::command::{line, overlay};
use crate::app::update::follow::notices::{arm, copied, is_current, notify};
use crate::app::update::follow::{changes, page, pictures, pinned, selection, uses};
use crate::app::update::go::{names, session};
use crate::app::update::keep::settings;
use crate::app::update::panes::{filter, outs, prompt, results};
use crate::app::update::query::{ask, completion};
use std::time::Duration;

/// The time a problem of the settings is shown at the start.
const FIRST_TOAST: Duration = Duration::from_secs(8);

/// Effects of the start: the query the program was given is run, if it was given one.
pub fn start(model: &mut Model, query: Option<&str>) -> Vec<Effect> {
    let mut effects = vec![Effect::State(StateRequest::Read)];
    let sought = model.prompt.sought;
    if query.is_some() || sought != Sought::Contents {
        model.prompt.set_to(query.unwrap_or_default(), sought);
        ask::text_changed(model, &mut effects);
    }
    if model.picking && model.prompt.reading() == PromptReading::Places {
        // What was handed over is no text that anybody goes on typing: keys choose among its places.
        filter::begin(model, Focus::Results);
    }
    if model.toast.is_some() {
        arm(model, Timer::Toast, FIRST_TOAST, &mut effects);
    }
    fit(model, &mut effects);
    effects
}

/// Takes one message.
pub fn update(model: &mut Model, message: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    model.dirty = true;
    route(model, message, &mut effects);
    watch_tutorial(model);
    fit(model, &mut effects);
    effects
}

/// Gives a message to its handler.
fn route(model: &mut Model, message: Msg, effects: &mut Vec<Effect>) {
    match message {
        Msg::Key(key) => keys::pressed(model, key, effects),
        Msg::Paste(text) => keys::pasted(model, &text, effects),
        Msg::Mouse(event) => mouse::mouse(model, event, effects),
        Msg::Resized { width, height } => (model.width, model.height) = (width, height),
        Msg::LibraryChanged(listing) => workspace::library_changed(model, listing, effects),
        Msg::FilesChanged { listing, changes } => workspace::files_changed(model, listing, &changes, effects),
        Msg::IndexProgressed(progress) => workspace::index_progressed(model, progress, effects),
        Msg::OutlineLoaded { path, outline } => workspace::outline_loaded(model, path, outline, effects),
        Msg::StartersFound(starters) => workspace::starters_found(model, starters),
        Msg::ResultsArrived { ticket, answer } => answers::arrived(model, ticket, *answer, effects),
        Msg::CompletionsArrived { ticket, completions } => {
            prompt::completions_arrived(model, ticket, *completions, effects);
        }
        Msg::ExampleFound { ticket, candidate } => prompt::example_found(model, ticket, *candidate),
        Msg::NamesFound { ticket, path, names } => names::found(model, ticket, &path, &names, effects),
        Msg::UsesCounted { ticket, key, uses } => uses::counted(model, ticket, key, uses),
        Msg::CallersCounted { ticket, callers } => results::callers_counted(model, ticket, callers, effects),
        Msg::PreviewReady { ticket, page } => page::arrived(model, ticket, page, effects),
        Msg::PinnedReady { ticket, page } => pinned::arrived(model, ticket, page),
        Msg::PictureMade { ticket, key, outcome } => pictures::made(model, ticket, *key, outcome, effects),
        Msg::PicturesKnown { terminal, notify } => pictures::known(model, (terminal, notify), effects),
        Msg::ChangesFound { ticket, files } => changes::found(model, ticket, ChangedPaths::new(files), effects),
        Msg::TextFound { ticket, found } => page::text_found(model, ticket, found, effects),
        Msg::TimerFired { timer, generation } => timer_fired(model, timer, generation, effects),
        Msg::CommandGiven(line) => command_given(model, &line, effects),
        Msg::QueryGiven(text) => query_given(model, &text, effects),
        Msg::RowChosen(at) => row_chosen(model, at, effects),
        Msg::Copied(way) => copied(model, &way),
        Msg::StateRead(state) => session::state_read(model, &state, effects),
        Msg::SettingsRead(config) => settings::read(model, *config, effects),
        Msg::EditorClosed(outcome) => editing::editor_closed(model, outcome, effects),
        Msg::ProgramEnded(notice) | Msg::ResultsWritten(notice) | Msg::WorkerFailed(notice) => {
            notify(model, notice, effects)
        }
        // The terminal may have become light or dark meanwhile; only what follows it needs to know.
        Msg::FocusGained => {
            if model.theme == "auto" {
                effects.push(Effect::AskGround);
            }
            // Somebody may have committed meanwhile.
            changes::look(model, effects);
        }
        Msg::GroundSeen(_) => {}
        Msg::StopAsked => effects.push(Effect::Suspend),
        Msg::Resumed => model.redraw = true,
        Msg::Terminated => model.quit = true,
    }
}

/// The tutorial goes on to the next thing to do, once the present one is done.
fn watch_tutorial(model: &mut Model) {
    let part = model.tutorial.as_ref().and_then(Tutorial::part);
    let is_done = part.is_some_and(|part| (part.done)(model));
    if let Some(tutorial) = model.tutorial.as_mut().filter(|_| is_done) {
        tutorial.advance();
    }
}

/// Fits scroll positions and pages to the screen.
fn fit(model: &mut Model, effects: &mut Vec<Effect>) {
    let layout = model.layout();
    pinned::resized(model, layout.pinned.body, effects);
    for row in PANES {
        let inside = layout.inside(row.pane);
        let outs = model.pane_mut(row.pane).resized(inside.width, inside.height);
        outs::carry_out(model, outs, effects);
    }
    pictures::follow(model, effects);
}

/// A command was given by name; a list that lies on top carries it out itself.
fn command_given(model: &mut Model, line: &str, effects: &mut Vec<Effect>) {
    if model.overlays.is_empty() {
        return line::run(model, line, effects);
    }
    if let Some((command, _)) = command_line::read(line) {
        overlay::command(model, command, effects);
    }
}

/// A whole query was given: it is run.
fn query_given(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    model.set_focus(Focus::Prompt);
    model.results.begin();
    model.prompt.set(text);
    if text.trim().is_empty() {
        return ask::text_changed(model, effects);
    }
    prompt::run(model, Command::RunQuery, effects);
}

/// A row was chosen by its place: of the topmost list, of the pane that has the focus, else of the results.
fn row_chosen(model: &mut Model, at: usize, effects: &mut Vec<Effect>) {
    if let Some(panel) = model.overlays.last_mut() {
        panel.window.cursor = at.min(panel.shown.len().saturating_sub(1));
        return;
    }
    let mut panes = [model.focus().acts_in(), Focus::Results].into_iter();
    if let Some(pane) = panes.find(|pane| model.pane_mut(*pane).choose(at)) {
        selection::focus(model, pane, effects);
    }
}

/// A timer has run down.
fn timer_fired(model: &mut Model, timer: Timer, generation: u64, effects: &mut Vec<Effect>) {
    if !is_current(model, timer, generation) {
        return;
    }
    match timer {
        Timer::Toast => model.toast = None,
        Timer::WhichKey => {
            model.which_key = !model.pending.is_empty();
            model.count.settle();
        }
        // What is being typed and can be completed is not wrong yet.
        Timer::QueryError => model.prompt.error_shown = !model.prompt.may_become_right(),
        Timer::Popup => model.prompt.popup.waits = false,
        Timer::Example => completion::find_example(model, effects),
        Timer::Uses => uses::count(model, effects),
        Timer::Settled => page::settled(model, effects),
        Timer::Running => ask::one_second_more(model, effects),
    }
}

//! The one place where messages meet the model. It only routes: what a pane does is in the pane's file,
//! what concerns several panes in `panes`, `asking`, `following` and `layers`.

use super::changed;
use super::command_line;
use super::dispatch;
use super::editing;
use super::filtering;
use super::in_panels;
use super::mouse;
use super::notices;
use super::notices::say;
use super::pinning;
use super::query_flow;
use super::selection_sync;
use super::session;
use super::settings;
use crate::app::lists::panels;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::keymap::{Context, Lookup};
use crate::app::protocol::message::{Msg, Timer};
use crate::app::protocol::saved::StateRequest;
use crate::app::state::layout::Focus;
use crate::app::state::model::Model;
use crate::app::state::pictures;
use crate::app::state::prompt;
use crate::app::state::results_order;
use crate::app::state::tutorial;
use crate::app::state::uses;
use crate::config::Key;
use std::sync::Arc;
use std::time::Duration;

/// What to do at the start: run the query the program was given, if it was given one.
pub fn start(model: &mut Model, query: Option<&str>) -> Vec<Effect> {
    let mut effects = vec![Effect::State(StateRequest::Read)];
    if let Some(query) = query {
        model.prompt.set(query);
        query_flow::text_changed(model, &mut effects);
    }
    if model.toast.is_some() {
        notices::arm(model, Timer::Toast, Duration::from_secs(8), &mut effects);
    }
    fit(model, &mut effects);
    effects
}

/// Takes one message.
pub fn update(model: &mut Model, message: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    model.dirty = true;
    match message {
        Msg::Key(key) => key_pressed(model, key, &mut effects),
        Msg::Paste(text) => pasted(model, &text, &mut effects),
        Msg::Mouse(event) => mouse::mouse(model, event, &mut effects),
        Msg::Resized { width, height } => (model.width, model.height) = (width, height),
        Msg::LibraryChanged(listing) => library_changed(model, listing, &mut effects),
        Msg::FilesChanged { listing, changes } => changed::files_changed(model, listing, &changes, &mut effects),
        Msg::IndexProgressed(progress) => {
            let ended = progress.is_none() && model.progress.is_some();
            model.progress = progress;
            if ended {
                dispatch::answer_anew(model, &mut effects);
            }
        }
        Msg::OutlineLoaded { path, outline } => {
            model.toc.outline_loaded(path, outline, &Arc::clone(&model.listing));
            dispatch::outline_loaded(model, &mut effects);
        }
        Msg::StartersFound(starters) => {
            model.results.starters = settings::saved(model).chain(starters.queries).collect();
            model.examples = starters.names;
            if model.results.results.is_none() {
                model.results.rebuild();
            }
        }
        Msg::ResultsArrived { ticket, answer } => query_flow::results_arrived(model, ticket, *answer, &mut effects),
        Msg::CompletionsArrived { ticket, completions } => {
            query_flow::completions_arrived(model, ticket, *completions, &mut effects);
        }
        Msg::UsesCounted { ticket, key, uses } => uses::counted(model, ticket, key, uses),
        Msg::ExampleFound { ticket, candidate } => {
            if ticket == model.asked.example {
                model.prompt.example_found(*candidate);
            }
        }
        Msg::PreviewReady { ticket, page } => {
            if ticket == model.asked.preview {
                model.preview.page_ready(page);
                selection_sync::seek(model, &mut effects);
            }
        }
        Msg::PinnedReady { ticket, page } => {
            if let Some(pinned) = model.preview.pinned.as_mut().filter(|_| ticket == model.asked.pin) {
                pinned.page_ready(page);
            }
        }
        Msg::PictureMade { ticket, key, outcome } => pictures::made(model, ticket, *key, outcome, &mut effects),
        Msg::PicturesKnown { terminal, tell } => pictures::known(model, (terminal, tell), &mut effects),
        Msg::CommandGiven(line) if model.overlays.is_empty() => command_line::run(model, &line, &mut effects),
        Msg::CommandGiven(line) => {
            if let Some((command, _)) = command_line::read(&line) {
                in_panels::command(model, command, &mut effects);
            }
        }
        Msg::QueryGiven(text) => query_given(model, &text, &mut effects),
        Msg::RowChosen(at) => row_chosen(model, at, &mut effects),
        Msg::ResultsWritten(said) => say(model, said, &mut effects),
        Msg::TextFound { ticket, found } => {
            if ticket == model.asked.search {
                model.preview.found(found);
                if model.preview.runs_out() {
                    selection_sync::load(model, &mut effects);
                }
            }
        }
        Msg::CallersCounted { ticket, callers } => {
            if ticket == model.asked.count {
                model.asked.count = 0;
                results_order::counted(model, callers, &mut effects);
            }
        }
        Msg::TimerFired { timer, generation } => timer_fired(model, timer, generation, &mut effects),
        Msg::Copied(way) => notices::copied(model, &way),
        Msg::StateRead(state) => session::state_read(model, &state, &mut effects),
        Msg::SettingsRead(config) => settings::read(model, *config, &mut effects),
        Msg::EditorClosed(outcome) => {
            model.redraw = true;
            editing::editor_closed(model, outcome, &mut effects);
        }
        Msg::WorkerFailed(problem) => say(model, problem, &mut effects),
        // The terminal may have become light or dark meanwhile; only what follows it needs to know.
        Msg::FocusGained if model.theme == "auto" => effects.push(Effect::AskGround),
        Msg::FocusGained | Msg::GroundSeen(_) => {}
        Msg::StopAsked => effects.push(Effect::Suspend),
        Msg::Resumed => model.redraw = true,
        Msg::Terminated => model.quit = true,
    }
    tutorial::watch(model);
    fit(model, &mut effects);
    effects
}

/// Fits the scroll positions to the screen.
fn fit(model: &mut Model, effects: &mut Vec<Effect>) {
    let layout = model.layout();
    let (toc, results) = (layout.toc.body, layout.results.body);
    model.toc.window.follow(model.toc.rows.len(), usize::from(toc.height));
    model.results.window.follow(model.results.rows.len(), usize::from(results.height));
    model.results.forget_newer();
    model.results.resized(usize::from(results.width));
    let preview = if layout.preview.body.is_empty() { layout.peek } else { layout.preview.body };
    let height = if layout.preview.body.is_empty() { preview.height.saturating_sub(1) } else { preview.height };
    if let Some(pinned) = &mut model.preview.pinned {
        let body = layout.pinned.body;
        if pinned.resized(body.width.saturating_sub(3), usize::from(body.height)) {
            pinning::load(model, effects);
        }
    }
    if model.preview.resized(preview.width.saturating_sub(3), usize::from(height)) {
        selection_sync::load(model, effects);
    }
    pictures::follow(model, effects);
}

fn key_pressed(model: &mut Model, key: Key, effects: &mut Vec<Effect>) {
    model.which_key = false;
    // What was said was said about the key before; only a second Ctrl-C refers to it.
    model.toast.take_if(|toast| !toast.quits || key != Key::parse("ctrl-c").unwrap_or(key));
    if !model.overlays.is_empty() {
        return in_panels::key(model, key, effects);
    }
    if let Some(pane) = model.filtering {
        return key_in_filter(model, pane, key, effects);
    }
    let context = if model.focus() == Focus::Prompt { Context::Prompt } else { Context::Browse };
    if context == Context::Prompt
        && model.pending.is_empty()
        && let Some(character) = key.text()
    {
        return character_typed(model, character, effects);
    }
    let mut keys = std::mem::take(&mut model.pending);
    if !keys.is_empty() && key == Key::plain(crate::config::KeyCode::Esc) {
        return;
    }
    keys.push(key);
    match model.keymap.lookup(context, &keys) {
        // What leaves the prompt takes away what lies on top elsewhere.
        Lookup::Command(Command::LeavePrompt) if context == Context::Browse => dispatch::escape(model, effects),
        Lookup::Command(command) => dispatch::run(model, command, effects),
        Lookup::Prefix => {
            model.pending = keys;
            let after = Duration::from_millis(model.settings.which_key_after);
            notices::arm(model, Timer::WhichKey, after, effects);
        }
        Lookup::Unbound if keys.len() > 1 => {
            say(model, format!("{} is not bound", crate::config::spell_chord(&keys)), effects);
        }
        Lookup::Unbound if key == Key::plain(crate::config::KeyCode::Esc) => dispatch::escape(model, effects),
        Lookup::Unbound => letter_unbound(model, key, effects),
    }
}

/// A key that means nothing while a pane has the focus: a letter is text where the keymap wants it so.
fn letter_unbound(model: &mut Model, key: Key, effects: &mut Vec<Effect>) {
    match key.text() {
        Some(character) if model.keymap.letters_to_prompt => {
            model.set_focus(Focus::Prompt);
            model.prompt.line.end();
            character_typed(model, character, effects);
        }
        Some(_) => say(model, format!("{key} is not bound   {}", panels::ways(&model.keymap)), effects),
        None => {}
    }
}

fn character_typed(model: &mut Model, character: char, effects: &mut Vec<Effect>) {
    if character == ':' && (model.prompt.line.text().is_empty() || model.prompt.line.is_selected()) {
        return dispatch::run(model, Command::Palette, effects);
    }
    let out = model.prompt.type_character(character);
    prompt_out(model, out, effects);
}

fn pasted(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    if let Some(panel) = model.overlays.last_mut() {
        return panel.type_text(text);
    }
    if let Some(pane) = model.filtering {
        return filtering::typed(model, pane, text, effects);
    }
    if model.focus() != Focus::Prompt {
        model.set_focus(Focus::Prompt);
        model.prompt.line.select();
    }
    let out = model.prompt.paste(text);
    prompt_out(model, out, effects);
}

/// Wires what the prompt says to the rest.
pub fn prompt_out(model: &mut Model, out: prompt::Out, effects: &mut Vec<Effect>) {
    match out {
        prompt::Out::Changed => query_flow::text_changed(model, effects),
        prompt::Out::CaretMoved => query_flow::complete(model, effects),
        prompt::Out::CandidateChosen => query_flow::expect_example(model, effects),
        prompt::Out::Committed => query_flow::committed(model, effects),
        prompt::Out::Left => {
            model.set_focus(Focus::Results);
            selection_sync::selection_moved(model, effects);
        }
        prompt::Out::ForResults(command) => dispatch::results(model, command, effects),
    }
}

fn key_in_filter(model: &mut Model, pane: Focus, key: Key, effects: &mut Vec<Effect>) {
    if let Some(character) = key.text() {
        return filtering::typed(model, pane, character.encode_utf8(&mut [0; 4]), effects);
    }
    if let Lookup::Command(command) = model.keymap.lookup(Context::Prompt, &[key]) {
        filtering::run(model, pane, command, effects);
    }
}

fn query_given(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    model.set_focus(Focus::Prompt);
    model.results.begin();
    model.prompt.set(text);
    if text.trim().is_empty() {
        return query_flow::text_changed(model, effects);
    }
    for out in model.prompt.run(Command::RunQuery) {
        prompt_out(model, out, effects);
    }
}

fn row_chosen(model: &mut Model, at: usize, effects: &mut Vec<Effect>) {
    if let Some(panel) = model.overlays.last_mut() {
        panel.window.cursor = at.min(panel.shown.len().saturating_sub(1));
        return;
    }
    match model.focus() {
        Focus::Toc => model.toc.window.cursor = at.min(model.toc.rows.len().saturating_sub(1)),
        _ if model.results.is_stop(at) => {
            model.set_focus(Focus::Results);
            model.results.window.cursor = at;
            model.results.moved = true;
        }
        _ => return,
    }
    selection_sync::selection_moved(model, effects);
}

fn library_changed(model: &mut Model, listing: Arc<crate::library::Listing>, effects: &mut Vec<Effect>) {
    if !listing.walked && (model.opened || listing.files.is_empty() && listing.folders.is_empty()) {
        return;
    }
    let opened = std::mem::replace(&mut model.opened, listing.walked);
    let another = model.listing.files.len() != listing.files.len();
    model.listing = listing;
    model.toc.listing_changed(&Arc::clone(&model.listing));
    if !opened {
        pinning::load_waiting(model, effects);
    }
    if another || !opened {
        selection_sync::selection_moved(model, effects);
    }
    if opened != model.opened || another && model.results.results.is_some() {
        query_flow::ask_anew(model, effects);
    } else if !model.results.running && model.results.results.as_ref().is_some_and(|results| results.partial.is_some())
    {
        query_flow::ask_again(model, effects);
    }
}

fn timer_fired(model: &mut Model, timer: Timer, generation: u64, effects: &mut Vec<Effect>) {
    if !notices::is_current(model, timer, generation) {
        return;
    }
    match timer {
        Timer::Toast => model.toast = None,
        Timer::WhichKey => model.which_key = !model.pending.is_empty(),
        // What is being typed and can be completed is not wrong yet.
        Timer::QueryError => model.prompt.error_shown = !model.prompt.may_become_right(),
        Timer::Popup => model.prompt.popup.waits = false,
        Timer::Example => query_flow::find_example(model, effects),
        Timer::Uses => uses::count(model, effects),
        Timer::Settled => selection_sync::settled(model, effects),
    }
}

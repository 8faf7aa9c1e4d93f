//! Keys and pasted text: to the list that lies on top, to a filter, to the prompt, else commands of the keymap.

use crate::app::lists::keys::ways_on;
use crate::app::protocol::command::{Command, CommandGroup};
use crate::app::protocol::effect::Effect;
use crate::app::protocol::keymap::{Context, Lookup};
use crate::app::protocol::message::Timer;
use crate::app::state::count::Count;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::update::act::actions;
use crate::app::update::command::{dispatch, overlay};
use crate::app::update::follow::notices::{arm, notify};
use crate::app::update::follow::selection;
use crate::app::update::panes::{filter, prompt};
use crate::config::{KeyCode, KeyPress, spell_chord};
use std::time::Duration;

/// A key was pressed.
pub(super) fn pressed(model: &mut Model, key: KeyPress, effects: &mut Vec<Effect>) {
    model.which_key = false;
    // What was said was said about the key before; only a second Ctrl-C refers to it.
    model.toast.take_if(|toast| !toast.quits || key != KeyPress::parse("ctrl-c").unwrap_or(key));
    if !model.overlays.is_empty() {
        return overlay::key(model, key, effects);
    }
    if let Some(pane) = model.filtering {
        return in_filter(model, pane, key, effects);
    }
    let context = model.focus().context();
    if context == Context::Prompt
        && model.pending.is_empty()
        && let Some(character) = key.text()
    {
        return typed(model, character, effects);
    }
    if model.pending.is_empty() && matches!(model.focus(), Focus::Results | Focus::Preview) && is_number(model, key) {
        return selection::selection_moved(model, effects);
    }
    let count = match begun(model, key, context) {
        Some(count) => {
            model.count = count;
            return;
        }
        // A digit that leads to a pane begins a number if another one follows at once.
        None if model.count.leads() && key.text().is_some_and(|digit| digit.is_ascii_digit()) => {
            let after = Duration::from_millis(model.settings.which_key_after);
            arm(model, Timer::WhichKey, after, effects);
            Count::default()
        }
        None => std::mem::take(&mut model.count),
    };
    let is_escape = key == KeyPress::plain(KeyCode::Esc);
    let mut keys = std::mem::take(&mut model.pending);
    if !keys.is_empty() && is_escape {
        return;
    }
    keys.push(key);
    match model.keymap.lookup(context, &keys) {
        // What leaves the prompt takes away what lies on top elsewhere.
        Lookup::Command(Command::LeavePrompt) if context == Context::Browse => dispatch::escape(model, effects),
        Lookup::Command(command) => match count.number().filter(|_| command.is_motion()) {
            Some(number) => dispatch::run_counted(model, command, number, effects),
            None => dispatch::run(model, command, effects),
        },
        Lookup::Action(number) => actions::run(model, number, effects),
        Lookup::Prefix => {
            model.count = count;
            model.pending = keys;
            let after = Duration::from_millis(model.settings.which_key_after);
            arm(model, Timer::WhichKey, after, effects);
        }
        Lookup::Unbound if keys.len() > 1 => {
            notify(model, format!("{} is not bound", spell_chord(&keys)), effects);
        }
        Lookup::Unbound if is_escape => dispatch::escape(model, effects),
        Lookup::Unbound => unbound(model, key, effects),
    }
}

/// The number before a motion, with this digit; `None` where the digit is none of a number, or goes to a pane by itself.
fn begun(model: &mut Model, key: KeyPress, context: Context) -> Option<Count> {
    let digit = key.text().filter(char::is_ascii_digit)?;
    if context != Context::Browse || model.keymap.letters_to_prompt || !model.pending.is_empty() {
        return None;
    }
    let bound = model.keymap.lookup(context, &[key]);
    let mut count = std::mem::take(&mut model.count);
    match bound {
        Lookup::Unbound if count.is_empty() && digit == '0' => None,
        Lookup::Unbound if count.is_empty() => Some(Count::begin(digit, None)),
        Lookup::Command(command) if count.text().is_empty() => {
            // `20G`: the first digit has led to a pane at once.
            let leads = command.row().group == CommandGroup::Panes;
            model.count = if leads { Count::begin(digit, Some(model.place())) } else { Count::default() };
            None
        }
        Lookup::Unbound | Lookup::Command(_) => {
            if let Some(before) = count.go_on(digit) {
                model.put_back(before);
            }
            Some(count)
        }
        _ => None,
    }
}

/// Goes to the passage of an answer that has the number of the key.
fn is_number(model: &mut Model, key: KeyPress) -> bool {
    let number = key.text().and_then(|text| text.to_digit(10)).and_then(|number| number.checked_sub(1));
    number.is_some_and(|at| model.results.choose_passage(at as usize))
}

/// A key that means nothing while a pane has the focus: a letter is text where the keymap wants it so.
fn unbound(model: &mut Model, key: KeyPress, effects: &mut Vec<Effect>) {
    match key.text() {
        Some(character) if model.keymap.letters_to_prompt => {
            model.set_focus(Focus::Prompt);
            model.prompt.line.end();
            typed(model, character, effects);
        }
        Some(_) => notify(model, format!("{key} is not bound   {}", ways_on(&model.keymap)), effects),
        None => {}
    }
}

/// A character was typed into the prompt.
fn typed(model: &mut Model, character: char, effects: &mut Vec<Effect>) {
    if character == ':' && (model.prompt.line.text().is_empty() || model.prompt.line.is_selected()) {
        return dispatch::run(model, Command::Palette, effects);
    }
    prompt::type_character(model, character, effects);
}

/// Text was pasted.
pub(super) fn pasted(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    if let Some(panel) = model.overlays.last_mut() {
        return panel.type_text(text);
    }
    if let Some(pane) = model.filtering {
        return filter::typed(model, pane, text, effects);
    }
    if model.focus() != Focus::Prompt {
        model.set_focus(Focus::Prompt);
        model.prompt.line.select();
    }
    if !model.prompt.line.text().is_empty() && text.trim().contains(['\n', '\r']) {
        // Several lines take the place of what is typed, which is a place to come back to.
        model.history.settle();
    }
    prompt::paste(model, text, effects);
}

fn in_filter(model: &mut Model, pane: Focus, key: KeyPress, effects: &mut Vec<Effect>) {
    if let Some(character) = key.text() {
        return filter::typed(model, pane, character.encode_utf8(&mut [0; 4]), effects);
    }
    match model.keymap.lookup(Context::Prompt, &[key]) {
        // Who was to pick something leaves without it, whatever is typed.
        Lookup::Command(Command::Interrupt) if model.picking => dispatch::run(model, Command::Interrupt, effects),
        Lookup::Command(command) => filter::run(model, pane, command, effects),
        _ => {}
    }
}

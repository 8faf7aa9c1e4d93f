//! The keymap against the table of commands: nothing is bound twice, out of reach, or impossible to type.

use docql::app::{COMMANDS, Command, Context, DEFAULT_KEYMAP, Group, Keymap, Lookup, read_command};
use docql::config::{Key, KeyCode, parse_chord};

fn keymap() -> Keymap {
    let (keymap, problems) = Keymap::read(&[]);
    assert_eq!(problems, Vec::<String>::new());
    keymap
}

#[test]
fn every_line_of_the_keymap_is_a_binding() {
    let shipped: toml::Table = DEFAULT_KEYMAP.parse().expect("toml");
    let lines: usize = shipped.values().map(|rows| rows.as_table().expect("table").len()).sum();
    assert_eq!(keymap().bindings().count(), lines);
}

#[test]
fn no_chord_begins_another() {
    let keymap = keymap();
    for (context, chord, command) in keymap.bindings() {
        let longer: Vec<_> = keymap.continuations(context, chord).collect();
        assert!(longer.is_empty(), "{chord:?} is {command:?} and begins {longer:?}");
        assert_eq!(keymap.lookup(context, chord), Lookup::Command(command));
    }
}

#[test]
fn every_command_is_bound_or_in_the_palette() {
    let keymap = keymap();
    for row in COMMANDS {
        let context = if row.group == Group::Prompt { Context::Prompt } else { Context::Browse };
        let bound = !keymap.keys_of(context, row.command).is_empty();
        // The palette lists everything but what edits the prompt.
        assert!(bound || row.group != Group::Prompt, "{} cannot be reached", row.id);
    }
}

#[test]
fn letters_type_in_the_prompt() {
    for (context, chord, command) in keymap().bindings() {
        assert!(context != Context::Prompt || chord[0].text().is_none(), "{chord:?} {command:?}");
    }
}

#[test]
fn keys_that_terminals_do_not_send_are_not_bound() {
    let banned = "ctrl-s ctrl-q ctrl-i ctrl-m ctrl-j ctrl-h ctrl-[ ctrl-space ctrl-\\ ctrl-/ shift-enter ctrl-enter \
                  ctrl-tab alt-0 alt-1 alt-2 alt-3 alt-4 alt-5 alt-6 alt-7 alt-8 alt-9 f1 f10 f11 shift-pageup";
    let banned: Vec<Key> = banned.split_whitespace().map(|key| Key::parse(key).expect(key)).collect();
    for (_, chord, command) in keymap().bindings() {
        assert!(chord.iter().all(|key| !banned.contains(key)), "{chord:?} {command:?}");
    }
}

#[test]
fn no_action_needs_a_modifier() {
    let keymap = keymap();
    let is_bare =
        |chord: &[Key]| chord.iter().all(|key| !key.ctrl && !key.alt && (!key.shift || key.code == KeyCode::Tab));
    // These do in one step what plain keys do in several: words and lines are deleted letter by letter, Esc
    // leaves what Ctrl-C interrupts.
    let steps = [
        Command::WordLeft,
        Command::WordRight,
        Command::KillWordLeft,
        Command::KillWordRight,
        Command::KillToStart,
        Command::KillToEnd,
        Command::Yank,
        Command::Interrupt,
    ];
    for row in COMMANDS {
        let context = if row.group == Group::Prompt { Context::Prompt } else { Context::Browse };
        let bare = keymap.keys_of(context, row.command).into_iter().any(is_bare);
        let named =
            read_command(row.title) == Some((row.command, "")) && read_command(row.id) == Some((row.command, ""));
        assert!(bare || named || steps.contains(&row.command), "{} cannot be reached", row.id);
        assert!(named || row.group == Group::Prompt, "{} has no name that can be typed", row.id);
    }
    assert_eq!(keymap.lookup(Context::Browse, &[Key::char(':')]), Lookup::Command(Command::Palette));
}

#[test]
fn chords_are_read_as_they_are_written() {
    for (_, chord, _) in keymap().bindings() {
        let written: Vec<String> = chord.iter().map(|key| key.spell()).collect();
        assert_eq!(parse_chord(&written.join(" ")).expect("chord"), chord);
    }
}

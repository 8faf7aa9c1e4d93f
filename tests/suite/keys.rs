//! The keymap against the table of commands: nothing is bound twice, out of reach, or impossible to type.

use crate::screens::Session;
use docql::app::{COMMANDS, Command, CommandGroup, Context, Focus, KEYMAPS, Keymap, Lookup, read_command};
use docql::config::{Config, KeyCode, KeyPress, Layer, SettingSource, parse_chord};

fn keymaps() -> impl Iterator<Item = (&'static str, Keymap)> {
    KEYMAPS.iter().map(|(name, _)| {
        let (keymap, problems) = Keymap::read(name, &[]);
        assert_eq!(problems, Vec::<String>::new());
        (*name, keymap)
    })
}

fn is_bare(chord: &[KeyPress]) -> bool {
    chord.iter().all(|key| !key.ctrl && !key.alt && (!key.shift || key.code == KeyCode::Tab))
}

#[test]
fn every_line_of_a_keymap_is_a_binding() {
    for ((name, keymap), (_, text)) in keymaps().zip(KEYMAPS) {
        let shipped: toml::Table = text.parse().expect("toml");
        let lines: usize = shipped.values().filter_map(|rows| Some(rows.as_table()?.len())).sum();
        assert_eq!(keymap.bindings().count(), lines, "{name}");
    }
}

#[test]
fn no_chord_begins_another() {
    for (name, keymap) in keymaps() {
        for (context, chord, command) in keymap.bindings() {
            let longer: Vec<_> = keymap.continuations(context, chord).collect();
            assert!(longer.is_empty(), "{name}: {chord:?} is {command:?} and begins {longer:?}");
            assert_eq!(keymap.lookup(context, chord), Lookup::Command(command));
        }
    }
}

#[test]
fn every_command_is_reached_by_keys_that_every_terminal_sends_or_by_the_palette() {
    for (name, keymap) in keymaps() {
        let is_reached = |context, command| keymap.keys_of(context, command).into_iter().any(is_bare);
        assert!(is_reached(Context::Browse, Command::Palette), "{name}: `:`");
        for row in COMMANDS.iter().filter(|row| row.group == CommandGroup::Prompt) {
            // The palette lists everything but what edits the prompt.
            let bound = !keymap.keys_of(Context::Prompt, row.command).is_empty();
            assert!(bound, "{name}: {} cannot be reached", row.id);
        }
        for command in [Command::RunQuery, Command::LeavePrompt, Command::AcceptCompletion, Command::DeleteLeft] {
            assert!(is_reached(Context::Prompt, command), "{name}: {command:?}");
        }
    }
}

#[test]
fn what_cannot_be_typed_is_not_bound() {
    let banned = "ctrl-s ctrl-q ctrl-i ctrl-m ctrl-j ctrl-h ctrl-[ ctrl-space ctrl-\\ ctrl-/ shift-enter ctrl-enter \
                  ctrl-tab alt-0 alt-1 alt-2 alt-3 alt-4 alt-5 alt-6 alt-7 alt-8 alt-9 f1 f10 f11 shift-pageup \
                  alt-[ alt-O";
    let banned: Vec<KeyPress> = banned.split_whitespace().map(|key| KeyPress::parse(key).expect(key)).collect();
    for (name, keymap) in keymaps() {
        for (context, chord, command) in keymap.bindings() {
            assert!(chord.iter().all(|key| !banned.contains(key)), "{name}: {chord:?} {command:?}");
            assert!(context != Context::Prompt || chord[0].text().is_none(), "{name}: {chord:?} {command:?}");
        }
    }
}

#[test]
fn no_action_needs_a_modifier() {
    // These do in one step what plain keys do in several: words and lines are deleted letter by letter, Esc
    // leaves what Ctrl-C interrupts, and what was there is typed again.
    let steps = [
        Command::WordLeft,
        Command::WordRight,
        Command::KillWordLeft,
        Command::KillWordRight,
        Command::KillToStart,
        Command::KillToEnd,
        Command::Yank,
        Command::Undo,
        Command::Redo,
        Command::Interrupt,
    ];
    let (keymap, _) = Keymap::read("vim", &[]);
    for row in COMMANDS {
        let context = if row.group == CommandGroup::Prompt { Context::Prompt } else { Context::Browse };
        let bare = keymap.keys_of(context, row.command).into_iter().any(is_bare);
        let named =
            read_command(row.title) == Some((row.command, "")) && read_command(row.id) == Some((row.command, ""));
        assert!(bare || named || steps.contains(&row.command), "{} cannot be reached", row.id);
        assert!(named || row.group == CommandGroup::Prompt, "{} has no name that can be typed", row.id);
    }
}

#[test]
fn every_printable_character_is_typed_in_the_prompt_of_every_keymap() {
    for (name, _) in keymaps() {
        let mut session = session(name);
        let mut typed = String::from("a");
        session.press("a");
        for character in (' '..='~').chain("éЖ中🚀".chars()) {
            session.driver.send(&mut session.model, docql::app::Msg::Key(KeyPress::char(character)));
            typed.push(character);
            // Brackets bring their partner, a colon at the start the palette: only what was typed is looked at.
            let text = session.model.prompt.line.text();
            assert!(text.contains(character), "{name}: {character:?} in {text:?}");
            assert!(session.model.overlays.is_empty() && !session.model.quit, "{name}: {character:?}");
        }
    }
}

fn session(keymap: &str) -> Session {
    let mut session = Session::new(120, 36);
    let layer = Layer::file(SettingSource::User, "config.toml", &format!("keymap = '{keymap}'\n"));
    let config = Config::read(&[layer], Vec::new());
    session.driver.send(&mut session.model, docql::app::Msg::SettingsRead(Box::new(config)));
    session
}

#[test]
fn letters_go_to_the_prompt_from_every_pane_where_that_is_wanted() {
    let mut session = session("type-first");
    session.press("deploy<ret>");
    assert_eq!(session.model.focus(), Focus::Results);
    session.press("q");
    assert_eq!((session.model.focus(), session.model.prompt.line.text()), (Focus::Prompt, "deployq"));
    assert!(!session.model.quit);
    session.press("<bs><ret><a-c>");
    assert!(session.model.prompt.line.text().ends_with(".callers()"), "{}", session.model.prompt.line.text());
    session.press(":");
    assert!(session.text().contains("COMMAND"), "{}", session.text());
    session.press("<esc><esc>");
    assert_eq!(session.model.focus(), Focus::Prompt, "Esc leads back to the prompt");
}

#[test]
fn the_emacs_keymap_has_its_prefixes_and_its_way_out() {
    let mut session = session("emacs");
    session.press("deploy<ret><c-x><wait>");
    assert!(session.text().contains("Ctrl-X") && session.text().contains("Ctrl-C"), "{}", session.text());
    session.press("o");
    assert_eq!(session.model.focus(), Focus::Preview);
    session.press("<c-g>");
    assert_eq!(session.model.focus(), Focus::Results);
    session.press("<a-x>");
    assert!(!session.model.overlays.is_empty());
    session.press("<c-g>");
    assert!(session.model.overlays.is_empty());
    session.press("<c-x><c-c>");
    assert!(session.model.quit);
}

#[test]
fn chords_are_read_as_they_are_written() {
    for (name, keymap) in keymaps() {
        for (_, chord, _) in keymap.bindings() {
            let written: Vec<String> = chord.iter().map(|key| key.spell()).collect();
            assert_eq!(parse_chord(&written.join(" ")).expect("chord"), chord, "{name}");
        }
    }
}

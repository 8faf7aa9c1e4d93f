//! The keys of commands, as they are shown.

use crate::app::protocol::command::{Command, CommandGroup};
use crate::app::protocol::keymap::{Context, Keymap};
use crate::config::spell_chord;

/// The keys of a command, at most `max_chords` of them: `c, g c`.
pub fn keys_of(keymap: &Keymap, command: Command, max_chords: usize) -> String {
    let context = if command.row().group == CommandGroup::Prompt { Context::Prompt } else { Context::Browse };
    let chords = keymap.keys_of(context, command);
    chords.iter().take(max_chords).map(|chord| spell_chord(chord)).collect::<Vec<_>>().join(", ")
}

/// The ways on from a key that does nothing: `/ search · f filter · ? keys`.
pub(in crate::app) fn ways_on(keymap: &Keymap) -> String {
    let ways = [
        (Command::EditQuery, "search"),
        (Command::FilterPane, "filter"),
        (Command::Help, "keys"),
        (Command::Quit, "quits"),
    ];
    let bound = ways.iter().filter_map(|(command, does)| {
        let key = keys_of(keymap, *command, 1);
        (!key.is_empty()).then(|| format!("{key} {does}"))
    });
    bound.collect::<Vec<_>>().join(" · ")
}

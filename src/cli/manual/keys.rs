//! The tables of keys in the manual.

use crate::app::{COMMANDS, Command, CommandGroup, Context, Keymap};
use crate::config::spell_chord;

/// What stands before the tables in the page, and behind them.
const MARKS: (&str, &str) = ("<!-- keys", "<!-- end of keys -->");

/// The keys of every command by group, as Markdown tables; a command without a key is given by its name.
pub fn keys_tables(keymap: &Keymap) -> String {
    let mut out = String::new();
    for (group, title) in CommandGroup::ALL {
        let mut letters = title.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        out.push_str(&format!(
            "\n### {first}{}\n\n| keys | what they do |\n|---|---|\n",
            letters.as_str().to_lowercase()
        ));
        for row in COMMANDS.iter().filter(|row| row.group == *group) {
            let keys = keys_cell(keymap, row.command);
            let name = format!("`:{}`", row.title);
            let cell = if keys.is_empty() && *group != CommandGroup::Prompt { name } else { keys };
            if !cell.is_empty() {
                out.push_str(&format!("| {} | {} |\n", cell.replace('|', "\\|"), row.doc.replace('|', "\\|")));
            }
        }
    }
    out.push('\n');
    out
}

/// All chords of a command, those of the prompt last.
fn keys_cell(keymap: &Keymap, command: Command) -> String {
    let contexts = [Context::Browse, Context::Prompt];
    let mut chords: Vec<String> = Vec::new();
    for chord in contexts.into_iter().flat_map(|context| keymap.keys_of(context, command)) {
        let spelled = format!("`{}`", spell_chord(chord));
        if !chords.contains(&spelled) {
            chords.push(spelled);
        }
    }
    chords.join(" ")
}

/// A page with the tables for `keymap` in place of those that stand in it.
pub(super) fn with_keys(page: &str, keymap: &Keymap) -> String {
    let tables = || {
        let (before, rest) = page.split_once(MARKS.0)?;
        let (mark, rest) = rest.split_once('\n')?;
        let (_, after) = rest.split_once(MARKS.1)?;
        Some(format!("{before}{}{mark}\n{}{}{after}", MARKS.0, keys_tables(keymap), MARKS.1))
    };
    tables().unwrap_or_else(|| page.to_owned())
}

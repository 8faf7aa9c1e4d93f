//! The line of hints: what can be done with the row that is selected, in its pane, and where each hint stands,
//! so that a click on it does it.

use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Sought;
use crate::app::protocol::keymap::{Context, Keymap};
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::config::spell_chord;
use crate::stdx::display_width;
use std::ops::Range;

/// One hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The keys, as they are shown.
    pub chord: String,
    /// Their effect, in a word or two.
    pub title: &'static str,
    /// The same, for the one who clicks.
    pub command: Command,
    /// The columns of both on the line.
    pub columns: Range<u16>,
}

/// The line of hints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The name of the pane, with which the line begins; empty where there is no room for it.
    pub name: &'static str,
    /// Commands for the row, the most useful first; as many as fit.
    pub row: Vec<Hint>,
    /// Commands that work on every row, at the right end.
    pub always: Vec<Hint>,
}

/// Between two hints.
const GAP: u16 = 2;

/// The narrowest line that names the pane.
const NAMED_FROM: u16 = 70;

/// The hints on a line of this width.
pub fn hints(model: &Model, width: u16) -> Hints {
    let context = model.focus().context();
    let mut always = always(&model.keymap, context);
    let taken: u16 = always.iter().map(|hint| hint.columns.end + GAP).sum::<u16>().saturating_sub(GAP);
    // One free cell at either end.
    let mut end = width.saturating_sub(1);
    if taken < end {
        end -= taken;
        let mut x = end;
        for hint in &mut always {
            hint.columns = x..x + hint.columns.end;
            x = hint.columns.end + GAP;
        }
    } else {
        always.clear();
    }
    let (name, commands) = commands_here(model);
    let mut x = 1;
    if width >= NAMED_FROM {
        x += display_width(name) as u16 + GAP;
    }
    let mut row = Vec::new();
    for command in commands {
        let Some(hint) = hint(model, context, command) else { continue };
        if hint.columns.end + GAP + 1 > end.saturating_sub(x) {
            break;
        }
        let columns = x..x + hint.columns.end;
        x = columns.end + GAP;
        row.push(Hint { columns, ..hint });
    }
    Hints { name: if width >= NAMED_FROM { name } else { "" }, row, always }
}

impl Hints {
    /// The command of a click on a column.
    pub fn at(&self, column: u16) -> Option<Command> {
        let hit = self.row.iter().chain(&self.always).find(|hint| hint.columns.contains(&column));
        hit.map(|hint| hint.command)
    }
}

/// The hint of a command, as if it stood at the left edge.
fn hint(model: &Model, context: Context, command: Command) -> Option<Hint> {
    let chord = spell_chord(model.keymap.keys_of(context, command).first()?);
    let title = match command {
        Command::Enter | Command::RunQuery if model.picking => "pick",
        Command::Up if model.picking => return None,
        Command::RunQuery if model.prompt.reading().is_path() => "open",
        Command::FindFile if context == Context::Prompt => match model.prompt.sought {
            Sought::Files => "contents",
            Sought::Contents | Sought::Directories => "files",
        },
        other => model.pane(model.focus()).hint(other).unwrap_or(other.row().title),
    };
    Some(placed(chord, title, command))
}

fn placed(chord: String, title: &'static str, command: Command) -> Hint {
    let cells = (display_width(&chord) + 1 + display_width(title)) as u16;
    Hint { chord, title, command, columns: 0..cells }
}

/// `? keys  : commands`.
fn always(keymap: &Keymap, context: Context) -> Vec<Hint> {
    let rows = match context {
        Context::Prompt => [(Command::LeavePrompt, "browse"), (Command::Interrupt, "clear")],
        Context::Browse => [(Command::Help, "keys"), (Command::Palette, "commands")],
    };
    let spelt = rows.iter().filter_map(|(command, does)| {
        let chord = spell_chord(keymap.keys_of(context, *command).first()?);
        Some(placed(chord, does, *command))
    });
    spelt.collect()
}

/// The name of the pane that has the focus, and what can be done there.
pub(in crate::app) fn commands_here(model: &Model) -> (&'static str, Vec<Command>) {
    match model.focus() {
        Focus::Prompt => ("PROMPT", model.prompt.hints()),
        pane => model.pane(pane).hints(model.subject().as_ref()),
    }
}

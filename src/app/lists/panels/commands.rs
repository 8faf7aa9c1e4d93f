//! Lists of commands: the palette, and the menu of a row.

use crate::app::lists::keys::keys_of;
use crate::app::lists::lines::hints::commands_here;
use crate::app::protocol::command::{COMMANDS, Command, CommandGroup, CommandRow, HIDDEN};
use crate::app::protocol::command_line::usage;
use crate::app::protocol::keymap::Keymap;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::config::{parse_chord, spell_chord};

/// The name of a command, and what it takes behind it.
fn label(row: &CommandRow) -> String {
    match usage(row.command) {
        "" => row.title.to_owned(),
        usage => format!("{} {usage}", row.title),
    }
}

/// A row of a list of commands.
pub(super) fn command_row(keymap: &Keymap, row: &CommandRow, group: &'static str) -> PanelRow {
    PanelRow {
        left: keys_of(keymap, row.command, 3),
        text: label(row),
        right: if row.docql.is_empty() { row.id.to_owned() } else { format!("{}   {}", row.docql, row.id) },
        doc: row.doc.to_owned(),
        group,
        choice: Choice::Command(row.command),
    }
}

/// The user's own actions.
pub(super) fn actions(model: &Model, group: &'static str) -> impl Iterator<Item = PanelRow> {
    model.settings.actions.iter().enumerate().map(move |(number, action)| PanelRow {
        left: parse_chord(&action.key).map_or(String::new(), |keys| spell_chord(&keys)),
        text: action.label.clone(),
        right: "action".to_owned(),
        doc: format!("Runs {}", action.command),
        group,
        choice: Choice::Action(number),
    })
}

/// The order of the groups in the palette; what is not named here stands at the end.
const PALETTE: [CommandGroup; 6] = [
    CommandGroup::Query,
    CommandGroup::Layers,
    CommandGroup::Act,
    CommandGroup::Copy,
    CommandGroup::View,
    CommandGroup::Program,
];

/// Commands by name.
pub(in crate::app) fn palette(model: &Model) -> Panel {
    let mut commands: Vec<&CommandRow> =
        COMMANDS.iter().filter(|row| row.group != CommandGroup::Prompt && row.command != Command::Palette).collect();
    // Who knows no command sees first what can be asked and where one can go; moving has keys that everyone knows.
    let rank = |group: CommandGroup| PALETTE.iter().position(|other| *other == group);
    commands.sort_by_key(|row| rank(row.group).unwrap_or(PALETTE.len()));
    let mut rows: Vec<PanelRow> = commands
        .into_iter()
        .map(|row| PanelRow { left: keys_of(&model.keymap, row.command, 1), ..command_row(&model.keymap, row, "") })
        .collect();
    rows.extend(actions(model, ""));
    if cfg!(debug_assertions) {
        for (id, _) in HIDDEN {
            rows.push(PanelRow {
                left: String::new(),
                text: (*id).to_owned(),
                right: String::new(),
                doc: String::new(),
                group: "",
                choice: Choice::Crash,
            });
        }
    }
    Panel::new(PanelKind::Palette, "COMMAND", rows)
}

/// The menu of a row: everything that the line of hints has room for on the widest screen, and copying.
pub(in crate::app) fn menu(model: &Model) -> Panel {
    let (_, commands) = commands_here(model);
    let copying =
        [Command::CopyLocation, Command::CopySnippet, Command::CopyRowQuery, Command::ToggleMark, Command::Up];
    let title = model.subject().map_or_else(|| "COMMANDS".to_owned(), |subject| subject.name);
    let mut all: Vec<Command> = Vec::new();
    for command in commands.into_iter().chain(copying) {
        if !all.contains(&command) {
            all.push(command);
        }
    }
    let rows = all.into_iter().map(|command| command_row(&model.keymap, command.row(), ""));
    Panel::new(PanelKind::Menu, title, rows.collect())
}

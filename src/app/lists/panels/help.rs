//! Help: keys, commands, the language, and what the signs stand for; made from the tables, never written by hand.

use super::commands::{actions, command_row};
use crate::app::lists::glyphs::SIGNS;
use crate::app::protocol::command::{COMMANDS, Command, CommandGroup};
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, FIRST_OF_ALL, Panel, PanelKind, PanelRow};
use crate::docql::ROLES;
use crate::document::{Family, KINDS};

/// Keys, commands and the language; what concerns the pane that has the focus stands first.
pub(in crate::app) fn help(model: &Model) -> Panel {
    let mut rows: Vec<PanelRow> = FIRST.iter().filter_map(|(command, does)| first(model, *command, does)).collect();
    let here = model.focus().help();
    let mut groups: Vec<&(CommandGroup, &str)> = CommandGroup::ALL.iter().collect();
    groups.sort_by_key(|(group, _)| *group != here);
    for (group, title) in groups {
        let of_group = COMMANDS.iter().filter(|row| row.group == *group);
        rows.extend(of_group.map(|row| command_row(&model.keymap, row, title)));
    }
    rows.extend(actions(model, "YOUR OWN ACTIONS on the selected row"));
    rows.extend(READINGS.map(|(text, doc)| explanation(text, doc, "THE PROMPT reads its first character")));
    rows.extend(OUTSIDE.map(|(text, doc)| explanation(text, doc, "FROM THE SHELL")));
    rows.extend(legend());
    rows.extend(super::vocabulary::rows(&model.examples));
    Panel::new(PanelKind::Help, "KEYS AND LANGUAGE", rows)
}

/// What one needs to know to begin with, in sentences.
const FIRST: [(Command, &str); 10] = [
    (Command::EditQuery, "type a question: words search everything, $ begins a query"),
    (Command::Enter, "go into the row: what is inside becomes the list, or it is read"),
    (Command::Up, "go back up to what it lies in"),
    (Command::Back, "go back to where you were before"),
    (Command::NextMatch, "go to the next match, across files"),
    (Command::PreviewDown, "scroll the preview, whatever has the focus"),
    (Command::FindFile, "find a file by some of its path"),
    (Command::Callers, "list what calls the function or method in the row"),
    (Command::OpenEditor, "open the place in your editor, and come back here"),
    (Command::Palette, "list every command by its name"),
];

/// A row of what comes first; none for a command without a key.
fn first(model: &Model, command: Command, does: &str) -> Option<PanelRow> {
    let row = command_row(&model.keymap, command.row(), FIRST_OF_ALL);
    (!row.left.is_empty()).then(|| PanelRow { text: does.to_owned(), right: String::new(), ..row })
}

/// A row that explains something and does nothing.
fn explanation(text: &str, doc: &str, group: &'static str) -> PanelRow {
    PanelRow {
        left: String::new(),
        text: text.to_owned(),
        right: String::new(),
        doc: doc.to_owned(),
        group,
        choice: Choice::None,
    }
}

/// Readings of the prompt, by its first character.
const READINGS: [(&str, &str); 4] = [
    ("words", "Search names, headings and text; \"exact phrase\", -not, path: lang: kind: narrow it."),
    ("$…", "A DocQL query, completed while you type. Tab takes a completion, Enter runs."),
    ("?…", "A question: its words are searched."),
    (":…", "A command by its name."),
];

/// Commands of the shell to learn docql, and to go on.
const OUTSIDE: [(&str, &str); 3] = [
    ("docql tutorial", "Ten minutes in which the explorer is learned by using it, on files of its own."),
    ("docql --resume", "Goes on where the last session of this workspace was left."),
    ("docql --help", "Everything the program does without the explorer."),
];

/// The rows of the legend: signs, roles at the right of a row, and the letters of the kinds.
fn legend() -> Vec<PanelRow> {
    let row = |sign: &str, text: String| PanelRow {
        left: sign.to_owned(),
        doc: text.clone(),
        text,
        right: String::new(),
        group: "LEGEND: signs, roles and letters of kinds",
        choice: Choice::None,
    };
    let signs = SIGNS.iter().map(|sign| row(sign.sign, sign.doc.to_owned()));
    let roles = ROLES.iter().map(|role| row(role.role, role.doc.to_owned()));
    // Files and directories have no letter on the screen: their names say what they are.
    let letters = KINDS
        .iter()
        .filter(|kind| kind.family != Family::File)
        .map(|kind| row(&kind.letter.to_string(), format!("{}: {}", kind.id, kind.doc)));
    signs.chain(roles).chain(letters).collect()
}

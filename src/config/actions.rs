//! The user's own actions: programs that are started with what is known of a row.

use super::problem::ConfigProblem;
use super::table::{ACTIONS, SettingRow, Shape};
use super::values::Values;

/// What is shown while an action runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionScreen {
    /// The program has the screen until it ends.
    Program,
    /// The same, and Enter comes back.
    Wait,
    /// docql: the program runs in the background.
    Docql,
}

/// A program that a user runs on the row under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name for people.
    pub label: String,
    /// The program and its arguments, with placeholders.
    pub command: String,
    /// Its key, as in a keymap; empty for none.
    pub key: String,
    /// What is shown while it runs.
    pub screen: ActionScreen,
    /// The place where it is written: `config.toml:40`.
    pub place: String,
}

/// What an action may say about itself.
pub(super) const ACTION_FIELDS: &[SettingRow] = &[
    SettingRow { key: "command", shape: Shape::Text, in_workspace: false },
    SettingRow { key: "key", shape: Shape::Text, in_workspace: false },
    SettingRow { key: "screen", shape: Shape::Choice(&["program", "wait", "docql"]), in_workspace: false },
];

/// Placeholders of commands, and what stands in their place.
pub const PLACEHOLDERS: &[(&str, &str)] = &[
    ("{file}", "the file, or the directory, as a whole path"),
    ("{path}", "the same as docql shows it"),
    ("{directory}", "the directory of the file, as a whole path"),
    ("{line}", "the first line, from 1"),
    ("{end_line}", "the last line"),
    ("{page}", "the page, from 1, of a document with pages"),
    ("{column}", "the column in bytes, from 1"),
    ("{name}", "the name of the row"),
    ("{text}", "the text of the row"),
    ("{row}", "the DocQL query that yields the row"),
    ("{query}", "what the prompt holds"),
    ("{files}", "alone as a word: the files of all marked rows, an argument each"),
    ("{places}", "alone as a word: file:line of all marked rows, an argument each"),
];

/// The actions that checked values name, in the order of their labels.
pub(super) fn actions(values: &Values) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    for (path, value, place) in values.rows(ACTIONS, 3) {
        if actions.last().is_none_or(|last| last.label != path[1]) {
            actions.push(Action {
                label: path[1].clone(),
                command: String::new(),
                key: String::new(),
                screen: ActionScreen::Program,
                place: place.to_owned(),
            });
        }
        let Some(action) = actions.last_mut() else { continue };
        match path[2].as_str() {
            "command" => value.clone_into(&mut action.command),
            "key" => value.clone_into(&mut action.key),
            _ => {
                action.screen = match value {
                    "wait" => ActionScreen::Wait,
                    "docql" => ActionScreen::Docql,
                    _ => ActionScreen::Program,
                }
            }
        }
    }
    actions
}

/// Takes those out that have nothing to start, and says so.
pub(super) fn without_command(actions: &mut Vec<Action>) -> Vec<ConfigProblem> {
    let idle: Vec<Action> = actions.extract_if(.., |action| action.command.trim().is_empty()).collect();
    let problem = |action: Action| {
        let key = format!("{ACTIONS}.{}", action.label);
        ConfigProblem::error(action.place, key, "needs a command, such as command = \"git blame {file}\"")
    };
    idle.into_iter().map(problem).collect()
}

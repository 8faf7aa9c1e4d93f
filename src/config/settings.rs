//! The settings, read from TOML over the shipped defaults; what cannot be read is reported and skipped.

use crate::stdx::edit_distance;
use std::collections::BTreeMap;
use toml::{Table, Value};

/// The shipped configuration, commented; it is itself the source of all defaults.
pub const DEFAULT_CONFIG: &str = include_str!("../../assets/config.toml");

/// Something in a configuration that was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigProblem {
    /// The key, dotted.
    pub key: String,
    /// A sentence for people.
    pub message: String,
}

/// How the panes are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutChoice {
    /// By the size of the terminal.
    Auto,
    /// Tree, results and preview side by side.
    Wide,
    /// Two columns; the tree takes the place of the results.
    Stack,
    /// One pane at a time.
    Single,
}

/// When completions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PopupChoice {
    /// While typing.
    Auto,
    /// When Tab is pressed.
    Tab,
    /// Never.
    Off,
}

/// What the terminal looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourScheme {
    /// Light text on a dark ground.
    Dark,
    /// Dark text on a light ground.
    Light,
    /// Sixteen colours, on a ground nobody knows.
    Sixteen,
    /// No colours, only bold, underline and reverse.
    Monochrome,
}

/// The settings that the explorer reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// `auto` or the name of a theme.
    pub theme: String,
    /// How the panes are laid out.
    pub layout: LayoutChoice,
    /// The editor, or a template; empty for the environment's.
    pub editor: String,
    /// Whether mouse events are asked for.
    pub mouse: bool,
    /// Share of the width for the tree, percent.
    pub toc_share: u16,
    /// Share of the width for the preview, percent.
    pub preview_share: u16,
    /// When completions are listed.
    pub popup: PopupChoice,
    /// Milliseconds until an error in the query is shown.
    pub error_after: u64,
    /// Milliseconds until the continuations of a prefix key are shown.
    pub which_key_after: u64,
    /// The user's own key bindings: context, chord, command.
    pub keys: Vec<(String, String, String)>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings::read("").0
    }
}

impl Settings {
    /// Reads a user's configuration over the defaults.
    pub fn read(user: &str) -> (Settings, Vec<ConfigProblem>) {
        let mut problems = Vec::new();
        let mut table: Table = DEFAULT_CONFIG.parse().unwrap_or_default();
        match user.parse::<Table>() {
            Ok(user) => merge(&mut table, user, "", &mut problems),
            Err(error) => problems.push(ConfigProblem { key: String::new(), message: error.message().to_owned() }),
        }
        let mut reader = Reader { table, problems };
        let settings = Settings {
            theme: reader.text("theme"),
            layout: reader.choice(
                "layout",
                &[
                    ("auto", LayoutChoice::Auto),
                    ("wide", LayoutChoice::Wide),
                    ("stack", LayoutChoice::Stack),
                    ("single", LayoutChoice::Single),
                ],
            ),
            editor: reader.text("editor"),
            mouse: reader.at("ui.mouse").and_then(Value::as_bool).unwrap_or(true),
            toc_share: reader.number("ui.toc_share").clamp(10, 60) as u16,
            preview_share: reader.number("ui.preview_share").clamp(10, 80) as u16,
            popup: reader.choice(
                "prompt.popup",
                &[("auto", PopupChoice::Auto), ("tab", PopupChoice::Tab), ("off", PopupChoice::Off)],
            ),
            error_after: reader.number("prompt.error_after_ms").max(0) as u64,
            which_key_after: reader.number("keys.which_key_after_ms").max(0) as u64,
            keys: reader.keys(),
        };
        (settings, reader.problems)
    }
}

/// Puts the values of `user` over those of `table`. Only known keys are taken, except under `keys`.
fn merge(table: &mut Table, user: Table, path: &str, problems: &mut Vec<ConfigProblem>) {
    for (name, value) in user {
        let key = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match (table.get_mut(&name), value) {
            (None, value) if path.starts_with("keys.") => {
                table.insert(name, value);
            }
            (None, _) => {
                let nearest = table.keys().min_by_key(|known| edit_distance(known, &name, 3));
                let nearest = nearest.filter(|known| edit_distance(known, &name, 3) <= 3);
                let hint = nearest.map_or(String::new(), |known| format!(", did you mean `{known}`?"));
                problems.push(ConfigProblem { key, message: format!("there is no setting of this name{hint}") });
            }
            (Some(Value::Table(inner)), Value::Table(value)) => merge(inner, value, &key, problems),
            (Some(known), value) if known.same_type(&value) => *known = value,
            (Some(known), value) => {
                let message = format!("must be a {}, not a {}", known.type_str(), value.type_str());
                problems.push(ConfigProblem { key, message });
            }
        }
    }
}

struct Reader {
    table: Table,
    problems: Vec<ConfigProblem>,
}

impl Reader {
    fn at(&self, key: &str) -> Option<&Value> {
        let mut parts = key.split('.');
        let mut value = self.table.get(parts.next()?)?;
        for part in parts {
            value = value.get(part)?;
        }
        Some(value)
    }

    fn text(&self, key: &str) -> String {
        self.at(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    fn number(&self, key: &str) -> i64 {
        self.at(key).and_then(Value::as_integer).unwrap_or_default()
    }

    /// One of a few words; the first is the default.
    fn choice<T: Copy>(&mut self, key: &str, choices: &[(&str, T)]) -> T {
        let text = self.text(key);
        match choices.iter().find(|(word, _)| *word == text) {
            Some((_, choice)) => *choice,
            None => {
                let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
                let message = format!("`{text}` is none of {}", words.join(", "));
                self.problems.push(ConfigProblem { key: key.to_owned(), message });
                choices[0].1
            }
        }
    }

    fn keys(&self) -> Vec<(String, String, String)> {
        let mut bindings = BTreeMap::new();
        for (context, rows) in self.table.get("keys").and_then(Value::as_table).into_iter().flatten() {
            for (chord, command) in rows.as_table().into_iter().flatten() {
                if let Some(command) = command.as_str() {
                    bindings.insert((context.clone(), chord.clone()), command.to_owned());
                }
            }
        }
        bindings.into_iter().map(|((context, chord), command)| (context, chord, command)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_holds_every_default() {
        let (settings, problems) = Settings::read("");
        assert_eq!(problems, []);
        assert_eq!((settings.theme.as_str(), settings.mouse, settings.error_after), ("auto", true, 600));
    }

    #[test]
    fn a_user_file_is_read_over_it_and_mistakes_are_named() {
        let (settings, problems) =
            Settings::read("them = 'x'\nlayout = 'round'\n[ui]\nmouse = 'yes'\n[keys.browse]\n'x' = 'app.quit'\n");
        assert_eq!(settings.layout, LayoutChoice::Auto);
        assert!(settings.mouse);
        assert_eq!(settings.keys, [("browse".to_owned(), "x".to_owned(), "app.quit".to_owned())]);
        let problems: Vec<String> = problems.iter().map(|p| format!("{}: {}", p.key, p.message)).collect();
        assert_eq!(
            problems,
            [
                "them: there is no setting of this name, did you mean `theme`?",
                "ui.mouse: must be a boolean, not a string",
                "layout: `round` is none of auto, wide, stack, single"
            ]
        );
        assert_eq!(Settings::read("theme = ").1.len(), 1);
    }
}

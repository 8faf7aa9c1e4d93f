//! One source of settings: a file, the environment, the flags. Each value knows where it was written.

use super::problem::ConfigProblem;
use super::table::{SETTINGS, did_you_mean, from_text, setting, variable_of};
use std::collections::HashMap;
use toml::de::DeTable;
use toml::{Table, Value};

/// Environment variables that are no settings.
const OTHER_VARIABLES: &[&str] = &["DOCQL_CONFIG", "DOCQL_INDEX_DIR"];

/// Sources of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingSource {
    /// The user's own file, the environment, the flags: may set everything.
    User,
    /// The file of a workspace, which may be somebody else's: only what can do no harm.
    Workspace,
}

/// One value that a layer sets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// The path of the key; parts may contain dots.
    pub path: Vec<String>,
    pub value: Value,
    pub place: String,
}

/// All values that one source sets, in the order of their keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub(super) source: SettingSource,
    pub(super) entries: Vec<Entry>,
    pub(super) problems: Vec<ConfigProblem>,
}

impl Layer {
    /// The settings in the text of a file, which problems call `name`.
    pub fn file(source: SettingSource, name: &str, text: &str) -> Layer {
        let mut layer = Layer { source, entries: Vec::new(), problems: Vec::new() };
        match (text.parse::<Table>(), DeTable::parse(text)) {
            (Ok(values), Ok(spans)) => {
                let mut lines = HashMap::new();
                places(spans.get_ref(), &mut Vec::new(), &mut |path, at| {
                    lines.insert(path, line_of(text, at));
                });
                let place = |path: &[String]| match lines.get(path) {
                    Some(line) => format!("{name}:{line}"),
                    None => name.to_owned(),
                };
                leaves(values, &mut Vec::new(), &mut |path, value| {
                    layer.entries.push(Entry { place: place(&path), path, value });
                });
            }
            (Err(error), _) | (_, Err(error)) => {
                let line = error.span().map_or(1, |span| line_of(text, span.start));
                let message = error.message().lines().collect::<Vec<_>>().join(", ");
                layer.problems.push(ConfigProblem::error(format!("{name}:{line}"), "", message));
            }
        }
        layer
    }

    /// The settings among environment variables. Variables near to one that is known are reported.
    pub fn environment(variables: impl IntoIterator<Item = (String, String)>) -> Layer {
        let mut layer = Layer { source: SettingSource::User, entries: Vec::new(), problems: Vec::new() };
        let known: Vec<(String, &str)> = SETTINGS.iter().map(|row| (variable_of(row.key), row.key)).collect();
        let mut variables: Vec<(String, String)> =
            variables.into_iter().filter(|(name, text)| name.starts_with("DOCQL_") && !text.is_empty()).collect();
        variables.sort();
        for (name, text) in variables {
            if let Some((_, key)) = known.iter().find(|(known, _)| *known == name) {
                layer.set(name, key, &text);
            } else if !OTHER_VARIABLES.contains(&name.as_str()) {
                let others = known.iter().map(|(known, _)| known.as_str()).chain(OTHER_VARIABLES.iter().copied());
                let hint = did_you_mean(&name, others);
                if !hint.is_empty() {
                    let message = format!("there is no such variable{hint}");
                    layer.problems.push(ConfigProblem::warning(name, "", message));
                }
            }
        }
        layer
    }

    /// Settings given by flags: the flag, the key, the text of the value.
    pub fn flags(given: &[(&str, &str, String)]) -> Layer {
        let mut layer = Layer { source: SettingSource::User, entries: Vec::new(), problems: Vec::new() };
        for (flag, key, text) in given {
            layer.set((*flag).to_owned(), key, text);
        }
        layer
    }

    fn set(&mut self, place: String, key: &str, text: &str) {
        if let Some(row) = setting(key) {
            let path = key.split('.').map(str::to_owned).collect();
            self.entries.push(Entry { path, value: from_text(row.shape, text), place });
        }
    }
}

/// Tells the byte at which the value of every key, tables included, is written.
fn places(table: &DeTable<'_>, path: &mut Vec<String>, tell: &mut dyn FnMut(Vec<String>, usize)) {
    for (key, value) in table {
        path.push(key.get_ref().to_string());
        tell(path.clone(), key.span().start);
        if let Some(inner) = value.get_ref().as_table() {
            places(inner, path, tell);
        }
        path.pop();
    }
}

/// Tells every value that is no table, and every empty table.
fn leaves(table: Table, path: &mut Vec<String>, tell: &mut dyn FnMut(Vec<String>, Value)) {
    for (key, value) in table {
        path.push(key);
        match value {
            Value::Table(inner) if !inner.is_empty() => leaves(inner, path, tell),
            value => tell(path.clone(), value),
        }
        path.pop();
    }
}

/// The line of a byte, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

//! Layers of settings, laid over each other: what counts, and who said so.

use super::layer::{Entry, Layer, Source};
use super::problem::ConfigProblem;
use super::settings::{KeyBinding, Settings};
use super::table::{OPEN_TABLES, SETTINGS, check, did_you_mean, setting, shown, size};
use super::themes::UserTheme;
use std::collections::BTreeMap;
use toml::Value;

/// The shipped configuration, commented; it is itself the source of all defaults.
pub const DEFAULT_CONFIG: &str = include_str!("../../assets/config.toml");

/// Who set a value that nobody has changed.
const DEFAULT: &str = "default";

/// The settings, and everything to be said about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What counts.
    pub settings: Settings,
    /// What was not taken, in the order of the layers.
    pub problems: Vec<ConfigProblem>,
    /// The user's own themes.
    pub themes: Vec<UserTheme>,
    values: Values,
}

impl Default for Config {
    fn default() -> Self {
        Config::read(&[], Vec::new())
    }
}

impl Config {
    /// Lays `layers` over the defaults; a later one wins. What is wrong in one leaves the value of those
    /// below. `themes` are the user's own.
    pub fn read(layers: &[Layer], themes: Vec<UserTheme>) -> Config {
        let mut names: Vec<String> = super::SHIPPED_THEMES.iter().map(|(name, _)| (*name).to_owned()).collect();
        names.extend(themes.iter().map(|theme| theme.name.clone()));
        let mut config = Config {
            settings: Settings::of(&Values::default()),
            problems: Vec::new(),
            values: Values::default(),
            themes,
        };
        let mut shipped = Layer::file(Source::User, DEFAULT, DEFAULT_CONFIG);
        shipped.entries.iter_mut().for_each(|entry| DEFAULT.clone_into(&mut entry.place));
        for layer in std::iter::once(&shipped).chain(layers) {
            config.problems.extend(layer.problems.iter().cloned());
            for entry in &layer.entries {
                if let Err(problem) = config.values.take(entry, layer.source, &names) {
                    config.problems.push(problem);
                }
            }
        }
        config.settings = Settings::of(&config.values);
        config
    }

    /// Every value with its key and who set it, in the order of the shipped file.
    pub fn effective(&self) -> impl Iterator<Item = (String, String, &str)> {
        let at = |key: &[String]| SETTINGS.iter().position(|row| row.key == key.join(".")).unwrap_or(usize::MAX);
        let mut rows: Vec<(&Vec<String>, &(Value, String))> = self.values.0.iter().collect();
        rows.sort_by_key(|(key, _)| (at(key), (*key).clone()));
        rows.into_iter().map(|(path, (value, place))| (spelled(path), value.to_string(), place.as_str()))
    }

    /// Whether a value is wrong, so that what was there before should stay.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.is_error)
    }
}

/// A path of keys as TOML has it.
fn spelled(path: &[String]) -> String {
    let is_bare = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let part = |part: &String| if is_bare(part) { part.clone() } else { Value::String(part.clone()).to_string() };
    path.iter().map(part).collect::<Vec<_>>().join(".")
}

/// Checked values by path, each with the place it was written at.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Values(BTreeMap<Vec<String>, (Value, String)>);

impl Values {
    fn take(&mut self, entry: &Entry, source: Source, themes: &[String]) -> Result<(), ConfigProblem> {
        let key = entry.path.join(".");
        let error = |message: String| Err(ConfigProblem::error(&entry.place, &key, message));
        let open = OPEN_TABLES.iter().find(|(table, _)| is_inside(&entry.path, table));
        let allowed = match (setting(&key), open) {
            (Some(row), _) => row.in_workspace,
            (None, Some((_, allowed))) => *allowed,
            (None, None) if entry.value.is_table() && is_table(&key) => return Ok(()),
            (None, None) if is_table(&key) => return error("must be a table".to_owned()),
            (None, None) => {
                let message = format!("there is no setting of this name{}", nearest(&entry.path));
                return Err(ConfigProblem::warning(&entry.place, &key, message));
            }
        };
        if source == Source::Workspace && !allowed {
            let message = "a workspace may not set this; put it into your own config.toml";
            return Err(ConfigProblem::warning(&entry.place, &key, message));
        }
        match setting(&key) {
            Some(row) => {
                if let Err(problem) = check(row.shape, &entry.value, themes) {
                    return error(problem);
                }
            }
            None if entry.value.is_str() => {}
            None => return error(format!("must be a text in quotes, not {}", shown(&entry.value))),
        }
        if source == Source::Workspace
            && key == "index.roots"
            && let Some(root) = texts(&entry.value).into_iter().find(|root| leads_out(root))
        {
            return error(format!("`{root}` leads out of the workspace"));
        }
        self.0.insert(entry.path.clone(), (entry.value.clone(), entry.place.clone()));
        Ok(())
    }

    fn get(&self, key: &str) -> Option<&Value> {
        let path: Vec<String> = key.split('.').map(str::to_owned).collect();
        self.0.get(&path).map(|(value, _)| value)
    }

    pub(super) fn text(&self, key: &str) -> String {
        self.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    pub(super) fn flag(&self, key: &str) -> bool {
        self.get(key).and_then(Value::as_bool).unwrap_or_default()
    }

    pub(super) fn number(&self, key: &str) -> u64 {
        self.get(key).and_then(Value::as_integer).and_then(|number| number.try_into().ok()).unwrap_or_default()
    }

    pub(super) fn size(&self, key: &str) -> u64 {
        self.get(key).and_then(size).unwrap_or_default()
    }

    pub(super) fn texts(&self, key: &str) -> Vec<String> {
        self.get(key).map(texts).unwrap_or_default()
    }

    pub(super) fn bindings(&self) -> Vec<KeyBinding> {
        let rows = self.0.iter().filter(|(path, _)| path[0] == "keys" && path.len() == 3);
        rows.map(|(path, (command, place))| KeyBinding {
            context: path[1].clone(),
            chord: path[2].clone(),
            command: command.as_str().unwrap_or_default().to_owned(),
            place: place.clone(),
        })
        .collect()
    }

    pub(super) fn queries(&self) -> Vec<(String, String)> {
        let rows = self.0.iter().filter(|(path, _)| path[0] == "queries" && path.len() == 2);
        rows.map(|(path, (query, _))| (path[1].clone(), query.as_str().unwrap_or_default().to_owned())).collect()
    }
}

/// Whether `path` names something directly inside of `table`.
fn is_inside(path: &[String], table: &str) -> bool {
    path.len() > 1 && path[..path.len() - 1].join(".") == table
}

/// Whether `key` is a table of settings.
fn is_table(key: &str) -> bool {
    let starts = |known: &str| known == key || known.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
    setting(key).is_none() && SETTINGS.iter().map(|row| row.key).chain(OPEN_TABLES.iter().map(|row| row.0)).any(starts)
}

/// The known setting that may be meant by a path that names none.
fn nearest(path: &[String]) -> String {
    let (last, table) =
        path.split_last().map_or((String::new(), String::new()), |(last, table)| (last.clone(), table.join(".")));
    let known = SETTINGS.iter().map(|row| row.key).chain(OPEN_TABLES.iter().map(|row| row.0));
    let beside: Vec<&str> = known
        .filter_map(|key| if table.is_empty() { Some(key) } else { key.strip_prefix(&table)?.strip_prefix('.') })
        .map(|key| key.split('.').next().unwrap_or(key))
        .collect();
    let near = did_you_mean(&last, beside.into_iter());
    if !near.is_empty() {
        return near;
    }
    // Right name, wrong table.
    let same = SETTINGS.iter().find(|row| row.key.rsplit('.').next() == Some(last.as_str()));
    match same {
        Some(row) => format!(", did you mean `{}`?", row.key),
        None if path.len() > 1 => {
            did_you_mean(&path[0], SETTINGS.iter().filter_map(|row| row.key.split_once('.')).map(|(table, _)| table))
        }
        None => String::new(),
    }
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn leads_out(root: &str) -> bool {
    let path = std::path::Path::new(root);
    path.is_absolute() || path.components().any(|part| matches!(part, std::path::Component::ParentDir))
}

//! Checked values of settings, each with the place it was written at.

use super::layer::{Entry, SettingSource};
use super::problem::ConfigProblem;
use super::table::{
    ACTIONS, NAMED_TABLES, OPEN_TABLES, SETTINGS, check, did_you_mean, fields_of, setting, setting_at, shown, size,
};
use std::collections::BTreeMap;
use toml::Value;

/// Checked values by path, each with the place it was written at.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Values(BTreeMap<Vec<String>, (Value, String)>);

impl Values {
    /// Takes a value that is right.
    ///
    /// # Errors
    /// If there is no such setting, it may not be set there, or its value is wrong.
    pub(super) fn take(
        &mut self,
        entry: &Entry,
        source: SettingSource,
        themes: &[String],
    ) -> Result<(), ConfigProblem> {
        let key = entry.path.join(".");
        let error = |message: String| Err(ConfigProblem::error(&entry.place, &key, message));
        let open = OPEN_TABLES.iter().find(|(table, _)| is_inside(&entry.path, table));
        let row = setting_at(&entry.path);
        let allowed = match (row, open) {
            (Some(row), _) => row.in_workspace,
            (None, Some((_, allowed))) => *allowed,
            (None, None) if entry.value.is_table() && is_table(&key) => return Ok(()),
            (None, None) if is_table(&key) => return error("must be a table".to_owned()),
            (None, None) => {
                let message = format!("there is no setting of this name{}", nearest(&entry.path));
                return Err(ConfigProblem::warning(&entry.place, &key, message));
            }
        };
        if source == SettingSource::Workspace && !allowed {
            let message = "a workspace may not set this; put it into your own config.toml";
            return Err(ConfigProblem::warning(&entry.place, &key, message));
        }
        match row {
            Some(row) => {
                if let Err(problem) = check(row.shape, &entry.value, themes) {
                    return error(problem.to_string());
                }
            }
            None if entry.value.is_str() => {}
            None => return error(format!("must be a text in quotes, not {}", shown(&entry.value))),
        }
        if source == SettingSource::Workspace
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

    /// The texts directly inside of a table of this depth, each with its path and its place.
    pub(super) fn rows(&self, table: &str, depth: usize) -> impl Iterator<Item = (&[String], &str, &str)> {
        let rows = self.0.iter().filter(move |(path, _)| path[0] == table && path.len() == depth);
        rows.map(|(path, (value, place))| (path.as_slice(), value.as_str().unwrap_or_default(), place.as_str()))
    }

    /// All values, each with its path and its place.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Vec<String>, &(Value, String))> {
        self.0.iter()
    }
}

/// True if `path` names something directly inside of `table`.
fn is_inside(path: &[String], table: &str) -> bool {
    path.len() > 1 && path[..path.len() - 1].join(".") == table
}

/// True if `key` is a table of settings.
fn is_table(key: &str) -> bool {
    let is_named = |table: &str| {
        key == table || key.strip_prefix(table).is_some_and(|rest| rest.starts_with('.') && !rest[1..].contains('.'))
    };
    if setting(key).is_none() && NAMED_TABLES.iter().any(|(table, ..)| is_named(table)) {
        return true;
    }
    let starts = |known: &str| known == key || known.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
    setting(key).is_none() && SETTINGS.iter().map(|row| row.key).chain(OPEN_TABLES.iter().map(|row| row.0)).any(starts)
}

/// The known setting that may be meant by a path that names none.
fn nearest(path: &[String]) -> String {
    let (last, table) =
        path.split_last().map_or((String::new(), String::new()), |(last, table)| (last.clone(), table.join(".")));
    if let [table, _, field] = path
        && let Some((called, fields)) = fields_of(table)
    {
        let fields = fields.iter().map(|row| row.key);
        let near = did_you_mean(field, fields.clone());
        return if near.is_empty() {
            format!("; {called} has {}", fields.collect::<Vec<_>>().join(", "))
        } else {
            near
        };
    }
    let known = SETTINGS.iter().map(|row| row.key).chain([ACTIONS]).chain(OPEN_TABLES.iter().map(|row| row.0));
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

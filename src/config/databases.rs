//! Databases on servers that a user's own file names.

use super::problem::ConfigProblem;
use super::table::{DATABASES, SettingRow, Shape};
use super::values::Values;

/// A database on a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DatabaseSettings {
    /// Its name here.
    pub name: String,
    /// Its address, without a password.
    pub url: String,
    /// The environment variable that holds the password; empty for none.
    pub password_env: String,
    /// A command that prints the password; empty for none.
    pub password_command: String,
    /// The tables that may be read; all that the role may read where none is named.
    pub tables: Vec<String>,
    /// A file with the certificates that vouch for the server; empty for those of the system.
    pub ca: String,
    /// True if agents may read it.
    pub agents: bool,
    /// Directories that it belongs to: what is opened there or below has it.
    pub directories: Vec<String>,
    /// The place where it is written: `config.toml:40`.
    pub place: String,
}

const fn field(key: &'static str, shape: Shape) -> SettingRow {
    SettingRow { key, shape, in_workspace: false }
}

/// What a database may say about itself.
pub(super) const DATABASE_FIELDS: &[SettingRow] = &[
    field("url", Shape::Text),
    field("password_env", Shape::Text),
    field("password_command", Shape::Text),
    field("tables", Shape::Texts),
    field("ca", Shape::Text),
    field("agents", Shape::Flag),
    field("directories", Shape::Texts),
];

/// The databases that checked values name, in the order of their names.
pub(super) fn databases(values: &Values) -> Vec<DatabaseSettings> {
    let mut databases: Vec<DatabaseSettings> = Vec::new();
    for (path, (value, place)) in values.all().filter(|(path, _)| path.len() == 3 && path[0] == DATABASES) {
        if databases.last().is_none_or(|last| last.name != path[1]) {
            databases.push(DatabaseSettings {
                name: path[1].clone(),
                place: place.clone(),
                ..DatabaseSettings::default()
            });
        }
        let Some(database) = databases.last_mut() else { continue };
        let text = || value.as_str().unwrap_or_default().to_owned();
        let texts = || value.as_array().into_iter().flatten().filter_map(|item| item.as_str()).map(str::to_owned);
        match path[2].as_str() {
            "url" => database.url = text(),
            "password_env" => database.password_env = text(),
            "password_command" => database.password_command = text(),
            "tables" => database.tables = texts().collect(),
            "ca" => database.ca = text(),
            "agents" => database.agents = value.as_bool().unwrap_or_default(),
            _ => database.directories = texts().collect(),
        }
    }
    databases
}

/// Takes those out that cannot be opened by a name, and says so.
pub(super) fn without_address(databases: &mut Vec<DatabaseSettings>) -> Vec<ConfigProblem> {
    let is_name = |name: &str| {
        !name.is_empty() && name.len() <= 64 && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    let is_idle = |database: &mut DatabaseSettings| database.url.trim().is_empty() || !is_name(&database.name);
    let idle: Vec<DatabaseSettings> = databases.extract_if(.., is_idle).collect();
    let problem = |database: DatabaseSettings| {
        let key = format!("{DATABASES}.{}", database.name);
        let message = match is_name(&database.name) {
            true => "needs a url, such as url = \"postgres://reader@host/shop\"",
            false => "needs a name of letters, digits, - and _",
        };
        ConfigProblem::error(database.place, key, message)
    };
    idle.into_iter().map(problem).collect()
}

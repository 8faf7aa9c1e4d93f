//! Databases that `--db` and the settings open.

use super::models::{KeyFrom, printed};
use super::open::from_home;
use crate::config::{DatabaseSettings, Settings};
use crate::databases::{DatabaseProblem, Password, ServerOptions};
use crate::indexer::WorkspaceOptions;
use std::path::{Path, PathBuf};

/// What `--db` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A database of the settings.
    Server,
    /// A file of SQLite.
    File,
    /// Neither.
    Nothing,
}

/// What `--db NAME` names, seen from `base`.
pub fn named(name: &str, settings: &Settings, base: &Path) -> Named {
    match () {
        () if settings.databases.iter().any(|database| database.name == name) => Named::Server,
        () if base.join(name).is_file() => Named::File,
        () => Named::Nothing,
    }
}

/// Opens the databases that are `given`, and those that belong to a directory of the workspace. Nothing is sent
/// anywhere by this; a command may be run for a password.
///
/// # Errors
/// If there is no such database.
pub fn add(options: &mut WorkspaceOptions, given: &[String], settings: &Settings) -> anyhow::Result<()> {
    for name in given {
        match named(name, settings, &options.base) {
            Named::Server => {}
            Named::File => {
                if options.roots.is_empty() && options.files_from.is_none() {
                    options.roots.push(PathBuf::from("."));
                }
                options.roots.push(PathBuf::from(name));
            }
            Named::Nothing => {
                let known: Vec<&str> = settings.databases.iter().map(|database| database.name.as_str()).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                anyhow::bail!(
                    "--db {name}: neither a database of your settings ({known}) nor a file; docql help language says how \
                     one is named"
                );
            }
        }
    }
    let base = options.base.canonicalize().unwrap_or_else(|_| options.base.clone());
    let belongs = |database: &&DatabaseSettings| {
        let holds = |directory: &String| {
            PathBuf::from(from_home(directory)).canonicalize().is_ok_and(|directory| base.starts_with(directory))
        };
        given.contains(&database.name) || database.directories.iter().any(holds)
    };
    options.servers = settings.databases.iter().filter(belongs).map(server).collect();
    Ok(())
}

/// A database of the settings. What is wrong with it is told when it is asked.
fn server(settings: &DatabaseSettings) -> ServerOptions {
    let (options, mut problem) = match ServerOptions::at(&settings.name, &settings.url) {
        Ok(options) => (options, None),
        Err(wrong) => (ServerOptions::nowhere(&settings.name), Some(wrong)),
    };
    let password = match (settings.password_env.trim(), settings.password_command.trim()) {
        ("", "") => None,
        ("", command) => match printed(command, KeyFrom::Quiet) {
            Ok(password) => Some(Password::new(password)),
            Err(why) => {
                problem.get_or_insert(DatabaseProblem::Denied(format!("password_command: {why}")));
                None
            }
        },
        (variable, _) => match std::env::var(variable) {
            Ok(password) => Some(Password::new(password)),
            Err(_) => {
                problem.get_or_insert(DatabaseProblem::Denied(format!("the variable {variable} is not set")));
                None
            }
        },
    };
    ServerOptions {
        password,
        problem,
        tables: settings.tables.clone(),
        ca: Some(settings.ca.trim()).filter(|ca| !ca.is_empty()).map(|ca| PathBuf::from(from_home(ca))),
        agents: settings.agents,
        ..options
    }
}
